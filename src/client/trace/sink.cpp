#include "client/trace/sink.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace ringfence::client {

namespace {

constexpr std::string_view list_begin = "[\n";
constexpr std::string_view list_end = "\n]\n";
constexpr std::string_view comma = ",\n";

// Takes these bytes off the end of a file, if they are there.
bool take_off(int file, std::string_view what) {
    struct stat status = {};
    std::array<char, 8> last{};
    if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return false;
    const off_t begin = status.st_size - static_cast<off_t>(what.size());
    if (begin < 0 || ::pread(file, last.data(), what.size(), begin) != static_cast<ssize_t>(what.size())) return false;
    return std::string_view(last.data(), what.size()) == what && ::ftruncate(file, begin) == 0;
}

bool is_empty(int file) {
    struct stat status = {};
    return ::fstat(file, &status) == 0 && status.st_size == 0;
}

}  // namespace

Sink Sink::open(const char* path) {
    Sink sink;
    sink.descriptor_ = ::open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    // A pipe, or what may only be written.
    if (!sink.is_open()) sink.descriptor_ = ::open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (!sink.is_open()) std::fprintf(stderr, "ringfence: cannot write the trace %s: %s\n", path, std::strerror(errno));
    return sink;
}

// Every writer holds a shared lock on the file. So a process that gets the exclusive lock is alone.
Sink Sink::open_list(const char* path) {
    Sink sink = open(path);
    if (!sink.is_open()) return sink;
    if (::flock(sink.descriptor_, LOCK_EX | LOCK_NB) == 0) {
        if (is_empty(sink.descriptor_))
            sink.write(list_begin);
        else if (take_off(sink.descriptor_, list_end))
            sink.write(comma);
    }
    static_cast<void>(::flock(sink.descriptor_, LOCK_SH));
    return sink;
}

void Sink::end_list() const {
    if (!is_open() || ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) return;
    const bool has_lines = take_off(descriptor_, comma);
    write(has_lines ? list_end : list_end.substr(1));
}

void Sink::close() const {
    ::close(descriptor_);
}

Sink Sink::standard_error() {
    Sink sink;
    sink.descriptor_ = STDERR_FILENO;
    return sink;
}

void Sink::write(std::string_view line) const {
    while (!line.empty()) {
        const ssize_t written = ::write(descriptor_, line.data(), line.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;  // a full disk must not stop the program that is traced
        line.remove_prefix(static_cast<std::size_t>(written));
    }
}

}  // namespace ringfence::client
