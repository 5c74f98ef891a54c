#include "audit/syncer.h"

#include <fcntl.h>
#include <unistd.h>

#include <utility>

#include "base/start_thread.h"

namespace ringfence::audit {

Syncer::~Syncer() {
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void Syncer::want(int file, int head) {
    const std::lock_guard lock(mutex_);
    if (is_current_waiting_) return;
    is_current_waiting_ = true;
    for (const int one : {file, head}) {
        UniqueFd copy(::fcntl(one, F_DUPFD_CLOEXEC, 0));
        if (copy) {
            waiting_.push_back(std::move(copy));
        } else {
            ++failures_;
        }
    }
    if (!thread_.joinable()) {
        if (auto started = start_thread([this] { run(); })) {
            thread_ = started.take();
        } else {
            ++failures_;
        }
    }
    changed_.notify_all();
}

void Syncer::forget_files() {
    const std::lock_guard lock(mutex_);
    is_current_waiting_ = false;
}

void Syncer::run() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return is_ending_ || !waiting_.empty(); });
        // What comes meanwhile is synced with it.
        if (!is_ending_) changed_.wait_for(lock, within_, [this] { return is_ending_; });
        const std::vector<UniqueFd> files = std::exchange(waiting_, {});
        is_current_waiting_ = false;
        const bool is_last = is_ending_;
        lock.unlock();
        for (const UniqueFd& file : files) {
            if (::fdatasync(file.get()) != 0) ++failures_;
        }
        lock.lock();
        if (is_last && waiting_.empty()) return;
    }
}

}  // namespace ringfence::audit
