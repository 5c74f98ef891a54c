// compile: 86 90 100
// compile: 89 -G
// Floating instructions that CUDA C++ does not reach: xorsign, three inputs, packed halves, mixed precision, tests.
#include <cstdint>

__global__ void single(float* f, double* d) {
    asm("max.xorsign.abs.f32 %0, %1, %2;" : "=f"(f[0]) : "f"(f[1]), "f"(f[2]));
    asm("min.ftz.NaN.f32 %0, %1, %2;" : "=f"(f[3]) : "f"(f[1]), "f"(f[2]));
    asm("abs.ftz.f32 %0, %1;\n\tneg.f32 %0, %0;" : "=f"(f[4]) : "f"(f[5]));
    asm("add.rm.ftz.sat.f32 %0, %1, %2;" : "=f"(f[6]) : "f"(f[1]), "f"(f[2]));
    asm("sub.rp.f32 %0, %1, 0f3F800000;" : "=f"(f[7]) : "f"(f[1]));
    asm("mul.rz.sat.f32 %0, %1, %2;" : "=f"(f[8]) : "f"(f[1]), "f"(f[2]));
    asm("mad.rn.f64 %0, %1, %1, %1;" : "=d"(d[0]) : "d"(d[1]));
    asm("cos.approx.ftz.f32 %0, %1;" : "=f"(f[9]) : "f"(f[1]));
    asm("{\n\t.reg .pred p, q;\n\ttestp.notanumber.f64 p, %1;\n\ttestp.infinite.f64 q, %1;\n\tor.pred p, p, q;\n\t"
        "selp.f64 %0, %1, 0d0000000000000000, p;\n\t}" : "=d"(d[2]) : "d"(d[3]));
    asm("set.ltu.ftz.f32.f32 %0, %1, %2;" : "=f"(f[10]) : "f"(f[1]), "f"(f[2]));
    asm("slct.ftz.f32.f32 %0, %1, %2, %1;" : "=f"(f[11]) : "f"(f[1]), "f"(f[2]));
}

__global__ void halves(uint16_t* h, uint32_t* p) {
    asm("fma.rn.sat.f16 %0, %1, %2, %3;" : "=h"(h[0]) : "h"(h[1]), "h"(h[2]), "h"(h[3]));
    asm("fma.rn.relu.bf16x2 %0, %1, %2, %3;" : "=r"(p[0]) : "r"(p[1]), "r"(p[2]), "r"(p[3]));
    asm("max.NaN.xorsign.abs.f16x2 %0, %1, %2;" : "=r"(p[4]) : "r"(p[1]), "r"(p[2]));
    asm("tanh.approx.f16x2 %0, %1;" : "=r"(p[5]) : "r"(p[1]));
    asm("ex2.approx.f16 %0, %1;" : "=h"(h[4]) : "h"(h[5]));
    asm("neg.bf16x2 %0, %1;\n\tabs.bf16x2 %0, %0;" : "=r"(p[6]) : "r"(p[1]));
    asm("{\n\t.reg .pred a, b;\n\tsetp.leu.f16x2 a|b, %1, %2;\n\tselp.b32 %0, 1, 2, a;\n\t@b add.u32 %0, %0, 4;\n\t}"
        : "=r"(p[7]) : "r"(p[1]), "r"(p[2]));
    asm("set.gt.u32.f16 %0, %1, %2;" : "=r"(p[8]) : "h"(h[1]), "h"(h[2]));
    asm("{.reg .f16 a, b; mov.b32 {a, b}, %1; add.rn.f16 a, a, b; mov.b32 %0, {a, b};}" : "=r"(p[9]) : "r"(p[1]));
#if __CUDA_ARCH__ >= 900
    asm("add.rn.bf16x2 %0, %1, %2;" : "=r"(p[10]) : "r"(p[1]), "r"(p[2]));
    asm("ex2.approx.ftz.bf16x2 %0, %1;" : "=r"(p[11]) : "r"(p[1]));
    asm("tanh.approx.bf16 %0, %1;" : "=h"(h[6]) : "h"(h[7]));
    asm("fma.rn.oob.relu.f16x2 %0, %1, %2, %3;" : "=r"(p[12]) : "r"(p[1]), "r"(p[2]), "r"(p[3]));
    asm("add.s16x2 %0, %1, %2;" : "=r"(p[13]) : "r"(p[1]), "r"(p[2]));
    asm("min.relu.s16x2 %0, %1, %2;" : "=r"(p[14]) : "r"(p[1]), "r"(p[2]));
#endif
}

#if __CUDA_ARCH__ >= 1000
__global__ void newer(float* f, uint16_t* h, uint64_t* w) {
    asm("add.rn.sat.f32.f16 %0, %1, %2;" : "=f"(f[0]) : "h"(h[0]), "f"(f[1]));
    asm("sub.rz.f32.bf16 %0, %1, %2;" : "=f"(f[2]) : "h"(h[0]), "f"(f[1]));
    asm("fma.rn.f32.f16 %0, %1, %2, %3;" : "=f"(f[3]) : "h"(h[0]), "h"(h[1]), "f"(f[1]));
    asm("min.f32 %0, %1, %2, %1;" : "=f"(f[4]) : "f"(f[1]), "f"(f[2]));
    asm("max.ftz.NaN.abs.f32 %0, %1, %2, %1;" : "=f"(f[5]) : "f"(f[1]), "f"(f[2]));
    asm("mul.rn.ftz.f32x2 %0, %1, %2;" : "=l"(w[0]) : "l"(w[1]), "l"(w[2]));
    asm("fma.rz.f32x2 %0, %1, %2, %1;" : "=l"(w[3]) : "l"(w[1]), "l"(w[2]));
}
#endif
