#include "policy/object.h"

#include <elf.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "policy/interpreter.h"
#include "policy/skeleton.h"
#include "policy/verifier.h"
#include "source_dir.h"

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

// Gives a section other bytes, at the end of the object.
void replace_section(std::string& object, std::string_view name, const std::string& bytes) {
    Elf64_Ehdr header;
    std::memcpy(&header, object.data(), sizeof header);
    const auto section_at = [&](std::size_t index) {
        Elf64_Shdr section;
        std::memcpy(&section, object.data() + header.e_shoff + index * sizeof section, sizeof section);
        return section;
    };
    const Elf64_Shdr names = section_at(header.e_shstrndx);
    for (std::size_t i = 1; i < header.e_shnum; ++i) {
        Elf64_Shdr section = section_at(i);
        if (object.c_str() + names.sh_offset + section.sh_name != name) continue;
        section.sh_offset = object.size();
        section.sh_size = bytes.size();
        std::memcpy(object.data() + header.e_shoff + i * sizeof section, &section, sizeof section);
        object += bytes;
        return;
    }
    ADD_FAILURE() << "no section " << name;
}

std::string words_of(const std::vector<std::uint32_t>& words) {
    return {reinterpret_cast<const char*>(words.data()), 4 * words.size()};
}

// An object with 64 Ki lines, each with a text of 4,095 characters; each of so many files has such a name, too.
std::string object_with_long_lines(std::uint32_t files) {
    constexpr std::uint32_t lines = 64 << 10;
    constexpr std::uint32_t begin = 1 + sizeof ".text";  // of the long texts
    std::string strings("\0.text\0", begin);
    strings += std::string(4095, 'A') + '\0';
    std::vector<std::uint32_t> records = {16, 1, lines};
    for (std::uint32_t i = 0; i < lines; ++i)
        records.insert(records.end(), {0, begin + i % files, begin, 7U << 10U});
    std::string object = read_seed("functions-and-variables.o");
    const auto size = static_cast<std::uint32_t>(strings.size());
    replace_section(object, ".BTF", words_of({0x1eb9f, 24, 0, 0, 0, size}) + strings);
    replace_section(
        object, ".BTF.ext",
        words_of({0x1eb9f, 24, 0, 0, 0, static_cast<std::uint32_t>(4 * records.size())}) + words_of(records));
    return object;
}

TEST(Object, LinesAreKeptAsFarAsSomebodyReadsThem) {
    const Result<Program> program = load_text(object_with_long_lines(256));
    ASSERT_TRUE(program.ok()) << program.error().text();
    ASSERT_EQ(program.value().lines.size(), 64U << 10U);
    EXPECT_EQ(program.value().files.size(), 256U);
    std::size_t total = 0;
    for (const SourceLine& line : program.value().lines) {
        ASSERT_LE(line.text.size(), 256U);
        EXPECT_EQ(line.line, 7U);
        total += line.text.size();
    }
    EXPECT_EQ(total, 4U << 20U);
}

