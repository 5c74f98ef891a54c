// Pending operations: the session's thread polls them, all the time at first, then now and then.
#include <algorithm>

#include "worker/session.h"

namespace ringfence::worker {

namespace {

using Clock = std::chrono::steady_clock;

// How many objects that wait for their release are polled in a round: the list may be long, and few change.
constexpr std::size_t looks = 8;

// Long work is polled less often, so that its end is noticed late only in proportion to its length: a poll reads a word
// that the card has written, and costs as much as a short sleep.
constexpr int looks_per_doubling = 256;

}  // namespace

Session::Finish Session::answer(Completion completion) {
    auto held = std::make_shared<Completion>(std::move(completion));
    return [held](std::optional<Error> failure) {
        if (failure) {
            held->fail(*failure);
        } else {
            held->succeed();
        }
    };
}

bool Session::poll() {
    if (calls_->is_watching()) calls_->poll();
    if (!releases_.empty()) poll_releases();
    if (!leaving_.empty() || !retired_.empty()) poll_leaving();
    bool worked = !quiet_.empty() && poll_quiet();
    if (expects_prints_) worked |= poll_prints();
    if (!loads_.empty()) worked |= poll_loads();
    if (held_) worked |= poll_variants();
    if (pending_.empty()) return worked;
    const Clock::time_point now = Clock::now();
    for (std::size_t i = 0; i < pending_.size();) {
        Pending& pending = *pending_[i];
        if (now < pending.next_look || !poll_pending(pending)) {
            if (now >= pending.next_look) {
                pending.next_look =
                    now + std::min<Clock::duration>((now - pending.since) / looks_per_doubling, options_.longest_nap);
            }
            ++i;
            continue;
        }
        std::unique_ptr<Pending> done = std::move(pending_[i]);
        pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(i));
        finish(*done);
        worked = true;
    }
    return worked;
}

bool Session::poll_pending(Pending& pending) {
    for (; pending.next < pending.waits.size(); ++pending.next) {
        Wait& wait = pending.waits[pending.next];
        Result<bool> is_done = wait.point ? wait.point->is_done() : wait.event->is_done();
        if (is_done.ok() && !is_done.value()) return false;
        if (!is_done.ok() && !pending.failure) pending.failure = is_done.take_error();
    }
    return true;
}

void Session::finish(Pending& pending) {
    // The guard's records come first: a fault of the device may be their consequence.
    look_at_guard();
    if (pending.failure) note_failure(*pending.failure);
    if (failure_) pending.failure = current_failure();
    pending.finish(std::move(pending.failure));
}

bool Session::is_over(StreamPoint& point) {
    auto is_done = point.is_done();
    if (is_done.ok()) return is_done.value();
    note_failure(is_done.error());
    return true;
}

// True while the latest pending operation is young; after that it is polled with growing pauses.
bool Session::is_worth_spinning() const {
    return Clock::now() - pending_.back()->since < options_.spin;
}

std::chrono::nanoseconds Session::until_next_look() const {
    Clock::time_point next = Clock::time_point::max();
    for (const auto& pending : pending_)
        next = std::min(next, pending->next_look);
    return std::max<std::chrono::nanoseconds>(next - Clock::now(), options_.shortest_nap);
}

void Session::poll_releases() {
    auto release = releases_.begin();
    for (std::size_t count = 0; release != releases_.end() && count < looks; ++count) {
        if (!is_over(*release->point)) {
            ++release;
            continue;
        }
        releasing_.erase(release->address);
        (void)release_memory(release->address);
        release = releases_.erase(release);
    }
}

void Session::poll_leaving() {
    for (std::size_t i = 0; i < std::min(leaving_.size(), looks);) {
        StreamObject& stream = *leaving_[i];
        auto is_idle = stream.stream->is_idle();
        if (is_idle.ok() && !is_idle.value()) {
            ++i;
            continue;
        }
        if (!is_idle.ok()) note_failure(is_idle.error());
        forget_stream(stream);
        leaving_.erase(leaving_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    for (std::size_t i = 0; i < std::min(retired_.size(), looks);) {
        if (!is_over(*retired_[i].point)) {
            ++i;
            continue;
        }
        retired_.erase(retired_.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

void Session::when_done(const std::vector<StreamPointer>& streams, Finish finish) {
    auto pending = std::make_unique<Pending>();
    pending->finish = std::move(finish);
    for (const StreamPointer& stream : streams) {
        if (StreamOrder::is_known_idle(stream->order)) continue;
        pending->waits.push_back({StreamPoint::after(*stream), nullptr});
    }
    await(std::move(pending));
}

void Session::when_done(std::shared_ptr<backend::Event> event, Finish finish) {
    auto pending = std::make_unique<Pending>();
    pending->finish = std::move(finish);
    pending->waits.push_back({nullptr, std::move(event)});
    await(std::move(pending));
}

void Session::await(std::unique_ptr<Pending> pending) {
    if (poll_pending(*pending)) {
        finish(*pending);
        return;
    }
    pending->since = Clock::now();
    pending->came = options_.kernel_now();
    pending_.push_back(std::move(pending));
}

bool Session::is_idle() {
    bool all = true;
    for (const StreamPointer& stream : all_streams()) {
        auto idle = stream->stream->is_idle();
        if (!idle.ok()) note_failure(idle.error());
        all &= !idle.ok() || idle.value();
    }
    return all;
}

// True also if work that was running when memory was refused has ended since.
bool Session::may_have_been_refused_for_work() {
    const bool was_busy = window_->take_was_busy();
    return was_busy || !is_idle();
}

std::vector<Session::StreamPointer> Session::all_streams(bool with_non_blocking) {
    std::vector<StreamPointer> streams{legacy_};
    const auto add = [&](StreamObject& stream) {
        if (StreamOrder::is_known_idle(stream.order)) return;
        if (with_non_blocking || stream.order.kind != StreamOrder::Kind::NonBlocking) {
            streams.push_back(stream.shared_from_this());
        }
    };
    streams_.for_each(add);
    for (const StreamPointer& stream : leaving_)
        add(*stream);
    return streams;
}

std::vector<Session::StreamPointer> Session::streams_behind(StreamObject& stream) {
    if (stream.order.kind == StreamOrder::Kind::Legacy) return all_streams(false);
    return {stream.shared_from_this()};
}

}  // namespace ringfence::worker
