// Boxes of memory: to the device, within it, back, with offsets.
#include "check.h"

int value(int x, int y, int z) {
    return x + 100 * y + 10000 * z;
}

__global__ void negate(cudaPitchedPtr box, cudaExtent extent) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y;
    const int z = blockIdx.z;
    char* row = static_cast<char*>(box.ptr) + (z * extent.height + y) * box.pitch;
    if (x * sizeof(int) < extent.width) reinterpret_cast<int*>(row)[x] *= -1;
}

int main() {
    const int width = 37, height = 11, depth = 9;
    const cudaExtent extent = make_cudaExtent(width * sizeof(int), height, depth);
    auto host = e2e::filled<int>(width * height * depth,
                                 [](int i) { return value(i % width, i / width % height, i / width / height); });
    cudaPitchedPtr box;
    CHECK(cudaMalloc3D(&box, extent));
    EXPECT(box.pitch >= extent.width && box.ysize == height, "pitch %zu, rows %zu", box.pitch, box.ysize);
    CHECK(cudaMemset3D(box, 0x55, extent));

    cudaMemcpy3DParms down = {};
    down.srcPtr = make_cudaPitchedPtr(host.data(), width * sizeof(int), width, height);
    down.dstPtr = box;
    down.extent = extent;
    down.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&down));
    negate<<<dim3(2, height, depth), 32>>>(box, extent);

    // A box of 10 x 4 x 3 at (5, 2, 1), to another place in the same memory.
    cudaMemcpy3DParms within = {};
    within.srcPtr = box;
    within.srcPos = make_cudaPos(5 * sizeof(int), 2, 1);
    within.dstPtr = box;
    within.dstPos = make_cudaPos(20 * sizeof(int), 6, 5);
    within.extent = make_cudaExtent(10 * sizeof(int), 4, 3);
    within.kind = cudaMemcpyDeviceToDevice;
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMemcpy3DAsync(&within, stream));

    cudaMemcpy3DParms up = {};
    up.srcPtr = box;
    up.dstPtr = down.srcPtr;
    up.extent = extent;
    up.kind = cudaMemcpyDefault;
    CHECK(cudaMemcpy3DAsync(&up, stream));
    CHECK(cudaStreamSynchronize(stream));
    e2e::expect_each("host", host, [](int i) {
        int x = i % width, y = i / width % height, z = i / width / height;
        if (x >= 20 && x < 30 && y >= 6 && y < 10 && z >= 5 && z < 8) {
            x -= 15;
            y -= 4;
            z -= 4;
        }
        return -value(x, y, z);
    });
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(box.ptr));
    return e2e::passed();
}