TEST(Object, MoreFilesThanAPolicyHasAreDamage) {
    const Result<Program> program = load_text(object_with_long_lines(257));
    ASSERT_FALSE(program.ok());
    EXPECT_THAT(program.error().text(), HasSubstr("BTF is damaged"));
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

TEST(Object, ProgramsAreFunctionsOfTheFile) {
    const Result<Program> program = load_text(read_seed("programs-and-records.o"));
    ASSERT_TRUE(program.ok()) << program.error().text();
    const auto& maps = program.value().maps;
    const auto ways = std::find_if(maps.begin(), maps.end(), [](const MapSpec& map) { return map.name == "ways"; });
    ASSERT_NE(ways, maps.end());
    EXPECT_EQ(ways->kind, MapKind::Programs);
    ASSERT_EQ(ways->programs.size(), 3U);
    EXPECT_EQ(program.value().functions.at(ways->programs[0]).name, "first");
    EXPECT_EQ(ways->programs[1], no_program);
    EXPECT_EQ(program.value().functions.at(ways->programs[2]).name, "second");
    const Verdict verdict = verify(program.value());
    EXPECT_TRUE(verdict.is_accepted()) << text_of(*verdict.refusal, program.value());
}

// The section of that name, as it is in the object.
std::string section_of(const std::string& object, std::string_view name) {
    Elf64_Ehdr header;
    std::memcpy(&header, object.data(), sizeof header);
    const auto section_at = [&](std::size_t index) {
        Elf64_Shdr section;
        std::memcpy(&section, object.data() + header.e_shoff + index * sizeof section, sizeof section);
        return section;
    };
    const Elf64_Shdr names = section_at(header.e_shstrndx);
    for (std::size_t i = 1; i < header.e_shnum; ++i) {
        const Elf64_Shdr section = section_at(i);
        if (object.c_str() + names.sh_offset + section.sh_name == name)
            return object.substr(section.sh_offset, section.sh_size);
    }
    ADD_FAILURE() << "no section " << name;
    return {};
}

std::string repeated(const std::string& entry, std::size_t times) {
    std::string all;
    for (std::size_t i = 0; i < times; ++i)
        all += entry;
    return all;
}

// To look for each in the other would take the product of their numbers, once for each array.
TEST(Object, MoreAddressesThanProgramsAreDamage) {
    std::string object = read_seed("programs-and-records.o");
    const std::string relocation = section_of(object, ".relprograms").substr(0, sizeof(Elf64_Rel));
    replace_section(object, ".relprograms", repeated(relocation, most_programs + 1));
    const Result<Program> program = load_text(object);
    ASSERT_FALSE(program.ok());
    EXPECT_THAT(program.error().text(), HasSubstr("addresses"));
}

TEST(Object, MoreFunctionsThanAPolicyHasAreDamage) {
    std::string object = read_seed("programs-and-records.o");
    const std::string symbols = section_of(object, ".symtab");
    std::string function;
    for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= symbols.size(); at += sizeof(Elf64_Sym)) {
        Elf64_Sym symbol;
        std::memcpy(&symbol, symbols.data() + at, sizeof symbol);
        if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC) function = symbols.substr(at, sizeof symbol);
    }
    replace_section(object, ".symtab", symbols + repeated(function, most_functions));
    const Result<Program> program = load_text(object);
    ASSERT_FALSE(program.ok());
    EXPECT_THAT(program.error().text(), HasSubstr("functions"));
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

// The limits of a program that was read (policy/program.h, policy/map_spec.h), which the verifier relies on.
void expect_within_limits(const Program& program) {
    EXPECT_LE(program.insns.size(), most_insns);
    EXPECT_LE(program.functions.size(), most_functions);
    EXPECT_LE(program.maps.size(), most_maps);
    for (const Function& function : program.functions) {
        EXPECT_LT(function.begin, function.end);
        EXPECT_LE(function.end, program.insns.size());
    }
    for (const std::optional<std::uint32_t>& hook : program.hooks) {
        EXPECT_LT(hook.value_or(0), program.functions.size());
    }
    for (const MapSpec& map : program.maps) {
        EXPECT_LE(map.key_size, largest_key);
        EXPECT_LE(map.value_size, largest_value);
        EXPECT_LE(map.initial.size(), map.value_size);
    }
}

TEST(Object, DamagedFilesAreRefusedOrRead) {
    for (const char* name : {"functions-and-variables.o", "without-lines.o", "programs-and-records.o"}) {
        const std::string whole = read_seed(name);
        std::size_t read = 0;
        std::size_t refused = 0;
        for (std::size_t size = 0; size < whole.size(); size += 7)
            EXPECT_FALSE(load_text(whole.substr(0, size)).ok());
        for (std::size_t i = 0; i < whole.size(); ++i) {
            std::string changed = whole;
            changed[i] = static_cast<char>(changed[i] ^ 0x81);
            const Result<Program> program = load_text(changed);
            if (program.ok()) {
                ++read;
                expect_within_limits(program.value());
                static_cast<void>(verify(program.value(), {.steps = 2'000, .states = 200}));
            } else {
                ++refused;
                EXPECT_EQ(program.error().kind, Error::Kind::bad_input) << i;
                EXPECT_FALSE(program.error().message.empty()) << i;
            }
        }
        // Most bytes matter to the reader; texts of lines and names do not.
        EXPECT_GT(refused, whole.size() / 20) << name;
        EXPECT_GT(read, whole.size() / 20) << name;
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
