// Where lanes of a warp part, vector code hands all live registers over in a frame on the thread's own stack, and a
// program decides how many there are.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "softgpu/gpu.h"

namespace ringfence::softgpu::test {
namespace {

constexpr std::uint32_t parting_threads = 64;

struct Registers {
    unsigned count = 0;
    bool vary = false;   // from thread to thread
    bool waits = false;  // at a barrier, which makes its vectors wider
};

// Value i is (i + 1) times the factor. Threads with odd numbers add one more; all give the sum of the values.
std::string parting_text(const Registers& registers) {
    std::string text = fmt::format(
        ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 out, .param .u64 factor)\n{{\n"
        ".reg .b64 %out, %w, %f, %x, %sum, %v<{}>;\n.reg .b32 %t, %odd;\n.reg .pred %p;\n"
        "ld.param.u64 %out, [out];\nld.param.u64 %f, [factor];\nmov.u32 %t, %tid.x;\ncvt.u64.u32 %x, %t;\n{}"
        "and.b32 %odd, %t, 1;\nsetp.eq.u32 %p, %odd, 1;\nmov.u64 %sum, 0;\n",
        registers.count, registers.vary ? "add.u64 %f, %f, %x;\n" : "");
    for (unsigned i = 0; i < registers.count; ++i)
        text += fmt::format("mul.lo.u64 %v{}, %f, {};\n", i, i + 1);
    text += "@!%p bra EVEN;\nadd.u64 %sum, %sum, 1;\nEVEN:\n";
    if (registers.waits) text += "bar.sync 0;\n";
    for (unsigned i = 0; i < registers.count; ++i)
        text += fmt::format("add.u64 %sum, %sum, %v{};\n", i);
    return text + "mul.wide.u32 %w, %t, 8;\nadd.u64 %w, %out, %w;\nst.global.u64 [%w], %sum;\nret;\n}\n";
}

class PartingFrames : public testing::TestWithParam<Registers> {};

TEST_P(PartingFrames, HaveRoomOnTheStack) {
    GpuOptions options;
    options.memory_bytes = 64 << 20;
    options.workers = 1;
    options.use_cache = false;
    const auto gpu = Gpu::create(options).take();
    const auto module = gpu->load(parting_text(GetParam()), "k.ptx").take();
    Result<const Kernel*> kernel = module->kernel("k", {parting_threads, 1, 1});
    ASSERT_TRUE(kernel.ok()) << kernel.error().message;
    const std::uint64_t out = gpu->memory().allocate(parting_threads * sizeof(std::uint64_t)).take();
    constexpr std::uint64_t factor = 3;
    const std::vector<std::uint64_t> parameters = {out, factor};
    LaunchRequest request;
    request.kernel = kernel.value();
    request.grid = {1, 1, 1};
    request.block = {parting_threads, 1, 1};
    request.parameters = std::as_bytes(std::span(parameters));
    const Result<void> ran = gpu->executor().run(request);
    ASSERT_TRUE(ran.ok()) << ran.error().message;
    const std::uint64_t all = std::uint64_t{GetParam().count} * (GetParam().count + 1) / 2;
    for (std::uint64_t thread = 0; thread < parting_threads; ++thread) {
        const std::uint64_t of_thread = factor + (GetParam().vary ? thread : 0);
        EXPECT_EQ(reinterpret_cast<const std::uint64_t*>(out)[thread], of_thread * all + thread % 2) << thread;
    }
}

INSTANTIATE_TEST_SUITE_P(Each, PartingFrames,
                         testing::Values(Registers{300, false, true}, Registers{4096, false, true},
                                         Registers{4500, false, false}, Registers{3500, true, false},
                                         Registers{3500, true, true}));

}  // namespace
}  // namespace ringfence::softgpu::test
