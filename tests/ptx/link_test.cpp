#include "ptx/link.h"

#include <chrono>

#include <gtest/gtest.h>

#include "base/cuda_status.h"
#include "parse_helpers.h"

namespace ringfence::ptx {
namespace {

using test::in_module;

Result<std::string> link_texts(std::initializer_list<std::string> texts, const LinkOptions& options = {}) {
    std::vector<LinkInput> inputs;
    for (const std::string& text : texts)
        inputs.push_back({text, std::string(1, static_cast<char>('a' + inputs.size())) + ".cu"});
    return link(inputs, options);
}

// The linked text, which must be a module.
std::string linked(std::initializer_list<std::string> texts, const LinkOptions& options = {}) {
    Result<std::string> made = link_texts(texts, options);
    EXPECT_TRUE(made.ok()) << made.error().text();
    if (!made.ok()) return "";
    const test::Parsed parsed(made.value());
    EXPECT_NE(parsed.module, nullptr) << parsed.messages() << made.value();
    return made.take();
}

std::string refusal(std::initializer_list<std::string> texts) {
    Result<std::string> made = link_texts(texts);
    if (made.ok()) return "";
    EXPECT_EQ(made.error().status, cuda_status::invalid_ptx);
    return made.error().message;
}

std::size_t count(std::string_view text, std::string_view what) {
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + 1))
        ++found;
    return found;
}

const std::string calls_f = in_module(
    ".extern .func (.param .b32 r) f(.param .b32 x);\n"
    ".extern .global .align 4 .u32 counter;\n"
    ".visible .entry k(.param .u64 out)\n{\n.reg .b32 %r<3>;\n.reg .b64 %rd<2>;\nmov.u64 %rd1, counter;\n"
    "{ .param .b32 a; .param .b32 b; call (b), f, (a); ld.param.b32 %r1, [b]; }\nret;\n}\n");
const std::string defines_f = in_module(
    ".visible .global .align 4 .u32 counter = 7;\n"
    ".visible .func (.param .b32 r) f(.param .b32 x)\n{\nst.param.b32 [r], 1;\nret;\n}\n");

TEST(Link, AFunctionAndAVariableOfAnotherModule) {
    for (const std::string& text : {linked({calls_f, defines_f}), linked({defines_f, calls_f})}) {
        EXPECT_EQ(count(text, ".extern"), 0U) << text;
        EXPECT_EQ(count(text, "counter = 7"), 1U) << text;
        EXPECT_EQ(count(text, ".visible .func (.param .b32 r) f"), 2U) << "declared and defined\n" << text;
    }
}

TEST(Link, ModulesThatNeedEachOther) {
    const std::string one = in_module(
        ".extern .func g();\n.visible .func f()\n{\ncall g;\nret;\n}\n.visible .entry k()\n{\ncall f;\nret;\n}\n");
    const std::string other = in_module(".extern .func f();\n.visible .func g()\n{\ncall f;\nret;\n}\n");
    EXPECT_EQ(count(linked({one, other}), ".visible .func"), 4U);
}

TEST(Link, WhatNobodyDefinesIsNamed) {
    EXPECT_EQ(refusal({calls_f}), "the device code cannot be linked: no file defines `counter`, `f`");
    // A name without linkage belongs to its module.
    const std::string own =
        in_module(".global .align 4 .u32 counter = 7;\n.func (.param .b32 r) f(.param .b32 x)\n{\nret;\n}\n");
    EXPECT_EQ(refusal({calls_f, own}), "the device code cannot be linked: no file defines `counter`, `f`");
}

TEST(Link, KernelsThatLaunchKernelsAreRefusedByName) {
    const std::string launches = in_module(".extern .func (.param .b32 r) cudaLaunchDeviceV2(.param .b64 p);\n");
    EXPECT_NE(refusal({launches}).find("kernels that launch kernels"), std::string::npos);
}

TEST(Link, WhatIsDefinedTwiceIsNamed) {
    EXPECT_EQ(refusal({defines_f, calls_f, defines_f}),
              "the device code cannot be linked: `counter` is defined in a.cu and in c.cu");
}

TEST(Link, WhatIsDeclaredOtherwiseIsNamed) {
    const std::string other = in_module(".visible .global .align 8 .u64 counter;\n.visible .func f()\n{\nret;\n}\n");
    EXPECT_EQ(refusal({calls_f, other}),
              "the device code cannot be linked: `f` is declared in a.cu otherwise than it is defined in b.cu");
    const std::string variable =
        in_module(".visible .global .align 4 .u32 f;\n.visible .global .align 4 .u32 counter;\n");
    EXPECT_NE(refusal({calls_f, variable}).find("otherwise"), std::string::npos);
}

