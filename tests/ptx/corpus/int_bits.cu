// compile: 75 80 90 100
// compile: 86 -G
// Integer intrinsics: bit counting, permutation, funnel shifts, high products, dot products, carries, 128 bits.
#include <cstdint>

__global__ void bits(int* out, unsigned x, unsigned long long y, unsigned s) {
    out[0] = __popc(x) + __popcll(y);
    out[1] = __clz(x) + __clzll(y);
    out[2] = __ffs(x) + __ffsll(y);
    out[3] = __brev(x) + __brevll(y);
    out[4] = __byte_perm(x, s, 0x5140) + __byte_perm(x, s, s);
    out[5] = __funnelshift_l(x, s, 7) + __funnelshift_lc(x, s, s);
    out[6] = __funnelshift_r(x, s, 9) + __funnelshift_rc(x, s, s);
    out[7] = __fns(x, s, 3);
    out[8] = __byte_perm(x, 0, 0x0123);
    out[9] = __sad(x, s, 4) + __usad(x, s, 5);
}

__global__ void products(long long* out, int a, int b, long long c, long long d) {
    out[0] = __mulhi(a, b) + __umulhi(a, b);
    out[1] = __mul64hi(c, d) + __umul64hi(c, d);
    out[2] = __mul24(a, b) + __umul24(a, b);
    out[3] = static_cast<long long>(a) * b;
    out[4] = static_cast<unsigned long long>(static_cast<unsigned>(a)) * static_cast<unsigned>(b) + c;
    out[5] = c / d + c % d;
    out[6] = a / 7 + a % 13 + static_cast<unsigned>(b) / 10u;
    out[7] = __rhadd(a, b) + __hadd(a, b) + __uhadd(a, b) + __urhadd(a, b);
    out[8] = min(a, b) + max(c, d) + abs(a) + llabs(c);
}

__global__ void dots(int* out, int a, int b, int c) {
    out[0] = __dp4a(a, b, c);
    out[1] = __dp4a(static_cast<unsigned>(a), static_cast<unsigned>(b), static_cast<unsigned>(c));
    out[2] = __dp2a_lo(a, b, c);
    out[3] = __dp2a_hi(a, b, c);
    asm("dp4a.u32.s32 %0, %1, %2, %3;" : "=r"(out[4]) : "r"(a), "r"(b), "r"(c));
    asm("dp2a.hi.s32.u32 %0, %1, %2, %3;" : "=r"(out[5]) : "r"(a), "r"(b), "r"(c));
}

__global__ void fields(unsigned* out, unsigned a, unsigned b, unsigned c, unsigned long long wide) {
    asm("bfe.u32 %0, %1, 4, 8;" : "=r"(out[0]) : "r"(a));
    asm("bfe.s32 %0, %1, %2, %3;" : "=r"(out[1]) : "r"(a), "r"(b), "r"(c));
    asm("bfi.b32 %0, %1, %2, 8, 0x10;" : "=r"(out[2]) : "r"(a), "r"(b));
    asm("bfind.u32 %0, %1;" : "=r"(out[3]) : "r"(a));
    asm("bfind.shiftamt.s32 %0, %1;" : "=r"(out[4]) : "r"(a));
    asm("bfind.u64 %0, %1;" : "=r"(out[5]) : "l"(wide));
    asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(out[6]) : "r"(a), "r"(b));
    asm("szext.wrap.s32 %0, %1, %2;" : "=r"(out[7]) : "r"(a), "r"(b));
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(out[8]) : "r"(a), "r"(b), "r"(c));
    asm("prmt.b32.f4e %0, %1, %2, %3;" : "=r"(out[9]) : "r"(a), "r"(b), "r"(c));
    asm("prmt.b32.rc16 %0, %1, %2, %3;" : "=r"(out[10]) : "r"(a), "r"(b), "r"(c));
    asm("cnot.b32 %0, %1;" : "=r"(out[11]) : "r"(a));
    asm("shf.l.wrap.b32 %0, %1, %2, 31;" : "=r"(out[12]) : "r"(a), "r"(b));
    asm("mad24.hi.u32 %0, %1, %2, %3;" : "=r"(out[13]) : "r"(a), "r"(b), "r"(c));
    asm("mad.hi.sat.s32 %0, %1, %2, %3;" : "=r"(out[14]) : "r"(a), "r"(b), "r"(c));
    asm("add.sat.s32 %0, %1, %2;" : "=r"(out[15]) : "r"(a), "r"(b));
    asm("sad.u32 %0, %1, %2, %3;" : "=r"(out[16]) : "r"(a), "r"(b), "r"(c));
    asm("slct.u32.s32 %0, %1, %2, %3;" : "=r"(out[17]) : "r"(a), "r"(b), "r"(c));
}

__global__ void carries(unsigned* out, const unsigned* a, const unsigned* b) {
    asm("add.cc.u32 %0, %4, %8;\n\taddc.cc.u32 %1, %5, %9;\n\taddc.cc.u32 %2, %6, %10;\n\taddc.u32 %3, %7, %11;"
        : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]));
    asm("sub.cc.u32 %0, %2, %3;\n\tsubc.u32 %1, %2, %3;" : "=r"(out[4]), "=r"(out[5]) : "r"(a[4]), "r"(b[4]));
    asm("mad.lo.cc.u32 %0, %2, %3, %2;\n\tmadc.hi.u32 %1, %2, %3, 0;"
        : "=r"(out[6]), "=r"(out[7]) : "r"(a[5]), "r"(b[5]));
}

__global__ void wide(__int128* out, __int128 a, unsigned __int128 b, int shift) {
    out[0] = a * static_cast<__int128>(b);
    out[1] = a / static_cast<__int128>(b | 1);
    out[2] = static_cast<__int128>(b % 1000000007u);
    out[3] = (a << shift) ^ static_cast<__int128>(b >> shift);
    out[4] = a < 0 ? -a : a;
    out[5] = static_cast<__int128>(static_cast<double>(a));
}
