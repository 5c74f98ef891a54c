// compile: 90 90a 100
// compile: 90 -lineinfo
// compile: 100a
// Bulk and tensor copies: every dimension, im2col, multicast, reductions, prefetch, mbarriers and proxy fences.
#include <cstdint>

struct alignas(64) TensorMap {
    uint64_t words[16];
};

__device__ uint32_t shared_address(const void* p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }

__global__ void loads(const __grid_constant__ TensorMap map, int x, int y) {
    __shared__ alignas(128) uint8_t tile[1024];
    __shared__ uint64_t barrier;
    uint32_t to = shared_address(tile), bar = shared_address(&barrier);
    asm volatile("prefetch.tensormap [%0];" ::"l"(&map));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(1));
    asm volatile("fence.proxy.async.shared::cta;\n\tfence.mbarrier_init.release.cluster;");
    asm volatile("{\n\t.reg .b64 state;\n\tmbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], 1024;\n\t}"
                 ::"r"(bar));
#define LOAD(dims, coordinates) \
    asm volatile("cp.async.bulk.tensor." dims ".shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, " \
                 coordinates "], [%2];" ::"r"(to), "l"(&map), "r"(bar), "r"(x), "r"(y) : "memory");
    LOAD("1d", "{%3}") LOAD("2d", "{%3, %4}") LOAD("3d", "{%3, %4, 0}") LOAD("4d", "{%3,%4,0,1}")
    LOAD("5d", "{%3, %4, 0, 1, 2}")
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"
                 ".L2::cache_hint [%0], [%1, {%3, %4}], [%2], %5, %6;"
                 ::"r"(to), "l"(&map), "r"(bar), "r"(x), "r"(y), "h"(uint16_t(3)), "l"(0x14F0000000000000ull));
    asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%3, %4, 0, 0}], [%2], {1, 2};" ::"r"(to), "l"(&map), "r"(bar), "r"(x), "r"(y));
    asm volatile("cp.async.bulk.prefetch.tensor.2d.L2.global [%0, {%1, %2}];" ::"l"(&map), "r"(x), "r"(y));
}

__global__ void waits(uint32_t bar, uint32_t* out) {
    asm volatile("{\n\t.reg .pred P1;\n\tLAB_WAIT_%=:\n\t"
                 "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1, 0x989680;\n\t"
                 "@P1 bra.uni DONE_%=;\n\tbra.uni LAB_WAIT_%=;\n\tDONE_%=:\n\t}" ::"r"(bar), "r"(1));
    asm volatile("{\n\t.reg .pred p;\n\tmbarrier.test_wait.parity.acquire.cta.shared::cta.b64 p, [%1], 0;\n\t"
                 "selp.u32 %0, 1, 0, p;\n\t}" : "=r"(out[0]) : "r"(bar));
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(bar));
    asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], 16;" ::"r"(bar));
    asm volatile("mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [%0], 16;" ::"r"(bar));
    asm volatile("{\n\t.reg .b64 s;\n\tmbarrier.arrive_drop.shared.b64 s, [%1];\n\t"
                 "mbarrier.pending_count.b64 %0, s;\n\t}" : "=r"(out[1]) : "r"(bar));
    asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(bar));
}

__global__ void stores(const __grid_constant__ TensorMap map, void* global, uint32_t from, int x, uint32_t bar) {
    asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group [%0, {%2, %2, %2}], [%1];"
                 ::"l"(&map), "r"(from), "r"(x));
    asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%2, %2}], [%1];"
                 ::"l"(&map), "r"(from), "r"(x));
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(global), "r"(from), "r"(64));
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 32, [%2];"
                 ::"r"(from), "l"(global), "r"(bar));
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%0], 32, [%1];"
                 ::"r"(from), "r"(bar));
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.bf16 [%0], [%1], 32;"
                 ::"l"(global), "r"(from));
    asm volatile("cp.async.bulk.prefetch.L2.global [%0], 128;" ::"l"(global));
    asm volatile("cp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group.read 1;\n\tcp.async.bulk.wait_group 0;");
}

__global__ void proxies(void* map, uint32_t* out) {
    asm volatile("fence.proxy.alias;\n\tfence.proxy.async;\n\tfence.proxy.async.global;");
    asm volatile("fence.proxy.tensormap::generic.release.gpu;");
    asm volatile("fence.proxy.tensormap::generic.acquire.sys [%0], 128;" ::"l"(map));
    asm volatile("{\n\t.reg .pred P_OUT;\n\t.reg .b32 lane;\n\telect.sync lane|P_OUT, 0xffffffff;\n\t"
                 "selp.b32 %0, 1, 0, P_OUT;\n\t@P_OUT mov.u32 %1, lane;\n\t}" : "=r"(out[0]), "=r"(out[1]));
    asm volatile("{\n\t.reg .pred p;\n\telect.sync _|p, %1;\n\tselp.b32 %0, 1, 0, p;\n\t}"
                 : "=r"(out[2]) : "r"(0xffu));
    asm volatile("griddepcontrol.launch_dependents;\n\tgriddepcontrol.wait;");
    asm volatile("createpolicy.fractional.L2::evict_last.L2::evict_unchanged.b64 %0, 0.5;"
                 : "=l"(*reinterpret_cast<uint64_t*>(out + 4)));
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
    asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;" ::"r"(out[0]), "l"(map));
    asm volatile("tensormap.replace.tile.box_dim.global.b1024.b32 [%0], 1, %1;" ::"l"(map), "r"(out[1]));
    asm volatile("tensormap.replace.tile.swizzle_mode.global.b1024.b32 [%0], 3;" ::"l"(map));
    asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned "
                 "[%0], [%1], 128;" ::"l"(map), "r"(out[0]));
#endif
}
