// Breadth-first search with a worklist in global memory: one launch per level, and all levels in one cooperative
// launch.
#include <cooperative_groups.h>

struct Graph {
    const unsigned* begins;
    const unsigned* neighbours;
};

struct Worklist {
    unsigned* items;
    unsigned* count;
};

__device__ void expand(Graph graph, unsigned node, int* levels, int level, Worklist next) {
    for (unsigned i = graph.begins[node]; i < graph.begins[node + 1]; ++i) {
        const unsigned other = graph.neighbours[i];
        if (atomicCAS(&levels[other], -1, level) == -1) next.items[atomicAdd(next.count, 1)] = other;
    }
}

extern "C" __global__ void bfs_level(Graph graph, int* levels, int level, Worklist now, Worklist next) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < *now.count) expand(graph, now.items[i], levels, level, next);
}

extern "C" __global__ void bfs_whole(Graph graph, int* levels, Worklist now, Worklist next, int* deepest) {
    const auto grid = cooperative_groups::this_grid();
    int level = 0;
    while (true) {
        const unsigned count = *(volatile unsigned*)now.count;
        if (count == 0) break;
        ++level;
        for (auto i = grid.thread_rank(); i < count; i += grid.size()) {
            expand(graph, ((volatile unsigned*)now.items)[i], levels, level, next);
        }
        grid.sync();
        const Worklist done = now;
        now = next;
        next = done;
        if (grid.thread_rank() == 0) *next.count = 0;
        grid.sync();
    }
    if (grid.thread_rank() == 0) *deepest = level;
}
