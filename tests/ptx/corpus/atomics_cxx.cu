// compile: 75 90
// compile: 80 -G
// libcu++ atomics: every memory order and scope of cuda::atomic_ref, cuda::atomic and the fences.
#include <cuda/atomic>

template <cuda::thread_scope Scope, typename T>
__device__ void orders(T* p, T v) {
    cuda::atomic_ref<T, Scope> a(*p), b(p[1]);
    a.store(v, cuda::memory_order_relaxed);
    a.store(v, cuda::memory_order_release);
    a.store(v, cuda::memory_order_seq_cst);
    p[2] = a.load(cuda::memory_order_relaxed) + a.load(cuda::memory_order_acquire) + a.load();
    p[3] = b.fetch_add(v, cuda::memory_order_relaxed);
    p[4] = b.fetch_sub(v, cuda::memory_order_acquire);
    p[5] = b.fetch_add(v, cuda::memory_order_acq_rel);
    p[6] = b.fetch_add(v);
    p[7] = b.exchange(v, cuda::memory_order_release);
    a.compare_exchange_weak(p[8], v, cuda::memory_order_acq_rel, cuda::memory_order_acquire);
    a.compare_exchange_strong(p[9], v);
}

__global__ void in_block(int* p, int v) { orders<cuda::thread_scope_block>(p, v); }
__global__ void in_device(unsigned* p, unsigned v) { orders<cuda::thread_scope_device>(p, v); }
__global__ void in_system(long long* p, long long v) { orders<cuda::thread_scope_system>(p, v); }

__global__ void bitwise_and_minmax(unsigned* p, unsigned v) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> a(*p);
    p[1] = a.fetch_and(v) + a.fetch_or(v) + a.fetch_xor(v);
    p[2] = a.fetch_min(v) + a.fetch_max(v);
    p[3] = a++ + --a;
}

__global__ void floating(float* p, float v) {
    cuda::atomic_ref<float, cuda::thread_scope_device> a(*p);
    p[1] = a.fetch_add(v);
}

__device__ cuda::atomic<int, cuda::thread_scope_device> ticket{7};

__global__ void waiting(int* out) {
    if (ticket.fetch_add(1) == 9) ticket.notify_all();
    ticket.wait(3);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_system);
    cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_block);
    __threadfence();
    __threadfence_block();
    __threadfence_system();
    out[0] = ticket.load();
}
