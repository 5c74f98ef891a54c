// A check that is stopped in the middle is a refusal, whenever that is, and nothing of it is kept.
#include <mutex>

#include "base/effort.h"
#include "checker_support.h"

namespace ringfence::guard::test {
namespace {

const std::string array = ".shared .align 16 .b8 array[64];\n";

// A loop, choices, a join and an access that is proven at their end; or one that is not.
std::string looping(const std::string& last) {
    return module_head() + array +
           kernel(
               "ld.param.u64 %rd1, [p]; mov.u32 %r1, 0; mov.u32 %r9, array;\n"
               "L: and.b32 %r2, %r1, 15; shl.b32 %r3, %r2, 2; add.s32 %r4, %r9, %r3; ld.shared.u32 %r5, [%r4];\n"
               "setp.eq.s32 %p1, %r5, 0; @%p1 bra M; xor.b32 %r6, %r6, 1;\n"
               "M: add.s32 %r1, %r1, 1; setp.lt.s32 %p2, %r1, 100; @%p2 bra L;\nbar.sync 0;\n" +
               last);
}

struct StoppedCheck {
    StoppedCheck(const std::string& text, std::uint64_t after, SafeKernels* safe = nullptr) {
        DiagnosticSink sink;
        const std::unique_ptr<ptx::Module> module = ptx::parse(text, sink);
        EXPECT_NE(module, nullptr);
        std::mutex mutex;
        const EffortScope scope(std::make_shared<Effort>([&](Effort& work) {
            const std::lock_guard lock(mutex);
            if (++looks == after) work.stop(Error::bad_input("stopped"));
        }));
        report = check(*module, {}, Reach(), safe);
    }

    CheckReport report;
    std::uint64_t looks = 0;
};

TEST(CheckerStop, IsARefusal) {
    const std::string safe = looping("ld.shared.u32 %r7, [%r9];");
    const StoppedCheck whole(safe, 0);
    ASSERT_TRUE(whole.report.is_safe());
    ASSERT_GT(whole.looks, 100U);
    for (std::uint64_t after = 1; after <= whole.looks; ++after) {
        const StoppedCheck stopped(safe, after);
        ASSERT_FALSE(stopped.report.is_safe()) << after;
        EXPECT_EQ(stopped.report.findings.front().rule, "stopped");
        EXPECT_TRUE(stopped.report.kernels.empty());
    }
}

TEST(CheckerStop, IsNotKept) {
    for (const char* last : {"ld.shared.u32 %r7, [%r9];", "ld.shared.u32 %r7, [%r9+64];", "ld.global.u32 %r7, [%rd1];",
                             "ld.param.u64 %rd2, [w]; ld.global.u32 %r7, [%rd2];"}) {
        const std::string text = looping(last);
        const Checked fresh(text);
        const std::uint64_t all = StoppedCheck(text, 0).looks;
        for (std::uint64_t after = 1; after <= all; ++after) {
            SafeKernels safe;
            const StoppedCheck stopped(text, after, &safe);
            ASSERT_FALSE(stopped.report.is_safe());
            const Checked again(text, {}, &safe);
            ASSERT_EQ(again.report.is_safe(), fresh.report.is_safe()) << last << " after " << after;
            ASSERT_EQ(again.report.kernels.front().conditions.empty(), fresh.report.kernels.front().conditions.empty());
        }
    }
}

}  // namespace
}  // namespace ringfence::guard::test
