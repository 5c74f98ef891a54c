// Products need little memory of the worker's beside their matrices, and it is counted.
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "adapters/cublas.h"
#include "adapters/libraries.h"
#include "base/sanitizers.h"
#include "channel/library_functions.h"
#include "library_caller.h"

namespace ringfence::adapters::blas_memory {
namespace {

constexpr std::uint64_t handle = 0x1234;

// The address space of the whole process.
std::uint64_t address_space_bytes() {
    unsigned long pages = 0;
    std::FILE* file = std::fopen("/proc/self/statm", "r");
    if (file == nullptr || std::fscanf(file, "%lu", &pages) != 1) std::abort();
    std::fclose(file);
    return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

TEST(BlasMemoryTest, AProductOfBytesDoesNotTakeAMultipleOfItsMatrices) {
    if (RINGFENCE_ASAN) GTEST_SKIP() << "a sanitizer needs more address space than the test allows";
    Libraries libraries{soft_library_folder()};
    auto found = libraries.find(channel::Library::Cublas);
    if (!found.ok()) GTEST_SKIP() << found.error().text();
    Adapter& adapter = *found.value();
    LibraryCaller caller;
    channel::LibraryFrame create;
    create.add(handle);
    ASSERT_TRUE(adapter.call(caller, static_cast<std::uint32_t>(channel::CublasFunction::Create), create.bytes()).ok());

    constexpr int k = 64 << 20;
    constexpr int bytes_type = 3, float_type = 0, compute_float = 68;
    const EdgeMemory factors(k);
    const EdgeMemory result(sizeof(float));
    caller.memory[factors.address()] = k;
    caller.memory[result.address()] = sizeof(float);
    const float one = 1;
    channel::LibraryFrame frame;
    frame.add(handle);
    for (const int value : {0, 0, 1, 1, k})
        frame.add(value);
    frame.add_copy(&one, sizeof one);
    frame.add(factors.address());
    frame.add(bytes_type);
    frame.add(1);
    frame.add(factors.address());
    frame.add(bytes_type);
    frame.add(k);
    frame.add_copy(&one, sizeof one);
    frame.add(result.address());
    frame.add(float_type);
    frame.add(1);
    frame.add(compute_float);
    frame.add(-1);
    const auto functions = cublas_functions();
    std::uint32_t number = 0;
    while (std::string(functions[number].name) != "cublasGemmEx")
        ++number;
    const auto multiply = [&] {
        const rlimit limit{address_space_bytes() + (std::uint64_t{128} << 20), RLIM_INFINITY};
        ::setrlimit(RLIMIT_AS, &limit);
        const auto answer = adapter.call(caller, channel::first_declared_function + number, frame.bytes());
        std::_Exit(answer.ok() ? answer.value().status : 100);
    };
    EXPECT_EXIT(multiply(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace ringfence::adapters::blas_memory
