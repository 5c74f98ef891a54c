// ptxas gives names a meaning that no text can see: it divides by functions of its own, but takes the module's if one
// has the name; it takes calls of others for machine instructions; and a shared variable may be the memory that the
// card keeps for itself. What is compiled has none of these names, so the machine code is the same as for any other
// name.
#include <elf.h>

#include <string>

#include "../guard/cubin.h"
#include "rewriter_support.h"

namespace ringfence::guard::test {
namespace {

using ringfence::test::assemble;
using ringfence::test::section_bytes;

std::string guarded_text(const std::string& text) {
    Result<GuardedPtx> guarded = guard(text);
    EXPECT_TRUE(guarded.ok()) << (guarded.ok() ? "" : guarded.error().text());
    return guarded.ok() ? guarded.value().ptx : std::string();
}

std::string code_of(const std::string& cubin, const std::string& kernel) {
    const auto header = ringfence::test::read_at<Elf64_Ehdr>(cubin, 0);
    const std::uint64_t names = ringfence::test::section_at(cubin, header.e_shstrndx).sh_offset;
    for (unsigned number = 0; number < header.e_shnum; ++number) {
        const Elf64_Shdr section = ringfence::test::section_at(cubin, number);
        if (".text." + kernel == cubin.c_str() + names + section.sh_name)
            return cubin.substr(section.sh_offset, section.sh_size);
    }
    return {};
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

// The kernel's machine code, with this name for NAME.
std::string code_with(const std::string& text, const std::string& name) {
    const auto cubin = assemble(guarded_text(in_module(replaced(text, "NAME", name))), "sm_90");
    EXPECT_TRUE(cubin.has_value()) << name;
    return cubin ? code_of(*cubin, "k") : std::string();
}

TEST(AssemblerNames, FunctionsThatItDividesBy) {
    if (!ringfence::test::find_ptxas()) GTEST_SKIP() << "there is no ptxas";
    const std::string divides =
        ".func (.reg .TYPE %d) NAME(.reg .TYPE %a, .reg .TYPE %b)\n{\nadd.TYPE %d, %a, 0;\nret;\n}\n" +
        in_kernel(
            "ld.param.u64 %rd3, [a];\nOPERATION.TYPE %rd4, %rd3, 1000;\nadd.s64 %rd5, %rd2, %rd4;\n"
            "st.global.u8 [%rd5], %r1;");
    for (const std::string type : {"u64", "s64"}) {
        for (const std::string operation : {"div", "rem"}) {
            const std::string text = replaced(replaced(divides, "TYPE", type), "OPERATION", operation);
            const std::string usual = code_with(text, "f");
            EXPECT_FALSE(usual.empty());
            EXPECT_EQ(code_with(text, "__cuda_sm20_" + operation + "_" + type), usual) << operation << type;
        }
    }
}

TEST(AssemblerNames, FunctionsThatItTakesForInstructions) {
    if (!ringfence::test::find_ptxas()) GTEST_SKIP() << "there is no ptxas";
    const std::string calls = ".func (.param .b32 d) NAME(.param .b32 a)\n{\nst.param.b32 [d], 7;\nret;\n}\n" +
                              in_kernel(
                                  "{\n.param .b32 x;\n.param .b32 y;\nst.param.b32 [x], %r1;\ncall (y), NAME, (x);\n"
                                  "ld.param.b32 %r2, [y];\n}\nst.global.u32 [%rd2], %r2;");
    const std::string usual = code_with(calls, "f");
    EXPECT_FALSE(usual.empty());
    for (const std::string name : {"__nv_ptx_builtin_ocg_s2r", "__nv_ptx_builtin_suspend", "__cuda_syscall_32f3056bbb"})
        EXPECT_EQ(code_with(calls, name), usual) << name;
}

TEST(AssemblerNames, SharedMemoryThatTheCardKeeps) {
    if (!ringfence::test::find_ptxas()) GTEST_SKIP() << "there is no ptxas";
    for (const bool is_local : {false, true}) {
        const std::string variable = ".shared .align 16 .b8 __nv_reservedSMEM_offset_0_alias[40000];\n";
        const std::string kernel =
            in_kernel("mov.u32 %r2, __nv_reservedSMEM_offset_0_alias;\nst.shared.u32 [%r2+39996], %r1;",
                      is_local ? variable : "");
        const auto cubin = assemble(guarded_text(in_module((is_local ? "" : variable) + kernel)), "sm_90");
        ASSERT_TRUE(cubin.has_value());
        EXPECT_GE(section_bytes(*cubin, ".nv.shared.k"), 40000U) << is_local;
    }
}

TEST(AssemblerNames, KernelsKeepTheirs) {
    const std::string text = in_module(replaced(in_kernel("st.global.u32 [%rd2], %r1;"), ".entry k(", ".entry __k(") +
                                       ".func __cuda_f()\n{\nret;\n}\n");
    EXPECT_NE(guarded_text(text).find(".entry __k("), std::string::npos);
    EXPECT_NE(guarded_text(text).find(".func rf$__cuda_f("), std::string::npos);
    const Result<GuardedPtx> refused = guard(replaced(text, "__k(", "rf$__cuda_f("));
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().text().find("begins with rf$"), std::string::npos) << refused.error().text();
}

}  // namespace
}  // namespace ringfence::guard::test
