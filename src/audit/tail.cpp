#include "audit/tail.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <fmt/core.h>

#include "audit/files.h"
#include "base/escape.h"

namespace ringfence::audit {
namespace {

constexpr std::size_t tail_bytes = 4 * longest_line;

struct End {
    std::string bytes;
    std::uint64_t at = 0;  // where the bytes begin in the file
};

Result<End> read_end(const LogFile& file) {
    struct stat status {};
    if (::fstat(file.file.get(), &status) != 0)
        return Error::bad_input(escape(file.path) + ": " + std::strerror(errno));
    const auto size = static_cast<std::uint64_t>(status.st_size);
    End end;
    end.at = size > tail_bytes ? size - tail_bytes : 0;
    end.bytes.resize(static_cast<std::size_t>(size - end.at));
    const ssize_t got = ::pread(file.file.get(), end.bytes.data(), end.bytes.size(), static_cast<off_t>(end.at));
    if (got != static_cast<ssize_t>(end.bytes.size()))
        return Error::bad_input(escape(file.path) + " cannot be read: " + std::strerror(errno));
    return end;
}

void take_lines(std::string_view text, bool begins_within_line, const std::string& file, Tail& tail) {
    if (begins_within_line) text.remove_prefix(text.find('\n') + 1);
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(line.size() + 1);
        const auto record = parse_line(line);
        if (record.ok()) {
            tail.records.push_back({{record.value().sequence, hash_of(line)}, record.value().before});
            // Problems before the last record are ignored here: a full verification finds them.
            tail.problem.clear();
            continue;
        }
        tail.problem = fmt::format("a line at the end of {} is no record: {}", escape(file), record.error().message);
    }
}

}  // namespace

std::optional<Link> Tail::follows(const Link& known) const {
    Link end = known;
    for (const TailRecord& record : records) {
        if (record.link.sequence <= known.sequence) continue;
        if (record.link.sequence != end.sequence + 1 || record.before != end.hash) return std::nullopt;
        end = record.link;
    }
    if (end == known || !problem.empty()) return std::nullopt;
    return end;
}

Result<Tail> read_tail(const std::string& path) {
    RF_TRY(const std::vector<LogFile> files, open_files(path));
    Tail tail;
    for (std::size_t i = files.size(); i-- > 0 && tail.records.empty() && tail.problem.empty();) {
        RF_TRY(const End end, read_end(files[i]));
        const std::size_t whole = end.bytes.rfind('\n') == std::string::npos ? 0 : end.bytes.rfind('\n') + 1;
        if (files[i].path == path) {
            tail.is_endless_line = whole == 0 && end.at != 0;
            tail.whole_bytes = end.at + whole;
            if (!tail.is_endless_line) tail.torn = end.bytes.substr(whole);
        }
        if (whole == 0 && end.at != 0) {
            tail.problem = fmt::format("{} ends with a line that is too long", escape(files[i].path));
            break;
        }
        take_lines(std::string_view(end.bytes).substr(0, whole), end.at != 0, files[i].path, tail);
    }
    return tail;
}

}  // namespace ringfence::audit
