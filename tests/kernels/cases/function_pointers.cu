// Functions called through pointers: from a table with an initialiser, from memory that another kernel filled, and
// passed to another function; with small and large arguments and results.
struct Pair {
    long long first;
    double second;
    int extra[3];
};

using Operation = int (*)(int, int);
using Change = Pair (*)(Pair, short);

__device__ int add(int a, int b) {
    return a + b;
}
__device__ int subtract(int a, int b) {
    return a - b;
}
__device__ int multiply(int a, int b) {
    return a * b;
}
__device__ int largest(int a, int b) {
    return a > b ? a : b;
}

__device__ Operation operations[4] = {add, subtract, multiply, largest};

__device__ Pair twice(Pair pair, short by) {
    pair.first *= 2;
    pair.second *= 2;
    pair.extra[1] += by;
    return pair;
}

__device__ Pair swap(Pair pair, short by) {
    return Pair{(long long)pair.second, double(pair.first), {pair.extra[2], by, pair.extra[0]}};
}

__device__ __noinline__ int fold(Operation operation, const int* values, int count) {
    int result = values[0];
    for (int i = 1; i < count; ++i)
        result = operation(result, values[i]);
    return result;
}

extern "C" __global__ void by_table(const int* a, const int* b, int* out, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = operations[i % 4](a[i], b[i]);
}

extern "C" __global__ void choose(Change* changes) {
    changes[0] = twice;
    changes[1] = swap;
}

extern "C" __global__ void by_memory(const Change* changes, Pair* pairs, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) pairs[i] = changes[i / 3 % 2](pairs[i], short(i) * -3);
}

extern "C" __global__ void by_argument(const int* rows, int* out, int length) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = fold(operations[(i / 2) % 4], rows + i * length, length);
}
