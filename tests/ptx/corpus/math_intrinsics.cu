// compile: 75 80 90 120
// compile: 86 -use_fast_math
// compile: 90 -G
// Rounding-mode and approximate intrinsics.

__global__ void single_rounding(float* out, const float* in) {
    float a = in[0], b = in[1], c = in[2];
    out[0] = __fadd_rn(a, b) + __fadd_rz(a, b) + __fadd_ru(a, b) + __fadd_rd(a, b);
    out[1] = __fsub_rn(a, b) + __fsub_rz(a, b) + __fsub_ru(a, b) + __fsub_rd(a, b);
    out[2] = __fmul_rn(a, b) + __fmul_rz(a, b) + __fmul_ru(a, b) + __fmul_rd(a, b);
    out[3] = __fmaf_rn(a, b, c) + __fmaf_rz(a, b, c) + __fmaf_ru(a, b, c) + __fmaf_rd(a, b, c);
    out[4] = __fdiv_rn(a, b) + __fdiv_rz(a, b) + __fdiv_ru(a, b) + __fdiv_rd(a, b);
    out[5] = __frcp_rn(a) + __frcp_rz(a) + __frcp_ru(a) + __frcp_rd(a);
    out[6] = __fsqrt_rn(a) + __fsqrt_rz(a) + __fsqrt_ru(a) + __fsqrt_rd(a);
    out[7] = __frsqrt_rn(a);
    out[8] = __fmaf_ieee_rn(a, b, c) + __fmaf_ieee_rz(a, b, c);
}

__global__ void double_rounding(double* out, const double* in) {
    double a = in[0], b = in[1], c = in[2];
    out[0] = __dadd_rn(a, b) + __dadd_rz(a, b) + __dadd_ru(a, b) + __dadd_rd(a, b);
    out[1] = __dsub_rn(a, b) + __dsub_rz(a, b);
    out[2] = __dmul_rn(a, b) + __dmul_ru(a, b);
    out[3] = __fma_rn(a, b, c) + __fma_rz(a, b, c) + __fma_ru(a, b, c) + __fma_rd(a, b, c);
    out[4] = __ddiv_rn(a, b) + __ddiv_rz(a, b);
    out[5] = __drcp_rn(a) + __drcp_rd(a);
    out[6] = __dsqrt_rn(a) + __dsqrt_ru(a);
}

__global__ void fast(float* out, const float* in) {
    out[0] = __sinf(in[0]) + __cosf(in[1]) + __tanf(in[2]);
    out[1] = __expf(in[0]) + __exp10f(in[1]);
    out[2] = __logf(in[0]) + __log2f(in[1]) + __log10f(in[2]);
    out[3] = __powf(in[0], in[1]);
    out[4] = __fdividef(in[0], in[1]);
    out[5] = __saturatef(in[0]);
    __sincosf(in[3], out + 6, out + 7);
}

__global__ void approximate(float* out, const float* in, double* wide) {
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(out[0]) : "f"(in[0]));
    asm("sqrt.approx.f32 %0, %1;" : "=f"(out[1]) : "f"(in[1]));
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(out[2]) : "f"(in[2]));
    asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(out[3]) : "f"(in[3]));
    asm("ex2.approx.f32 %0, %1;" : "=f"(out[4]) : "f"(in[4]));
    asm("tanh.approx.f32 %0, %1;" : "=f"(out[5]) : "f"(in[5]));
    asm("div.full.ftz.f32 %0, %1, %2;" : "=f"(out[6]) : "f"(in[6]), "f"(in[7]));
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(wide[0]) : "d"(wide[1]));
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(wide[2]) : "d"(wide[3]));
    asm("{ .reg .pred p0;\n\ttestp.subnormal.f32 p0, %1;\n\tselp.f32 %0, 0f3F800000, 0F00000000, p0; }"
        : "=f"(out[8]) : "f"(in[8]));
    asm("copysign.f32 %0, %1, %2;" : "=f"(out[9]) : "f"(in[8]), "f"(in[9]));
    asm("fma.rn.sat.ftz.f32 %0, %1, %2, %1;" : "=f"(out[10]) : "f"(in[8]), "f"(in[9]));
}
