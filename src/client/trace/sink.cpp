#include "client/trace/sink.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace ringfence::client {

Sink Sink::open(const char* path, std::string_view header) {
    Sink sink;
    sink.descriptor_ = ::open(path, O_WRONLY | O_CREAT | O_APPEND | O_EXCL | O_CLOEXEC, 0644);
    if (sink.is_open())
        sink.write(header);
    else
        sink.descriptor_ = ::open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (!sink.is_open()) std::fprintf(stderr, "ringfence: cannot write the trace %s: %s\n", path, std::strerror(errno));
    return sink;
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
