// Copies from and to arrays: every direction, with offsets, of every kind of memory.
#include "check.h"

namespace {

const int width = 37, height = 11, depth = 5;

int value(int x, int y, int z) {
    return x + 100 * y + 10000 * z;
}

std::vector<int> numbers() {
    return e2e::filled<int>(width * height * depth,
                            [](int i) { return value(i % width, i / width % height, i / width / height); });
}

cudaArray_t make(int w, int h, int d, unsigned flags = 0) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    cudaArray_t array = nullptr;
    CHECK(cudaMalloc3DArray(&array, &format, make_cudaExtent(w, h, d), flags));
    return array;
}

void expect_info(cudaArray_t array, int w, int h, int d, unsigned flags) {
    cudaChannelFormatDesc format = {};
    cudaExtent extent = {};
    unsigned found = 77;
    CHECK(cudaArrayGetInfo(&format, &extent, &found, array));
    EXPECT(format.x == 32 && format.y == 0 && format.f == cudaChannelFormatKindSigned, "format %d %d", format.x,
           format.f);
    EXPECT(int(extent.width) == w && int(extent.height) == h && int(extent.depth) == d, "%zu x %zu x %zu", extent.width,
           extent.height, extent.depth);
    EXPECT(found == flags, "flags %u", found);
}

void rows() {
    const std::vector<int> host = numbers();
    const std::size_t row = width * sizeof(int);
    cudaArray_t array = make(width, height, 0);
    expect_info(array, width, height, 0, 0);
    CHECK(cudaMemcpy2DToArray(array, 0, 0, host.data(), row, row, height, cudaMemcpyHostToDevice));
    std::vector<int> back(width * height, -1);
    CHECK(cudaMemcpy2DFromArray(back.data(), row, array, 0, 0, row, height, cudaMemcpyDeviceToHost));
    e2e::expect_each("rows", back, [&](std::size_t i) { return host[i]; });

    // A box in the middle, to the device and from there into another array.
    int* device = e2e::device_array<int>(8 * 4);
    CHECK(cudaMemcpy2DFromArray(device, 8 * sizeof(int), array, 5 * sizeof(int), 3, 8 * sizeof(int), 4,
                                cudaMemcpyDeviceToDevice));
    e2e::expect_each("box", e2e::fetch(device, 32), [](int i) { return value(5 + i % 8, 3 + i / 8, 0); });
    cudaArray_t other = make(width, height, 0);
    CHECK(cudaMemcpy2DToArray(other, 2 * sizeof(int), 1, device, 8 * sizeof(int), 8 * sizeof(int), 4,
                              cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpy2DArrayToArray(other, 20 * sizeof(int), 6, array, 1 * sizeof(int), 2, 10 * sizeof(int), 3,
                                   cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpy2DFromArray(back.data(), row, other, 0, 0, row, height, cudaMemcpyDeviceToHost));
    e2e::expect_each("other", back, [](int i) {
        const int x = i % width, y = i / width;
        if (x >= 2 && x < 10 && y >= 1 && y < 5) return value(x + 3, y + 2, 0);
        if (x >= 20 && x < 30 && y >= 6 && y < 9) return value(x - 19, y - 4, 0);
        return 0;
    });
    CHECK(cudaFree(device));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFreeArray(other));
}

void boxes(unsigned flags) {
    const std::vector<int> host = numbers();
    cudaArray_t array = make(width, height, depth, flags);
    expect_info(array, width, height, depth, flags);
    cudaMemcpy3DParms to = {};
    to.srcPtr = make_cudaPitchedPtr(const_cast<int*>(host.data()), width * sizeof(int), width, height);
    to.dstArray = array;
    to.extent = make_cudaExtent(width, height, depth);
    to.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&to));

    cudaArray_t other = make(width, height, depth, flags);
    cudaMemcpy3DParms between = {};
    between.srcArray = array;
    between.srcPos = make_cudaPos(3, 2, 1);
    between.dstArray = other;
    between.dstPos = make_cudaPos(10, 4, 2);
    between.extent = make_cudaExtent(7, 5, 3);
    between.kind = cudaMemcpyDeviceToDevice;
    CHECK(cudaMemcpy3D(&between));

    // Pinned memory, beside the host.
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    int* pinned = nullptr;
    CHECK(cudaMallocHost(&pinned, host.size() * sizeof(int)));
    cudaMemcpy3DParms from = {};
    from.srcArray = other;
    from.dstPtr = make_cudaPitchedPtr(pinned, width * sizeof(int), width, height);
    from.extent = make_cudaExtent(width, height, depth);
    from.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3DAsync(&from, stream));
    CHECK(cudaStreamSynchronize(stream));
    e2e::expect_each("boxes", pinned, host.size(), [](int i) {
        const int x = i % width, y = i / width % height, z = i / width / height;
        const bool is_inside = x >= 10 && x < 17 && y >= 4 && y < 9 && z >= 2;
        return is_inside ? value(x - 7, y - 2, z - 1) : 0;
    });
    CHECK(cudaFreeHost(pinned));
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFreeArray(other));
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

