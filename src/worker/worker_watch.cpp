// Ends sessions whose kernels run for too long on a shared device.
//
// A kernel that takes the whole device delays all others, so only the one that has run longest is blamed. Its session
// ends. The software GPU stops the kernel then. On a card it goes on: the worker gets no more clients, and if others
// are still waiting after a while, the process ends, which alone stops the kernel.
#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "base/mutex.h"
#include "worker/worker.h"

namespace ringfence::worker {

namespace {

using KernelClock = KernelWatch::Clock;

std::string seconds_of(std::chrono::milliseconds time) {
    return fmt::format("{} s", static_cast<double>(time.count()) / 1000);
}

}  // namespace

int Worker::kernel_look_interval_ms() const {
    const std::uint64_t shortest =
        tighten(static_cast<std::uint64_t>(options_.kernel_limit.count()), shortest_kernel_limit_);
    return static_cast<int>(std::clamp<std::uint64_t>(shortest / 8, 5, 500));
}

// The daemon's limit protects other sessions, so it does not hold for one that is alone. A session's own always holds.
std::chrono::milliseconds Worker::kernel_limit_of(const Entry& entry, bool is_alone) const {
    const auto common = static_cast<std::uint64_t>(is_alone ? 0 : options_.kernel_limit.count());
    return std::chrono::milliseconds(tighten(common, static_cast<std::uint64_t>(entry.kernel_limit.count())));
}

bool Worker::look_at_kernels() {
    if (options_.kernel_limit.count() == 0 && shortest_kernel_limit_ == 0) return false;
    // Reset before looking: a session that launches a kernel after that wakes this thread again.
    is_looking_at_kernels_ = false;
    bool is_news = false;
    {
        const MutexLock lock(mutex_);
        is_news = judge_kernels(options_.session.kernel_now());
    }
    if (is_news && options_.on_change) options_.on_change();
    return is_looking_at_kernels_;
}

bool Worker::judge_kernels(KernelClock::time_point now) {
    Entry* oldest = nullptr;
    KernelWatch::Running running;
    std::size_t sessions = 0;
    bool has_overrun = false;
    for (Entry& entry : sessions_) {
        if (entry.has_ended) continue;
        ++sessions;
        const auto longest = entry.session->kernels().look(now);
        // A kernel that waits, for its code for instance, does not occupy the device and cannot be stopped.
        const bool is_waiting = longest && longest->since == now;
        if (entry.overrun_since && is_waiting) entry.overrun_since = now;
        has_overrun |= entry.overrun_since && !is_waiting;
        if (!longest || (oldest != nullptr && longest->since >= running.since)) continue;
        oldest = &entry;
        running = *longest;
    }
    is_looking_at_kernels_ = is_looking_at_kernels_ || oldest != nullptr || has_overrun;
    // A session is not blamed for a delay by another's kernel, nor while it is alone.
    const bool was_held_up = std::exchange(had_overrun_, has_overrun) != has_overrun;
    const bool is_alone = sessions < 2;
    for (const Entry& entry : sessions_) {
        if (was_held_up || (is_alone && entry.kernel_limit.count() == 0)) entry.session->kernels().restart(now);
    }
    if (has_overrun) return judge_overrun(now);
    const std::uint32_t before = std::exchange(oldest_, oldest != nullptr ? oldest->number : 0);
    if (before != oldest_) oldest_since_ = now;
    if (oldest == nullptr) return false;
    const std::chrono::milliseconds limit = kernel_limit_of(*oldest, is_alone);
    // If the limit is the session's own, its kernel may have been waiting for another session's, whose limit is longer.
    const auto since = limit == oldest->kernel_limit ? std::max(running.since, oldest_since_) : running.since;
    if (limit.count() == 0 || now - since <= limit * running.launches) return false;
    end_overrun(*oldest, limit, now);
    return true;
}

void Worker::end_overrun(Entry& entry, std::chrono::milliseconds limit, KernelClock::time_point now) {
    entry.overrun_since = now;
    had_overrun_ = true;
    is_looking_at_kernels_ = true;
    const bool is_own = limit == entry.kernel_limit;
    const std::string reason = fmt::format(
        "the session was ended: a kernel ran for more than {}{}, the longest allowed ({})", seconds_of(limit),
        is_own ? "" : " beside other programs", is_own ? "kernel_ms" : "kernel_limit_ms");
    if (is_own) {
        entry.account->note_reached(Limit::KernelTime,
                                    Error::bad_input(reason).with_status(cuda_status::launch_timeout));
    }
    if (entry.journal) entry.journal->note(EventKind::Overrun, cuda_status::launch_timeout, reason);
    entry.session->end_at_once(reason, cuda_status::launch_timeout);
}

// True if the process has to end.
bool Worker::judge_overrun(KernelClock::time_point now) {
    if (totals_.must_end) return false;
    bool is_late = false;
    bool has_others = false;
    bool is_waited_for = false;
    for (const Entry& entry : sessions_) {
        if (entry.has_ended) continue;
        if (entry.overrun_since) {
            is_late |= now - *entry.overrun_since > options_.kernel_grace;
            continue;
        }
        has_others = true;
        is_waited_for |= entry.session->waiting_for() > options_.kernel_grace;
    }
    if (!is_late || (has_others && !is_waited_for)) return false;
    totals_.must_end = true;
    options_.log("a kernel does not come to an end, and only the end of the process stops it");
    for (const Entry& entry : sessions_) {
        entry.session->end_at_once(fmt::format(
            "another program's kernel did not come to an end within {} and {} more, and a card stops it only "
            "with all that runs beside it; run the program again",
            seconds_of(options_.kernel_limit), seconds_of(options_.kernel_grace)));
    }
    return true;
}

}  // namespace ringfence::worker
