// Reads the audit log for people and for other programs: the last records, those that match, those that come.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence::audit {

// Empty: everything matches.
struct Filter {
    std::string text = {};  // somewhere in the line
    std::string event = {};
    std::string tenant = {};
    std::optional<std::uint64_t> uid = {};
    std::optional<std::uint64_t> pid = {};

    bool matches(std::string_view line) const;
};

// The last `count` lines that match, the oldest first.
Result<std::vector<std::string>> last_lines(const std::string& path, std::size_t count, const Filter& filter);
// The same, from the last `most_bytes` of the log alone: for callers that cannot wait until all of it is read.
Result<std::vector<std::string>> recent_lines(const std::string& path, std::size_t count, const Filter& filter,
                                              std::size_t most_bytes);
// Every line that matches, the oldest first.
Result<void> each_line(const std::string& path, const Filter& filter,
                       const std::function<void(std::string_view)>& take);

// One line for people: number, time, event, who, and the rest as name=value. Fit to print.
std::string describe(std::string_view line);

// Reads records as they are written.
class Follower {
public:
    explicit Follower(std::string path) : path_(std::move(path)) {}
    // Begins behind the present records.
    Result<void> begin();
    // Whole lines that came since; goes on in the next file when this one is put aside.
    Result<std::vector<std::string>> next();

private:
    bool is_still_written() const;
    Result<void> open(bool at_end);
    void read_on(std::vector<std::string>& lines);

    std::string path_;
    UniqueFd file_;
    std::string rest_;
};

}  // namespace ringfence::audit
