// Kernels that are compiled quickly first, since they are large, and optimised when they have run for long enough.
#include <unistd.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "softgpu/gpu.h"
#include "source_dir.h"

namespace ringfence::softgpu::test {
namespace {

constexpr std::uint32_t threads = 64;
constexpr std::uint64_t never = UINT64_MAX / UINT32_MAX;

enum class Code : std::uint8_t { Scalar, Vector };

// A step of a kernel: an exchange within the block, a float that is rounded, a branch at which lanes part. An exchange
// within the warp keeps it out of vector code.
std::string step(unsigned number, Code code) {
    return fmt::format(
        "mad.lo.u32 %a, %a, {0}, %t;\n"
        "{1} %b, %a{2};\n"
        "cvt.rn.f32.u32 %f, %b;\nfma.rn.f32 %g, %f, 0f3eaaaaab, %g;\n"
        "st.shared.u32 [%s], %b;\nbar.sync 0;\nld.shared.u32 %b, [%o];\nbar.sync 0;\n"
        "and.b32 %c, %b, 7;\nsetp.lt.u32 %p, %c, 3;\n@%p bra SKIP{0};\n"
        "add.u32 %a, %a, %b;\nmul.lo.u32 %d, %a, 5;\nxor.b32 %a, %a, %d;\nSKIP{0}:\n",
        number, code == Code::Scalar ? "shfl.sync.bfly.b32" : "not.b32",
        code == Code::Scalar ? fmt::format(", {}, 31, 0xffffffff", number % 32) : "");
}

// A kernel of so many steps for one block: thread t writes two words.
std::string kernel_text(unsigned steps, Code code) {
    std::string text =
        ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 out)\n{\n"
        ".reg .b64 %out, %w;\n.reg .b32 %a, %b, %c, %d, %t, %s, %o;\n.reg .f32 %f, %g;\n.reg .pred %p;\n"
        ".shared .align 4 .b8 words[256];\n"
        "ld.param.u64 %out, [out];\nmov.u32 %t, %tid.x;\nmov.u32 %s, words;\n"
        "mad.lo.u32 %s, %t, 4, %s;\nxor.b32 %o, %t, 5;\nmov.u32 %d, words;\nmad.lo.u32 %o, %o, 4, %d;\n"
        "mov.u32 %a, 17;\nmov.f32 %g, 0f00000000;\n";
    for (unsigned i = 1; i <= steps; ++i)
        text += step(i, code);
    return text +
           "mul.wide.u32 %w, %t, 8;\nadd.u64 %w, %out, %w;\nst.global.u32 [%w], %a;\nst.global.f32 [%w+4], %g;\n"
           "ret;\n}\n";
}

// All blocks of a launch do the same, so that it does not matter which of them run before code is replaced.
class QuickCodeOfAnyKind : public testing::Test {
protected:
    static GpuOptions options() {
        GpuOptions options;
        options.memory_bytes = 64 << 20;
        options.workers = 1;
        options.use_cache = false;
        options.optimizing_ns_per_instruction = never;
        return options;
    }

    static std::unique_ptr<Gpu> make(const GpuOptions& options) { return Gpu::create(options).take(); }

    static const Kernel* kernel_of(GpuModule& module) {
        Result<const Kernel*> kernel = module.kernel("k", {threads, 1, 1});
        EXPECT_TRUE(kernel.ok()) << kernel.error().message;
        return kernel.ok() ? kernel.value() : nullptr;
    }

    static std::vector<std::uint32_t> run(Gpu& gpu, const Kernel* kernel, std::uint32_t blocks = 1) {
        std::vector<std::uint32_t> result(2 * threads);
        const std::uint64_t out = gpu.memory().allocate(result.size() * sizeof(std::uint32_t)).take();
        LaunchRequest request;
        request.kernel = kernel;
        request.grid = {blocks, 1, 1};
        request.block = {threads, 1, 1};
        request.parameters = std::as_bytes(std::span(&out, 1));
        const Result<void> ran = gpu.executor().run(request);
        EXPECT_TRUE(ran.ok()) << ran.error().message;
        const auto* const first = reinterpret_cast<const std::uint32_t*>(out);
        result.assign(first, first + result.size());
        EXPECT_TRUE(gpu.memory().release(out).ok());
        return result;
    }

