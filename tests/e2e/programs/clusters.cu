// Clusters: by cudaLaunchKernelEx, by __cluster_dims__ and in a graph; cooperative groups, distributed shared memory, and
// what is said about them.
#include <cooperative_groups.h>

#include "check.h"

namespace cg = cooperative_groups;

constexpr int bins_per_block = 64;

// A histogram whose bins lie in the shared memory of the cluster's blocks.
__global__ void histogram(int* bins, const int* values, int count) {
    __shared__ int own[bins_per_block];
    cg::cluster_group cluster = cg::this_cluster();
    for (int i = threadIdx.x; i < bins_per_block; i += blockDim.x)
        own[i] = 0;
    cluster.sync();
    const int total = bins_per_block * static_cast<int>(cluster.num_blocks());
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        const int bin = values[i] % total;
        int* const far = cluster.map_shared_rank(own, bin / bins_per_block);
        atomicAdd(far + bin % bins_per_block, 1);
    }
    cluster.sync();
    for (int i = threadIdx.x; i < bins_per_block; i += blockDim.x)
        atomicAdd(&bins[cluster.block_rank() * bins_per_block + i], own[i]);
}

// Each block passes a number on to the next one of its cluster, as often as there are blocks.
__global__ void __cluster_dims__(4, 1, 1) pass_on(int* out) {
    __shared__ int cells[2];
    cg::cluster_group cluster = cg::this_cluster();
    const unsigned rank = cluster.block_rank();
    int* const next = cluster.map_shared_rank(cells, (rank + 1) % cluster.num_blocks());
    if (threadIdx.x == 0) cells[0] = static_cast<int>(blockIdx.x) * 10;
    cluster.sync();
    for (unsigned turn = 0; turn < cluster.num_blocks(); ++turn) {
        if (threadIdx.x == 0) next[(turn + 1) % 2] = cells[turn % 2] + 1;
        cluster.sync();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = cells[0];
}

__global__ void places(int* out) {
    cg::cluster_group cluster = cg::this_cluster();
    const dim3 at = cluster.block_index();
    const dim3 size = cluster.dim_blocks();
    const int block = static_cast<int>(blockIdx.y * gridDim.x + blockIdx.x);
    if (cluster.thread_rank() % (blockDim.x * blockDim.y) == 0)
        out[block] = static_cast<int>(at.x + 10 * at.y + 100 * size.x + 1000 * size.y + 10000 * cluster.block_rank());
}

void require(const char* what, bool holds) {
    if (!holds) e2e::fail(__FILE__, __LINE__, "%s", what);
}

int main() {
    constexpr int count = 10000;
    std::vector<int> values(count);
    for (int i = 0; i < count; ++i)
        values[static_cast<std::size_t>(i)] = (i * 7919) % 4096;
    int* device_values = e2e::device_array<int>(count);
    CHECK(cudaMemcpy(device_values, values.data(), count * sizeof(int), cudaMemcpyHostToDevice));
    int* out = e2e::device_array<int>(512);

    cudaLaunchConfig_t configuration = {};
    configuration.gridDim = dim3(16);
    configuration.blockDim = dim3(128);
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    configuration.attrs = &attribute;
    configuration.numAttrs = 1;
    for (unsigned blocks = 1; blocks <= 8; blocks *= 2) {
        attribute.val.clusterDim = {blocks, 1, 1};
        CHECK(cudaMemset(out, 0, 512 * sizeof(int)));
        CHECK(cudaLaunchKernelEx(&configuration, histogram, out, static_cast<const int*>(device_values), count));
        CHECK(cudaDeviceSynchronize());
        const unsigned bins = blocks * bins_per_block;
        std::vector<int> expected(bins);
        for (int value : values)
            ++expected[static_cast<unsigned>(value) % bins];
        e2e::expect_each("histogram", e2e::fetch(out, bins), [&](auto i) { return expected[i]; });
    }

    pass_on<<<8, 32>>>(out);
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("passed on", e2e::fetch(out, 8), [](auto i) { return static_cast<int>(i) * 10 + 4; });

    configuration.gridDim = dim3(4, 4);
    configuration.blockDim = dim3(32, 2);
    attribute.val.clusterDim = {2, 2, 1};
    CHECK(cudaLaunchKernelEx(&configuration, places, out));
    CHECK(cudaDeviceSynchronize());
    e2e::expect_each("places", e2e::fetch(out, 16), [](auto i) {
        const int x = static_cast<int>(i) % 4 % 2;
        const int y = static_cast<int>(i) / 4 % 2;
        return x + 10 * y + 2200 + 10000 * (x + 2 * y);
    });

    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK(cudaMemsetAsync(out, 0, 512 * sizeof(int), stream));
    configuration.stream = stream;
    CHECK(cudaLaunchKernelEx(&configuration, places, out));
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    e2e::expect_each("in a graph", e2e::fetch(out, 1), [](auto) { return 2200; });
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));

    int most = 0;
    CHECK(cudaOccupancyMaxPotentialClusterSize(&most, places, &configuration));
    require("the largest cluster", most >= 8);
    int active = 0;
    CHECK(cudaOccupancyMaxActiveClusters(&active, places, &configuration));
    require("clusters at a time", active >= 1);
    int has_clusters = 0;
    CHECK(cudaDeviceGetAttribute(&has_clusters, cudaDevAttrClusterLaunch, 0));
    require("the device has clusters", has_clusters == 1);

    configuration.gridDim = dim3(3, 4);
    require("a grid of parts of clusters", cudaLaunchKernelEx(&configuration, places, out) != cudaSuccess);
    static_cast<void>(cudaGetLastError());
    configuration.gridDim = dim3(32, 4);
    attribute.val.clusterDim = {32, 1, 1};
    require("too large a cluster", cudaLaunchKernelEx(&configuration, places, out) != cudaSuccess);
    static_cast<void>(cudaGetLastError());
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(out));
    CHECK(cudaFree(device_values));
    return e2e::passed();
}
