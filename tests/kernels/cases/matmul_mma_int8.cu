// 8-bit integer products on the tensor cores: mma.sync m16n8k32 with the fragments filled by hand. a is row-major, b
// column-major. Signed, and unsigned by signed with saturation.
__device__ unsigned word(const void* from) {
    return *static_cast<const unsigned*>(from);
}

extern "C" __global__ void matmul_s8(const signed char* a, const signed char* b, int* c, unsigned n, unsigned k) {
    const unsigned group = threadIdx.x / 4;
    const unsigned in_group = threadIdx.x % 4;
    const signed char* row = a + (blockIdx.y * 16 + group) * k + in_group * 4;
    const signed char* column = b + (blockIdx.x * 8 + group) * k + in_group * 4;
    int sum[4] = {};
    for (unsigned i = 0; i < k; i += 32) {
        asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
            : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
            : "r"(word(row + i)), "r"(word(row + 8 * k + i)), "r"(word(row + i + 16)), "r"(word(row + 8 * k + i + 16)),
              "r"(word(column + i)), "r"(word(column + i + 16)));
    }
    int* out = c + (blockIdx.y * 16 + group) * n + blockIdx.x * 8 + in_group * 2;
    out[0] = sum[0];
    out[1] = sum[1];
    out[8 * n] = sum[2];
    out[8 * n + 1] = sum[3];
}

// One tile; the sums start where the next products overflow.
extern "C" __global__ void saturate(const unsigned char* a, const signed char* b, int* c) {
    const unsigned group = threadIdx.x / 4;
    const unsigned in_group = threadIdx.x % 4;
    const unsigned char* row = a + group * 16 + in_group * 4;
    const signed char* column = b + group * 16 + in_group * 4;
    int* out = c + group * 8 + in_group * 2;
    int sum[4] = {out[0], out[1], out[64], out[65]};
    asm("mma.sync.aligned.m16n8k16.row.col.satfinite.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
        : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
        : "r"(word(row)), "r"(word(row + 8 * 16)), "r"(word(column)));
    out[0] = sum[0];
    out[1] = sum[1];
    out[64] = sum[2];
    out[65] = sum[3];
}
