// The stack of a kernel that calls through tables is bounded: ptxas counts every function that a table leads to, and
// writes the result into the cubin, where the driver reads how much stack a launch needs. There is no recursion to
// count: the checker refuses it, through tables too.
#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "checker_support.h"
#include "cubin.h"

namespace ringfence::guard::test {
namespace {

struct Called {
    unsigned bytes = 0;  // of its local variable
    int next = -1;       // the function that it calls
};

// Writes to a local variable, calls, and reads from it, so that both are needed at once.
std::string text_of(unsigned number, const Called& function) {
    const std::string bytes = std::to_string(function.bytes);
    const std::string mask = std::to_string(function.bytes - 4);
    std::string call = "mov.u32 %r5, %r1;\n";
    if (function.next >= 0)
        call = "{ .param .b32 x; .param .b32 y; st.param.b32 [x], %r1; call (y), f" + std::to_string(function.next) +
               ", (x); ld.param.b32 %r5, [y]; }\n";
    return ".func (.param .b32 r) f" + std::to_string(number) +
           "(.param .b32 a)\n{\n.reg .b32 %r<8>; .reg .b64 %d<8>; .local .align 16 .b8 v[" + bytes +
           "];\nld.param.b32 %r1, [a]; mov.u64 %d1, v; and.b32 %r2, %r1, " + mask +
           "; cvt.u64.u32 %d2, %r2; add.s64 %d3, %d1, %d2; st.local.u32 [%d3], %r1;\n" + call + "and.b32 %r3, %r5, " +
           mask +
           "; cvt.u64.u32 %d4, %r3; add.s64 %d5, %d1, %d4; ld.local.u32 %r4, [%d5]; add.s32 %r4, %r4, %r5; "
           "st.param.b32 [r], %r4; ret;\n}\n";
}

std::string kernel_text(unsigned number) {
    const std::string name = std::to_string(number);
    return ".visible .entry k" + name +
           "(.param .u64 p, .param .u32 i)\n{\n.reg .b32 %r<8>; .reg .b64 %d<8>;\nld.param.u32 %r1, [i]; min.u32 %r2, "
           "%r1, 1; mul.wide.u32 %d1, %r2, 8; mov.u64 %d2, __rf_calls_" +
           name +
           "; add.s64 %d3, %d2, %d1; ld.const.u64 %d4, [%d3];\n{ .param .b32 x; .param .b32 y; st.param.b32 [x], %r1;\n"
           "P: .callprototype (.param .b32 _) _ (.param .b32 _);\ncall (y), %d4, (x), P; ld.param.b32 %r3, [y]; }\n"
           "ld.param.u64 %d5, [p]; st.global.u32 [%d5], %r3; ret;\n}\n";
}

TEST(Stack, OfWhatIsCalledThroughTablesIsCounted) {
    if (!ringfence::test::find_ptxas()) GTEST_SKIP() << "there is no ptxas";
    constexpr unsigned tables = 24;
    std::mt19937 random(6);
    std::vector<Called> functions;
    std::vector<unsigned> deepest(tables, 0);
    std::string text;
    std::string kernels;
    for (unsigned table = 0; table < tables; ++table) {
        std::string entries;
        for (unsigned entry = 0; entry < 2; ++entry) {
            int next = -1;
            unsigned bytes = 0;
            for (unsigned depth = 1 + random() % 4; depth-- > 0;) {
                functions.push_back({16U << random() % 8, next});
                bytes += functions.back().bytes;
                next = static_cast<int>(functions.size() - 1);
                text += text_of(static_cast<unsigned>(next), functions.back());
            }
            deepest[table] = std::max(deepest[table], bytes);
            entries += (entry == 0 ? "f" : ", f") + std::to_string(next);
        }
        text += ".const .align 8 .u64 __rf_calls_" + std::to_string(table) + "[2] = { " + entries + " };\n";
        kernels += kernel_text(table);
    }
    const std::string module = module_head() + text + kernels;
    const Checked checked(module);
    ASSERT_TRUE(checked.report.is_safe()) << checked.findings();
    for (const std::string& linker : {std::string(), ringfence::test::find_tool("nvlink").value_or("")}) {
        const auto cubin = ringfence::test::assemble(module, "sm_90", linker);
        ASSERT_TRUE(cubin.has_value());
        std::map<std::string, std::uint32_t> stacks;
        ringfence::test::for_each_attribute(*cubin, [&](const std::string&, std::uint8_t attribute, std::uint64_t at) {
            constexpr std::uint8_t least_stack = 0x12;  // {u32 symbol; u32 bytes}
            if (attribute != least_stack) return;
            const auto symbol = ringfence::test::read_at<std::uint32_t>(*cubin, at);
            stacks[ringfence::test::symbol_name(*cubin, symbol)] =
                ringfence::test::read_at<std::uint32_t>(*cubin, at + 4);
        });
        for (unsigned table = 0; table < tables; ++table)
            EXPECT_GE(stacks["k" + std::to_string(table)], deepest[table]) << linker << " k" << table;
    }
}

}  // namespace
}  // namespace ringfence::guard::test
