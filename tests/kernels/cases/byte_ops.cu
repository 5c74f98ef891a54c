// Bytes and halves in a word: permutations, differences, packed minima, averages and comparisons, saturation.
extern "C" __global__ void bytes(const unsigned* a, const unsigned* b, unsigned* out, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned x = a[i];
    const unsigned y = b[i];
    unsigned* to = out + i;
    *to = __byte_perm(x, y, 0x7531);
    *(to += n) = __byte_perm(x, y, (i * 0x1357) & 0x7777);
    *(to += n) = __vabsdiffu4(x, y);
    *(to += n) = __vadd4(x, y);
    *(to += n) = __vmaxs4(x, y);
    *(to += n) = __vminu2(x, y);
    *(to += n) = __vavgu4(x, y);
    *(to += n) = __vcmpgtu4(x, y);
    *(to += n) = __vsads4(x, y);
    *(to += n) = __vaddss4(x, y);
    *(to += n) = __vsubus2(x, y);
    *(to += n) = __vabsss4(x);
    unsigned r;
    asm("prmt.b32.f4e %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(i));
    *(to += n) = r;
    asm("vadd.s32.u32.s32.sat %0, %1.b1, %2.h1;" : "=r"(r) : "r"(x), "r"(y));
    *(to += n) = r;
    asm("vabsdiff.u32.u32.u32.add %0, %1.b0, %2.b3, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(x));
    *(to += n) = r;
}

// Saturating conversions between all the small types.
extern "C" __global__ void narrow(const float* in, signed char* s8, unsigned char* u8, short* s16, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int s;
    unsigned u;
    short h;
    asm("cvt.rni.sat.s8.f32 %0, %1;" : "=r"(s) : "f"(in[i]));
    asm("cvt.rzi.sat.u8.f32 %0, %1;" : "=r"(u) : "f"(in[i]));
    asm("cvt.rmi.sat.s16.f32 %0, %1;" : "=h"(h) : "f"(in[i] * 300.0f));
    s8[i] = (signed char)s;
    u8[i] = (unsigned char)u;
    s16[i] = h;
}
