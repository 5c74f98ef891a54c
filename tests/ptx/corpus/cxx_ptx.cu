// compile: 90a
// compile: 100a 100f
// The cuda::ptx wrappers of libcu++.
#include <cuda/ptx>

namespace ptx = cuda::ptx;

__global__ void barriers(cuda::std::uint64_t* out) {
    __shared__ cuda::std::uint64_t bar;
    ptx::mbarrier_init(&bar, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    auto state = ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, 16);
    while (!ptx::mbarrier_try_wait(&bar, state)) {}
    while (!ptx::mbarrier_try_wait_parity(&bar, 0, 100)) {}
    out[0] = ptx::get_sreg_laneid() + ptx::get_sreg_smid() + ptx::get_sreg_cluster_ctarank();
    ptx::barrier_cluster_arrive(ptx::sem_relaxed);
    ptx::barrier_cluster_wait();
    ptx::fence(ptx::sem_acq_rel, ptx::scope_cluster);
    ptx::fence_proxy_async(ptx::space_shared);
}

__global__ void copies(int* global, const void* map) {
    __shared__ alignas(128) int tile[64];
    __shared__ cuda::std::uint64_t bar;
    const int at[2] = {1, 2};
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, global, sizeof(tile), &bar);
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, map, at, &bar);
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, global, tile, sizeof(tile));
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_max, global, tile, sizeof(tile));
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    ptx::red_async(ptx::op_add, tile, 3, &bar);
}
