// Constant memory: tables with initialisers, structures, pointers to other constants, and an index that differs between
// the threads.
struct Rule {
    short from;
    short to;
    double factor;
    signed char name[8];
};

__constant__ unsigned primes[16] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};
__constant__ Rule rules[3] = {{1, 2, 0.5, "half"}, {-3, 4, 2.25, "more"}, {32767, -32768, -1e300, "limits"}};
__constant__ float matrix[2][3] = {{1.5f, -2.5f, 3.5f}, {4.5f}};
__constant__ unsigned filled_by_host[64];

extern "C" __global__ void tables(unsigned* factors, double* sums, int* letters, float* elements) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned product = 1;
    for (unsigned k = 0; k < 16; ++k) {
        if ((i + 1) % primes[k] == 0) product *= primes[k];
    }
    factors[i] = product + filled_by_host[i % 64] + primes[i % 16];
    const Rule& rule = rules[i % 3];
    sums[i] = rule.factor * rule.from + rule.to;
    letters[i] = rule.name[i % 8];
    elements[i] = matrix[i % 2][i % 3];
}
