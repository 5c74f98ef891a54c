// What real compilers write is accepted by the checker after it was rewritten, or refused for a reason of its own:
// never because rewriter and checker disagree.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "rewriter_support.h"

namespace ringfence::guard {
namespace {

std::vector<std::filesystem::path> committed_corpus() {
    const auto folder = std::filesystem::path(RINGFENCE_SOURCE_DIR) / "tests" / "ptx" / "corpus" / "committed";
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".ptx") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::string contents_of(const std::filesystem::path& path) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

class GuardedCorpus : public testing::TestWithParam<std::filesystem::path> {};

void expect_agreement(const std::filesystem::path& path, Mode mode) {
    GuardOptions options;
    options.mode = mode;
    const Result<GuardedModule> guarded = guard(contents_of(path), options);
    if (guarded.ok()) return;
    const std::string& message = guarded.error().message;
    EXPECT_EQ(message.find("the checker does not accept"), std::string::npos) << guarded.error().text();
    EXPECT_FALSE(guarded.error().remedy.empty()) << guarded.error().text();
}

TEST_P(GuardedCorpus, IsAcceptedOrRefusedForAReason) {
    expect_agreement(GetParam(), Mode::Fence);
}

TEST_P(GuardedCorpus, AlsoInCheckMode) {
    expect_agreement(GetParam(), Mode::Check);
}

// A guard that refused everything would be right with each of them.
TEST(GuardedCorpusAsAWhole, MoreThanHalfIsAccepted) {
    const auto files = committed_corpus();
    for (const Mode mode : {Mode::Fence, Mode::Check}) {
        GuardOptions options;
        options.mode = mode;
        const auto accepted = std::count_if(files.begin(), files.end(), [&](const std::filesystem::path& path) {
            return guard(contents_of(path), options).ok();
        });
        EXPECT_GE(accepted, 23) << "of " << files.size() << (mode == Mode::Fence ? "" : " in check mode");
    }
}

INSTANTIATE_TEST_SUITE_P(Committed, GuardedCorpus, testing::ValuesIn(committed_corpus()), [](const auto& test) {
    std::string name = test.param.stem().string();
    std::replace_if(
        name.begin(), name.end(), [](char one) { return std::isalnum(static_cast<unsigned char>(one)) == 0; }, '_');
    return name;
});

}  // namespace
}  // namespace ringfence::guard
