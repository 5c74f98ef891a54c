// compile: 90a
// compile: 90a -lineinfo
// compile: 90a -G
// Warpgroup matrix instructions of sm_90a with shared-memory descriptors and register operands.
#include <cstdint>

__device__ uint64_t descriptor(const void* p) {
    return (static_cast<uint64_t>(__cvta_generic_to_shared(p)) & 0x3ffff) >> 4 | uint64_t(1) << 62;
}

__global__ void __launch_bounds__(128) half_precision(float* out) {
    __shared__ alignas(128) uint16_t a[64 * 16], b[16 * 8];
    float d[4] = {};
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %6, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 1;\n}\n"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "l"(descriptor(a)), "l"(descriptor(b)), "r"(1));
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, 1, -1, 1, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(1), "r"(2), "r"(3), "r"(4), "l"(descriptor(b)));
    asm volatile("wgmma.commit_group.sync.aligned;\n\twgmma.wait_group.sync.aligned 0;" ::: "memory");
    for (int i = 0; i < 4; i++) out[threadIdx.x * 4 + i] = d[i];
}

__global__ void __launch_bounds__(128) others(float* f, int* n, uint64_t a, uint64_t b, uint32_t metadata) {
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%0, %1, %2, %3}, %4, %5, 1, 1, -1;"
                 : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3]) : "l"(a), "l"(b));
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e5m2 {%0, %1, %2, %3}, %4, %5, 1, 1, 1;"
                 : "+f"(f[4]), "+f"(f[5]), "+f"(f[6]), "+f"(f[7]) : "l"(a), "l"(b));
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.u8.satfinite {%0, %1, %2, %3}, %4, %5, 1;"
                 : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "l"(a), "l"(b));
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc {%0, %1, %2, %3}, %4, %5, 1;"
                 : "+r"(n[4]), "+r"(n[5]), "+r"(n[6]), "+r"(n[7]) : "l"(a), "l"(b));
    asm volatile("wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 "
                 "{%0, %1, %2, %3}, %4, %5, %6, 0, 1, 1, 1, 0, 0;"
                 : "+f"(f[8]), "+f"(f[9]), "+f"(f[10]), "+f"(f[11]) : "l"(a), "l"(b), "r"(metadata));
    asm volatile("wgmma.commit_group.sync.aligned;");
    asm volatile("wgmma.wait_group.sync.aligned 0;");
}

__global__ void __launch_bounds__(384, 1) specialised(int* out) {
    if (threadIdx.x < 128) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 24;");
        out[0] = 1;
    } else {
        asm volatile("setmaxnreg.inc.sync.aligned.u32 240;");
        out[1] = 2;
    }
}
