// Dot products of packed integers: four and two at a time, signed, unsigned and mixed, and a small quantised layer.
extern "C" __global__ void packed(const unsigned* a, const unsigned* b, int* out, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = __dp4a(int(a[i]), int(b[i]), -5);
    out[i + n] = int(__dp4a(a[i], b[i], 7u));
    out[i + 2 * n] = __dp2a_lo(int(a[i]), int(b[i]), 1);
    out[i + 3 * n] = int(__dp2a_hi(a[i], b[i], 2u));
    int mixed;
    asm("dp4a.u32.s32 %0, %1, %2, %3;" : "=r"(mixed) : "r"(a[i]), "r"(b[i]), "r"(-100));
    out[i + 4 * n] = mixed;
}

// out = clamp((weights * in + bias) >> shift) to 8 bits; a row of `words` packed words per output.
extern "C" __global__ void layer(const int* weights, const int* in, const int* bias, signed char* out, unsigned words,
                                 int shift) {
    const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = bias[row];
    for (unsigned k = 0; k < words; ++k)
        sum = __dp4a(weights[row * words + k], in[k], sum);
    out[row] = (signed char)min(max(sum >> shift, -128), 127);
}
