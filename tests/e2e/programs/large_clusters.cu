// Clusters of sixteen blocks, which not every card has: for kernels that ask for them, launched and in a graph.
#include <cooperative_groups.h>

#include "check.h"

namespace cg = cooperative_groups;

constexpr int blocks = 16;

// Each block writes its rank into the shared memory of every other one of its cluster.
__global__ void meet(int* out) {
    __shared__ int ranks[blocks];
    cg::cluster_group cluster = cg::this_cluster();
    const unsigned rank = cluster.block_rank();
    cluster.sync();
    if (threadIdx.x < cluster.num_blocks()) cluster.map_shared_rank(ranks, threadIdx.x)[rank] = int(rank) + 1;
    cluster.sync();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (unsigned i = 0; i < cluster.num_blocks(); ++i)
            sum += ranks[i];
        out[blockIdx.x] = sum;
    }
}

void expect_sums(const char* what, const int* out) {
    e2e::expect_each(what, e2e::fetch(out, 2 * blocks), [](size_t) { return blocks * (blocks + 1) / 2; });
}

int main() {
    int* out = e2e::device_array<int>(2 * blocks);
    CHECK(cudaMemset(out, 0, 2 * blocks * sizeof(int)));
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {blocks, 1, 1};
    cudaLaunchConfig_t configuration = {};
    configuration.gridDim = dim3(2 * blocks);
    configuration.blockDim = dim3(64);
    configuration.stream = stream;
    configuration.attrs = &attribute;
    configuration.numAttrs = 1;

    // Not without asking.
    cudaFuncAttributes attributes = {};
    CHECK(cudaFuncGetAttributes(&attributes, meet));
    EXPECT(attributes.nonPortableClusterSizeAllowed == 0, "%d", attributes.nonPortableClusterSizeAllowed);
    EXPECT_STATUS(cudaErrorInvalidClusterSize, cudaLaunchKernelEx(&configuration, meet, out));
    cudaGetLastError();

    CHECK(cudaFuncSetAttribute(meet, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    CHECK(cudaFuncGetAttributes(&attributes, meet));
    EXPECT(attributes.nonPortableClusterSizeAllowed == 1, "%d", attributes.nonPortableClusterSizeAllowed);
    int most = 0, active = 0;
    CHECK(cudaOccupancyMaxPotentialClusterSize(&most, meet, &configuration));
    EXPECT(most == blocks, "%d blocks at most", most);
    CHECK(cudaOccupancyMaxActiveClusters(&active, meet, &configuration));
    EXPECT(active >= 1, "%d clusters", active);
    CHECK(cudaLaunchKernelEx(&configuration, meet, out));
    CHECK(cudaStreamSynchronize(stream));
    expect_sums("launched", out);

    cudaGraph_t graph;
    cudaGraphExec_t executable;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    CHECK(cudaMemsetAsync(out, 0, 2 * blocks * sizeof(int), stream));
    CHECK(cudaLaunchKernelEx(&configuration, meet, out));
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
    CHECK(cudaGraphLaunch(executable, stream));
    CHECK(cudaStreamSynchronize(stream));
    expect_sums("in a graph", out);
    CHECK(cudaGraphExecDestroy(executable));
    CHECK(cudaGraphDestroy(graph));

    CHECK(cudaFuncSetAttribute(meet, cudaFuncAttributeNonPortableClusterSizeAllowed, 0));
    EXPECT_STATUS(cudaErrorInvalidClusterSize, cudaLaunchKernelEx(&configuration, meet, out));
    cudaGetLastError();
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(out));
    return e2e::passed();
}