    // Without any quick code.
    static std::vector<std::uint32_t> expected(const std::string& text) {
        GpuOptions thorough = options();
        thorough.most_optimized_at_once = UINT32_MAX;
        const auto gpu = make(thorough);
        const auto module = gpu->load(text, "k.ptx").take();
        const Kernel* const kernel = kernel_of(*module);
        EXPECT_EQ(kernel->quick, nullptr);
        return run(*gpu, kernel);
    }
};

class QuickCode : public QuickCodeOfAnyKind, public testing::WithParamInterface<Code> {};

TEST_P(QuickCode, IsMadeOfLargeKernelsOnly) {
    const auto gpu = make(options());
    const auto small = gpu->load(kernel_text(1, GetParam()), "small.ptx").take();
    EXPECT_EQ(kernel_of(*small)->quick, nullptr);
    const auto large = gpu->load(kernel_text(200, GetParam()), "large.ptx").take();
    const Kernel* const kernel = kernel_of(*large);
    ASSERT_NE(kernel->quick, nullptr);
    EXPECT_EQ(run(*gpu, kernel), expected(kernel_text(200, GetParam())));
    // It goes on so until it has run for long enough.
    EXPECT_EQ(kernel_of(*large), kernel);
    EXPECT_EQ(kernel->quick->better.load(), nullptr);
}

TEST_F(QuickCodeOfAnyKind, IsNotMadeOfKernelsThatAreMeasured) {
    std::ifstream file(RINGFENCE_SOURCE_DIR "/bench/softgpu/kernels.ptx");
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const auto gpu = make(options());
    const auto module = gpu->load(text, "kernels.ptx").take();
    ASSERT_FALSE(module->kernels().empty());
    for (const KernelInfo& info : module->kernels()) {
        const Result<const Kernel*> kernel = module->kernel(info.name, {32, 8, 1});
        ASSERT_TRUE(kernel.ok()) << kernel.error().message;
        EXPECT_EQ(kernel.value()->quick, nullptr) << info.name;
    }
}

TEST_P(QuickCode, IsReplacedWhenItHasRunForLongEnough) {
    GpuOptions hasty = options();
    hasty.most_optimized_at_once = 0;
    hasty.few_statements = 0;
    const auto gpu = make(hasty);
    const auto module = gpu->load(kernel_text(5, GetParam()), "k.ptx").take();
    const Kernel* const kernel = kernel_of(*module);
    ASSERT_NE(kernel->quick, nullptr);
    const std::vector<std::uint32_t> first = run(*gpu, kernel);
    EXPECT_EQ(first, expected(kernel_text(5, GetParam())));
    EXPECT_GT(kernel->quick->ran_ns.load(), 0U);
    EXPECT_EQ(kernel->quick->better.load(), nullptr);
    // A launch that was prepared with the old code gets the better one as well.
    kernel->quick->worth_ns = 0;
    EXPECT_EQ(run(*gpu, kernel), first);
    const Kernel* const better = kernel->quick->better.load();
    ASSERT_NE(better, nullptr);
    EXPECT_EQ(better->quick, nullptr);
    EXPECT_EQ(better->lanes, kernel->lanes);
    EXPECT_EQ(better->vector != nullptr, GetParam() == Code::Vector);
    EXPECT_NE(GetParam() == Code::Vector ? better->vector : better->scalar,
              GetParam() == Code::Vector ? kernel->vector : kernel->scalar);
    EXPECT_EQ(kernel_of(*module), better);
    EXPECT_EQ(run(*gpu, kernel), first);
    EXPECT_EQ(run(*gpu, better), first);
}

TEST_P(QuickCode, IsReplacedInTheMiddleOfALaunch) {
    GpuOptions hasty = options();
    hasty.most_optimized_at_once = 0;
    hasty.few_statements = 0;
    hasty.optimizing_ns_per_instruction = 1;  // the first block takes longer
    const auto gpu = make(hasty);
    const auto module = gpu->load(kernel_text(5, GetParam()), "k.ptx").take();
    const Kernel* const kernel = kernel_of(*module);
    ASSERT_NE(kernel->quick, nullptr);
    EXPECT_EQ(run(*gpu, kernel, 200), expected(kernel_text(5, GetParam())));
    EXPECT_NE(kernel->quick->better.load(), nullptr);
}

// Who counts the time of kernels must know: nothing stops the compiler.
TEST_F(QuickCodeOfAnyKind, CountsTheThreadThatReplacesIt) {
    GpuOptions hasty = options();
    hasty.most_optimized_at_once = 0;
    hasty.few_statements = 0;
    hasty.optimizing_ns_per_instruction = 0;
    const auto gpu = make(hasty);
    const auto module = gpu->load(kernel_text(5, Code::Scalar), "k.ptx").take();
    static CompilingThreads compiling;
    static std::uint32_t seen;
    Kernel kernel = *kernel_of(*module);
    ASSERT_NE(kernel.quick, nullptr);
    kernel.improve = [](const Kernel&) -> const Kernel* {
        seen = compiling;
        return nullptr;
    };
    const std::uint64_t out = gpu->memory().allocate(2 * threads * sizeof(std::uint32_t)).take();
    LaunchRequest request;
    request.kernel = &kernel;
    request.block = {threads, 1, 1};
    request.parameters = std::as_bytes(std::span(&out, 1));
    request.compiling = &compiling;
    // Nobody would wait for its results.
    std::atomic<bool> is_unwanted = true;
    request.is_unwanted = &is_unwanted;
    (void)gpu->executor().run(request).ok();
    EXPECT_FALSE(kernel.quick->claimed);
    is_unwanted = false;
    EXPECT_TRUE(gpu->executor().run(request).ok());
    EXPECT_EQ(seen, 1U);
    EXPECT_EQ(compiling, 0U);
    EXPECT_TRUE(gpu->memory().release(out).ok());
}

TEST_F(QuickCodeOfAnyKind, IsNotMadeOfRecursion) {
    GpuOptions hasty = options();
    hasty.most_optimized_at_once = 0;
    hasty.few_statements = 0;
    const auto gpu = make(hasty);
    const std::string text =
        ".version 9.0\n.target sm_90\n.address_size 64\n"
        ".func (.param .u32 r) depth(.param .u32 n)\n{\n.reg .b32 %n, %r;\n.reg .pred %p;\n"
        "ld.param.u32 %n, [n];\nmov.u32 %r, 0;\nsetp.eq.u32 %p, %n, 0;\n@%p bra END;\nsub.u32 %n, %n, 1;\n"
        "{\n.param .u32 x;\n.param .u32 y;\nst.param.u32 [x], %n;\ncall (y), depth, (x);\nld.param.u32 %r, [y];\n}\n"
        "add.u32 %r, %r, 1;\nEND:\nst.param.u32 [r], %r;\nret;\n}\n"
        ".visible .entry k(.param .u64 out)\n{\n.reg .b64 %out;\n.reg .b32 %r;\n.reg .b32 %n;\n"
        "ld.param.u64 %out, [out];\nmov.u32 %n, 40;\n"
        "{\n.param .u32 x;\n.param .u32 y;\nst.param.u32 [x], %n;\ncall (y), depth, (x);\nld.param.u32 %r, [y];\n}\n"
        "st.global.u32 [%out], %r;\nret;\n}\n";
    const auto module = gpu->load(text, "k.ptx").take();
    const Kernel* const kernel = kernel_of(*module);
    EXPECT_EQ(kernel->quick, nullptr);
    EXPECT_EQ(run(*gpu, kernel)[0], 40U);
}

TEST_P(QuickCode, OfTheCacheGivesWayToOptimizedCode) {
    const std::filesystem::path folder =
        std::filesystem::path(testing::TempDir()) / fmt::format("quick_code_{}", ::getpid());
    std::filesystem::create_directory(folder);
    std::filesystem::permissions(folder, std::filesystem::perms::owner_all);
    GpuOptions hasty = options();
    hasty.use_cache = true;
    hasty.cache.folder = folder / "objects";
    hasty.cache.secret_file = folder / "secret";
    hasty.most_optimized_at_once = 0;
    hasty.few_statements = 0;
    const std::string text = kernel_text(3, GetParam());
    const auto is_quick = [&] {
        const auto gpu = make(hasty);
        const auto module = gpu->load(text, "k.ptx").take();
        return kernel_of(*module)->quick != nullptr;
    };
    EXPECT_TRUE(is_quick());
    EXPECT_TRUE(is_quick());
    {
        const auto gpu = make(hasty);
        const auto module = gpu->load(text, "k.ptx").take();
        const Kernel* const kernel = kernel_of(*module);
        ASSERT_NE(kernel->quick, nullptr);
        kernel->quick->worth_ns = 0;
        EXPECT_EQ(run(*gpu, kernel), expected(text));
    }
    EXPECT_FALSE(is_quick());
    std::filesystem::remove_all(folder);
}

INSTANTIATE_TEST_SUITE_P(Kinds, QuickCode, testing::Values(Code::Scalar, Code::Vector),
                         [](const auto& kind) { return kind.param == Code::Scalar ? "Scalar" : "Vector"; });

}  // namespace
}  // namespace ringfence::softgpu::test
