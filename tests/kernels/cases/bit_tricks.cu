// Bits: counting, reversing, finding, shifting across words, fields, Gray codes, Morton order, and three-input logic.
extern "C" __global__ void words(const unsigned* in, unsigned* out, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned v = in[i];
    const unsigned next = in[(i + 1) % n];
    unsigned* to = out + i;
    *to = __popc(v);
    *(to += n) = __clz(v) | __ffs(v) << 8;
    *(to += n) = __brev(v);
    *(to += n) = __funnelshift_l(v, next, i % 40);
    *(to += n) = __funnelshift_rc(v, next, i % 40);
    *(to += n) = v ^ v >> 1;
    *(to += n) = (v & next) | (~v & in[(i + 2) % n]);
    unsigned field;
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(field) : "r"(v), "r"(i % 32), "r"(i % 13));
    *(to += n) = field;
    asm("bfe.s32 %0, %1, %2, %3;" : "=r"(field) : "r"(v), "r"(i % 32), "r"(i % 13));
    *(to += n) = field;
    asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(field) : "r"(v), "r"(next), "r"(i % 32), "r"(i % 17));
    *(to += n) = field;
    *(to += n) = __fns(v, i % 32, 2);
    *(to += n) = __umulhi(v, next) + __mulhi(int(v), int(next));
    *(to += n) = __uhadd(v, next) + __rhadd(int(v), int(next));
    *(to += n) = __umul24(v, next) + __sad(int(v), int(next), 9u);
}

__device__ unsigned spread(unsigned x) {
    x &= 0xffff;
    x = (x | x << 8) & 0x00ff00ff;
    x = (x | x << 4) & 0x0f0f0f0f;
    x = (x | x << 2) & 0x33333333;
    return (x | x << 1) & 0x55555555;
}

extern "C" __global__ void wide(const unsigned long long* in, unsigned long long* out, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned long long v = in[i];
    unsigned long long* to = out + i;
    *to = __popcll(v) | __clzll(v) << 8 | __ffsll(v) << 16;
    *(to += n) = __brevll(v);
    *(to += n) = v >> (i % 64) | v << (63 - i % 64);
    *(to += n) = (unsigned long long)((long long)v >> (i % 64));
    *(to += n) = __umul64hi(v, v ^ 0x5555555555555555ULL);
    *(to += n) = v / (i + 3) + v % (i + 7);
    *(to += n) =
        (unsigned long long)((long long)v / ((long long)i - 1000)) ^ (unsigned long long)__mul64hi((long long)v, -77);
    *(to += n) = spread(unsigned(v)) | spread(unsigned(v >> 16)) << 1;
}
