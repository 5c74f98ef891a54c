// A scan in one pass (decoupled look-back): blocks take tiles in order, publish their sum, and add up what the tiles
// before them have published, waiting for those that have not.
constexpr unsigned sum_ready = 1;
constexpr unsigned prefix_ready = 2;

__device__ unsigned next_tile = 0;

__device__ void publish(unsigned long long* state, unsigned flag, unsigned value) {
    __threadfence();
    atomicExch(state, (unsigned long long)(flag) << 32 | value);
}

__device__ unsigned look_back(unsigned long long* states, unsigned tile) {
    unsigned prefix = 0;
    for (int before = int(tile) - 1; before >= 0; --before) {
        unsigned long long state = 0;
        while (state >> 32 == 0)
            state = *(volatile unsigned long long*)&states[before];
        prefix += unsigned(state);
        if (state >> 32 == prefix_ready) break;
    }
    return prefix;
}

extern "C" __global__ void scan(const unsigned* in, unsigned* out, unsigned long long* states, unsigned n) {
    __shared__ unsigned shared[256];
    __shared__ unsigned tile;
    __shared__ unsigned prefix;
    const unsigned t = threadIdx.x;
    if (t == 0) tile = atomicAdd(&next_tile, 1);
    __syncthreads();
    const unsigned i = tile * blockDim.x + t;
    unsigned value = i < n ? in[i] : 0;
    shared[t] = value;
    for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
        __syncthreads();
        const unsigned other = t >= distance ? shared[t - distance] : 0;
        __syncthreads();
        value += other;
        shared[t] = value;
    }
    __syncthreads();
    if (t == 0) {
        const unsigned sum = shared[blockDim.x - 1];
        publish(&states[tile], tile == 0 ? prefix_ready : sum_ready, sum);
        prefix = look_back(states, tile);
        if (tile != 0) publish(&states[tile], prefix_ready, prefix + sum);
    }
    __syncthreads();
    if (i < n) out[i] = value + prefix;
}