// Bytes as they follow each other in rows, which older programs copy.
void runs() {
    const std::vector<int> host = numbers();
    const std::size_t all = width * height;
    cudaArray_t array = make(width, height, 0);
    cudaArray_t other = make(width + 3, height, 0);
    CHECK(cudaMemcpyToArray(array, 0, 0, host.data(), all * sizeof(int), cudaMemcpyHostToDevice));
    std::vector<int> back(all, -1);
    CHECK(cudaMemcpyFromArray(back.data(), array, 30 * sizeof(int), 2, 100 * sizeof(int), cudaMemcpyDeviceToHost));
    e2e::expect_each("run", back.data(), 100, [&](std::size_t i) { return host[2 * width + 30 + i]; });
    // Rows of different lengths.
    CHECK(cudaMemcpyArrayToArray(other, 5 * sizeof(int), 1, array, 7 * sizeof(int), 1, 90 * sizeof(int),
                                 cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpyFromArrayAsync(back.data(), other, 5 * sizeof(int), 1, 90 * sizeof(int), cudaMemcpyDeviceToHost,
                                   nullptr));
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("run between arrays", back.data(), 90, [&](std::size_t i) { return host[width + 7 + i]; });
    CHECK(cudaFreeArray(array));
    CHECK(cudaFreeArray(other));
}

#pragma GCC diagnostic pop

// More than what goes through staging at a time.
void large() {
    const int w = 3000, h = 2001;
    const auto host = e2e::filled<int>(std::size_t(w) * h, [](std::size_t i) { return e2e::scramble(unsigned(i)); });
    cudaArray_t array = make(w, h, 0);
    CHECK(cudaMemcpy2DToArrayAsync(array, 0, 0, host.data(), w * sizeof(int), w * sizeof(int), h,
                                   cudaMemcpyHostToDevice, nullptr));
    std::vector<int> back(host.size());
    CHECK(cudaMemcpy2DFromArrayAsync(back.data(), w * sizeof(int), array, 0, 0, w * sizeof(int), h,
                                     cudaMemcpyDeviceToHost, nullptr));
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("large", back, [&](std::size_t i) { return host[i]; });
    CHECK(cudaFreeArray(array));
}

void lines() {
    cudaArray_t array = make(width, 0, 0);
    const std::vector<int> host = numbers();
    CHECK(cudaMemcpy2DToArray(array, 0, 0, host.data(), width * sizeof(int), width * sizeof(int), 1,
                              cudaMemcpyHostToDevice));
    std::vector<int> back(6);
    CHECK(cudaMemcpy2DFromArray(back.data(), 24, array, 7 * sizeof(int), 0, 24, 1, cudaMemcpyDeviceToHost));
    e2e::expect_each("line", back, [](int i) { return value(i + 7, 0, 0); });
    CHECK(cudaFreeArray(array));
    // Layers of lines.
    array = make(width, 0, depth, cudaArrayLayered);
    cudaMemcpy3DParms to = {};
    to.srcPtr = make_cudaPitchedPtr(const_cast<int*>(host.data()), width * sizeof(int), width, 1);
    to.dstArray = array;
    to.dstPos = make_cudaPos(0, 0, 2);
    to.extent = make_cudaExtent(width, 1, 2);
    to.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&to));
    std::vector<int> lines(width * depth, -1);
    cudaMemcpy3DParms from = {};
    from.srcArray = array;
    from.dstPtr = make_cudaPitchedPtr(lines.data(), width * sizeof(int), width, 1);
    from.extent = make_cudaExtent(width, 1, depth);
    from.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&from));
    e2e::expect_each("layers of lines", lines, [&](int i) {
        const int layer = i / width;
        return layer == 2 || layer == 3 ? host[i - 2 * width] : 0;
    });
    CHECK(cudaFreeArray(array));
}

void levels() {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    cudaMipmappedArray_t mipmap = nullptr;
    CHECK(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(16, 8, 0), 99, 0));
    cudaArray_t level = nullptr;
    CHECK(cudaGetMipmappedArrayLevel(&level, mipmap, 2));
    expect_info(level, 4, 2, 0, 0);
    const auto host = e2e::filled<int>(8, [](int i) { return i * i; });
    CHECK(cudaMemcpy2DToArray(level, 0, 0, host.data(), 16, 16, 2, cudaMemcpyHostToDevice));
    std::vector<int> back(8);
    cudaArray_t again = nullptr;
    CHECK(cudaGetMipmappedArrayLevel(&again, mipmap, 2));
    CHECK(cudaMemcpy2DFromArray(back.data(), 16, again, 0, 0, 16, 2, cudaMemcpyDeviceToHost));
    e2e::expect_each("level", back, [](int i) { return i * i; });
    CHECK(cudaGetMipmappedArrayLevel(&level, mipmap, 4));
    expect_info(level, 1, 1, 0, 0);
    EXPECT_STATUS(cudaErrorInvalidValue, cudaGetMipmappedArrayLevel(&level, mipmap, 5));
    cudaGetLastError();
    CHECK(cudaFreeMipmappedArray(mipmap));
}

}  // namespace

int main() {
    rows();
    boxes(cudaArrayDefault);
    boxes(cudaArrayLayered);
    runs();
    large();
    lines();
    levels();
    return e2e::passed();
}
