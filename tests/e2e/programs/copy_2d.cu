// Pitched memory: rows with padding, copied in parts.
#include "check.h"

using Byte = unsigned char;

__global__ void transpose(const Byte* in, std::size_t in_pitch, Byte* out, std::size_t out_pitch, int width,
                          int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[x * out_pitch + y] = in[y * in_pitch + x];
}

Byte value(int x, int y) {
    return Byte(x * 7 + y * 13);
}

int main() {
    const int width = 301;
    const int height = 77;
    const auto in = e2e::filled<Byte>(width * height, [](int i) { return value(i % width, i / width); });
    Byte *a, *b;
    std::size_t pitch_a = 0, pitch_b = 0;
    CHECK(cudaMallocPitch(&a, &pitch_a, width, height));
    CHECK(cudaMallocPitch(&b, &pitch_b, height, width));
    EXPECT(pitch_a >= width && pitch_b >= height && pitch_a % 32 == 0, "pitches %zu %zu", pitch_a, pitch_b);

    CHECK(cudaMemcpy2D(a, pitch_a, in.data(), width, width, height, cudaMemcpyHostToDevice));
    transpose<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(a, pitch_a, b, pitch_b, width, height);
    std::vector<Byte> out(width * height);
    CHECK(cudaMemcpy2D(out.data(), height, b, pitch_b, height, width, cudaMemcpyDeviceToHost));
    e2e::expect_each("transposed", out, [](int i) { return value(i / height, i % height); });

    // A rectangle of 50 x 20 at (10, 5) goes to (100, 40) of the same array, and comes back into a wider host array.
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMemcpy2DAsync(a + 40 * pitch_a + 100, pitch_a, a + 5 * pitch_a + 10, pitch_a, 50, 20,
                            cudaMemcpyDeviceToDevice, stream));
    Byte* wide;
    CHECK(cudaMallocHost(&wide, 400 * height));
    for (int i = 0; i < 400 * height; ++i)
        wide[i] = 255;
    CHECK(cudaMemcpy2DAsync(wide, 400, a, pitch_a, width, height, cudaMemcpyDefault, stream));
    CHECK(cudaStreamSynchronize(stream));
    e2e::expect_each("rectangle", wide, 400 * height, [](int i) {
        const int x = i % 400;
        const int y = i / 400;
        if (x >= width) return Byte(255);
        const bool moved = x >= 100 && x < 150 && y >= 40 && y < 60;
        return moved ? value(x - 90, y - 35) : value(x, y);
    });

    // Nothing to copy is no error.
    CHECK(cudaMemcpy2D(out.data(), height, b, pitch_b, 0, width, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy2D(out.data(), height, b, pitch_b, height, 0, cudaMemcpyDeviceToHost));
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFreeHost(wide));
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    return e2e::passed();
}
