#include "audit/writer.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <thread>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "audit/files.h"
#include "base/escape.h"
#include "cache/folders.h"

namespace ringfence::audit {
namespace {

// Only the daemon may write its files.
Result<void> check_owner(const std::string& path, int file, struct stat& status) {
    std::string why;
    if (::fstat(file, &status) != 0) {
        why = std::strerror(errno);
    } else if (!S_ISREG(status.st_mode)) {
        why = "this is no file";
    } else if (status.st_uid != ::geteuid() || (status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
        why = "others can write it";
    }
    if (why.empty()) return {};
    return Error::bad_input("the audit log " + escape(path) + ": " + why)
        .with_remedy("name another file: file = \"/path\" in [audit] of the daemon's settings (ringfence.toml)");
}

bool write_all_at(int file, std::string_view bytes, off_t at) {
    return ::pwrite(file, bytes.data(), bytes.size(), at) == static_cast<ssize_t>(bytes.size());
}

// The number of the file's first record; 0 if it cannot be read.
std::uint64_t first_number_in(const std::string& path) {
    const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (!file) return 0;
    std::string beginning(longest_line + 1, '\0');
    const ssize_t got = ::pread(file.get(), beginning.data(), beginning.size(), 0);
    if (got <= 0) return 0;
    beginning.resize(static_cast<std::size_t>(got));
    const auto record = parse_line(std::string_view(beginning).substr(0, beginning.find('\n')));
    return record.ok() ? record.value().sequence : 0;
}

std::string aside(const std::string& path, unsigned number) {
    return number == 0 ? path : fmt::format("{}.{}", path, number);
}

}  // namespace

Writer::Writer(const WriterOptions& options) : options_(options) {
    options_.files_put_aside = std::min(options_.files_put_aside, most_files_put_aside);
}

Error Writer::broken(const std::string& why) const {
    return Error::bad_input("the audit log " + escape(options_.path) + ": " + why)
        .with_remedy("name another file: file = \"/path\" in [audit] of the daemon's settings (ringfence.toml)");
}

Result<std::unique_ptr<Writer>> Writer::open(const WriterOptions& options) {
    std::unique_ptr<Writer> writer(new Writer(options));
    for (const std::string& file : {options.path, key_path(options.path, options.state_folder)}) {
        const std::string folder = std::filesystem::path(file).parent_path().string();
        if (!folder.empty() && !cache::make_folders(folder).ok())
            return writer->broken("there is no folder " + escape(folder) + ", and none can be made");
    }
    RF_RETURN_IF_ERROR(writer->open_key());
    RF_RETURN_IF_ERROR(writer->open_head());
    RF_RETURN_IF_ERROR(writer->go_on());
    return writer;
}

Result<void> Writer::can_open(const WriterOptions& options) {
    Writer writer(options);
    RF_RETURN_IF_ERROR(writer.check_writable(options.path));
    RF_RETURN_IF_ERROR(writer.check_writable(head_path(options.path, options.state_folder)));
    // The key is in the head's folder, so a missing key can be created.
    const bool has_key = ::access(key_path(options.path, options.state_folder).c_str(), F_OK) == 0;
    return has_key ? writer.open_key() : Result<void>();
}

Result<void> Writer::check_writable(const std::string& path) const {
    const UniqueFd file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (file) {
        struct stat status {};
        return check_owner(path, file.get(), status);
    }
    if (errno != ENOENT) return broken(escape(path) + ": " + std::strerror(errno));
    // Finds the closest parent folder that exists.
    std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
    while (::access(folder.c_str(), F_OK) != 0 && errno == ENOENT && folder.has_relative_path())
        folder = folder.parent_path();
    if (::access(folder.c_str(), W_OK | X_OK) == 0 && std::filesystem::is_directory(folder)) return {};
    return broken("nothing can be written into " + escape(folder.string()));
}

Result<void> Writer::open_key() {
    const std::string path = key_path(options_.path, options_.state_folder);
    is_key_new_ = ::access(path.c_str(), F_OK) != 0;
    RF_TRY(key_, load_secret_file(path, {"the audit log's key",
                                         "name another folder: state = \"/path\" in [audit] (ringfence.toml)"}));
    installation_ = installation_of(key_);
    return {};
}

Result<void> Writer::open_head() {
    const std::string path = head_path(options_.path, options_.state_folder);
    head_file_.reset(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600));
    if (!head_file_) return broken("its head " + escape(path) + ": " + std::strerror(errno));
    struct stat status {};
    RF_RETURN_IF_ERROR(check_owner(path, head_file_.get(), status));
    const auto end = std::chrono::steady_clock::now() + options_.patience;
    while (::flock(head_file_.get(), LOCK_EX | LOCK_NB) != 0) {
        if (std::chrono::steady_clock::now() >= end) return broken("another daemon writes it");
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    // Read after locking, since another daemon may have written it until then.
    std::string bytes(head_file_bytes + 1, '\0');
    const ssize_t got = ::pread(head_file_.get(), bytes.data(), bytes.size(), 0);
    if (got < 0) return broken("its head " + escape(path) + ": " + std::strerror(errno));
    bytes.resize(static_cast<std::size_t>(got));
    found_ = unpack_head(bytes, key_);
    if (bytes.empty()) found_.problem.clear();
    return {};
}

Result<void> Writer::go_on() {
    RF_TRY(const Tail tail, read_tail(options_.path));
    if (!tail.torn.empty()) {
        if (::truncate(options_.path.c_str(), static_cast<off_t>(tail.whole_bytes)) != 0)
            return broken(std::string("its last line is not complete, and cannot be cut off: ") + std::strerror(errno));
        repaired_ = fmt::format("the last line was not complete; these {} bytes were cut off: {}", tail.torn.size(),
                                escape(tail.torn, 200));
    }
    go_on_after(tail);
    RF_RETURN_IF_ERROR(open_file());
    if (tail.is_endless_line) RF_RETURN_IF_ERROR(put_aside());
    if (damaged_.empty() && repaired_.empty()) return {};
    // A full disk must not keep the daemon from starting: this is reported as soon as writing works.
    if (auto told = tell_findings(); !told) lose(damaged_.empty() ? event::repaired : event::damaged, told.error());
    return {};
}

void Writer::go_on_after(const Tail& tail) {
    const bool has_log = !tail.records.empty();
    if (!found_.head) {
        head_.last = has_log ? tail.records.back().link : Link{0, genesis_of(installation_)};
        head_.first = oldest_number();
        if (!found_.problem.empty()) {
            damaged_ = "the head could not be used: " + found_.problem;
        } else if (has_log) {
            damaged_ = "there was a log, and no head that says where it ends";
        } else if (!is_key_new_) {
            damaged_ = "there was the key of a log, and neither the log nor its head";
        }
        if (!tail.problem.empty()) damaged_ += (damaged_.empty() ? "" : "; ") + tail.problem;
        return;
    }
    head_ = *found_.head;
    const std::uint64_t known = head_.last.sequence;
    const Link last = has_log ? tail.records.back().link : Link{};
    const bool is_as_known = has_log ? last == head_.last : known == 0;
    if (is_as_known && tail.problem.empty()) return;
    if (const auto beyond = tail.follows(head_.last)) {
        // The daemon was killed between writing the record and the head.
        head_.last = *beyond;
        repaired_ += fmt::format("{}the head was behind: it did not know of {} records after {}",
                                 repaired_.empty() ? "" : "; ", beyond->sequence - known, known);
        return;
    }
    // The head is sealed and the log is not, so the head is trusted.
    damaged_ = tail.problem;
    if (!damaged_.empty()) damaged_ += "; ";
    if (!has_log) {
        damaged_ += fmt::format("the log was gone; it had {} records", known);
    } else if (last.sequence < known) {
        damaged_ += fmt::format("the end of the log was cut off: records {} to {}", last.sequence + 1, known);
    } else {
        damaged_ += fmt::format("the log does not hold what the head says of record {}", known);
    }
}

Result<void> Writer::tell_findings() {
    if (!damaged_.empty()) {
        RF_RETURN_IF_ERROR(write_record(event::damaged, {}, {{"text", damaged_}}));
        damaged_.clear();
    }
    if (!repaired_.empty()) {
        RF_RETURN_IF_ERROR(write_record(event::repaired, {}, {{"text", repaired_}}));
        repaired_.clear();
    }
    return {};
}

bool Writer::append(std::string_view event, const Peer& peer, const nlohmann::ordered_json& details,
                    const std::string& time) {
    if (has_gap() && !close_gap()) {
        lose(event, Error::bad_input(lost_.why));
        return false;
    }
    const Result<void> done = write_record(event, peer, details, time);
    if (!done.ok()) lose(event, done.error());
    return done.ok();
}

bool Writer::close_gap() {
    if (!has_gap()) return true;
    nlohmann::ordered_json details{{"records", lost_.records}, {"since", lost_.since}, {"text", lost_.why}};
    for (const auto& [event, count] : lost_.events)
        details["events"][event] = count;
    Result<void> done = write_record(event::gap, {}, details);
    if (done.ok()) {
        lost_ = {};
        done = tell_findings();
    }
    if (!done.ok()) lost_.why = done.error().message;
    return done.ok();
}

void Writer::lose(std::string_view event, const Error& why, std::uint64_t count) {
    if (lost_.records == 0) lost_.since = time_text();
    lost_.records += count;
    all_lost_ += count;
    lost_.why = why.message;
    const bool is_known = lost_.events.contains(event) || lost_.events.size() < most_kinds_of_lost;
    lost_.events[is_known ? std::string(event) : "others"] += count;
}

Result<void> Writer::open_file() {
    const char* path = options_.path.c_str();
    file_.reset(::open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600));
    if (!file_) return broken(std::strerror(errno));
    struct stat status {};
    RF_RETURN_IF_ERROR(check_owner(options_.path, file_.get(), status));
    device_ = status.st_dev;
    inode_ = status.st_ino;
    bytes_ = static_cast<std::uint64_t>(status.st_size);
    is_torn_ = false;
    return {};
}

bool Writer::was_moved_away() const {
    struct stat status {};
    return ::lstat(options_.path.c_str(), &status) != 0 || status.st_dev != device_ || status.st_ino != inode_;
}

Result<void> Writer::begin_file() {
    const nlohmann::ordered_json details{{"installation", installation_}, {"format", 1}};
    return write_line(make_line(head_.last, time_text(), event::file_begins, {}, details));
}

Result<void> Writer::write_record(std::string_view event, const Peer& peer, const nlohmann::ordered_json& details,
                                  const std::string& time) {
    if (file_ && was_moved_away()) {
        file_.reset();
        damaged_ = "the file was moved or removed while it was written";
    }
    if (!file_) RF_RETURN_IF_ERROR(open_file());
    std::string line = make_line(head_.last, time, event, peer, details);
    if (bytes_ != 0 && bytes_ + line.size() + 1 > options_.file_bytes) RF_RETURN_IF_ERROR(put_aside());
    if (bytes_ == 0) {
        RF_RETURN_IF_ERROR(begin_file());
        line = make_line(head_.last, time, event, peer, details);
    }
    if (!damaged_.empty() && event != event::damaged) {
        RF_RETURN_IF_ERROR(tell_findings());
        line = make_line(head_.last, time, event, peer, details);
    }
    RF_RETURN_IF_ERROR(write_line(line));
    ++written_;
    return sync();
}

Result<void> Writer::write_line(const std::string& line) {
    const auto whole = static_cast<off_t>(bytes_);
    if (is_torn_ && ::ftruncate(file_.get(), whole) != 0)
        return broken(std::string("a line that is not complete cannot be cut off: ") + std::strerror(errno));
    is_torn_ = false;
    const std::string text = line + "\n";
    // In one write, so that readers never see half a line, unless the disk is full.
    errno = ENOSPC;
    const ssize_t written = ::write(file_.get(), text.data(), text.size());
    Result<void> done;
    if (written != static_cast<ssize_t>(text.size())) {
        done = broken(std::strerror(errno));
    } else {
        Head head = head_;
        head.last = {head.last.sequence + 1, hash_of(line)};
        done = write_head(head);
    }
    if (done.ok()) {
        bytes_ += text.size();
        return done;
    }
    is_torn_ = written > 0 && ::ftruncate(file_.get(), whole) != 0;
    return done;
}

Result<void> Writer::write_head(const Head& head) {
    Head next = head;
    ++next.turn;
    errno = ENOSPC;
    const auto place = static_cast<off_t>(next.turn % 2 * head_place_bytes);
    if (!write_all_at(head_file_.get(), pack_head(next, key_), place))
        return broken(std::string("its head: ") + std::strerror(errno));
    head_ = next;
    return {};
}

// The number of the first record in the oldest of the newest `files`; if there is none, the next record's.
std::uint64_t Writer::oldest_number(unsigned files) const {
    while (files-- > 0) {
        if (const std::uint64_t first = first_number_in(aside(options_.path, files)); first != 0) return first;
    }
    return head_.last.sequence + 1;
}

// Rotates the files, which may delete the oldest. The head is written first: if the daemon is killed in between, the
// log's beginning does not seem to be missing.
Result<void> Writer::put_aside() {
    Head head = head_;
    head.first = std::max(oldest_number(options_.files_put_aside), head_.first);
    RF_RETURN_IF_ERROR(write_head(head));
    if (options_.sync == Sync::Second) syncer_.want(file_.get(), head_file_.get());
    syncer_.forget_files();
    file_.reset();
    // Removes files beyond the limit, which may have been higher before.
    for (unsigned number = options_.files_put_aside + 1; number <= most_files_put_aside; ++number)
        ::unlink(aside(options_.path, number).c_str());
    for (unsigned number = options_.files_put_aside; number > 0; --number) {
        const std::string from = aside(options_.path, number - 1);
        if (::rename(from.c_str(), aside(options_.path, number).c_str()) != 0 && errno != ENOENT)
            return broken("it cannot be put aside: " + std::string(std::strerror(errno)));
    }
    if (options_.files_put_aside == 0 && ::unlink(options_.path.c_str()) != 0)
        return broken("it cannot be removed: " + std::string(std::strerror(errno)));
    return open_file();
}

Result<void> Writer::sync() {
    if (options_.sync == Sync::Never) return {};
    if (options_.sync == Sync::Second) {
        syncer_.want(file_.get(), head_file_.get());
        return {};
    }
    // A failed sync is only counted: the record is written, but may not survive a power failure.
    for (const int file : {file_.get(), head_file_.get()}) {
        if (::fdatasync(file) != 0) ++sync_failures_;
    }
    return {};
}

}  // namespace ringfence::audit
