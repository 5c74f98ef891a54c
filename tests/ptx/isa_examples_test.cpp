// Every mnemonic of the ISA, with instructions that must be accepted and instructions that must be refused.
// tests/ptx/isa/*.txt holds them; tools/isa_oracle.py holds the same files against ptxas.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>

#include "parse_helpers.h"
#include "ptx/isa.h"
#include "ptx/operation.h"
#include "ptx/printer.h"
#include "source_dir.h"

namespace ringfence::ptx {
namespace {

struct Example {
    std::string place;
    bool accept = false;
    std::string target = "sm_90a";
    std::string version = "9.0";
    std::string instruction;
};

std::string read_text(const std::filesystem::path& path) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

std::filesystem::path folder() {
    return std::filesystem::path(RINGFENCE_SOURCE_DIR) / "tests" / "ptx" / "isa";
}

std::vector<Example> load_examples() {
    static const std::regex shape(R"(^(accept|refuse)(?:@(sm_\w+)(?:/([\d.]+))?)?\s+(.*?)(?:\s*// ptxas: \w+)?$)");
    std::vector<Example> examples;
    for (const auto& entry : std::filesystem::directory_iterator(folder())) {
        if (entry.path().extension() != ".txt") {
            continue;
        }
        std::ifstream file(entry.path());
        std::string line;
        for (int number = 1; std::getline(file, line); ++number) {
            std::smatch match;
            if (line.empty() || line[0] == '#') {
                continue;
            }
            Example example;
            example.place = entry.path().filename().string() + ":" + std::to_string(number);
            if (!std::regex_match(line, match, shape)) {
                ADD_FAILURE() << example.place << ": neither accept nor refuse: " << line;
                continue;
            }
            example.accept = match[1] == "accept";
            example.target = match[2].matched ? match[2].str() : example.target;
            example.version = match[3].matched ? match[3].str() : example.version;
            example.instruction = match[4];
            examples.push_back(example);
        }
    }
    return examples;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
}

struct PreludeLine {
    std::string text;
    std::string only_with;  // a word of the instruction; empty: always there
};

std::vector<PreludeLine> load_prelude() {
    static const std::regex condition(R"(// with (\S+)$)");
    std::stringstream text(read_text(folder() / "prelude.ptx"));
    std::vector<PreludeLine> lines;
    std::string line;
    while (std::getline(text, line)) {
        std::smatch match;
        const bool has_condition = std::regex_search(line, match, condition);
        lines.push_back({line, has_condition ? match[1].str() : ""});
    }
    return lines;
}

// The prelude with one example in it; see the prelude's own comment.
std::string module_text(const std::vector<PreludeLine>& prelude, const Example& example) {
    std::string text;
    for (const PreludeLine& line : prelude) {
        if (!line.only_with.empty()) {
            if (example.instruction.find(line.only_with) == std::string::npos) continue;
            if (line.text.starts_with(".target ")) {
                const std::string feature = line.text.substr(8, line.text.find(' ', 8) - 8);
                replace_all(text, ".target @TARGET@", ".target @TARGET@, " + feature);
                continue;
            }
        }
        std::string filled = line.text;
        if (!filled.starts_with("//")) replace_all(filled, "@INSTRUCTION@", example.instruction);
        text += filled + "\n";
    }
    replace_all(text, "@TARGET@", example.target);
    replace_all(text, "@VERSION@", example.version);
    return text;
}

std::string mnemonic_of(std::string_view instruction) {
    // Past a scope, declarations or a guard.
    static const std::regex start(R"(^(?:[{\s]|[\w$]+:|\.[^;]*;|@!?%\w+)*)");
    std::string text(instruction);
    text = std::regex_replace(text, start, "");
    std::string opcode = text.substr(0, text.find_first_of(" \t;"));
    auto found = isa::find_mnemonic(split_opcode(opcode));
    return found ? std::string(isa::info(found->opcode).name) : "";
}

TEST(IsaExamples, AreAcceptedAndRefusedAsTheySay) {
    const std::vector<PreludeLine> prelude = load_prelude();
    std::vector<Example> examples = load_examples();
    ASSERT_GT(examples.size(), 500U);
    for (const Example& example : examples) {
        test::Parsed parsed(module_text(prelude, example));
        EXPECT_EQ(parsed.module != nullptr, example.accept) << example.place << ": " << example.instruction << "\n"
                                                            << parsed.messages();
    }
}

TEST(IsaExamples, PrintAsTheyWereWritten) {
    const std::vector<PreludeLine> prelude = load_prelude();
    std::size_t count = 0;
    for (const Example& example : load_examples()) {
        if (!example.accept) {
            continue;
        }
        test::Parsed parsed(module_text(prelude, example));
        ASSERT_NE(parsed.module, nullptr) << example.place << "\n" << parsed.messages();
        ++count;
        std::string printed = print(*parsed.module);
        test::Parsed again(printed);
        ASSERT_NE(again.module, nullptr) << example.place << "\n" << again.messages();
        EXPECT_EQ(print(*again.module), printed) << example.place;
        test::Parsed laid_out(print(*parsed.module, Layout::Source));
        ASSERT_NE(laid_out.module, nullptr) << example.place << "\n" << laid_out.messages();
        EXPECT_EQ(print(*laid_out.module), printed) << example.place;
    }
    EXPECT_GT(count, 500U);
}

TEST(IsaExamples, CoverEveryMnemonic) {
    std::map<std::string, std::pair<int, int>> counts;
    for (const Example& example : load_examples()) {
        auto& [accepted, refused] = counts[mnemonic_of(example.instruction)];
        ++(example.accept ? accepted : refused);
    }
    for (const isa::OpcodeInfo& opcode : isa::all_opcodes()) {
        auto [accepted, refused] = counts[std::string(opcode.name)];
        EXPECT_GT(accepted, 0) << opcode.name << " has no accepted example";
        EXPECT_GT(refused, 0) << opcode.name << " has no refused example";
    }
}

}  // namespace
}  // namespace ringfence::ptx
