// Backpressure: a session has more work on its streams than it may have.
//
// Then its records stay in the ring, the ring fills, and the client's next call waits, as it would for CUDA's own
// queues. But the record that releases the work may itself be in the ring: the answer to a host function, or a write
// to a word. So while a stream may be waiting for the client, the session reads on, up to a multiple of the limit. If
// no work completes even then, records for streams with much work fail (out of memory), so that later records are
// reached.
#include <algorithm>

#include <fmt/core.h>

#include "worker/session.h"

namespace ringfence::worker {

namespace {

constexpr std::chrono::milliseconds time_between_looks{1};

}  // namespace

bool Session::may_read_on() {
    const auto now = Backlog::Clock::now();
    if (now >= next_look_) {
        look_at_backlog();
        next_look_ = now + time_between_looks;
    }
    if (!backlog_.is_over()) return true;
    if (!may_wait_for_client()) return false;
    return !backlog_.is_full() || backlog_.is_stalled();
}

void Session::look_at_backlog() {
    const Backlog::IsOver is_over = [this](StreamPoint& point) { return this->is_over(point); };
    const auto look_at = [&](StreamObject& stream) { backlog_.look_at(stream, is_over); };
    look_at(*legacy_);
    streams_.for_each(look_at);
    for (const StreamPointer& stream : leaving_)
        look_at(*stream);
}

bool Session::may_wait_for_client() {
    if (channel_->is_host_call_due() || !legacy_->waited_words.empty()) return true;
    bool is_waiting = false;
    const auto look_at = [&](const StreamObject& stream) { is_waiting |= !stream.waited_words.empty(); };
    streams_.for_each(look_at);
    for (const StreamPointer& stream : leaving_)
        look_at(*stream);
    return is_waiting;
}

// Counts each time at which records begin to wait, not each poll.
void Session::note_held_back() {
    const bool are_copies = backlog_.has_too_many_copies();
    const Limit kind = are_copies ? Limit::Copies : Limit::Submissions;
    const std::uint64_t most = are_copies ? backlog_.limits().copies : backlog_.limits().operations;
    account_->note_reached(
        kind, Error::bad_input(fmt::format("the session has {} {}; its next calls wait", most, facts_of(kind).name)));
}

Error Session::too_much_work() const {
    const BacklogLimits& limits = backlog_.limits();
    return Error::bad_input(fmt::format("the session's streams hold more than {} operations, or {} bytes, that wait "
                                        "for something that does not come",
                                        limits.most * limits.operations, limits.most * limits.bytes))
        .with_remedy("synchronize the streams more often")
        .with_status(cuda_status::out_of_memory);
}

}  // namespace ringfence::worker
