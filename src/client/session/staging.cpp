#include "client/session/staging.h"

#include "client/session/session.h"

namespace ringfence::client {
namespace {

constexpr std::uint64_t alignment = 256;

std::uint64_t round_up(std::uint64_t bytes) {
    return (bytes + alignment - 1) & ~(alignment - 1);
}

}  // namespace

Staging::Staging(Session& session, std::uint64_t address, std::uint64_t bytes)
    : session_(session), address_(address), bytes_(bytes) {}

Staging::Region* Staging::find(std::uint64_t number) {
    if (regions_.empty() || number < regions_.front().number) return nullptr;
    return &regions_[number - regions_.front().number];
}

bool Staging::drop_oldest() {
    if (regions_.empty() || regions_.front().state != State::Free) return false;
    tail_ = regions_.front().end;
    events_.push_back(regions_.front().event);
    regions_.pop_front();
    return true;
}

bool Staging::take(std::uint64_t bytes, Piece& piece) {
    while (drop_oldest()) {
    }
    if (regions_.empty()) head_ = tail_ = 0;
    std::uint64_t begin = head_;
    if (begin % bytes_ + bytes > bytes_) begin += bytes_ - begin % bytes_;
    if (begin + bytes - tail_ > bytes_) return false;
    if (events_.empty()) {
        if (events_made_ == Session::internal_events) return false;
        events_.push_back(session_.create_internal_event(events_made_++));
    }
    piece = {address_ + begin % bytes_, bytes, ++last_number_, events_.back()};
    events_.pop_back();
    head_ = begin + bytes;
    regions_.push_back({piece.number, head_, piece.event, State::Held});
    return true;
}

bool Staging::try_acquire(std::uint64_t bytes, Piece& piece) {
    const MutexLock lock(mutex_);
    return take(round_up(bytes), piece);
}

std::int32_t Staging::acquire(std::uint64_t bytes, Piece& piece) {
    bytes = round_up(bytes);
    const MutexLock lock(mutex_);
    while (!take(bytes, piece)) {
        const Region oldest = regions_.front();
        if (oldest.state == State::Held) {
            changed_.wait(mutex_);
            continue;
        }
        {
            const MutexUnlock unlock(mutex_);
            const std::int32_t status = session_.synchronize_event(oldest.event);
            if (status != 0) return status;
        }
        Region* region = find(oldest.number);
        if (region != nullptr && region->state == State::InFlight) region->state = State::Free;
    }
    return 0;
}

void Staging::set_state(const Piece& piece, State state) {
    {
        const MutexLock lock(mutex_);
        if (Region* region = find(piece.number)) region->state = state;
    }
    changed_.notify_all();
}

void Staging::release_after(const Piece& piece, std::uint64_t stream) {
    mark(piece, stream);
    set_state(piece, State::InFlight);
}

void Staging::mark(const Piece& piece, std::uint64_t stream) {
    session_.record_event(piece.event, stream);
}

std::int32_t Staging::wait(const Piece& piece) {
    return session_.synchronize_event(piece.event);
}

void Staging::release(const Piece& piece) {
    set_state(piece, State::Free);
}

void Staging::forget_events() {
    const MutexLock lock(mutex_);
    for (Region& region : regions_) {
        if (region.state == State::InFlight) region.state = State::Free;
    }
    for (std::uint32_t i = 0; i < events_made_; ++i)
        (void)session_.create_internal_event(i);
}

}  // namespace ringfence::client
