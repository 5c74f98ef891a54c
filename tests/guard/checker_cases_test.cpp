// The rules, one file of cases each, in tests/guard/checker: what is accepted, and what is refused and by which rule.
//
//     accept NAME            the body of a kernel, up to the next line of this kind; no launch condition is needed
//     launch NAME            accepted under launch conditions
//     refuse RULE NAME       exactly findings of this rule
// With `module` in front of the name, the text is everything behind the module's head.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "checker_support.h"
#include "source_dir.h"

namespace ringfence::guard::test {
namespace {

struct Case {
    std::string file;
    unsigned line = 0;
    std::string expected;  // accept, launch, or the rule
    std::string text;
    bool is_module = false;
};

bool starts_case(const std::string& line, Case& result) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word != "accept" && word != "launch" && word != "refuse") return false;
    result = {};
    result.expected = word;
    if (word == "refuse") {
        const std::size_t from = line.find('[');
        const std::size_t to = line.find(']');
        if (from == std::string::npos || to == std::string::npos) return false;
        result.expected = line.substr(from, to - from + 1);
    }
    result.is_module = line.find(" module ") != std::string::npos;
    return true;
}

std::vector<Case> read_cases() {
    std::vector<Case> cases;
    for (const auto& entry : std::filesystem::directory_iterator(RINGFENCE_SOURCE_DIR "/tests/guard/checker")) {
        std::ifstream file(entry.path());
        std::string line;
        unsigned number = 0;
        while (std::getline(file, line)) {
            ++number;
            Case next;
            if (starts_case(line, next)) {
                next.file = entry.path().filename().string();
                next.line = number;
                cases.push_back(next);
            } else if (!cases.empty()) {
                cases.back().text += line + "\n";
            }
        }
    }
    return cases;
}

TEST(CheckerCases, AreJudgedAsWritten) {
    const std::vector<Case> cases = read_cases();
    EXPECT_GT(cases.size(), 100U);
    for (const Case& one : cases) {
        SCOPED_TRACE(one.file + ":" + std::to_string(one.line));
        const Checked checked(module_head("sm_90a") + (one.is_module ? one.text : kernel(one.text)));
        if (!checked.module) continue;
        bool has_conditions = false;
        for (const CheckedKernel& kernel : checked.report.kernels)
            has_conditions = has_conditions || !kernel.conditions.empty();
        if (one.expected[0] == '[') {
            EXPECT_FALSE(checked.report.is_safe()) << "accepted:\n" << one.text;
            for (const Finding& finding : checked.report.findings)
                EXPECT_EQ("[" + finding.rule + "]", one.expected) << finding.message;
        } else {
            EXPECT_TRUE(checked.report.is_safe()) << checked.findings();
            EXPECT_EQ(has_conditions, one.expected == "launch") << one.text;
        }
    }
}

}  // namespace
}  // namespace ringfence::guard::test
