// What a session does when the card is full: it makes room for others, comes back, and asks for room.
// docs/memory-beyond-the-card.md.
#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "worker/session.h"

namespace ringfence::worker {

namespace {

using Clock = std::chrono::steady_clock;
using Purpose = memory::HostStore::Purpose;

// A limit, since a device may report room and still refuse the memory.
constexpr unsigned most_rooms_for_one_call = 8;

Error no_room(std::uint64_t bytes) {
    return Error::bad_input(fmt::format("the device has no room for {} more bytes, and moving other sessions' memory "
                                        "to the host cannot free enough",
                                        bytes))
        .with_remedy(
            "free memory, end other programs, or raise host_backing in [memory] of the daemon's settings "
            "(ringfence.toml)")
        .with_status(cuda_status::out_of_memory);
}

}  // namespace

void Session::join_residency() {
    if (!options_.residency) return;
    const MemberFacts facts{options_.jobs ? options_.jobs->vgpu() : sched::nobody, options_.memory_share};
    residency_ = options_.residency->join(
        options_.priority, [this] { channel_->wake(); }, facts);
    window_->set_admission([this](std::uint64_t bytes) { return residency_->may_commit(bytes); });
    residency_->note(window_->residence());
}

bool Session::needs_room() const {
    return !rooms_.empty() ||
           (!window_->is_whole() && (residency_->is_queued() || channel_->has_records() || (held_ && held_->is_ready)));
}

// True if records have to wait: so that the session's work ends, or until its memory is on the device.
bool Session::waits_for_memory() {
    if (!residency_) return false;
    if (residency_->asked() != 0 && !may_wait_for_client()) return true;
    return needs_room();
}

void Session::when_room(std::uint64_t bytes, Finish finish) {
    if (++rooms_in_a_row_ > most_rooms_for_one_call || !residency_) {
        finish(no_room(bytes));
        return;
    }
    rooms_.push_back({bytes, std::move(finish), Clock::now()});
}

bool Session::poll_residency() {
    // The last record's allocation is complete, so its claim is dropped.
    if (!residency_->is_queued()) residency_->leave_queue();
    const bool was_leaving = window_->leaving_bytes() != 0;
    if (window_->is_moving()) {
        const Clock::time_point now = Clock::now();
        coming_time_ += now - std::exchange(last_look_, now);
    }
    const auto moved = window_->end_moves();
    if (!moved) {
        lose_memory(moved.error());
        return true;
    }
    if (moved.value() != 0) {
        count_memory();
        last_move_ = Clock::now();
        if (was_leaving) {
            residency_->gave(moved.value());
            if (asked_since_) asked_since_ = last_move_;
        }
    }
    if (is_coming_ && window_->is_whole()) {
        is_coming_ = false;
        residency_->came_in(coming_time_);
        if (rooms_.empty()) residency_->leave_queue();
    }
    if (residency_->asked() != 0) return give_room() || moved.value() != 0;
    asked_since_.reset();
    return (needs_room() && take_room()) || moved.value() != 0;
}

// True if neither the session's work nor an operation of ours is using its memory.
bool Session::may_move() {
    return pending_.empty() && quiet_.empty() && loads_.empty() && !is_resetting_ && is_idle();
}

bool Session::give_room() {
    const Clock::time_point now = Clock::now();
    if (!asked_since_) asked_since_ = now;
    // Memory on its way back arrives first.
    if (window_->is_moving() && window_->leaving_bytes() == 0) return false;
    if (!window_->is_moving()) {
        const bool is_late = now - *asked_since_ > residency_->settings().longest_drain;
        if (is_late || may_wait_for_client() || window_->residence().movable == 0) {
            refuse_room();
            return true;
        }
        if (!may_move()) return false;
        // Before the memory moves, since it has the texts of faults and prints.
        look_at_guard();
    }
    const auto begun = window_->move_out(residency_->asked(), residency_->purpose());
    // Its work has ended. From now on the time is spent on getting host memory, which succeeds or fails.
    if (begun) asked_since_ = now;
    if (begun || window_->is_moving()) return false;
    if (begun.error().status != cuda_status::out_of_memory) lose_memory(begun.error());
    refuse_room();
    return true;
}

void Session::refuse_room() {
    asked_since_.reset();
    residency_->note(window_->residence());
    residency_->refuse();
}

bool Session::take_room() {
    if (window_->leaving_bytes() != 0) return false;
    const bool is_whole = window_->is_whole();
    if (!residency_->has_turn(is_whole ? Purpose::MoreMemory : Purpose::WayBack)) return false;
    if (is_whole) return serve_room();
    if (!std::exchange(is_coming_, true)) {
        last_move_ = Clock::now();
        coming_time_ = std::chrono::nanoseconds::zero();
    }
    return come_in();
}

bool Session::come_in() {
    if (!window_->is_moving()) last_look_ = Clock::now();
    const auto begun = window_->move_in();
    if (begun.ok()) return false;
    (void)window_->take_shortage();
    if (begun.error().status != cuda_status::out_of_memory) {
        lose_memory(begun.error());
        return true;
    }
    const std::uint64_t missing = window_->missing_bytes();
    const std::uint64_t free = residency_->free_bytes();
    const auto outlook = residency_->ask_others(missing > free ? missing - free : missing);
    // Another worker's turn does not count as this session's waiting; turns have a limit of their own.
    if (outlook == Residency::Outlook::Behind) last_move_ = Clock::now();
    if (Clock::now() - last_move_ < residency_->settings().patience) return false;
    end("its memory was moved to the host, and the device has no room to move it back: other sessions' memory cannot "
        "be moved, or their kernels do not end");
    return true;
}

std::optional<Error> Session::ask_for_room(Room& room) {
    const Clock::time_point now = Clock::now();
    const std::uint64_t free = residency_->free_bytes();
    const bool is_new = !std::exchange(room.was_asked_for, true);
    if (is_new || free > room.most_free) {
        room.most_free = free;
        room.stuck_since = now;
    }
    const ResidencySettings& settings = residency_->settings();
    if (now - room.stuck_since > settings.room_patience) return no_room(room.bytes);
    // Checked so that others do not move in vain; once true it stays true, since sessions that are moving count as
    // unmovable.
    room.may_be_had = room.may_be_had || room.bytes <= free + residency_->movable_of_others();
    auto outlook = residency_->is_behind() ? Residency::Outlook::Behind : Residency::Outlook::Hopeless;
    if (room.may_be_had) outlook = residency_->ask_others(room.bytes - std::min(room.bytes - 1, free));
    if (outlook != Residency::Outlook::Hopeless) room.hopeful_at = now;
    if (now - room.hopeful_at > settings.longest_hopeless) return no_room(room.bytes);
    if (outlook == Residency::Outlook::Behind) room.stuck_since = now;
    return std::nullopt;
}

// Serves the first request for room, when all of the session's memory is on the device.
bool Session::serve_room() {
    Room& room = rooms_.front();
    std::optional<Error> failure;
    if (!residency_->is_room(room.bytes)) {
        failure = ask_for_room(room);
        if (!failure) return false;
    } else if (window_->needs_quiet() && !is_idle()) {
        if (Clock::now() - room.since < residency_->settings().longest_drain) return false;
        failure = no_room(room.bytes);
    }
    const Finish finish = std::move(room.finish);
    rooms_.pop_front();
    finish(std::move(failure));
    // `finish` may have asked for more room.
    if (rooms_.empty()) residency_->leave_queue();
    return true;
}

// Each piece is intact in one place or the other, but the device cannot copy any more.
void Session::lose_memory(const Error& error) {
    note_failure(error);
    if (!is_ending_) end("its memory cannot be moved: " + error.message);
}

}  // namespace ringfence::worker
