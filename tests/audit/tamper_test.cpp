// Every kind of tampering is found, and named with its file and line.
#include "log_folder.h"

namespace ringfence::audit {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class TamperTest : public LogFolder {
protected:
    // Files .2, .1 and the newest, of several records each.
    void SetUp() override {
        LogFolder::SetUp();
        options_.file_bytes = 2000;
        write(24);
        ASSERT_TRUE(std::filesystem::exists(file(2)));
        ASSERT_EQ(findings(), "");
    }
    void change(int number, const std::function<void(std::vector<std::string>&)>& how) {
        auto lines = lines_of(file(number));
        how(lines);
        put_lines(file(number), lines);
    }
    std::uint64_t number_at(int number, std::size_t line) const {
        return nlohmann::json::parse(lines_of(file(number))[line - 1])["seq"];
    }
};

// Whatever byte it is, something is found, and in the line where it is or the one behind.
TEST_F(TamperTest, AByteChanged) {
    const std::string before = slurp(file(1));
    std::size_t line = 1;
    for (std::size_t at = 0; at < before.size(); at += before[at] == '\n' ? 1 : 3) {
        line = 1 + static_cast<std::size_t>(std::count(before.begin(), before.begin() + static_cast<long>(at), '\n'));
        std::string text = before;
        text[at] = static_cast<char>(text[at] ^ 1);
        spill(file(1), text);
        const std::string found = findings();
        const bool is_named = found.find("audit.jsonl.1:" + std::to_string(line) + ":") != std::string::npos ||
                              found.find("audit.jsonl.1:" + std::to_string(line + 1) + ":") != std::string::npos ||
                              found.find("audit.jsonl:1:") != std::string::npos;
        ASSERT_TRUE(is_named) << "byte " << at << " of line " << line << "\n" << found;
    }
}

TEST_F(TamperTest, AValueChanged) {
    change(1, [](auto& lines) { lines[2].replace(lines[2].find("1000"), 4, "1001"); });
    EXPECT_EQ(findings(), "audit.jsonl.1:3: record " + std::to_string(number_at(1, 3)) +
                              " was changed: its hash is not what record " + std::to_string(number_at(1, 4)) +
                              " says\n");
}

TEST_F(TamperTest, AHashChanged) {
    change(1, [](auto& lines) {
        const auto at = lines[2].find("\"prev\":\"") + 8;
        lines[2][at] = lines[2][at] == '0' ? '1' : '0';
    });
    EXPECT_EQ(findings(), "audit.jsonl.1:3: record " + std::to_string(number_at(1, 3)) +
                              " was changed: its hash is not what is known of it behind it\n");
}

TEST_F(TamperTest, TheLastRecordChanged) {
    change(0, [](auto& lines) { lines.back().replace(lines.back().find("1000"), 4, "1001"); });
    EXPECT_THAT(findings(), HasSubstr("is not the one that the head knows"));
}

TEST_F(TamperTest, ALineRemoved) {
    const std::uint64_t number = number_at(1, 3);
    change(1, [](auto& lines) { lines.erase(lines.begin() + 2); });
    EXPECT_EQ(findings(), "audit.jsonl.1:3: record " + std::to_string(number) + " missing before this line\n");
}

TEST_F(TamperTest, ALineInserted) {
    change(1, [](auto& lines) {
        std::string forged = lines[2];
        forged.replace(forged.find("1000"), 4, "1001");
        lines.insert(lines.begin() + 2, forged);
    });
    EXPECT_THAT(findings(), AllOf(HasSubstr("audit.jsonl.1:3: another record "),
                                  HasSubstr("was put in here: the chain knows the one at "), HasSubstr("jsonl.1:4")));
    change(1, [](auto& lines) { lines[2] = "not a record at all"; });
    EXPECT_EQ(findings(), "audit.jsonl.1:3: this is no record: it is no JSON object\n");
}

TEST_F(TamperTest, LinesSwapped) {
    change(1, [](auto& lines) { std::swap(lines[2], lines[3]); });
    EXPECT_THAT(findings(), AllOf(HasSubstr("audit.jsonl.1:4: record "), HasSubstr("lines were swapped or moved")));
    EXPECT_EQ(verify().findings.size(), 1U);
}

TEST_F(TamperTest, ALineDuplicated) {
    change(1, [](auto& lines) { lines.insert(lines.begin() + 3, lines[2]); });
    EXPECT_THAT(findings(), AllOf(HasSubstr("audit.jsonl.1:4: record "), HasSubstr("stands here again: a copy of ")));
    EXPECT_EQ(verify().findings.size(), 1U);
}

TEST_F(TamperTest, AFileRemovedFromTheMiddle) {
    std::filesystem::remove(file(1));
    EXPECT_THAT(findings(), AllOf(HasSubstr("audit.jsonl:1: records "), HasSubstr("missing before this line"),
                                  HasSubstr("a file between"), HasSubstr("was removed")));
}

TEST_F(TamperTest, TheOldestFileRemoved) {
    int oldest = 8;
    while (!std::filesystem::exists(file(oldest)))
        --oldest;
    std::filesystem::remove(file(oldest));
    EXPECT_THAT(findings(), HasSubstr("the beginning is missing: the log begins with record 1, and not here"));
}

TEST_F(TamperTest, FilesExchanged) {
    std::filesystem::rename(file(1), file(9));
    std::filesystem::rename(file(2), file(1));
    std::filesystem::rename(file(9), file(2));
    EXPECT_THAT(findings(), HasSubstr("lines were swapped or moved"));
}

TEST_F(TamperTest, TheEndCutOff) {
    const std::uint64_t last = verify().last.sequence;
    change(0, [](auto& lines) { lines.pop_back(); });
    EXPECT_EQ(findings(), "audit.jsonl:" + std::to_string(lines_of(file(0)).size()) +
                              ": the end is cut off: the head knows of record " + std::to_string(last) +
                              ", and the last one here is " + std::to_string(last - 1) + "\n");
    std::filesystem::remove(file(0));
    EXPECT_THAT(findings(), HasSubstr("the end is cut off"));
    std::string text = slurp(file(1));
    spill(file(0), text.substr(0, text.size() - 10));
    std::filesystem::remove(file(1));
    EXPECT_THAT(findings(), HasSubstr("the end is cut off"));
}

TEST_F(TamperTest, EverythingRemovedButTheHead) {
    for (int number = 0; number < 9; ++number)
        std::filesystem::remove(file(number));
    EXPECT_THAT(findings(), HasSubstr("and there is no log"));
}

TEST_F(TamperTest, AnOlderHeadPutBack) {
    const std::string head = slurp(head_file());
    write(3, 24);
    spill(head_file(), head);
    EXPECT_THAT(findings(), AllOf(HasSubstr("audit.head:0: the head is older than the log"),
                                  HasSubstr("An older head was put back")));
}

// A log that is put back as a whole looks as it looked then; only somebody who knew the newer end notices.
TEST_F(TamperTest, AnOlderLogPutBackWithItsHead) {
    const std::string head = slurp(head_file());
    const std::string log = slurp(file(0));
    write(1, 24);
    const Link known = verify().last;
    EXPECT_EQ(findings({known}), "");
    spill(head_file(), head);
    spill(file(0), log);
    EXPECT_EQ(findings(), "");
    EXPECT_THAT(findings({known}),
                HasSubstr("which was known, is not there: the log was cut, or an older one put back"));
    EXPECT_THAT(findings({{3, known.hash}}), HasSubstr("record 3 is not the one that was known"));
}

TEST_F(TamperTest, AChainComputedAnew) {
    auto lines = lines_of(file(0));
    lines[1].replace(lines[1].find("1000"), 4, "1001");
    for (std::size_t i = 2; i < lines.size(); ++i) {
        const auto at = lines[i].find("\"prev\":\"") + 8;
        lines[i].replace(at, 64, hex(hash_of(lines[i - 1])));
    }
    put_lines(file(0), lines);
    EXPECT_THAT(findings(),
                HasSubstr("is not the one that the head knows: it was changed, or the chain was computed anew"));
}

TEST_F(TamperTest, TheHeadChangedOrRemoved) {
    std::string head = slurp(head_file());
    for (std::size_t i = 0; i < head.size(); ++i)
        if (head[i] >= '1' && head[i] <= '8') ++head[i];
    spill(head_file(), head);
    EXPECT_THAT(findings(), HasSubstr("audit.head:0: the end of the log cannot be proven by its head"));
    spill(head_file(), "");
    EXPECT_THAT(findings(), HasSubstr("audit.head:0: "));
    std::filesystem::remove(head_file());
    EXPECT_THAT(findings(), HasSubstr("audit.head:0: the head is missing"));
}

TEST_F(TamperTest, TheLogOfAnotherInstallation) {
    const std::string key = slurp(key_file());
    std::filesystem::rename(folder_ / "deep", folder_ / "other");
    write(24);
    EXPECT_NE(slurp(key_file()), key);
    // A file of it, its head, all but the key.
    const auto other = folder_ / "other";
    std::filesystem::copy_file(other / "audit.jsonl.1", file(1), std::filesystem::copy_options::overwrite_existing);
    EXPECT_THAT(findings(), AllOf(HasSubstr("audit.jsonl.1:1: this file belongs to the log of another installation"),
                                  HasSubstr("was changed")));
    std::filesystem::copy_file(other / "audit.head", head_file(), std::filesystem::copy_options::overwrite_existing);
    EXPECT_THAT(findings(), HasSubstr("it belongs to another installation"));
    const std::string own = slurp(key_file());
    std::filesystem::remove_all(folder_ / "deep");
    std::filesystem::rename(folder_ / "other", folder_ / "deep");
    spill(key_file(), own);
    EXPECT_THAT(findings(), AllOf(HasSubstr("audit.head:0:"), HasSubstr("another installation"),
                                  HasSubstr("the log does not begin as that of this installation does")));
}

TEST_F(TamperTest, WithoutTheKeyOnlyTheChainIsLookedAt) {
    std::filesystem::remove(key_file());
    const auto refused = verify_log({options_.path, "", false, {}});
    ASSERT_FALSE(refused.ok());
    EXPECT_THAT(refused.error().text(), HasSubstr("--without-key"));
    EXPECT_TRUE(verify_log({options_.path, "", true, {}}).value().is_whole());
    change(1, [](auto& lines) { lines.erase(lines.begin() + 2); });
    EXPECT_FALSE(verify_log({options_.path, "", true, {}}).value().is_whole());
}

}  // namespace
}  // namespace ringfence::audit
