// libcu++'s atomics: references to plain memory, a semaphore that guards a counter, a ticket lock, a latch.
#include <algorithm>
#include <cuda/atomic>
#include <cuda/latch>
#include <cuda/semaphore>

#include "check.h"

template <typename T>
using Reference = cuda::atomic_ref<T, cuda::thread_scope_device>;
template <typename T>
using Atomic = cuda::atomic<T, cuda::thread_scope_device>;
using Semaphore = cuda::binary_semaphore<cuda::thread_scope_device>;
using Latch = cuda::latch<cuda::thread_scope_device>;

__global__ void count(const int* values, int size, int* bins, double* sum, unsigned long long* largest) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= size) return;
    Reference<int>(bins[values[i] % 16]).fetch_add(1, cuda::memory_order_relaxed);
    Reference<double>(*sum).fetch_add(values[i] * 0.5);
    const unsigned long long mine = static_cast<unsigned long long>(values[i]) << 32 | i;
    Reference<unsigned long long> best(*largest);
    unsigned long long seen = best.load(cuda::memory_order_relaxed);
    while (seen < mine && !best.compare_exchange_weak(seen, mine, cuda::memory_order_acq_rel)) {
    }
}

__global__ void one_after_the_other(Semaphore* semaphore, volatile int* counter, int rounds) {
    for (int i = 0; i < rounds; ++i) {
        semaphore->acquire();
        *counter = *counter + 1;
        __threadfence();
        semaphore->release();
    }
}

__global__ void take_tickets(Atomic<int>* next, Atomic<int>* serving, int* order) {
    const int ticket = next->fetch_add(1);
    while (serving->load(cuda::memory_order_acquire) != ticket)
        __nanosleep(20);
    order[ticket] = blockIdx.x * blockDim.x + threadIdx.x;
    serving->fetch_add(1, cuda::memory_order_release);
}

__global__ void meet(Latch* latch, int* values, int* sums) {
    values[blockIdx.x] = blockIdx.x + 1;
    latch->arrive_and_wait();
    int sum = 0;
    for (unsigned i = 0; i < gridDim.x; ++i)
        sum += values[i];
    sums[blockIdx.x] = sum;
}

template <typename T, typename... Arguments>
T* shared_object(Arguments... arguments) {
    void* memory = nullptr;
    CHECK(cudaMallocManaged(&memory, sizeof(T)));
    return new (memory) T(arguments...);
}

int main() {
    const auto values = e2e::filled<int>(10000, [](auto i) { return e2e::scramble(i) % 65536; });
    int* bins = e2e::device_copy(std::vector<int>(16));
    double* sum = e2e::device_copy(std::vector<double>(1));
    auto* largest = e2e::device_copy(std::vector<unsigned long long>(1));
    count<<<79, 128>>>(e2e::device_copy(values), 10000, bins, sum, largest);
    e2e::expect_each("bins", e2e::fetch(bins, 16), [&](auto bin) {
        return std::count_if(values.begin(), values.end(), [&](int value) { return value % 16 == int(bin); });
    });
    double expected_sum = 0;
    for (const int value : values)
        expected_sum += value * 0.5;
    EXPECT(e2e::fetch(sum, 1)[0] == expected_sum, "%g", e2e::fetch(sum, 1)[0]);
    const int most = *std::max_element(values.begin(), values.end());
    EXPECT(int(e2e::fetch(largest, 1)[0] >> 32) == most, "the largest is %d", most);

    int* counter = e2e::device_copy(std::vector<int>(1));
    one_after_the_other<<<8, 1>>>(shared_object<Semaphore>(1), counter, 50);
    EXPECT(e2e::fetch(counter, 1)[0] == 400, "%d", e2e::fetch(counter, 1)[0]);

    int* order = e2e::device_array<int>(128);
    take_tickets<<<4, 32>>>(shared_object<Atomic<int>>(0), shared_object<Atomic<int>>(0), order);
    std::vector<int> served = e2e::fetch(order, 128);
    std::sort(served.begin(), served.end());
    e2e::expect_each("served", served, [](auto i) { return i; });

    int* sums = e2e::device_array<int>(16);
    meet<<<16, 1>>>(shared_object<Latch>(16), e2e::device_array<int>(16), sums);
    e2e::expect_each("sums behind the latch", e2e::fetch(sums, 16), [](auto) { return 136; });
    return e2e::passed();
}
