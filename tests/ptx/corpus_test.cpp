// The committed part of the corpus: real compilers' output must be accepted, and printing must be stable.
// Where ptxas exists, tests/ptx/corpus/roundtrip.py goes further and compares machine code.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>

#include "parse_helpers.h"
#include "ptx/printer.h"
#include "source_dir.h"

namespace ringfence::ptx {
namespace {

std::vector<std::filesystem::path> corpus() {
    auto folder = std::filesystem::path(RINGFENCE_SOURCE_DIR) / "tests" / "ptx" / "corpus" / "committed";
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".ptx") {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::string read(const std::filesystem::path& path) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

class Corpus : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Corpus, PrintsStably) {
    test::Parsed parsed(read(GetParam()));
    ASSERT_NE(parsed.module, nullptr) << parsed.messages();
    std::string once = print(*parsed.module);
    test::Parsed again(once);
    ASSERT_NE(again.module, nullptr) << again.messages();
    EXPECT_EQ(print(*again.module), once);
}

TEST_P(Corpus, SourceLayoutParsesToTheSame) {
    test::Parsed parsed(read(GetParam()));
    ASSERT_NE(parsed.module, nullptr) << parsed.messages();
    test::Parsed again(print(*parsed.module, Layout::Source));
    ASSERT_NE(again.module, nullptr) << again.messages();
    EXPECT_EQ(print(*again.module), print(*parsed.module));
}

// Cut anywhere, a file is refused or accepted, never more.
TEST_P(Corpus, SurvivesTruncation) {
    const std::string text = read(GetParam());
    for (std::size_t i = 1; i <= 40; ++i) {
        test::Parsed parsed(text.substr(0, text.size() * i / 41));
        EXPECT_EQ(parsed.module == nullptr, parsed.sink.has_errors());
    }
}

// A folder without files would pass all of the above.
TEST(CorpusAsAWhole, IsThere) {
    EXPECT_GE(corpus().size(), 40U);
}

INSTANTIATE_TEST_SUITE_P(Committed, Corpus, testing::ValuesIn(corpus()), [](const auto& one) {
    std::string name = one.param.stem().string();
    std::replace_if(
        name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
    return name;
});

}  // namespace
}  // namespace ringfence::ptx
