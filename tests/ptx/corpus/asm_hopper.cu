// compile: 90 90a 100
// compile: 100f 110
// Instructions of sm_90 and later outside tensor copies: multimem, 128 bits, multicast memory, asynchronous stores.
#include <cstdint>

__global__ void multimem(float* f, uint32_t* u, uint64_t address) {
    asm volatile("multimem.ld_reduce.relaxed.sys.global.add.f32 %0, [%1];" : "=f"(f[0]) : "l"(address));
    asm volatile("multimem.ld_reduce.weak.global.add.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(f[1]), "=f"(f[2]), "=f"(f[3]), "=f"(f[4]) : "l"(address));
    asm volatile("multimem.ld_reduce.acquire.gpu.global.max.v2.bf16x2 {%0, %1}, [%2];"
                 : "=r"(u[0]), "=r"(u[1]) : "l"(address));
    asm volatile("multimem.ld_reduce.global.add.acc::f32.v4.f16x2 {%0, %1, %2, %3}, [%4];"
                 : "=r"(u[2]), "=r"(u[3]), "=r"(u[4]), "=r"(u[5]) : "l"(address));
    asm volatile("multimem.st.release.sys.global.u32 [%0], %1;" ::"l"(address), "r"(u[6]));
    asm volatile("multimem.st.global.v4.f32 [%0+16], {%1, %1, %1, %1};" ::"l"(address), "f"(f[5]));
    asm volatile("multimem.red.relaxed.cluster.global.xor.b32 [%0], %1;" ::"l"(address), "r"(u[7]));
}

__global__ void wide(uint64_t* p) {
    asm volatile("{\n\t.reg .b128 a, b, c;\n\tmov.b128 a, {%0, %1};\n\tmov.b128 b, {%1, %0};\n\t"
                 "atom.global.acq_rel.gpu.cas.b128 c, [%2], a, b;\n\tmov.b128 {%0, %1}, c;\n\t"
                 "atom.exch.b128 c, [%2+16], a;\n\tst.relaxed.sys.global.b128 [%2+32], c;\n\t"
                 "ld.acquire.gpu.b128 a, [%2+48];\n\tst.b128 [%2+64], a;\n\t}"
                 : "+l"(p[0]), "+l"(p[1]) : "l"(p + 2));
}

__global__ void asynchronous(uint32_t address, uint32_t bar, uint64_t global, uint32_t* out) {
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u64 [%0], %1, [%2];"
                 ::"r"(address), "l"(global), "r"(bar));
    asm volatile("mbarrier.arrive.noComplete.release.cta.shared::cta.b64 _, [%0], 2;" ::"r"(bar));
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
                 "[%0], [%1], 64, [%2], %3;" ::"r"(address), "l"(global), "r"(bar), "h"(uint16_t(0xF)));
    asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.and.b32 "
                 "[%0], [%1], 32, [%2];" ::"r"(address), "r"(address), "r"(bar));
    asm volatile("{\n\t.reg .pred p;\n\tisspacep.shared::cluster p, %1;\n\tselp.u32 %0, 1, 0, p;\n\t}"
                 : "=r"(out[0]) : "l"(global));
    asm volatile("fence.acquire.sync_restrict::shared::cluster.cluster;");
    asm volatile("fence.release.sync_restrict::shared::cta.cluster;");
    asm volatile("fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;");
#if __CUDA_ARCH__ >= 1000
    asm volatile("st.bulk.weak.shared::cta [%0], 1024, 0;" ::"l"(global));
#endif
}
