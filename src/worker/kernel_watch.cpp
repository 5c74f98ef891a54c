#include "worker/kernel_watch.h"

#include <algorithm>

#include "worker/objects.h"

namespace ringfence::worker {

namespace {

// Beside a kernel that takes so long the cost of a mark is negligible.
constexpr std::chrono::milliseconds slow_kernel{5};

}  // namespace

void KernelWatch::launched(StreamObject& stream, unsigned launches) {
    if (!on_work_) return;
    Account& account = stream.watch;
    account.launches_ += launches;
    if (account.launches_ >= account.launches_per_mark_) {
        mark(stream);
        account.launch_ = stream.order.last_work;
    } else {
        list(stream);
    }
}

void KernelWatch::waits_for(StreamObject& stream, StreamObject& other, std::uint64_t work) {
    if (!on_work_ || &stream == &other || other.order.idle_through >= work) return;
    // Earlier launches do not wait, so they get a mark of their own.
    if (stream.watch.launches_ > 0) mark(stream);
    // Marked now, not after further launches: so the awaited stream's mark is always older than the waiting stream's,
    // and two streams never seem to wait for each other.
    if (other.watch.marked_work_ < work) mark(other);
    std::uint64_t& last = stream.watch.others_[&other];
    last = std::max(last, work);
    list(stream);
}

void KernelWatch::before_client_wait(StreamObject& stream) {
    if (on_work_ && stream.watch.launches_ > 0) mark(stream);
}

void KernelWatch::after_client_wait(StreamObject& stream) {
    if (on_work_) close(stream, true);
}

void KernelWatch::mark_all() {
    while (!listed_.empty()) {
        StreamObject& stream = *listed_.back();
        mark(stream);
    }
}

void KernelWatch::forget(StreamObject& stream) {
    if (!on_work_) return;
    std::erase(listed_, &stream);
    for (StreamObject* other : listed_)
        other->watch.others_.erase(&stream);
    const MutexLock lock(mutex_);
    watched_.erase(stream.watch.id_);
    stream.watch = {};
}

void KernelWatch::list(StreamObject& stream) {
    if (std::exchange(stream.watch.is_listed_, true)) return;
    listed_.push_back(&stream);
}

void KernelWatch::mark(StreamObject& stream) {
    close(stream, false);
}

void KernelWatch::close(StreamObject& stream, bool is_free) {
    Account& account = stream.watch;
    if (account.id_ == 0) account.id_ = ++last_id_;
    Piece piece;
    piece.work = stream.order.last_work;
    piece.launches = std::max(account.launches_, 1U);
    piece.is_free = is_free;
    for (const auto& [other, work] : account.others_) {
        piece.others.emplace_back(other->watch.id_, work);
    }
    account.launches_ = 0;
    account.others_.clear();
    account.marked_work_ = piece.work;
    account.launch_.reset();
    account.mark_.reset();
    if (std::exchange(account.is_listed_, false)) std::erase(listed_, &stream);
    auto mark = stream.stream->mark();
    // Marking fails only if the device is lost, and other calls report that.
    if (!mark) return;
    piece.mark = mark.value();
    account.mark_ = piece.mark;
    const Clock::time_point now = now_();
    bool is_news = false;
    {
        const MutexLock lock(mutex_);
        Watched& watched = watched_[account.id_];
        watched.stream = stream.stream.get();
        if (watched.pieces.empty()) watched.since = now;
        watched.pieces.push_back(std::move(piece));
        advance(watched, now);
        account.launches_per_mark_ = watched.is_slow ? 1 : launches_per_mark;
        is_news = !std::exchange(has_work_, true);
    }
    if (is_news) on_work_();
}

void KernelWatch::advance(Watched& watched, Clock::time_point now) {
    while (!watched.pieces.empty() && watched.stream->has_passed(watched.pieces.front().mark)) {
        watched.passed_work = watched.pieces.front().work;
        watched.is_slow = now - watched.since > slow_kernel * watched.pieces.front().launches;
        watched.pieces.pop_front();
        watched.since = now;
    }
    if (!watched.pieces.empty() && now - watched.since > slow_kernel * watched.pieces.front().launches)
        watched.is_slow = true;
}

// Removes waits that are over: a session may have a thousand streams that each wait for all others, and this runs many
// times a second.
bool KernelWatch::is_waiting(Piece& piece) const {
    while (!piece.others.empty()) {
        const auto& [other, work] = piece.others.back();
        const auto found = watched_.find(other);
        // A stream that is gone has finished its work.
        if (found != watched_.end() && found->second.passed_work < work) return true;
        piece.others.pop_back();
    }
    return false;
}

std::optional<KernelWatch::Running> KernelWatch::look(Clock::time_point now) {
    const MutexLock lock(mutex_);
    for (auto& [id, watched] : watched_)
        advance(watched, now);
    std::optional<Running> oldest;
    has_work_ = false;
    for (auto& [id, watched] : watched_) {
        if (watched.pieces.empty()) continue;
        has_work_ = true;
        Piece& piece = watched.pieces.front();
        if (piece.is_free || is_waiting(piece) || watched.stream->is_waiting()) watched.since = now;
        if (!oldest || watched.since < oldest->since) oldest = Running{watched.since, piece.launches};
    }
    return oldest;
}

void KernelWatch::restart(Clock::time_point now) {
    const MutexLock lock(mutex_);
    for (auto& [id, watched] : watched_)
        watched.since = now;
}

}  // namespace ringfence::worker
