// compile: 100a
// compile: 100a -lineinfo
// compile: 103a
// Tensor memory and fifth-generation matrix instructions.
#include <cstdint>

__global__ void memory(uint32_t* out, uint32_t slot, uint64_t descriptor) {
    uint32_t t = out[0];
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 64;" ::"r"(slot));
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x4.b32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3]) : "r"(t));
    asm volatile("tcgen05.ld.sync.aligned.16x64b.x2.pack::16b.b32 {%0, %1}, [%2 + 8];"
                 : "=r"(out[4]), "=r"(out[5]) : "r"(t));
    asm volatile("tcgen05.ld.sync.aligned.16x32bx2.x1.b32 {%0}, [%1], 2;" : "=r"(out[6]) : "r"(t));
    asm volatile("tcgen05.ld.sync.aligned.16x256b.x1.b32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(out[7]), "=r"(out[8]), "=r"(out[9]), "=r"(out[10]) : "r"(t));
    asm volatile("tcgen05.wait::ld.sync.aligned;");
    asm volatile("tcgen05.st.sync.aligned.16x128b.x1.b32 [%0], {%1, %2};" ::"r"(t), "r"(1), "r"(2));
    asm volatile("tcgen05.st.sync.aligned.32x32b.x1.unpack::16b.b32 [%0], {%1};" ::"r"(t), "r"(1));
    asm volatile("tcgen05.wait::st.sync.aligned;");
    asm volatile("tcgen05.cp.cta_group::1.128x256b [%0], %1;" ::"r"(t), "l"(descriptor));
    asm volatile("tcgen05.cp.cta_group::1.64x128b.warpx2::02_13 [%0], %1;" ::"r"(t), "l"(descriptor));
    asm volatile("tcgen05.cp.cta_group::1.32x128b.warpx4.b8x16.b6x16_p32 [%0], %1;" ::"r"(t), "l"(descriptor));
    asm volatile("tcgen05.shift.cta_group::1.down [%0];" ::"r"(t));
    asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(t), "r"(64));
}

__global__ void multiply(uint32_t d, uint64_t a, uint64_t b, uint32_t idesc, uint32_t scale, uint32_t bar) {
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %4, 0;\n\t"
                 "tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, {%5, %5, %5, %5}, p;\n\t}"
                 ::"r"(d), "l"(a), "l"(b), "r"(idesc), "r"(scale), "r"(0));
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %4, 0;\n\t"
                 "tcgen05.mma.cta_group::1.kind::tf32 [%0], [%0], %2, %3, p;\n\t}"
                 ::"r"(d), "l"(a), "l"(b), "r"(idesc), "r"(scale));
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %4, 0;\n\t"
                 "tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.scale_vec::1X "
                 "[%0], %1, %2, %3, [%0], [%0], p;\n\t}"
                 ::"r"(d), "l"(a), "l"(b), "r"(idesc), "r"(scale));
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %4, 0;\n\t"
                 "tcgen05.mma.sp.cta_group::1.kind::f8f6f4.collector::a::fill [%0], %1, %2, [%0], %3, p;\n\t}"
                 ::"r"(d), "l"(a), "l"(b), "r"(idesc), "r"(scale));
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %4, 0;\n\t"
                 "tcgen05.mma.ws.cta_group::1.kind::f16.collector::b1::use [%0], %1, %2, %3, p, 0;\n\t}"
                 ::"r"(d), "l"(a), "l"(b), "r"(idesc), "r"(scale));
    asm volatile("tcgen05.fence::before_thread_sync;\n\ttcgen05.fence::after_thread_sync;");
    asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 [%0];" ::"r"(bar));
    asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%0], %1;"
                 ::"r"(bar), "h"(uint16_t(1)));
}

__global__ void try_cancel(uint32_t to, uint32_t bar, uint32_t* out) {
    asm volatile("clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%0], [%1];"
                 ::"r"(to), "r"(bar));
    asm volatile("{\n\t.reg .b128 answer;\n\t.reg .pred p;\n\tld.shared.b128 answer, [%4];\n\t"
                 "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, answer;\n\tselp.u32 %3, 1, 0, p;\n\t"
                 "@p clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%0, %1, %2, _}, answer;\n\t}"
                 : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3]) : "r"(to));
}

__global__ void wide_moves(float4* data, uint64_t* words) {
    asm volatile("ld.global.v8.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];"
                 : "=f"(data[0].x), "=f"(data[0].y), "=f"(data[0].z), "=f"(data[0].w), "=f"(data[1].x),
                   "=f"(data[1].y), "=f"(data[1].z), "=f"(data[1].w) : "l"(data + 2));
    asm volatile("st.global.L1::no_allocate.L2::evict_first.v4.b64 [%0], {%1, %1, %1, %1};"
                 ::"l"(words), "l"(words[9]));
    asm volatile("{\n\t.reg .b64 pair, sum;\n\tmov.b64 pair, {%1, %2};\n\tfma.rn.ftz.f32x2 sum, pair, pair, pair;\n\t"
                 "add.rz.f32x2 sum, sum, pair;\n\tmov.b64 {%0, _}, sum;\n\t}"
                 : "=f"(data[4].x) : "f"(data[5].x), "f"(data[5].y));
}
