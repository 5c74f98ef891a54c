// Lambdas that hold references to local variables, and functions in tables that have local variables of their own.
#include "check.h"

template <typename Function>
__host__ __device__ __noinline__ void for_each(int count, const Function& function) {
    for (int i = 0; i < count; ++i)
        function(i);
}

__host__ __device__ int folded(int thread, int count) {
    int sum = thread, most = 0, calls = 0;
    for_each(count, [&](int i) {
        sum += i * thread;
        most = i * 5 % 7 > most ? i * 5 % 7 : most;
        for_each(2, [&](int j) { calls += i + j; });
    });
    return sum * 100 + most * 10 + calls;
}

__host__ __device__ __noinline__ void exchange(int* a, int* b) {
    const int kept = *a;
    *a = *b;
    *b = kept;
}

__host__ __device__ __noinline__ int inner(int* values, int number) {
    int own[4];
    for (int i = 0; i < 4; ++i)
        own[i] = values[i] * number;
    exchange(&own[0], &own[number & 3]);
    return own[0] + 2 * own[1] + 3 * own[2] + 4 * own[3];
}

__host__ __device__ __noinline__ int outer(int* values, int number) {
    int own[2] = {values[0], number};
    exchange(&own[0], &own[1]);
    return inner(values, own[0]) + own[1];
}

using Function = int (*)(int*, int);
__device__ Function table[] = {inner, outer};

__host__ __device__ int called(const Function* functions, int thread) {
    int values[8];
    for (int i = 0; i < 8; ++i)
        values[i] = thread + i;
    return functions[thread & 1](values, thread) + inner(values + 2, 3) + values[7];
}

__global__ void lambdas(int* out, int count) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    out[thread] = folded(thread, count);
}

__global__ void tables(int* out) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    out[thread] = called(table, thread);
}

int main() {
    const int threads = 384;
    int* out = e2e::device_array<int>(threads);
    lambdas<<<3, 128>>>(out, 11);
    e2e::expect_each("lambdas", e2e::fetch(out, threads), [](auto i) { return folded(int(i), 11); });
    tables<<<3, 128>>>(out);
    const Function functions[] = {inner, outer};
    e2e::expect_each("tables", e2e::fetch(out, threads), [&](auto i) { return called(functions, int(i)); });
    CHECK(cudaFree(out));
    return e2e::passed();
}
