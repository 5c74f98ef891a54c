// Many streams that compute at once: OpenBLAS has an end of buffers.
#include <atomic>
#include <barrier>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "adapters/cublas.h"
#include "adapters/libraries.h"
#include "channel/library_functions.h"
#include "library_caller.h"

namespace ringfence::adapters::blas_threads {
namespace {

TEST(BlasThreadsTest, AsManyStreamsAsASessionMayHaveCanComputeAtOnce) {
    constexpr int threads = 900;
    constexpr int n = 60'000;
    constexpr int k = 1000;
    Libraries libraries{soft_library_folder()};
    auto found = libraries.find(channel::Library::Cublas);
    if (!found.ok()) GTEST_SKIP() << found.error().text();
    Adapter& adapter = *found.value();
    const auto functions = cublas_functions();
    std::uint32_t number = 0;
    while (std::string(functions[number].name) != "cublasStbmv_v2")
        ++number;
    const EdgeMemory matrix(std::size_t{n} * (k + 1) * sizeof(float));
    const EdgeMemory vector((2 * std::size_t{n} - 1) * sizeof(float));
    for (int i = 0; i < n; ++i)  // of zeros it makes short work
        reinterpret_cast<float*>(vector.address())[2 * i] = 1;
    std::barrier together(threads);
    std::atomic<int> done = 0;
    const auto compute = [&] {
        LibraryCaller caller;
        caller.takes_all = true;
        channel::LibraryFrame create;
        create.add(std::uint64_t{1});
        (void)adapter.call(caller, static_cast<std::uint32_t>(channel::CublasFunction::Create), create.bytes());
        channel::LibraryFrame frame;
        frame.add(std::uint64_t{1});
        for (const int value : {0, 0, 1, n, k})
            frame.add(value);
        frame.add(matrix.address());
        frame.add(k + 1);
        frame.add(vector.address());
        frame.add(2);
        together.arrive_and_wait();
        const auto answer = adapter.call(caller, channel::first_declared_function + number, frame.bytes());
        if (answer.ok() && answer.value().status == 0) ++done;
    };
    std::vector<std::thread> all;
    for (int i = 0; i < threads; ++i)
        all.emplace_back(compute);
    for (std::thread& one : all)
        one.join();
    EXPECT_EQ(done, threads);
}

}  // namespace
}  // namespace ringfence::adapters::blas_threads
