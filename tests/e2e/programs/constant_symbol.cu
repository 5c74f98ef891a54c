// Constant memory, written by the host between launches.
#include "check.h"

struct Settings {
    int offset;
    double factor;
    unsigned char letters[6];
};

__constant__ float coefficients[8];
__constant__ Settings settings = {3, 0.25, {'a', 'b', 'c', 'd', 'e', 'f'}};

__global__ void polynomial(const float* x, float* y, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float sum = 0;
    for (int power = 7; power >= 0; --power)
        sum = __fadd_rn(__fmul_rn(sum, x[i]), coefficients[power]);
    y[i] = sum;
}

__global__ void read_settings(double* out) {
    out[0] = settings.offset * settings.factor;
    out[1] = settings.letters[threadIdx.x + 5];
}

int main() {
    const int count = 1000;
    const auto x = e2e::filled<float>(count, [](auto i) { return i / 512.0f; });
    float* device_x = e2e::device_copy(x);
    float* device_y = e2e::device_array<float>(count);
    for (int round = 0; round < 3; ++round) {
        const auto c = e2e::filled<float>(8, [&](auto i) { return i + round * 0.5f; });
        CHECK(cudaMemcpyToSymbol(coefficients, c.data(), sizeof(coefficients)));
        const float seventh = 42;
        CHECK(cudaMemcpyToSymbol(coefficients, &seventh, sizeof(float), 7 * sizeof(float)));
        polynomial<<<4, 256>>>(device_x, device_y, count);
        e2e::expect_each("y", e2e::fetch(device_y, count), [&](auto i) {
            volatile float sum = 0;
            for (int power = 7; power >= 0; --power) {
                volatile float product = sum * x[i];
                sum = product + (power == 7 ? seventh : c[power]);
            }
            return float(sum);
        });
    }

    double* out = e2e::device_array<double>(2);
    read_settings<<<1, 1>>>(out);
    auto values = e2e::fetch(out, 2);
    EXPECT(values[0] == 0.75 && values[1] == 'f', "initial settings: %f %f", values[0], values[1]);
    Settings other = {10, 2.0, {0, 1, 2, 3, 4, 9}};
    CHECK(cudaMemcpyToSymbol(settings, &other, sizeof(other)));
    read_settings<<<1, 1>>>(out);
    values = e2e::fetch(out, 2);
    EXPECT(values[0] == 20.0 && values[1] == 9, "new settings: %f %f", values[0], values[1]);
    Settings back = {};
    CHECK(cudaMemcpyFromSymbol(&back, settings, sizeof(back)));
    EXPECT(back.offset == 10 && back.letters[5] == 9, "settings read back: %d %d", back.offset, back.letters[5]);
    CHECK(cudaFree(device_x));
    CHECK(cudaFree(device_y));
    CHECK(cudaFree(out));
    return e2e::passed();
}
