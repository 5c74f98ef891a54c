// The kernels of the guard's benchmark: as they are launched there, none needs its fenced variant.
#include <cstring>
#include <map>

#include <gtest/gtest.h>

#include "base/file.h"
#include "guard/guard.h"
#include "source_dir.h"

namespace ringfence::guard {
namespace {

constexpr std::uint64_t window_base = std::uint64_t{1} << 40;

// (n, a, b, c), then a matrix's side or a structure of pointers: as bench/guard/rig.cpp lays them out.
std::vector<std::byte> usual_parameters() {
    std::vector<std::byte> bytes(80);
    const std::uint32_t n = 1U << 24;
    const std::uint64_t buffer = window_base + (std::uint64_t{1} << 30);
    std::memcpy(bytes.data(), &n, sizeof n);
    for (std::size_t at = 8; at < 64; at += 8)
        std::memcpy(&bytes[at], &buffer, sizeof buffer);
    return bytes;
}

LaunchFacts usual_launch(const std::vector<std::byte>& parameters) {
    LaunchFacts facts;
    facts.parameters = parameters;
    facts.block = {256, 1, 1};
    facts.grid = {(1U << 24) / 256, 1, 1};
    facts.static_shared = 0;
    facts.window = {window_base, 33};
    return facts;
}

void expect_fences(Mode mode, unsigned most_fences) {
    const Result<std::string> ptx = read_file(RINGFENCE_SOURCE_DIR "/bench/guard/kernels.ptx", std::size_t{16} << 20);
    ASSERT_TRUE(ptx.ok());
    GuardOptions options;
    options.mode = mode;
    const Result<GuardedPtx> guarded = guard(ptx.value(), options);
    ASSERT_TRUE(guarded.ok()) << guarded.error().text();
    for (const GuardedKernel& kernel : guarded.value().kernels) {
        std::vector<std::byte> parameters = usual_parameters();
        const std::uint32_t side = 1024;
        if (kernel.name == "matmul_stride") std::memcpy(&parameters[32], &side, sizeof side);
        EXPECT_TRUE(kernel.conditions.hold(usual_launch(parameters))) << kernel.name << "\n"
                                                                      << kernel.conditions.text();
    }
    unsigned fenced = 0;
    for (const Explanation& access : guarded.value().accesses) {
        const bool is_free = access.treatment == Treatment::Proven || access.treatment == Treatment::Conditional ||
                             access.treatment == Treatment::Reused;
        fenced += is_free ? 0 : 1;
    }
    EXPECT_LE(fenced, most_fences);
}

TEST(BenchKernels, RunWithoutFences) {
    expect_fences(Mode::Fence, 2);  // those of the function that a kernel calls
}

// An address that depends on an index from memory must be checked.
TEST(BenchKernels, RunAlmostWithoutChecks) {
    expect_fences(Mode::Check, 40);
}

}  // namespace
}  // namespace ringfence::guard
