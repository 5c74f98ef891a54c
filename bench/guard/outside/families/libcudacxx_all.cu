// A call of each part of libcu++ that kernels use, one to a kernel. Nobody runs it: families.py counts its kernels.
#include <cooperative_groups.h>
#include <cuda/annotated_ptr>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/cmath>
#include <cuda/discard_memory>
#include <cuda/functional>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/ptx>
#include <cuda/semaphore>
#include <cuda/std/array>
#include <cuda/std/atomic>
#include <cuda/std/chrono>
#include <cuda/std/complex>
#include <cuda/std/expected>
#include <cuda/std/functional>
#include <cuda/std/inplace_vector>
#include <cuda/std/limits>
#include <cuda/std/mdspan>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/variant>

template <class T, cuda::thread_scope Scope>
__device__ void atomics_of(T* p) {
    cuda::atomic_ref<T, Scope> a(*p);
    T seen = a.load();
    a.compare_exchange_strong(seen, T(3));
    a.store(a.exchange(T(2)) + seen);
    if constexpr (cuda::std::is_arithmetic_v<T>) a.fetch_add(T(1), cuda::memory_order_acq_rel);
    if constexpr (cuda::std::is_integral_v<T>) {
        a.fetch_or(T(4), cuda::memory_order_relaxed);
        a.fetch_max(T(5));
        a.wait(T(77));
        a.notify_all();
    }
}
extern "C" __global__ void std_atomics_of_bytes(unsigned char* p) {
    atomics_of<unsigned char, cuda::thread_scope_device>(p);
}
extern "C" __global__ void std_atomics_of_shorts(short* p) { atomics_of<short, cuda::thread_scope_device>(p); }
extern "C" __global__ void std_atomics_of_ints(int* p) { atomics_of<int, cuda::thread_scope_system>(p); }
extern "C" __global__ void std_atomics_of_longs(long long* p) { atomics_of<long long, cuda::thread_scope_block>(p); }
extern "C" __global__ void std_atomics_of_floats(float* p) { atomics_of<float, cuda::thread_scope_device>(p); }
extern "C" __global__ void std_atomics_of_doubles(double* p) { atomics_of<double, cuda::thread_scope_device>(p); }
extern "C" __global__ void std_fences(int* p) {
    p[0] = 1;
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_system);
    p[1] = 1;
    cuda::std::atomic_thread_fence(cuda::std::memory_order_acq_rel);
    p[2] = 1;
}
extern "C" __global__ void std_atomics_shared(int* out) {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    sum += static_cast<int>(threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = sum;
}

using Barrier = cuda::barrier<cuda::thread_scope_block>;
extern "C" __global__ void std_barrier(const int* in, int* out) {
    __shared__ Barrier barrier;
    extern __shared__ int shared[];
    if (threadIdx.x == 0) init(&barrier, blockDim.x);
    __syncthreads();
    shared[threadIdx.x] = in[threadIdx.x];
    auto token = barrier.arrive();
    barrier.wait(cuda::std::move(token));
    out[threadIdx.x] = shared[blockDim.x - 1 - threadIdx.x];
    barrier.arrive_and_wait();
    barrier.wait_parity(true);
    barrier.arrive_and_drop();
}
extern "C" __global__ void std_barrier_copies(const int* in, int* out) {
    __shared__ Barrier barrier;
    __shared__ alignas(16) int shared[256];
    if (threadIdx.x == 0) init(&barrier, blockDim.x);
    __syncthreads();
    cuda::memcpy_async(shared + threadIdx.x, in + threadIdx.x, sizeof(int), barrier);
    barrier.arrive_and_wait();
    out[threadIdx.x] = shared[255 - threadIdx.x];
}
extern "C" __global__ void std_barrier_of_device(cuda::barrier<cuda::thread_scope_device>* barrier, int* out) {
    out[0] = 1;
    barrier->arrive_and_wait();
}
#if __CUDA_ARCH__ >= 900
extern "C" __global__ void std_barrier_bulk(const int* in, int* out) {
    __shared__ Barrier barrier;
    __shared__ alignas(16) int shared[256];
    if (threadIdx.x == 0) init(&barrier, blockDim.x);
    __syncthreads();
    Barrier::arrival_token token;
    if (threadIdx.x == 0) {
        cuda::memcpy_async(shared, in, cuda::aligned_size_t<16>(sizeof shared), barrier);
        token = cuda::device::barrier_arrive_tx(barrier, 1, 0);
    } else {
        token = barrier.arrive();
    }
    barrier.wait(cuda::std::move(token));
    shared[threadIdx.x] += 1;
    cuda::device::experimental::fence_proxy_async_shared_cta();
    __syncthreads();
    if (threadIdx.x != 0) return;
    cuda::device::experimental::cp_async_bulk_shared_to_global(out, shared, sizeof shared);
    cuda::device::experimental::cp_async_bulk_commit_group();
    cuda::device::experimental::cp_async_bulk_wait_group_read<0>();
}
extern "C" __global__ void std_ptx_cluster(int* out) {
    cuda::ptx::barrier_cluster_arrive();
    cuda::ptx::barrier_cluster_wait();
    out[0] = static_cast<int>(cuda::ptx::get_sreg_cluster_ctarank());
}
extern "C" __global__ void std_ptx_st_async(int* out) {
    __shared__ alignas(8) std::uint64_t barrier;
    __shared__ int shared[4];
    cuda::ptx::st_async(shared, 7, &barrier);
    out[0] = shared[0];
}
extern "C" __global__ void std_ptx_multimem(int* out) {
#if __CUDA_ARCH__ >= 900
    asm volatile("multimem.red.relaxed.sys.global.add.u32 [%0], 1;" ::"l"(out) : "memory");
#endif
}
#endif
extern "C" __global__ void std_latch(int* out) {
    using Latch = cuda::latch<cuda::thread_scope_block>;
    __shared__ alignas(Latch) unsigned char memory[sizeof(Latch)];
    Latch& latch = *reinterpret_cast<Latch*>(memory);
    if (threadIdx.x == 0) new (memory) Latch(blockDim.x);
    __syncthreads();
    latch.arrive_and_wait();
    out[threadIdx.x] = latch.try_wait();
}
extern "C" __global__ void std_semaphore(int* out) {
    using Semaphore = cuda::counting_semaphore<cuda::thread_scope_block, 4>;
    __shared__ alignas(Semaphore) unsigned char memory[sizeof(Semaphore)];
    Semaphore& semaphore = *reinterpret_cast<Semaphore*>(memory);
    if (threadIdx.x == 0) new (memory) Semaphore(4);
    __syncthreads();
    semaphore.acquire();
    out[threadIdx.x] = semaphore.try_acquire();
    semaphore.release();
}
extern "C" __global__ void std_binary_semaphore(cuda::binary_semaphore<cuda::thread_scope_device>* semaphore,
                                                int* out) {
    semaphore->acquire();
    ++*out;
    semaphore->release();
}
extern "C" __global__ void std_pipeline_of_thread(const int* in, int* out) {
    __shared__ int shared[256];
    auto pipeline = cuda::make_pipeline();
    pipeline.producer_acquire();
    cuda::memcpy_async(shared + threadIdx.x, in + threadIdx.x, cuda::aligned_size_t<4>(4), pipeline);
    pipeline.producer_commit();
    pipeline.consumer_wait();
    out[threadIdx.x] = shared[threadIdx.x];
    pipeline.consumer_release();
}
extern "C" __global__ void std_pipeline_of_block(const int* in, int* out) {
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ int shared[2][256];
    auto block = cooperative_groups::this_thread_block();
    auto pipeline = cuda::make_pipeline(block, &state);
    for (int stage = 0; stage < 8; ++stage) {
        pipeline.producer_acquire();
        cuda::memcpy_async(block, shared[stage & 1], in + stage * 256, cuda::aligned_size_t<16>(1024), pipeline);
        pipeline.producer_commit();
        pipeline.consumer_wait();
        out[stage * 256 + threadIdx.x] = shared[stage & 1][255 - threadIdx.x];
        pipeline.consumer_release();
    }
}
extern "C" __global__ void std_pipeline_of_roles(const int* in, int* out) {
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ int shared[2][128];
    auto block = cooperative_groups::this_thread_block();
    const auto role = block.thread_rank() < 128 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
    auto pipeline = cuda::make_pipeline(block, &state, role);
    for (int stage = 0; stage < 8; ++stage) {
        if (role == cuda::pipeline_role::producer) {
            pipeline.producer_acquire();
            cuda::memcpy_async(shared[stage & 1] + threadIdx.x, in + stage * 128 + threadIdx.x, 4, pipeline);
            pipeline.producer_commit();
        } else {
            pipeline.consumer_wait();
            out[stage * 128 + threadIdx.x - 128] = shared[stage & 1][threadIdx.x - 128];
            pipeline.consumer_release();
        }
    }
}
extern "C" __global__ void std_annotated(int* in, int* out) {
    const cuda::annotated_ptr<int, cuda::access_property::persisting> from(in);
    cuda::annotated_ptr<int, cuda::access_property::streaming> to(out);
    to[threadIdx.x] = from[threadIdx.x];
    const cuda::annotated_ptr<int, cuda::access_property> some(
        in, cuda::access_property(cuda::access_property::persisting{}, 0.5f));
    to[threadIdx.x + 32] = some[threadIdx.x];
}
extern "C" __global__ void std_apply_property(int* in) {
    cuda::apply_access_property(in, cuda::aligned_size_t<128>(128), cuda::access_property::persisting{});
}
extern "C" __global__ void std_range_property(int* in, int* out) {
    const cuda::access_property range(in, 1024, 4096, cuda::access_property::persisting{},
                                      cuda::access_property::streaming{});
    const cuda::annotated_ptr<int, cuda::access_property> from(in, range);
    out[threadIdx.x] = from[threadIdx.x];
}
extern "C" __global__ void std_discard(int* p) { cuda::discard_memory(p, 128); }
extern "C" __global__ void std_associated(int* in, int* out) {
    int* p = cuda::associate_access_property(in, cuda::access_property::normal{});
    out[0] = p[0];
}
extern "C" __global__ void std_shared_property(int* out) {
    __shared__ int shared[32];
    cuda::annotated_ptr<int, cuda::access_property::shared> p(shared);
    p[threadIdx.x] = 1;
    out[threadIdx.x] = p[31 - threadIdx.x];
}
extern "C" __global__ void std_clocks(long long* out) {
    out[0] = cuda::std::chrono::system_clock::now().time_since_epoch().count();
    out[1] = cuda::std::chrono::high_resolution_clock::now().time_since_epoch().count();
}
extern "C" __global__ void std_sums_of_types(const int* in, double* out) {
    cuda::std::variant<int, float, cuda::std::tuple<short, double>> one;
    if (in[0] > 0) one = 1.0f;
    if (in[1] > 0) one = cuda::std::tuple<short, double>(short(1), 2.0);
    out[0] = cuda::std::visit(
        [](const auto& held) -> double {
            using Held = cuda::std::decay_t<decltype(held)>;
            if constexpr (cuda::std::is_arithmetic_v<Held>) return held;
            else return cuda::std::get<1>(held);
        },
        one);
}
extern "C" __global__ void std_optionals(const int* in, int* out) {
    const auto half = [](int x) { return x % 2 == 0 ? cuda::std::optional<int>(x / 2) : cuda::std::nullopt; };
    const auto checked = [](int x) -> cuda::std::expected<int, short> {
        if (x < 0) return cuda::std::unexpected<short>(short(7));
        return x;
    };
    out[threadIdx.x] = half(in[threadIdx.x]).value_or(-1) + checked(in[threadIdx.x]).value_or(-2);
}
extern "C" __global__ void std_containers(const int* in, int* out) {
    cuda::std::inplace_vector<int, 16> some;
    for (int i = 0; i < 16; ++i)
        if (in[i] > 0) some.push_back(in[i]);
    cuda::std::array<int, 4> sums{};
    for (const int value : some)
        sums[static_cast<unsigned>(value) % 4] += value;
    out[threadIdx.x] = cuda::std::accumulate(sums.begin(), sums.end(), 0) + static_cast<int>(some.size());
}
extern "C" __global__ void std_functions(const int* in, int* out) {
    const auto bound = cuda::std::bind_front(cuda::std::plus<int>(), in[0]);
    const auto proclaimed = cuda::proclaim_return_type<int>([](int x) { return x * 3; });
    out[threadIdx.x] = cuda::std::invoke(bound, in[threadIdx.x]) + proclaimed(in[threadIdx.x]);
}
extern "C" __global__ void std_divisions(const unsigned* in, unsigned* out, unsigned by) {
    out[threadIdx.x] = cuda::ceil_div(in[threadIdx.x], by) + cuda::round_up(in[threadIdx.x], 7u);
}
extern "C" __global__ void std_complex_functions(const cuda::std::complex<double>* in,
                                                 cuda::std::complex<double>* out) {
    const auto z = in[threadIdx.x];
    out[threadIdx.x] = cuda::std::exp(z) * cuda::std::sqrt(z) + cuda::std::polar(1.0, 0.5) / cuda::std::conj(z);
}
extern "C" __global__ void std_strided_views(const float* in, float* out, int rows, int columns) {
    using Extents = cuda::std::dextents<int, 2>;
    const cuda::std::layout_stride::mapping<Extents> mapping(Extents(rows, columns),
                                                             cuda::std::array<int, 2>{1, rows + 3});
    const cuda::std::mdspan<const float, Extents, cuda::std::layout_stride> view(in, mapping);
    out[threadIdx.x] = view(static_cast<int>(threadIdx.x) % rows, static_cast<int>(blockIdx.x) % columns);
}
