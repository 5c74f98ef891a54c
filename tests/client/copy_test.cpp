// Copies of every size and shape, between the program's own memory, host memory and the device.
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "api/runtime_functions.h"
#include "client/driver/held_writers.h"
#include "worker_process.h"

namespace ringfence::runtime {
namespace {

class Copy : public test::WithWorker {};

std::vector<unsigned char> pattern(std::size_t bytes) {
    std::vector<unsigned char> data(bytes);
    for (std::size_t i = 0; i < bytes; ++i)
        data[i] = static_cast<unsigned char>(i * 7 + (i >> 8));
    return data;
}

TEST_F(Copy, GoesThereAndBackAtEverySize) {
    // Around the limits of what travels in records, of pieces, and of staging as a whole.
    for (const std::size_t bytes :
         {1UL, 3072UL, 3073UL, 4096UL, 4097UL, (2UL << 20) - 1, (2UL << 20) + 1, 70UL << 20}) {
        const auto data = pattern(bytes);
        std::vector<unsigned char> back(bytes);
        void* device = nullptr;
        ASSERT_EQ(cudaMalloc(&device, bytes), cudaSuccess);
        ASSERT_EQ(cudaMemcpy(device, data.data(), bytes, cudaMemcpyHostToDevice), cudaSuccess);
        ASSERT_EQ(cudaMemcpy(back.data(), device, bytes, cudaMemcpyDeviceToHost), cudaSuccess);
        EXPECT_EQ(back, data) << bytes;
        EXPECT_EQ(cudaFree(device), cudaSuccess);
    }
}

TEST_F(Copy, HostMemoryHoldsAtOnceWhatIsCopiedThere) {
    void* managed = nullptr;
    void* pinned = nullptr;
    ASSERT_EQ(cudaMallocManaged(&managed, 64, cudaMemAttachGlobal), cudaSuccess);
    ASSERT_EQ(cudaMallocHost(&pinned, 64), cudaSuccess);
    int late = 0;
    for (int round = 1; round <= 200; ++round) {
        const auto look = [&](void* at, int expected) { late += *static_cast<volatile int*>(at) != expected ? 1 : 0; };
        ASSERT_EQ(cudaMemcpy(managed, &round, sizeof round, cudaMemcpyHostToDevice), cudaSuccess);
        look(managed, round);
        ASSERT_EQ(cudaMemcpy(pinned, &round, sizeof round, cudaMemcpyHostToHost), cudaSuccess);
        look(pinned, round);
        for (void* const memory : {managed, pinned}) {
            ASSERT_EQ(cudaMemset(memory, round & 1, sizeof round), cudaSuccess);
            look(memory, (round & 1) * 0x01010101);
        }
    }
    EXPECT_EQ(late, 0);
    EXPECT_EQ(cudaFree(managed), cudaSuccess);
    EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
}

TEST_F(Copy, OneByteTooMuchIsRefused) {
    void* device = nullptr;
    ASSERT_EQ(cudaMalloc(&device, 1000), cudaSuccess);
    std::vector<unsigned char> host(2000);
    EXPECT_EQ(cudaMemcpy(device, host.data(), 1001, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpy(host.data(), static_cast<char*>(device) + 1, 1000, cudaMemcpyDeviceToHost),
              cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemset(device, 0, 1001), cudaErrorInvalidValue);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpy(device, host.data(), 8, static_cast<cudaMemcpyKind>(9)), cudaErrorInvalidMemcpyDirection);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidMemcpyDirection);
    EXPECT_EQ(cudaFree(static_cast<char*>(device) + 16), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFree(device), cudaSuccess);
    EXPECT_EQ(cudaFree(device), cudaErrorInvalidValue) << "freed already";
    cudaGetLastError();
}

TEST_F(Copy, BoxesKeepTheirRowsApart) {
    constexpr std::size_t width = 100;
    constexpr std::size_t height = 3000;
    const auto data = pattern(width * height);
    std::vector<unsigned char> back(width * height);
    void* device = nullptr;
    std::size_t pitch = 0;
    ASSERT_EQ(cudaMallocPitch(&device, &pitch, width, height), cudaSuccess);
    EXPECT_GE(pitch, width);
    ASSERT_EQ(cudaMemset2D(device, pitch, 0xee, pitch, height), cudaSuccess);
    ASSERT_EQ(cudaMemcpy2D(device, pitch, data.data(), width, width, height, cudaMemcpyHostToDevice), cudaSuccess);
    ASSERT_EQ(cudaMemcpy2D(back.data(), width, device, pitch, width, height, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(back, data);
    unsigned char between = 0;
    ASSERT_EQ(cudaMemcpy(&between, static_cast<char*>(device) + width, 1, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(between, 0xee);
    EXPECT_EQ(cudaMemcpy2D(device, width - 1, data.data(), width, width, 2, cudaMemcpyDefault),
              cudaErrorInvalidPitchValue);
    cudaGetLastError();
    EXPECT_EQ(cudaFree(device), cudaSuccess);
}

TEST_F(Copy, HostMemoryIsSeenByBothSides) {
    void* host = nullptr;
    void* device = nullptr;
    ASSERT_EQ(cudaMallocHost(&host, 1 << 20), cudaSuccess);
    ASSERT_EQ(cudaMalloc(&device, 1 << 20), cudaSuccess);
    std::memset(host, 0x5a, 1 << 20);
    ASSERT_EQ(cudaMemcpy(device, host, 1 << 20, cudaMemcpyDefault), cudaSuccess);
    std::memset(host, 0, 1 << 20);
    ASSERT_EQ(cudaMemcpyAsync(host, device, 1 << 20, cudaMemcpyDeviceToHost, nullptr), cudaSuccess);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(static_cast<unsigned char*>(host)[(1 << 20) - 1], 0x5a);

    cudaPointerAttributes attributes = {};
    ASSERT_EQ(cudaPointerGetAttributes(&attributes, host), cudaSuccess);
    EXPECT_EQ(attributes.type, cudaMemoryTypeHost);
    EXPECT_EQ(attributes.devicePointer, host);
    ASSERT_EQ(cudaPointerGetAttributes(&attributes, device), cudaSuccess);
    EXPECT_EQ(attributes.type, cudaMemoryTypeDevice);
    ASSERT_EQ(cudaPointerGetAttributes(&attributes, &attributes), cudaSuccess);
    EXPECT_EQ(attributes.type, cudaMemoryTypeUnregistered);
    EXPECT_EQ(cudaFreeHost(host), cudaSuccess);
    EXPECT_EQ(cudaFree(device), cudaSuccess);
}

TEST_F(Copy, ThreadsShareStaging) {
    std::vector<std::thread> threads;
    for (unsigned char i = 1; i <= 3; ++i) {
        threads.emplace_back([i] {
            constexpr std::size_t bytes = 20 << 20;
            const std::vector<unsigned char> data(bytes, i);
            std::vector<unsigned char> back(bytes);
            void* device = nullptr;
            ASSERT_EQ(cudaMalloc(&device, bytes), cudaSuccess);
            ASSERT_EQ(cudaMemcpy(device, data.data(), bytes, cudaMemcpyHostToDevice), cudaSuccess);
            ASSERT_EQ(cudaMemcpy(back.data(), device, bytes, cudaMemcpyDeviceToHost), cudaSuccess);
            EXPECT_EQ(back, data);
            EXPECT_EQ(cudaFree(device), cudaSuccess);
        });
    }
    for (auto& thread : threads)
        thread.join();
}

// A page of the program's, of which it registers a part.
struct alignas(4096) SharedPage {
    std::atomic<std::uint64_t> before{0};
    std::array<unsigned char, 2000> buffer = {};
    std::atomic<std::uint64_t> after{0};
};

TEST_F(Copy, RegisteredMemoryLosesNoWritesBesideIt) {
    const auto page = std::make_unique<SharedPage>();
    const auto data = pattern(page->buffer.size());
    void* device = nullptr;
    ASSERT_EQ(cudaMalloc(&device, data.size()), cudaSuccess);
    std::atomic<bool> is_done = false;
    std::array<std::uint64_t, 2> counted = {};
    const auto count = [&](std::atomic<std::uint64_t>& word, std::uint64_t& result) {
        // Plain writes, as a program's are: one that is lost is missing in the end.
        while (!is_done.load(std::memory_order_relaxed))
            word.store(word.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed), ++result;
    };
    std::thread first(count, std::ref(page->before), std::ref(counted[0]));
    std::thread second(count, std::ref(page->after), std::ref(counted[1]));
    for (int round = 0; round < 100; ++round) {
        EXPECT_EQ(cudaHostRegister(page->buffer.data(), data.size(), 0), cudaSuccess);
        std::copy(data.begin(), data.end(), page->buffer.begin());
        EXPECT_EQ(cudaMemcpyAsync(device, page->buffer.data(), data.size(), cudaMemcpyHostToDevice, nullptr),
                  cudaSuccess);
        page->buffer.fill(0);
        EXPECT_EQ(cudaMemcpyAsync(page->buffer.data(), device, data.size(), cudaMemcpyDeviceToHost, nullptr),
                  cudaSuccess);
        EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        EXPECT_EQ(std::memcmp(page->buffer.data(), data.data(), data.size()), 0);
        EXPECT_EQ(cudaHostUnregister(page->buffer.data()), cudaSuccess);
    }
    is_done = true;
    first.join();
    second.join();
    EXPECT_EQ(page->before.load(), counted[0]);
    EXPECT_EQ(page->after.load(), counted[1]);
    EXPECT_EQ(cudaFree(device), cudaSuccess);
}

void expect_seen_by_device(unsigned char* memory, std::size_t bytes) {
    const auto data = pattern(bytes);
    std::copy(data.begin(), data.end(), memory);
    ASSERT_EQ(cudaHostRegister(memory, bytes, cudaHostRegisterMapped), cudaSuccess);
    unsigned char* device = nullptr;
    ASSERT_EQ(cudaHostGetDevicePointer(reinterpret_cast<void**>(&device), memory, 0), cudaSuccess);
    void* inside = nullptr;
    EXPECT_EQ(cudaHostGetDevicePointer(&inside, memory + 100, 0), cudaSuccess);
    EXPECT_EQ(inside, device + 100);
    cudaPointerAttributes attributes = {};
    EXPECT_EQ(cudaPointerGetAttributes(&attributes, memory + 7), cudaSuccess);
    EXPECT_EQ(attributes.devicePointer, device + 7);

    std::vector<unsigned char> seen(bytes);
    EXPECT_EQ(cudaMemcpy(seen.data(), device, bytes, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(seen, data) << "as it was before";
    memory[bytes - 1] = 99;
    EXPECT_EQ(cudaMemcpy(seen.data(), device + bytes - 1, 1, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(seen[0], 99) << "what the program writes";
    EXPECT_EQ(cudaMemset(device, 5, 10), cudaSuccess);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(memory[9], 5) << "what the device writes";
    EXPECT_EQ(cudaHostUnregister(memory), cudaSuccess);
    EXPECT_EQ(memory[9], 5) << "stays";
    EXPECT_EQ(memory[bytes - 1], 99);
    memory[0] = 1;
    EXPECT_NE(cudaMemset(device, 5, 10), cudaSuccess) << "the address is gone";
    (void)cudaGetLastError();
}

TEST_F(Copy, DeviceSeesRegisteredMemory) {
    constexpr std::size_t bytes = std::size_t{1} << 20;
    for (int round = 0; round < 2; ++round) {
        SCOPED_TRACE(round);
        const std::unique_ptr<void, decltype(&std::free)> pages(std::aligned_alloc(1U << 16, bytes), &std::free);
        expect_seen_by_device(static_cast<unsigned char*>(pages.get()), bytes);
    }
}

// Threads may write to registered memory while the device's address is asked for, and while it is unregistered.
TEST_F(Copy, RegisteredMemoryLosesNoWritesWhileItsPagesAreExchanged) {
    constexpr std::size_t bytes = std::size_t{4} << 20;
    constexpr std::size_t step = 512;  // words of different lines, on all pages
    {
        const std::unique_ptr<void, decltype(&std::free)> some(std::aligned_alloc(4096, 4096), &std::free);
        if (!driver::HeldWriters(reinterpret_cast<std::uint64_t>(some.get()), 4096).are_held())
            GTEST_SKIP() << "needs userfaultfd";
    }
    const std::unique_ptr<void, decltype(&std::free)> pages(std::aligned_alloc(1U << 16, bytes), &std::free);
    auto* const words = static_cast<std::uint64_t*>(pages.get());
    std::fill_n(words, bytes / sizeof *words, 0);
    std::vector<std::uint64_t> counts(bytes / step, 0);
    std::atomic<bool> is_done = false;
    std::atomic<std::uint64_t> turns = 0;
    std::thread writer([&] {
        while (!is_done.load(std::memory_order_relaxed)) {
            for (std::size_t i = 0; i < counts.size() && !is_done.load(std::memory_order_relaxed); ++i) {
                std::atomic_ref word(words[i * step / sizeof *words]);
                word.store(word.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
                ++counts[i];
            }
            ++turns;
        }
    });
    for (int round = 0; round < 8; ++round) {
        void* device = nullptr;
        EXPECT_EQ(cudaHostRegister(pages.get(), bytes, cudaHostRegisterMapped), cudaSuccess);
        EXPECT_EQ(cudaHostGetDevicePointer(&device, pages.get(), 0), cudaSuccess);
        const std::uint64_t before = turns.load();
        while (turns.load() < before + 2)
            std::this_thread::yield();
        EXPECT_EQ(cudaHostUnregister(pages.get()), cudaSuccess);
    }
    is_done = true;
    writer.join();
    std::size_t lost = 0;
    for (std::size_t i = 0; i < counts.size(); ++i)
        lost += words[i * step / sizeof *words] != counts[i] ? 1 : 0;
    EXPECT_EQ(lost, 0U);
}

TEST_F(Copy, DeviceSeesNoRegisteredMemoryBesideOthers) {
    const auto page = std::make_unique<SharedPage>();
    void* device = nullptr;
    ASSERT_EQ(cudaHostRegister(page->buffer.data(), page->buffer.size(), cudaHostRegisterMapped), cudaSuccess);
    EXPECT_EQ(cudaHostGetDevicePointer(&device, page->buffer.data(), 0), cudaErrorNotSupported);
    EXPECT_EQ(cudaHostUnregister(page->buffer.data()), cudaSuccess);

    // Another process may have mapped it too.
    constexpr std::size_t bytes = 1U << 16;
    void* const shared = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(shared, MAP_FAILED);
    ASSERT_EQ(cudaHostRegister(shared, bytes, cudaHostRegisterMapped), cudaSuccess);
    EXPECT_EQ(cudaHostGetDevicePointer(&device, shared, 0), cudaErrorNotSupported);
    EXPECT_EQ(cudaHostUnregister(shared), cudaSuccess);
    munmap(shared, bytes);
    (void)cudaGetLastError();
}

TEST_F(Copy, MemoryIsRegisteredOnce) {
    std::vector<unsigned char> memory(4096);
    unsigned char* const middle = memory.data() + 1024;
    ASSERT_EQ(cudaHostRegister(middle, 1024, 0), cudaSuccess);
    EXPECT_EQ(cudaHostRegister(middle, 1024, 0), cudaErrorHostMemoryAlreadyRegistered);
    EXPECT_EQ(cudaHostRegister(middle + 1023, 10, 0), cudaErrorHostMemoryAlreadyRegistered);
    EXPECT_EQ(cudaHostRegister(memory.data(), 1025, 0), cudaErrorHostMemoryAlreadyRegistered) << "overlaps its begin";
    EXPECT_EQ(cudaHostRegister(memory.data(), 4096, 0), cudaErrorHostMemoryAlreadyRegistered) << "holds all of it";
    EXPECT_EQ(cudaHostRegister(middle, ~std::size_t{0}, 0), cudaErrorInvalidValue) << "the end wraps around";
    EXPECT_EQ(cudaHostRegister(memory.data(), 1024, 0), cudaSuccess) << "ends where the other begins";
    EXPECT_EQ(cudaHostRegister(middle + 1024, 2048, 0), cudaSuccess) << "begins where the other ends";
    for (const std::size_t at : {0, 1024, 2048})
        EXPECT_EQ(cudaHostUnregister(memory.data() + at), cudaSuccess);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
}

}  // namespace
}  // namespace ringfence::runtime
