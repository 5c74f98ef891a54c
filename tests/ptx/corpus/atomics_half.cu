// compile: 80 90 100
// Atomic addition on half, bfloat16 and their pairs; vectors and 128 bits where the architecture has them.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void halves(__half* h, __half2* h2, __nv_bfloat16* b, __nv_bfloat162* b2) {
    h[0] = atomicAdd(h + 1, h[2]);
    h2[0] = atomicAdd(h2 + 1, h2[2]);
    b[0] = atomicAdd(b + 1, b[2]);
    b2[0] = atomicAdd(b2 + 1, b2[2]);
    atomicAdd(h2 + 3, h2[4]);
    atomicAdd(b2 + 3, b2[4]);
}

#if __CUDA_ARCH__ >= 900
__global__ void vectors(float2* f2, float4* f4) {
    f2[0] = atomicAdd(f2 + 1, f2[2]);
    f4[0] = atomicAdd(f4 + 1, f4[2]);
    atomicAdd(f4 + 3, f4[4]);
}

struct alignas(16) Pair {
    long long low, high;
};

__global__ void wide(Pair* p) {
    p[0] = atomicExch(p + 1, p[2]);
    p[3] = atomicCAS(p + 4, p[5], p[6]);
    p[7] = atomicCAS_system(p + 8, p[9], p[10]);
    p[11] = atomicExch_block(p + 12, p[13]);
}

__global__ void vector_forms(float* f, unsigned* u) {
    asm volatile("red.relaxed.gpu.global.add.v2.f32 [%0], {%1, %2};" ::"l"(f), "f"(f[4]), "f"(f[5]));
    asm volatile("red.global.add.noftz.v4.f16x2 [%0], {%1, %2, %3, %4};"
                 ::"l"(u), "r"(u[4]), "r"(u[5]), "r"(u[6]), "r"(u[7]));
    asm volatile("atom.global.v2.bf16x2.max.noftz {%0, %1}, [%2], {%3, %4};"
                 : "=r"(u[8]), "=r"(u[9]) : "l"(u), "r"(u[4]), "r"(u[5]));
    asm volatile("atom.acq_rel.sys.global.v4.f32.add {%0, %1, %2, %3}, [%4], {%0, %1, %2, %3};"
                 : "+f"(f[8]), "+f"(f[9]), "+f"(f[10]), "+f"(f[11]) : "l"(f));
}
#endif
