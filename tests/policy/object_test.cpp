#include "policy/object.h"

#include <cstdlib>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "policy/interpreter.h"
#include "policy/skeleton.h"
#include "policy/verifier.h"

namespace ringfence::policy {
namespace {

using testing::HasSubstr;

constexpr std::size_t largest = 1 << 20;

std::string read_seed(const std::string& name) {
    return read_file(RINGFENCE_SOURCE_DIR "/fuzz/policy_object/seeds/" + name, largest).value();
}

Result<Program> load_text(const std::string& bytes) {
    return load_object({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

TEST(Object, HooksMapsAndVariablesAreFound) {
    const Result<Program> program = load_text(read_seed("functions-and-variables.o"));
    ASSERT_TRUE(program.ok()) << program.error().text();
    EXPECT_EQ(program.value().name, "test");
    ASSERT_EQ(program.value().functions.size(), 2U);
    EXPECT_EQ(program.value().functions[1].name, "weigh");
    EXPECT_EQ(program.value().hooks[static_cast<std::size_t>(Hook::Dispatch)], 0U);
    ASSERT_EQ(program.value().maps.size(), 2U);
    EXPECT_EQ(program.value().maps[0].name, "lanes");
    EXPECT_EQ(program.value().maps[0].value_size, 16U);
    EXPECT_EQ(program.value().maps[1].name, ".bss");
    ASSERT_NE(program.value().line_of(1), nullptr);
    EXPECT_EQ(program.value().line_of(1)->line, 7U);
    EXPECT_THAT(program.value().line_of(1)->text, HasSubstr("ctx->lane.vgpu"));
    EXPECT_TRUE(verify(program.value()).is_accepted());
}

TEST(Object, SeveralSectionsAndKindsOfMaps) {
    for (const char* name : {"maps-and-sections.o", "without-lines.o"}) {
        const Result<Program> program = load_text(read_seed(name));
        ASSERT_TRUE(program.ok()) << program.error().text();
        const Verdict verdict = verify(program.value());
        EXPECT_TRUE(verdict.is_accepted()) << text_of(*verdict.refusal, program.value());
        EXPECT_TRUE(program.value().maps.back().is_read_only);
    }
}

TEST(Object, AHookThatRuns) {
    const Result<Program> program = load_text(read_seed("maps-and-sections.o"));
    ASSERT_TRUE(program.ok());
    std::vector<Map> maps = make_maps(program.value().maps);
    std::vector<std::uint8_t> context(info_of(Hook::Retire).context_size);
    context[64] = 5;  // took
    context[56] = 1;  // priority: a weight of 2
    Surroundings surroundings;
    Interpreter interpreter(program.value(), maps);
    ASSERT_FALSE(interpreter.run(Hook::Retire, context, surroundings).has_value());
    EXPECT_EQ(context[80], 4);  // two bits, each of weight 2
    EXPECT_LE(interpreter.steps(), verify(program.value()).hooks[static_cast<std::size_t>(Hook::Retire)]->longest_run);
}

TEST(Object, DamagedFilesAreRefusedOrRead) {
    for (const char* name : {"functions-and-variables.o", "without-lines.o"}) {
        const std::string whole = read_seed(name);
        for (std::size_t size = 0; size < whole.size(); size += 7)
            EXPECT_FALSE(load_text(whole.substr(0, size)).ok());
        for (std::size_t i = 0; i < whole.size(); ++i) {
            std::string changed = whole;
            changed[i] = static_cast<char>(changed[i] ^ 0x81);
            const Result<Program> program = load_text(changed);
            if (program.ok()) static_cast<void>(verify(program.value(), {.steps = 2'000, .states = 200}));
        }
    }
}

TEST(Object, OtherFilesAreNamed) {
    EXPECT_THAT(load_text("").error().text(), HasSubstr("no ELF file"));
    EXPECT_THAT(load_text(std::string(64, 'x')).error().text(), HasSubstr("no ELF file"));
    EXPECT_THAT(load_text(read_file("/proc/self/exe", std::size_t{1} << 30U).value().substr(0, largest)).error().text(),
                HasSubstr("another machine"));
}

TEST(Skeleton, NamesAreChecked) {
    for (const char* name : {"a", "my-policy_2"})
        EXPECT_TRUE(check_policy_name(name).ok());
    for (const char* name : {"", "2a", "../a", "a/b", "a b", "abcdefghijklmnopqrstuvwxyzabcdefg"})
        EXPECT_FALSE(check_policy_name(name).ok());
}

TEST(Skeleton, CompilesAndIsAccepted) {
    if (std::system("clang --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "needs clang";
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "policy_skeleton";
    std::filesystem::create_directories(folder / "ringfence");
    ASSERT_TRUE(write_file_atomically(folder / "ringfence/policy.h", policy_header()).ok());
    ASSERT_TRUE(write_file_atomically(folder / "fair.c", skeleton_source("fair")).ok());
    for (const char* version : {"v1", "v2", "v3"}) {
        const std::string command = "cd '" + folder.string() +
                                    "' && clang -O2 -g -Wall -Werror -target bpf -mcpu=" + version + " -I . -c fair.c";
        ASSERT_EQ(std::system(command.c_str()), 0);
        const Result<Program> program = load_text(read_file(folder / "fair.o", largest).value());
        ASSERT_TRUE(program.ok()) << program.error().text();
        const Verdict verdict = verify(program.value());
        EXPECT_TRUE(verdict.is_accepted()) << text_of(*verdict.refusal, program.value());
    }
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace ringfence::policy
