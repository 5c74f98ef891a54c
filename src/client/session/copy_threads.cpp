#include "client/session/copy_threads.h"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "base/spin.h"
#include "client/session/quiet_thread.h"

namespace ringfence::client {
namespace {

// Memory is no faster with more of them; and half of the cores are left to others.
constexpr std::size_t most_threads = 8;
constexpr std::chrono::microseconds between_pieces{200};
// Below this a second thread costs more than it brings.
constexpr std::size_t smallest_part = 256 << 10;

}  // namespace

CopyThreads::CopyThreads() {
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    helpers_ = std::clamp<std::size_t>(cores / 2, 1, most_threads) - 1;
}

CopyThreads::~CopyThreads() {
    {
        const MutexLock lock(mutex_);
        is_ending_ = true;
    }
    has_jobs_.notify_all();
    for (auto& thread : threads_)
        thread.join();
}

void CopyThreads::copy(void* to, const void* from, std::size_t bytes) {
    if (bytes == 0) return;  // then the pointers may be null
    const std::size_t parts = std::min(helpers_ + 1, bytes / smallest_part);
    if (parts < 2) {
        std::memcpy(to, from, bytes);
        return;
    }
    auto* const destination = static_cast<std::byte*>(to);
    const auto* const source = static_cast<const std::byte*>(from);
    const std::size_t part = (bytes / parts) & ~std::size_t{4095};
    std::atomic<std::size_t> left = parts - 1;

    {
        const MutexLock lock(mutex_);
        if (threads_.empty()) start();
        for (std::size_t i = 1; i < parts; ++i) {
            const std::size_t begin = i * part;
            const std::size_t end = i + 1 == parts ? bytes : begin + part;
            jobs_.push_back({destination + begin, source + begin, end - begin, &left});
        }
        job_count_ = jobs_.size();
    }
    has_jobs_.notify_all();
    std::memcpy(destination, source, part);
    {
        const MutexLock lock(mutex_);
        // The helpers may be asleep still, or busy with another thread's copy: what is left is done here.
        while (left != 0 && do_one()) {
        }
    }
    if (spin_until([&] { return left == 0; }, spin_budget(between_pieces))) return;
    const MutexLock lock(mutex_);
    is_done_.wait(mutex_, [&] { return left == 0; });
}

void CopyThreads::start() {
    for (std::size_t i = 0; i < helpers_; ++i)
        threads_.push_back(start_quiet_thread([this] { work(); }));
}

bool CopyThreads::do_one() {
    if (jobs_.empty()) return false;
    const Job job = jobs_.back();
    jobs_.pop_back();
    job_count_ = jobs_.size();
    {
        const MutexUnlock unlock(mutex_);
        std::memcpy(job.to, job.from, job.bytes);
    }
    // The waiting thread may be gone as soon as the last part is counted.
    if (--*job.left == 0) is_done_.notify_all();
    return true;
}

void CopyThreads::work() {
    const MutexLock lock(mutex_);
    while (true) {
        has_jobs_.wait(mutex_, [this]() RF_REQUIRES(mutex_) { return is_ending_ || !jobs_.empty(); });
        if (is_ending_) return;
        while (do_one()) {
        }
        const MutexUnlock unlock(mutex_);
        spin_until([&] { return job_count_ != 0 || is_ending_; }, spin_budget(between_pieces));
    }
}

}  // namespace ringfence::client
