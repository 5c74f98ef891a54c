// Connected components: edges join trees by compare-and-swap on their roots, then every node looks for its root.
__device__ unsigned find(unsigned* parents, unsigned node) {
    unsigned parent = ((volatile unsigned*)parents)[node];
    while (parent != node) {
        const unsigned above = ((volatile unsigned*)parents)[parent];
        if (above != parent) atomicCAS(&parents[node], parent, above);  // halves the path
        node = parent;
        parent = above;
    }
    return node;
}

extern "C" __global__ void start(unsigned* parents, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) parents[i] = i;
}

// The smaller root wins, so a component ends with its smallest node.
extern "C" __global__ void join(const uint2* edges, unsigned count, unsigned* parents) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    unsigned a = edges[i].x;
    unsigned b = edges[i].y;
    while (true) {
        a = find(parents, a);
        b = find(parents, b);
        if (a == b) return;
        const unsigned high = max(a, b);
        const unsigned low = min(a, b);
        if (atomicCAS(&parents[high], high, low) == high) return;
    }
}

extern "C" __global__ void flatten(unsigned* parents, unsigned* roots, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) roots[i] = find(parents, i);
}
