// Reads the audit log for people and programs: the last records, those that match a filter, and new ones.
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

// Selects lines. An empty filter matches everything.
struct Filter {
    std::string text = {};  // anywhere in the line
    std::string event = {};
    std::string tenant = {};
    std::optional<std::uint64_t> uid = {};
    std::optional<std::uint64_t> pid = {};

    bool matches(std::string_view line) const;
};

// The last `count` lines that match, the oldest first.
Result<std::vector<std::string>> last_lines(const std::string& path, std::size_t count, const Filter& filter);
// The same, but reads only the last `most_bytes` of the log, for callers that must not wait long.
Result<std::vector<std::string>> recent_lines(const std::string& path, std::size_t count, const Filter& filter,
                                              std::size_t most_bytes);
// Every line that matches, the oldest first.
Result<void> each_line(const std::string& path, const Filter& filter,
                       const std::function<void(std::string_view)>& take);

// A readable, printable line: number, time, event, peer, and the rest as name=value.
std::string describe(std::string_view line);

// Reads records as they are written.
class Follower {
public:
    explicit Follower(std::string path) : path_(std::move(path)) {}
    // Starts behind the present records.
    Result<void> begin();
    // Complete lines since the last call; continues in the next file after a rotation.
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