TEST(Link, AVariableIsItsMemoryWhateverItsTypeIs) {
    // As nvcc 13 writes `extern __device__ Function table[2];`, and its definition in another file.
    const std::string uses = in_module(
        ".extern .global .align 8 .b8 table[16];\n"
        ".visible .entry k()\n{\n.reg .b64 %rd<2>;\nld.global.u64 %rd1, [table+8];\nret;\n}\n");
    const std::string defines =
        in_module(".func f()\n{\nret;\n}\n.func g()\n{\nret;\n}\n.visible .global .align 8 .u64 table[2] = {f, g};\n");
    for (const std::string& text : {linked({uses, defines}), linked({defines, uses})})
        EXPECT_EQ(count(text, ".u64 table[2] = {f, g}"), 1U) << text;
    const std::string smaller = in_module(".visible .global .align 8 .u64 table[1] = {7};\n");
    EXPECT_NE(refusal({uses, smaller}).find("`table` is declared in a.cu otherwise"), std::string::npos);
    const std::string elsewhere = in_module(".visible .const .align 8 .u64 table[2] = {7, 8};\n");
    EXPECT_NE(refusal({uses, elsewhere}).find("otherwise"), std::string::npos);
    const std::string reads_texture = in_module(".extern .global .texref image;\n");
    const std::string defines_number = in_module(".visible .global .align 8 .u64 image;\n");
    EXPECT_NE(refusal({reads_texture, defines_number}).find("otherwise"), std::string::npos);
}

TEST(Link, OfWeakOnesOneStays) {
    const std::string weak = in_module(".weak .func f()\n{\nret;\n}\n.weak .entry k()\n{\ncall f;\nret;\n}\n");
    const std::string strong = in_module(".visible .func f()\n{\nbar.sync 0;\nret;\n}\n");
    EXPECT_EQ(count(linked({weak, weak, weak}), "{"), 2U);
    const std::string text = linked({weak, strong});
    EXPECT_EQ(count(text, "{"), 2U) << text;
    EXPECT_EQ(count(text, "bar"), 1U) << text;
}

TEST(Link, OfCommonOnesTheLargestStays) {
    const std::string small = in_module(".common .global .align 4 .b8 room[16];\n");
    const std::string large = in_module(".common .global .align 4 .b8 room[64];\n");
    const std::string text = linked({small, large, small});
    EXPECT_EQ(count(text, "room"), 1U) << text;
    EXPECT_EQ(count(text, "room[64]"), 1U) << text;
}

TEST(Link, OfCommonFunctionsOneStays) {
    const std::string common = in_module(".common .func f()\n{\nret;\n}\n");
    const std::string variable = in_module(".common .global .align 4 .b8 f[16];\n");
    EXPECT_EQ(count(linked({common, common}), "{"), 1U);
    EXPECT_TRUE(link_texts({common, variable}).ok());
    EXPECT_TRUE(link_texts({variable, common}).ok());
}

TEST(Link, AModulesOwnNamesStayItsOwn) {
    const auto with_own = [](int number) {
        const std::string n = std::to_string(number);
        return in_module(".global .align 4 .u32 own = " + n + ";\n.func help()\n{\nret;\n}\n.visible .entry k" + n +
                         "()\n{\n.reg .b32 %r<2>;\nld.global.u32 %r1, [own];\ncall help;\nret;\n}\n");
    };
    const std::string text = linked({with_own(1), with_own(2), with_own(3)});
    EXPECT_EQ(count(text, " own = 1"), 1U) << "the first keeps its name\n" << text;
    const test::Parsed parsed(text);
    for (const char* kernel : {"k1", "k2", "k3"}) {
        const Function* const function = parsed.module->find_function(kernel);
        ASSERT_NE(function, nullptr);
        const Variable* read = nullptr;
        for (const Statement& statement : function->body) {
            if (!statement.is_instruction() || statement.instruction.operands.size() < 2) continue;
            read = statement.instruction.operands[1].address_base().variable;
            break;
        }
        ASSERT_NE(read, nullptr);
        EXPECT_EQ(read->initializer->integers[0], kernel[1] - '0') << text;
    }
}

TEST(Link, NamesThatAreMadeAreNobodysAlready) {
    const std::string own = in_module(".global .align 4 .u32 own;\n.global .align 4 .u32 own$link0_0_;\n");
    EXPECT_EQ(count(linked({own, own}), ".global"), 4U);
}

