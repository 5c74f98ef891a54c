#include "audit/syncer.h"

#include <fcntl.h>
#include <unistd.h>

#include <utility>

#include "base/start_thread.h"

namespace ringfence::audit {

Syncer::~Syncer() {
    {
        const MutexLock lock(mutex_);
        is_ending_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void Syncer::want(int file, int head) {
    const MutexLock lock(mutex_);
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
    const MutexLock lock(mutex_);
    is_current_waiting_ = false;
}

void Syncer::finish() {
    const MutexLock lock(mutex_);
    // Without a thread nothing is synced, which was counted as a failure.
    if (!thread_.joinable()) return;
    is_awaited_ = true;
    changed_.notify_all();
    changed_.wait(mutex_, [this]() RF_REQUIRES(mutex_) { return waiting_.empty() && !is_syncing_; });
    is_awaited_ = false;
}

void Syncer::run() {
    const MutexLock lock(mutex_);
    for (;;) {
        changed_.wait(mutex_, [this]() RF_REQUIRES(mutex_) { return is_ending_ || !waiting_.empty(); });
        // Waits a moment, so that further requests are synced together.
        const auto is_due = [this]() RF_REQUIRES(mutex_) { return is_ending_ || is_awaited_; };
        if (!is_due()) changed_.wait_for(mutex_, within_, is_due);
        const std::vector<UniqueFd> files = std::exchange(waiting_, {});
        is_current_waiting_ = false;
        is_syncing_ = true;
        const bool is_last = is_ending_;
        {
            const MutexUnlock unlocked(mutex_);
            for (const UniqueFd& file : files) {
                if (::fdatasync(file.get()) != 0) ++failures_;
            }
        }
        is_syncing_ = false;
        changed_.notify_all();
        if (is_last && waiting_.empty()) return;
    }
}

}  // namespace ringfence::audit
