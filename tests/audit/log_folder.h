// A folder for a log, and what is done to logs in it.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "audit/files.h"
#include "audit/verify.h"
#include "audit/writer.h"

namespace ringfence::audit {

inline std::string slurp(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

inline void spill(const std::string& path, const std::string& text) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

inline std::vector<std::string> lines_of(const std::string& path) {
    std::vector<std::string> lines;
    std::istringstream text(slurp(path));
    for (std::string line; std::getline(text, line);)
        lines.push_back(line);
    return lines;
}

inline void put_lines(const std::string& path, const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines)
        text += line + "\n";
    spill(path, text);
}

class LogFolder : public testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() / ("rf-audit-" + std::to_string(::getpid()));
        std::filesystem::remove_all(folder_);
        options_.path = (folder_ / "deep" / "audit.jsonl").string();
        options_.patience = std::chrono::milliseconds(0);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::unique_ptr<Writer> open() {
        auto writer = Writer::open(options_);
        EXPECT_TRUE(writer.ok()) << writer.error().text();
        return writer.take();
    }
    // Numbers from `from` on, one a record.
    void write(int count, int from = 0) {
        const auto writer = open();
        for (int i = from; i < from + count; ++i)
            ASSERT_TRUE(writer->append("event", {1000, 7, ""}, {{"number", i}}));
    }
    Verdict verify(std::vector<Link> known = {}) const {
        auto verdict = verify_log({options_.path, options_.state_folder, false, std::move(known)});
        EXPECT_TRUE(verdict.ok()) << verdict.error().text();
        return verdict.take();
    }
    // The findings, a line each: "audit.jsonl.1:3: ..."
    std::string findings(std::vector<Link> known = {}) const {
        std::string text;
        for (const Finding& finding : verify(std::move(known)).findings) {
            text += std::filesystem::path(finding.file).filename().string() + ":" + std::to_string(finding.line) +
                    ": " + finding.what + "\n";
        }
        return text;
    }
    std::string notes() const {
        std::string text;
        for (const Finding& note : verify().notes)
            text += note.what + "\n";
        return text;
    }
    std::string file(int number) const {
        return number == 0 ? options_.path : options_.path + "." + std::to_string(number);
    }
    std::string head_file() const { return head_path(options_.path, options_.state_folder); }
    std::string key_file() const { return key_path(options_.path, options_.state_folder); }
    nlohmann::json last_record(int number = 0) const { return nlohmann::json::parse(lines_of(file(number)).back()); }

    std::filesystem::path folder_;
    WriterOptions options_;
};

}  // namespace ringfence::audit
