// compile: 75 86 100
// The scalar and SIMD video instructions with selectors, masks, saturation and secondary operations.

__global__ void scalar(int* out, int a, int b, int c) {
    asm("vadd.s32.u32.s32.sat %0, %1.b0, %2.h1;" : "=r"(out[0]) : "r"(a), "r"(b));
    asm("vsub.u32.s32.u32.add %0, %1.h0, %2.b3, %3;" : "=r"(out[1]) : "r"(a), "r"(b), "r"(c));
    asm("vabsdiff.s32.s32.s32.sat.max %0, %1, %2.b1, %3;" : "=r"(out[2]) : "r"(a), "r"(b), "r"(c));
    asm("vmin.s32.s32.s32.sat %0.b2, %1, %2, %3;" : "=r"(out[3]) : "r"(a), "r"(b), "r"(c));
    asm("vmax.u32.u32.u32 %0.h1, %1.h1, %2.h0, %3;" : "=r"(out[4]) : "r"(a), "r"(b), "r"(c));
    asm("vshl.u32.u32.u32.clamp %0, %1, %2;" : "=r"(out[5]) : "r"(a), "r"(b));
    asm("vshr.s32.s32.u32.sat.wrap.add %0, %1, %2, %3;" : "=r"(out[6]) : "r"(a), "r"(b), "r"(c));
    asm("vmad.s32.s32.u32.sat.shr7 %0, %1.h0, %2.b0, -%3;" : "=r"(out[7]) : "r"(a), "r"(b), "r"(c));
    asm("vmad.u32.u32.u32.po.shr15 %0, %1.h0, %2.b0, %3;" : "=r"(out[8]) : "r"(a), "r"(b), "r"(c));
    asm("vset.s32.u32.ge %0, %1.b0, %2.b0;" : "=r"(out[9]) : "r"(a), "r"(b));
    asm("vset.u32.u32.lt.add %0, %1, %2, %3;" : "=r"(out[10]) : "r"(a), "r"(b), "r"(c));
}

__global__ void simd(int* out, int a, int b, int c) {
    asm("vadd2.s32.s32.s32.sat %0, %1, %2, %3;" : "=r"(out[0]) : "r"(a), "r"(b), "r"(c));
    asm("vsub2.u32.u32.u32.add %0.h0, %1.h10, %2.h32, %3;" : "=r"(out[1]) : "r"(a), "r"(b), "r"(c));
    asm("vavrg2.s32.s32.s32 %0.h10, %1.h31, %2, %3;" : "=r"(out[2]) : "r"(a), "r"(b), "r"(c));
    asm("vabsdiff4.u32.u32.u32.add %0.b3210, %1, %2, %3;" : "=r"(out[3]) : "r"(a), "r"(b), "r"(c));
    asm("vmin4.s32.s32.s32.sat %0.b20, %1.b7654, %2.b0123, %3;" : "=r"(out[4]) : "r"(a), "r"(b), "r"(c));
    asm("vset4.u32.u32.ne %0, %1, %2, %3;" : "=r"(out[5]) : "r"(a), "r"(b), "r"(c));
    asm("vset2.s32.s32.gt.add %0, %1, %2, %3;" : "=r"(out[6]) : "r"(a), "r"(b), "r"(c));
}
