// The checker accepts the rewritten output of real compilers, or the rewriter refuses it for a reason of its own: never
// do rewriter and checker disagree.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "base/diagnostics.h"
#include "ptx/parser.h"
#include "ptx/printer.h"
#include "rewriter_support.h"
#include "source_dir.h"

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
    const Result<GuardedPtx> guarded = guard(contents_of(path), options);
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

std::size_t lines_of(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// Measures the text that is compiled before the first launch, and with each kernel's other variant as well, beside the
// original in the same print.
TEST(GuardedCorpusAsAWhole, WhatIsCompiledAtFirstIsNotMuchLonger) {
    std::size_t original = 0, first = 0, late = 0, together = 0;
    for (const std::filesystem::path& path : committed_corpus()) {
        const std::string text = contents_of(path);
        GuardOptions options;
        const Result<GuardedPtx> whole = guard(text, options);
        options.is_split = true;
        const Result<GuardedPtx> parts = guard(text, options);
        ASSERT_EQ(whole.ok(), parts.ok()) << path;
        if (!whole.ok()) continue;
        DiagnosticSink sink;
        const auto module = ptx::parse(std::make_shared<const std::string>(text), sink);
        original += lines_of(ptx::print(*module));
        first += lines_of(parts.value().ptx);
        late += lines_of(parts.value().late_ptx);
        together += lines_of(whole.value().ptx);
        // The two parts are the whole: its kernels, once each.
        std::size_t late_kernels = 0;
        for (const GuardedKernel& kernel : parts.value().kernels) {
            if (!kernel.is_late) continue;
            ++late_kernels;
            EXPECT_EQ(parts.value().ptx.find(".entry " + kernel.fenced), std::string::npos) << path;
            EXPECT_NE(parts.value().late_ptx.find(".entry " + kernel.fenced), std::string::npos) << path;
        }
        EXPECT_EQ(late_kernels == 0, parts.value().late_ptx.empty()) << path;
    }
    const auto ratio = [&](std::size_t lines) { return static_cast<double>(lines) / static_cast<double>(original); };
    std::printf("lines: original %zu; first %zu (%.2f), late %zu (%.2f); as one %zu (%.2f)\n", original, first,
                ratio(first), late, ratio(late), together, ratio(together));
    RecordProperty("first", std::to_string(ratio(first)));
    RecordProperty("late", std::to_string(ratio(late)));
    EXPECT_LE(ratio(first), 1.5);
    EXPECT_LT(first, together);
}

INSTANTIATE_TEST_SUITE_P(Committed, GuardedCorpus, testing::ValuesIn(committed_corpus()), [](const auto& test) {
    std::string name = test.param.stem().string();
    std::replace_if(
        name.begin(), name.end(), [](char one) { return std::isalnum(static_cast<unsigned char>(one)) == 0; }, '_');
    return name;
});

}  // namespace
}  // namespace ringfence::guard
