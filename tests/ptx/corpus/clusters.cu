// compile: 90 100 120
// compile: 90a -G
// Thread block clusters: compile-time dimensions, distributed shared memory, cluster barriers and group API.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) neighbours(int* out) {
    __shared__ int mine[32];
    auto cluster = cg::this_cluster();
    mine[threadIdx.x & 31] = threadIdx.x * cluster.block_rank();
    cluster.sync();
    int* theirs = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
    out[cluster.thread_rank()] = theirs[threadIdx.x & 31] + cluster.num_blocks() + cluster.query_shared_rank(theirs);
    auto token = cluster.barrier_arrive();
    cluster.barrier_wait(static_cast<decltype(token)&&>(token));
}

__global__ void __cluster_dims__(4, 2, 1) __launch_bounds__(128, 1) ranks(unsigned* out) {
    out[0] = cg::cluster_group::block_index().x + cg::cluster_group::dim_blocks().y;
    unsigned v;
#define READ(index, name) \
    asm volatile("mov.u32 %0, %%" name ";" : "=r"(v)); \
    out[index] = v;
    READ(1, "clusterid.x") READ(2, "nclusterid.y") READ(3, "cluster_ctaid.z") READ(4, "cluster_nctaid.x")
    READ(5, "cluster_ctarank") READ(6, "cluster_nctarank")
    int explicit_cluster;
    asm volatile("{\n\t.reg .pred p;\n\tmov.pred p, %%is_explicit_cluster;\n\tselp.s32 %0, 1, 0, p;\n\t}"
                 : "=r"(explicit_cluster));
    out[7] = explicit_cluster;
}

__global__ void remote(int* out, unsigned rank) {
    __shared__ int cell;
    unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(&cell)), there;
    unsigned long long generic;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(rank));
    asm volatile("mapa.u64 %0, %1, %2;" : "=l"(generic) : "l"(&cell), "r"(rank));
    asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(there), "r"(rank));
    asm volatile("ld.shared::cluster.u32 %0, [%1+0];" : "=r"(out[0]) : "r"(there));
    asm volatile("atom.shared::cluster.add.u32 %0, [%1], 1;" : "=r"(out[1]) : "r"(there));
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.inc.u32 [%0], %1, [%0];"
                 ::"r"(there), "r"(rank));
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [%0], {%1, %1}, [%0];"
                 ::"r"(there), "r"(rank));
    asm volatile("getctarank.shared::cluster.u32 %0, %1;" : "=r"(out[2]) : "r"(there));
    asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;");
    asm volatile("barrier.cluster.arrive.relaxed;\n\tbarrier.cluster.wait;");
    asm volatile("fence.acq_rel.cluster; fence.mbarrier_init.release.cluster;");
    out[3] = __isClusterShared(&cell) + (generic != 0);
}
