#include "audit/reader.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "audit/files.h"
#include "audit/record.h"
#include "base/escape.h"

namespace ringfence::audit {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t longest_value = 2000;

bool has_text(const ordered_json& record, const char* key, const std::string& wanted) {
    const auto found = record.find(key);
    return found != record.end() && found->is_string() && found->get<std::string>() == wanted;
}

bool has_number(const ordered_json& record, const char* key, std::uint64_t wanted) {
    const auto found = record.find(key);
    return found != record.end() && found->is_number_unsigned() && found->get<std::uint64_t>() == wanted;
}

std::string value_text(const ordered_json& value) {
    const std::string text = value.is_string() ? value.get<std::string>()
                                               : value.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
    return escape(text, longest_value);
}

std::string take(ordered_json& record, const char* key, const char* otherwise) {
    const auto found = record.find(key);
    if (found == record.end()) return otherwise;
    std::string text = value_text(*found);
    record.erase(found);
    return text;
}

}  // namespace

bool Filter::matches(std::string_view line) const {
    if (!text.empty() && line.find(text) == std::string_view::npos) return false;
    if (event.empty() && tenant.empty() && !uid && !pid) return true;
    if (line.size() > longest_line) return false;
    const auto record = ordered_json::parse(line, nullptr, false);
    if (!record.is_object()) return false;
    return (event.empty() || has_text(record, "event", event)) &&
           (tenant.empty() || has_text(record, "tenant", tenant)) && (!uid || has_number(record, "uid", *uid)) &&
           (!pid || has_number(record, "pid", *pid));
}

Result<void> each_line(const std::string& path, const Filter& filter,
                       const std::function<void(std::string_view)>& take_line) {
    RF_TRY(const std::vector<LogFile> files, open_files(path));
    if (files.empty()) {
        return Error::bad_input("there is no audit log " + escape(path))
            .with_remedy("name it: --file PATH; 'ringfence status' says where the daemon's is");
    }
    for (const LogFile& file : files) {
        RF_TRY(const std::string contents, read_all(file));
        std::string_view text = contents;
        // A line without a newline is still being written.
        for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
            if (filter.matches(text.substr(0, end))) take_line(text.substr(0, end));
            text.remove_prefix(end + 1);
        }
    }
    return {};
}

Result<std::vector<std::string>> last_lines(const std::string& path, std::size_t count, const Filter& filter) {
    std::deque<std::string> last;
    RF_RETURN_IF_ERROR(each_line(path, filter, [&](std::string_view line) {
        last.emplace_back(line);
        if (last.size() > count) last.pop_front();
    }));
    return std::vector<std::string>(last.begin(), last.end());
}

namespace {

// At most so many of the last bytes of a file: whole lines only.
Result<std::string> read_last(const LogFile& file, std::size_t most) {
    struct stat status {};
    if (::fstat(file.file.get(), &status) != 0)
        return Error::bad_input(escape(file.path) + ": " + std::strerror(errno));
    const auto size = static_cast<std::size_t>(status.st_size);
    const std::size_t skipped = size - std::min(size, most);
    std::string text(size - skipped, '\0');
    const ssize_t got = ::pread(file.file.get(), text.data(), text.size(), static_cast<off_t>(skipped));
    if (got < 0) return Error::bad_input(escape(file.path) + ": " + std::strerror(errno));
    text.resize(static_cast<std::size_t>(got));
    if (skipped > 0) text.erase(0, text.find('\n') == std::string::npos ? text.size() : text.find('\n') + 1);
    // A line without a newline is still being written.
    text.resize(text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1);
    return text;
}

// Removes the last line from the text.
std::string_view take_last_line(std::string_view& text) {
    text.remove_suffix(1);
    const std::size_t before = text.rfind('\n');
    const std::string_view line = text.substr(before == std::string_view::npos ? 0 : before + 1);
    text.remove_suffix(line.size());
    return line;
}

}  // namespace

Result<std::vector<std::string>> recent_lines(const std::string& path, std::size_t count, const Filter& filter,
                                              std::size_t most_bytes) {
    RF_TRY(const std::vector<LogFile> files, open_files(path));
    // A quick filter: parsing a line takes much longer than searching it for the tenant's name.
    const std::string mark = filter.tenant.empty() ? "" : ordered_json(filter.tenant).dump();
    std::vector<std::string> lines;
    for (std::size_t i = files.size(); i-- > 0 && most_bytes > 0;) {
        RF_TRY(const std::string contents, read_last(files[i], most_bytes));
        most_bytes -= std::min(most_bytes, std::max<std::size_t>(contents.size(), 1));
        for (std::string_view text = contents; !text.empty() && lines.size() < count;) {
            const std::string_view line = take_last_line(text);
            if (line.find(mark) != std::string_view::npos && filter.matches(line)) lines.emplace_back(line);
        }
        if (lines.size() >= count) break;
    }
    std::reverse(lines.begin(), lines.end());
    return lines;
}

std::string describe(std::string_view line) {
    ordered_json record = line.size() <= longest_line ? ordered_json::parse(line, nullptr, false) : ordered_json();
    if (!record.is_object()) return "?  " + escape(line, longest_value);
    record.erase("prev");
    const std::string number = take(record, "seq", "?");
    const std::string time = take(record, "time", "?");
    const std::string event = take(record, "event", "?");
    std::string text = fmt::format("{}  {}  {}", number, time, event);
    for (const auto& [key, value] : record.items())
        text += fmt::format("  {}={}", escape(key, 80), value_text(value));
    return text;
}

Result<void> Follower::begin() {
    return open(true);
}

Result<void> Follower::open(bool at_end) {
    file_.reset(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (!file_) return Error::bad_input("the audit log " + escape(path_) + ": " + std::strerror(errno));
    if (at_end) ::lseek(file_.get(), 0, SEEK_END);
    rest_.clear();
    return {};
}

bool Follower::is_still_written() const {
    struct stat named {};
    struct stat open {};
    return ::stat(path_.c_str(), &named) == 0 && ::fstat(file_.get(), &open) == 0 && named.st_ino == open.st_ino &&
           named.st_dev == open.st_dev;
}

void Follower::read_on(std::vector<std::string>& lines) {
    std::string piece(64 << 10, '\0');
    for (ssize_t got = 0; (got = ::read(file_.get(), piece.data(), piece.size())) > 0;)
        rest_.append(piece, 0, static_cast<std::size_t>(got));
    for (std::size_t end = rest_.find('\n'); end != std::string::npos; end = rest_.find('\n')) {
        lines.push_back(rest_.substr(0, end));
        rest_.erase(0, end + 1);
    }
}

Result<std::vector<std::string>> Follower::next() {
    std::vector<std::string> lines;
    if (!file_ && !open(false).ok()) return lines;
    // Checked before reading, so that all records from before a rotation are read.
    const bool goes_on = is_still_written();
    read_on(lines);
    if (!goes_on && open(false).ok()) read_on(lines);
    return lines;
}

}  // namespace ringfence::audit
