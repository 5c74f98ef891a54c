// Mutual exclusion by spinning: between blocks with a test-and-set lock, with tickets in order, and between the threads
// of a warp (which needs that each thread makes progress by itself).
__device__ int lock_word = 0;
__device__ unsigned next_ticket = 0;
__device__ unsigned now_serving = 0;

// The counter's halves stay equal only if nobody else is inside.
__device__ void critical(volatile unsigned* shared_pair, unsigned* broken) {
    const unsigned first = shared_pair[0];
    const unsigned second = shared_pair[1];
    if (first != second) atomicAdd(broken, 1);
    shared_pair[0] = first + 1;
    shared_pair[1] = second + 1;
}

extern "C" __global__ void spin_lock(unsigned* pair, unsigned* broken, unsigned rounds) {
    if (threadIdx.x != 0) return;
    for (unsigned i = 0; i < rounds; ++i) {
        while (atomicCAS(&lock_word, 0, 1) != 0)
            __nanosleep(50);
        __threadfence();
        critical(pair, broken);
        __threadfence();
        atomicExch(&lock_word, 0);
    }
}

extern "C" __global__ void ticket_lock(unsigned* pair, unsigned* broken, unsigned* order, unsigned rounds) {
    if (threadIdx.x != 0) return;
    for (unsigned i = 0; i < rounds; ++i) {
        const unsigned ticket = atomicAdd(&next_ticket, 1);
        while (*(volatile unsigned*)&now_serving != ticket) {
        }
        __threadfence();
        critical(pair, broken);
        order[ticket] = pair[0];
        __threadfence();
        *(volatile unsigned*)&now_serving = ticket + 1;
    }
}

extern "C" __global__ void within_warp(int* locks, unsigned* pairs, unsigned* broken, unsigned lock_count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned mine = i * 7 % lock_count;
    while (atomicCAS(&locks[mine], 0, 1) != 0) {
    }
    __threadfence();
    critical(&pairs[2 * mine], broken);
    __threadfence();
    atomicExch(&locks[mine], 0);
}
