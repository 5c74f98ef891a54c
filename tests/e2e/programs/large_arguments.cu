// Arguments by value: structures with holes, arrays, and as much as 4 KiB of them.
#include "check.h"

struct Holes {
    char a;
    long long b;
    short c;
    float d[3];
    char e;
};

struct Big {
    int values[1000];
};

struct alignas(16) Wide {
    int values[4];
};

__global__ void spread(char first, Holes holes, short second, Wide wide, double third, double* out) {
    out[0] = first;
    out[1] = holes.a;
    out[2] = holes.b;
    out[3] = holes.c;
    out[4] = holes.d[2];
    out[5] = holes.e;
    out[6] = second;
    out[7] = wide.values[3];
    out[8] = third;
}

__global__ void sum_up(Big big, int* out) {
    const int i = threadIdx.x;
    out[i] = big.values[i] + big.values[999 - i];
}

template <typename... Numbers>
__global__ void sum_all(int* out, Numbers... numbers) {
    *out = (numbers + ... + 0);
}

int main() {
    double* out = e2e::device_array<double>(9);
    spread<<<1, 1>>>('x', Holes{1, 1ll << 40, -3, {4, 5, 6.5f}, 7}, -8, Wide{{9, 10, 11, 12}}, 0.125, out);
    CHECK(cudaGetLastError());
    const double expected[] = {'x', 1, double(1ll << 40), -3, 6.5, 7, -8, 12, 0.125};
    e2e::expect_each("out", e2e::fetch(out, 9), [&](auto i) { return expected[i]; });

    Big big;
    for (int i = 0; i < 1000; ++i)
        big.values[i] = i * i;
    int* sums = e2e::device_array<int>(1000);
    sum_up<<<1, 1000>>>(big, sums);
    big.values[0] = 123456;  // the launch took its arguments with it
    CHECK(cudaGetLastError());
    e2e::expect_each("sums", e2e::fetch(sums, 1000), [](int i) { return i * i + (999 - i) * (999 - i); });

    sum_all<<<1, 1>>>(sums, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20);
    EXPECT(e2e::fetch(sums, 1)[0] == 210, "the sum of 20 arguments is %d", e2e::fetch(sums, 1)[0]);
    CHECK(cudaFree(out));
    CHECK(cudaFree(sums));
    return e2e::passed();
}
