// compile: 80 90
// compile: 86 -G
// Asynchronous copies: cp.async by assembly, the pipeline primitives, and mbarriers as sm_80 has them.
#include <cstdint>
#include <cuda_pipeline.h>
#include <cuda_awbarrier_primitives.h>

__global__ void primitives(const int4* in, int4* out) {
    __shared__ int4 stage[2][64];
    __pipeline_memcpy_async(&stage[0][threadIdx.x], in + threadIdx.x, 16);
    __pipeline_commit();
    __pipeline_memcpy_async(&stage[1][threadIdx.x], in + 64 + threadIdx.x, 16, 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    out[threadIdx.x] = stage[0][63 - threadIdx.x];
    __pipeline_wait_prior(0);
    out[threadIdx.x + 64] = stage[1][threadIdx.x];
}

__global__ void awbarrier(const int* in, int* out) {
    __shared__ __mbarrier_t bar;
    __shared__ int stage[64];
    if (threadIdx.x == 0) __mbarrier_init(&bar, blockDim.x);
    __syncthreads();
    __pipeline_memcpy_async(&stage[threadIdx.x], in + threadIdx.x, 4);
    __pipeline_arrive_on(&bar);
    __mbarrier_token_t token = __mbarrier_arrive(&bar);
    while (!__mbarrier_test_wait(&bar, token)) {}
    out[threadIdx.x] = stage[threadIdx.x ^ 1];
    if (threadIdx.x == 0) out[64] = __mbarrier_token_pending_count(__mbarrier_arrive_and_drop(&bar));
    __mbarrier_inval(&bar);
}

__global__ void assembly(const char* in, uint32_t to, uint64_t policy, int bytes, int skip) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in));
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 8, %2;" ::"r"(to), "l"(in), "r"(bytes));
    asm volatile("cp.async.cg.shared::cta.global.L2::256B [%0+16], [%1+16], 16;" ::"r"(to), "l"(in));
    asm volatile("cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, 12, %2;" ::"r"(to), "l"(in), "l"(policy));
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %2, 0;\n\t"
                 "cp.async.cg.shared.global.L2::64B [%0], [%1], 16, p;\n\t}" ::"r"(to), "l"(in), "r"(skip));
    asm volatile("cp.async.commit_group;\ncp.async.wait_group 2;\ncp.async.wait_all;");
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(to));
}

__global__ void hints(const float4* in, float4* out, uint64_t* policy) {
    asm volatile("createpolicy.range.global.L2::evict_last.L2::evict_first.b64 %0, [%1], 0x100000, 0x200000;"
                 : "=l"(policy[0]) : "l"(in));
    asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy[1]));
    asm volatile("createpolicy.cvt.L2.b64 %0, 0x16F0000000000000;" : "=l"(policy[2]));
    float4 v;
    asm volatile("ld.global.nc.L1::no_allocate.L2::cache_hint.L2::128B.v4.f32 {%0, %1, %2, %3}, [%4], %5;"
                 : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(in), "l"(policy[0]));
    asm volatile("st.global.L1::evict_last.v4.f32 [%0], {%1, %2, %3, %4};"
                 ::"l"(out), "f"(v.x), "f"(v.y), "f"(v.z), "f"(v.w));
    asm volatile("prefetch.global.L1 [%0];\n\tprefetch.global.L2::evict_last [%0];\n\tprefetchu.L1 [%0];" ::"l"(in));
    asm volatile("applypriority.global.L2::evict_normal [%0], 128;\n\tdiscard.global.L2 [%0], 128;" ::"l"(out));
    out[1] = __ldcg(in + 1);
    out[2] = __ldca(in + 2);
    out[3] = __ldcs(in + 3);
    out[4] = __ldlu(in + 4);
    out[5] = __ldcv(in + 5);
    out[6] = __ldg(in + 6);
    __stwb(out + 7, v);
    __stcg(out + 8, v);
    __stcs(out + 9, v);
    __stwt(out + 10, v);
}
