// A convolution as a matrix multiplication: copies of columns (im2col) bring, for each place of the filter, the
// channels of 32 pixels, also over the ends of rows and images. What lies outside of an image is zero.
#include "tensor_map.h"

constexpr int channels = 8;
constexpr int width = 10;
constexpr int height = 7;
constexpr int images = 3;
constexpr int filter = 3;
constexpr int pixels = 32;  // of a block

__device__ void load_columns(void* to, const CUtensorMap& map, std::uint64_t& barrier, int w, int h, int n,
                             std::uint16_t dw, std::uint16_t dh) {
    asm volatile(
        "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, "
        "%6}], [%2], {%7, %8};" ::"r"(tensor::shared_address(to)),
        "l"(&map), "r"(tensor::shared_address(&barrier)), "r"(0), "r"(w), "r"(h), "r"(n), "h"(dw), "h"(dh)
        : "memory");
}

__global__ void convolve(const __grid_constant__ CUtensorMap map, const float* weights, float* result, int count) {
    __shared__ alignas(128) float columns[filter * filter][pixels][channels];
    __shared__ std::uint64_t barrier;
    const int first = blockIdx.x * pixels;
    if (threadIdx.x == 0) {
        tensor::begin_barrier(barrier);
        tensor::expect(barrier, sizeof(columns));
        // The first pixel's upper left neighbour.
        const int w = first % width - 1;
        const int h = first / width % height - 1;
        const int n = first / width / height;
        for (int place = 0; place < filter * filter; ++place)
            load_columns(columns[place], map, barrier, w, h, n, place % filter, place / filter);
    }
    __syncthreads();
    tensor::wait(barrier, 0);
    const int pixel = first + threadIdx.x;
    if (pixel >= count) return;
    float sum = 0;
    for (int place = 0; place < filter * filter; ++place)
        for (int channel = 0; channel < channels; ++channel)
            sum += weights[place * channels + channel] * columns[place][threadIdx.x][channel];
    result[pixel] = sum;
}

int main() {
    constexpr int count = width * height * images;
    const auto values = e2e::filled<float>(count * channels, [](std::size_t i) { return e2e::scramble(i) % 16; });
    const auto weights =
        e2e::filled<float>(filter * filter * channels, [](std::size_t i) { return e2e::scramble(i) % 8; });
    float* const input = e2e::device_copy(values);
    float* const device_weights = e2e::device_copy(weights);
    float* const result = e2e::device_array<float>(count);
    const std::uint64_t dimensions[] = {channels, width, height, images};
    const std::uint64_t strides[] = {channels * 4, channels * width * 4, channels * width * height * 4};
    const int lower[] = {-1, -1};
    const int upper[] = {-1, -1};
    const std::uint32_t steps[] = {1, 1, 1, 1};
    CUtensorMap map;
    CHECK(tensor::driver_function<decltype(&cuTensorMapEncodeIm2col)>("cuTensorMapEncodeIm2col")(
        &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, input, dimensions, strides, lower, upper, channels, pixels, steps,
        CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
        CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    convolve<<<(count + pixels - 1) / pixels, pixels>>>(map, device_weights, result, count);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("result", e2e::fetch(result, count), [&](std::size_t at) {
        const int w = at % width;
        const int h = at / width % height;
        const int n = at / width / height;
        float sum = 0;
        for (int place = 0; place < filter * filter; ++place) {
            const int x = w + place % filter - 1;
            const int y = h + place / filter - 1;
            if (x < 0 || y < 0 || x >= width || y >= height) continue;
            for (int channel = 0; channel < channels; ++channel)
                sum +=
                    weights[place * channels + channel] * values[((n * height + y) * width + x) * channels + channel];
        }
        return sum;
    });
    CHECK(cudaFree(input));
    CHECK(cudaFree(device_weights));
    CHECK(cudaFree(result));
    return e2e::passed();
}
