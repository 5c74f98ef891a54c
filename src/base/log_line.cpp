#include "base/log_line.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "base/disk_thread.h"

namespace ringfence {
namespace {

// Never destroyed: lines come until the process has ended.
std::atomic<DiskThread*> log_thread{nullptr};
std::atomic<std::uint64_t> dropped_lines{0};

// Errors are ignored: there is nowhere to report them.
void write_to_log(std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

}  // namespace

void log_in_background() {
    auto thread = std::make_unique<DiskThread>();
    DiskThread* none = nullptr;
    if (log_thread.compare_exchange_strong(none, thread.get())) static_cast<void>(thread.release());
}

void write_log_line(std::string line) {
    DiskThread* thread = log_thread.load();
    if (thread == nullptr) return write_to_log(line);
    const std::uint64_t dropped = dropped_lines.exchange(0);
    if (dropped != 0)
        line.insert(0, "(" + std::to_string(dropped) + " lines were dropped: the disk did not take them)\n");
    if (!thread->run([line = std::move(line)] { write_to_log(line); })) dropped_lines += dropped + 1;
}

}  // namespace ringfence
