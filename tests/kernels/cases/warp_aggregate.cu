// Filtering with one atomic per warp: the leader of the active threads reserves places for all of them.
extern "C" __global__ void filter(const int* in, unsigned n, int limit, int* out, unsigned* count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || in[i] >= limit) return;
    const unsigned active = __activemask();
    const unsigned lane = threadIdx.x % 32;
    const int leader = __ffs(active) - 1;
    unsigned base = 0;
    if (lane == leader) base = atomicAdd(count, __popc(active));
    base = __shfl_sync(active, base, leader);
    out[base + __popc(active & ((1U << lane) - 1))] = in[i];
}

// One counter per key: match finds the threads with the same key, which share an atomic.
extern "C" __global__ void count_keys(const unsigned char* keys, unsigned* counts, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned mask = __activemask();
    const unsigned same = __match_any_sync(mask, unsigned(keys[i]));
    if (__ffs(same) - 1 == threadIdx.x % 32) atomicAdd(&counts[keys[i]], __popc(same));
}
