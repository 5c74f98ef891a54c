// compile: 100a
// compile: 103a -lineinfo
// Instructions of sm_100a: pairs of CTAs, gather and scatter tensor copies, im2col::w, block-scaled matrices.
#include <cstdint>

__global__ void copies(const void* map, uint32_t to, uint32_t bar, int x, int y) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%3, %4, %4, %4, %4}], [%2];" ::"r"(to), "l"(map), "r"(bar), "r"(x), "r"(y));
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group "
                 "[%0, {%2, %3, %3, %3, %3}], [%1];" ::"l"(map), "r"(to), "r"(x), "r"(y));
    asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes"
                 ".multicast::cluster.cta_group::2 [%0], [%1, {%3, %4, %4}], [%2], {%5, %6}, %7;"
                 ::"r"(to), "l"(map), "r"(bar), "r"(x), "r"(y), "h"(uint16_t(1)), "h"(uint16_t(2)),
                 "h"(uint16_t(3)));
    asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%3, %4, %4, %4}], [%2], {%5, %6};"
                 ::"r"(to), "l"(map), "r"(bar), "r"(x), "r"(y), "h"(uint16_t(1)), "h"(uint16_t(2)));
    asm volatile("cp.async.bulk.prefetch.tensor.2d.L2.global.tile::gather4 [%0, {%1, %2, %2, %2, %2}];"
                 ::"l"(map), "r"(x), "r"(y));
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%0], [%1], 16, %2;"
                 ::"l"(map), "r"(to), "h"(uint16_t(0xAA)));
}

__global__ void pairs(uint32_t d, uint64_t a, uint64_t b, uint32_t idesc, uint32_t bar, uint32_t slot) {
    asm volatile("tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(slot), "r"(128));
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %4, 0;\n\t"
                 "tcgen05.mma.cta_group::2.kind::f16.collector::a::lastuse [%0], %1, %2, %3, "
                 "{%4, %4, %4, %4, %4, %4, %4, %4}, p, 4;\n\t}" ::"r"(d), "l"(a), "l"(b), "r"(idesc), "r"(0));
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %3, 0;\n\t"
                 "tcgen05.mma.cta_group::2.kind::mxf4nvf4.block_scale.block16 "
                 "[%0], %1, %2, %3, [%0], [%0 + 4], p;\n\t}" ::"r"(d), "l"(a), "l"(b), "r"(idesc));
    asm volatile("tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%0], %1;"
                 ::"r"(bar), "h"(uint16_t(3)));
    asm volatile("tcgen05.dealloc.cta_group::2.sync.aligned.b32 %0, 128;" ::"r"(d));
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;");
}

__global__ void warp_matrices(uint32_t* out, uint32_t address) {
    asm volatile("ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8x16.b6x16_p32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3]) : "r"(address));
    asm volatile("stmatrix.sync.aligned.m16n8.x2.trans.shared.b8 [%0], {%1, %2};"
                 ::"r"(address), "r"(out[0]), "r"(out[1]));
    asm volatile("setmaxnreg.inc.sync.aligned.u32 128;");
    asm volatile("redux.sync.max.abs.NaN.f32 %0, %1, 0xffffffff;"
                 : "=f"(*reinterpret_cast<float*>(out + 4)) : "f"(1.5f));
}