// A text that has all the names that could be made must not be read once for each of them.
TEST(Link, ATextFullOfMadeNamesIsReadOnce) {
    constexpr int names = 500'000;
    std::string text = in_module(".global .align 4 .u32 own;\n");
    for (int i = 0; i < names; ++i)
        text += "//$link" + std::to_string(i) + "_\n";
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(count(linked({text, text}), "own$link500000_0_"), 1U);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
}

TEST(Link, ANameBetweenModulesIsNotTakenByAModulesOwn) {
    const std::string own = in_module(".global .align 4 .u32 counter = 1;\n");
    const std::string text = linked({own, calls_f, defines_f});
    EXPECT_EQ(count(text, ".visible .global .align 4 .u32 counter = 7"), 1U) << text;
}

TEST(Link, MemoryThatALaunchAddsNeedsNoDefinition) {
    const std::string bytes = in_module(".extern .shared .align 16 .b8 room[];\n.visible .entry k()\n{\nret;\n}\n");
    const std::string words = in_module(".extern .shared .align 4 .u32 room[];\n.visible .entry l()\n{\nret;\n}\n");
    EXPECT_EQ(count(linked({bytes, words}), ".extern .shared"), 2U);
}

TEST(Link, FunctionsOfTheDeviceStayExtern) {
    const std::string prints = in_module(
        ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n.visible .func p()\n{\nret;\n}\n");
    const std::string too = in_module(
        ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n.visible .func q()\n{\nret;\n}\n");
    EXPECT_EQ(count(linked({prints, too}), ".extern .func"), 1U);
}

TEST(Link, VariablesComeAfterWhatTheyPointAt) {
    const std::string points = in_module(
        ".extern .global .align 4 .u32 counter;\n"
        ".visible .global .align 8 .u64 where[2] = {generic(counter), 0};\n");
    const std::string text = linked({points, defines_f});
    EXPECT_LT(text.find("counter = 7"), text.find("where")) << text;
    const std::string left = in_module(".extern .global .u64 b;\n.visible .global .u64 a = generic(b);\n");
    const std::string right = in_module(".extern .global .u64 a;\n.visible .global .u64 b = generic(a);\n");
    const Result<std::string> circle = link_texts({left, right});
    ASSERT_FALSE(circle.ok());
    EXPECT_EQ(circle.error().status, cuda_status::not_supported);
}

TEST(Link, AnAliasIsADefinition) {
    const std::string alias = in_module(".visible .func f()\n{\nret;\n}\n.visible .func g();\n.alias g, f;\n");
    const std::string uses = in_module(".extern .func g();\n.visible .entry k()\n{\ncall g;\nret;\n}\n");
    EXPECT_EQ(count(linked({uses, alias}), ".alias g, f;"), 1U);
}

TEST(Link, LinesKeepTheirFiles) {
    const auto with_line = [](const std::string& name, const std::string& file) {
        return in_module(".visible .entry " + name + "()\n{\n.loc 1 20 3\nret;\n}\n.file 1 \"" + file + "\"\n");
    };
    const std::string text = linked({with_line("k", "a.cu"), with_line("l", "b.cu"), with_line("m", "a.cu")});
    EXPECT_EQ(count(text, ".file"), 2U) << text;
    EXPECT_EQ(count(text, ".loc 1 20 3"), 2U) << text;
    EXPECT_EQ(count(text, ".loc 2 20 3"), 1U) << text;
}

TEST(Link, TheNewestVersionAndTarget) {
    const std::string old = ".version 7.0\n.target sm_75\n.address_size 64\n.visible .func f()\n{\nret;\n}\n";
    const std::string text = linked({old, in_module(".visible .entry k()\n{\nret;\n}\n", "sm_80")});
    EXPECT_TRUE(text.starts_with(".version 9.0\n.target sm_80\n.address_size 64\n")) << text;
}

TEST(Link, ATargetThatIsTooNewIsLowered) {
    const std::string newer = in_module(".visible .entry k()\n{\nret;\n}\n", "sm_120");
    EXPECT_NE(linked({newer}, {.newest_target = 90}).find(".target sm_90\n"), std::string::npos);
    EXPECT_NE(linked({in_module(".visible .entry k()\n{\nret;\n}\n", "sm_90a")}, {.newest_target = 90})
                  .find(".target sm_90a\n"),
              std::string::npos);
}

TEST(Link, WhatIsNoPtxIsNamedWithItsPlace) {
    const Result<std::string> made = link_texts({defines_f, in_module("nonsense")});
    ASSERT_FALSE(made.ok());
    ASSERT_TRUE(made.error().location.has_value());
    EXPECT_EQ(made.error().location->file, "b.cu");
    EXPECT_FALSE(link({}).ok());
}

}  // namespace
}  // namespace ringfence::ptx
