// compile: 90 100a
// compile: 103a
// Conversions which only inline assembly reaches: tf32, packed narrow formats, relu and stochastic rounding.
#include <cstdint>

__global__ void tf32(uint32_t* out, const float* in) {
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(out[0]) : "f"(in[0]));
    asm("cvt.rn.tf32.f32 %0, %1;" : "=r"(out[1]) : "f"(in[0]));
    asm("cvt.rz.relu.tf32.f32 %0, %1;" : "=r"(out[2]) : "f"(in[0]));
    asm("cvt.rna.satfinite.tf32.f32 %0, %1;" : "=r"(out[3]) : "f"(in[0]));
}

__global__ void packed16(uint32_t* out, const float* in) {
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(out[0]) : "f"(in[0]), "f"(in[1]));
    asm("cvt.rz.relu.f16x2.f32 %0, %1, %2;" : "=r"(out[1]) : "f"(in[0]), "f"(in[1]));
    asm("cvt.rn.relu.bf16x2.f32 %0, %1, %2;" : "=r"(out[2]) : "f"(in[0]), "f"(in[1]));
    asm("cvt.rn.satfinite.f16x2.f32 %0, %1, %2;" : "=r"(out[3]) : "f"(in[0]), "f"(in[1]));
}

__global__ void fp8(uint16_t* out, uint32_t* wide, const float* in) {
    asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(out[0]) : "f"(in[0]), "f"(in[1]));
    asm("cvt.rn.satfinite.relu.e5m2x2.f32 %0, %1, %2;" : "=h"(out[1]) : "f"(in[0]), "f"(in[1]));
    asm("cvt.rn.satfinite.e4m3x2.f16x2 %0, %1;" : "=h"(out[2]) : "r"(wide[0]));
    asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(wide[1]) : "h"(out[3]));
    asm("cvt.rn.relu.f16x2.e5m2x2 %0, %1;" : "=r"(wide[2]) : "h"(out[4]));
}

__global__ void pack_integers(uint32_t* out, const int* in) {
    asm("cvt.pack.sat.s16.s32 %0, %1, %2;" : "=r"(out[0]) : "r"(in[0]), "r"(in[1]));
    asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;" : "=r"(out[1]) : "r"(in[0]), "r"(in[1]), "r"(in[2]));
    asm("cvt.pack.sat.s4.s32.b32 %0, %1, %2, %3;" : "=r"(out[2]) : "r"(in[0]), "r"(in[1]), "r"(in[2]));
    asm("cvt.sat.u8.s32 %0, %1;" : "=r"(out[3]) : "r"(in[0]));
    asm("cvt.rni.sat.s32.f32 %0, %1;" : "=r"(out[4]) : "f"(__int_as_float(in[0])));
    asm("cvt.rmi.ftz.f32.f32 %0, %1;" : "=r"(out[5]) : "r"(in[0]));
}

#if defined(__CUDA_ARCH_FEAT_SM100_ALL) || defined(__CUDA_ARCH_FEAT_SM103_ALL)
__global__ void narrow(uint16_t* out, uint32_t* wide, const float* in) {
    asm("cvt.rn.satfinite.e2m3x2.f32 %0, %1, %2;" : "=h"(out[0]) : "f"(in[0]), "f"(in[1]));
    asm("cvt.rn.satfinite.relu.e3m2x2.f32 %0, %1, %2;" : "=h"(out[1]) : "f"(in[0]), "f"(in[1]));
    asm("cvt.rp.satfinite.ue8m0x2.f32 %0, %1, %2;" : "=h"(out[2]) : "f"(in[0]), "f"(in[1]));
    asm("cvt.rz.satfinite.ue8m0x2.bf16x2 %0, %1;" : "=h"(out[3]) : "r"(wide[0]));
    asm("cvt.rn.bf16x2.ue8m0x2 %0, %1;" : "=r"(wide[1]) : "h"(out[4]));
    asm("cvt.rn.f16x2.e2m3x2 %0, %1;" : "=r"(wide[2]) : "h"(out[5]));
    asm("{\n\t.reg .b8 byte;\n\tcvt.rn.satfinite.e2m1x2.f32 byte, %1, %2;\n\tcvt.u16.u8 %0, byte;\n\t}"
        : "=h"(out[6]) : "f"(in[0]), "f"(in[1]));
    asm("{\n\t.reg .b8 lo, hi;\n\tmov.b16 {lo, hi}, %1;\n\tcvt.rn.relu.f16x2.e2m1x2 %0, lo;\n\t}"
        : "=r"(wide[3]) : "h"(out[7]));
}

__global__ void stochastic(uint32_t* out, const float* in, const uint32_t* random) {
    asm("cvt.rs.f16x2.f32 %0, %1, %2, %3;" : "=r"(out[0]) : "f"(in[0]), "f"(in[1]), "r"(random[0]));
    asm("cvt.rs.relu.satfinite.bf16x2.f32 %0, %1, %2, %3;" : "=r"(out[1]) : "f"(in[0]), "f"(in[1]), "r"(random[0]));
    asm("cvt.rs.satfinite.e4m3x4.f32 %0, {%1, %2, %3, %4}, %5;"
        : "=r"(out[2]) : "f"(in[0]), "f"(in[1]), "f"(in[2]), "f"(in[3]), "r"(random[0]));
    asm("cvt.rs.relu.satfinite.e2m3x4.f32 %0, {%1, %2, %3, %4}, %5;"
        : "=r"(out[3]) : "f"(in[0]), "f"(in[1]), "f"(in[2]), "f"(in[3]), "r"(random[0]));
}
#endif
