// The kernel that each of the tenants of tenants.cpp launches: a few blocks, whose time goes into arithmetic, shared
// memory and barriers. Each block leaves the card's time at its begin and end.
//
// tenants.ptx: nvcc --options-file ../../tools/nvcc.options -ptx -arch=compute_80 -std=c++17 -o tenants.ptx tenants.cu

constexpr int threads = 256;

static __device__ unsigned long long card_time() {
    unsigned long long time;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time)::"memory");
    return time;
}

extern "C" __global__ void relax(const unsigned* from, unsigned* to, int steps, ulonglong2* times) {
    __shared__ unsigned line[threads];
    const unsigned long long begin = card_time();
    const int me = threadIdx.x;
    const int cell = blockIdx.x * threads + me;
    line[me] = from[cell];
    __syncthreads();
    for (int step = 0; step < steps; ++step) {
        const unsigned left = line[(me + threads - 1) % threads];
        const unsigned right = line[(me + 1) % threads];
        const unsigned next = 5 * line[me] + 3 * left + (right ^ step);
        __syncthreads();
        line[me] = next;
        __syncthreads();
    }
    to[cell] = line[me];
    if (me == 0) times[blockIdx.x] = make_ulonglong2(begin, card_time());
}
