// The part of the session's host memory through which the program's own memory is copied.
//
// Pieces form a ring. A piece that a stream still reads is reclaimed when an event says that the stream has passed it;
// a caller that needs space waits for the oldest piece.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "base/mutex.h"

namespace ringfence::client {

class Session;

class Staging {
public:
    struct Piece {
        std::uint64_t address = 0;
        std::uint64_t bytes = 0;
        std::uint64_t number = 0;
        std::uint64_t event = 0;

        std::byte* memory() const { return reinterpret_cast<std::byte*>(address); }
    };

    Staging(Session& session, std::uint64_t address, std::uint64_t bytes);

    // The largest piece that can be taken at once.
    std::uint64_t largest_piece() const { return bytes_ / 2; }

    // Waits until there is space. A thread that holds a piece must not call this: two threads could wait for each
    // other.
    std::int32_t acquire(std::uint64_t bytes, Piece& piece);
    // False if there is no space now.
    bool try_acquire(std::uint64_t bytes, Piece& piece);

    // Releases the piece when the stream has done its present work.
    void release_after(const Piece& piece, std::uint64_t stream);
    // Marks this point of the stream; wait() returns when the stream has reached it. The caller keeps the piece.
    void mark(const Piece& piece, std::uint64_t stream);
    std::int32_t wait(const Piece& piece);
    void release(const Piece& piece);

    // Call it after a reset: the worker has no events any more, and no piece is in flight.
    void forget_events();

private:
    enum class State : std::uint8_t { Held, InFlight, Free };
    struct Region {
        std::uint64_t number = 0;
        std::uint64_t end = 0;  // position after it
        std::uint64_t event = 0;
        State state = State::Held;
    };

    bool take(std::uint64_t bytes, Piece& piece) RF_REQUIRES(mutex_);
    bool drop_oldest() RF_REQUIRES(mutex_);
    Region* find(std::uint64_t number) RF_REQUIRES(mutex_);
    void set_state(const Piece& piece, State state);

    Session& session_;
    const std::uint64_t address_;
    const std::uint64_t bytes_;
    Mutex mutex_;
    ConditionVariable changed_;
    std::deque<Region> regions_ RF_GUARDED_BY(mutex_);  // in the order of their positions
    std::vector<std::uint64_t> events_ RF_GUARDED_BY(mutex_);
    std::uint32_t events_made_ RF_GUARDED_BY(mutex_) = 0;
    std::uint64_t head_ RF_GUARDED_BY(mutex_) = 0;  // positions never wrap; the place is the remainder
    std::uint64_t tail_ RF_GUARDED_BY(mutex_) = 0;
    std::uint64_t last_number_ RF_GUARDED_BY(mutex_) = 0;
};

}  // namespace ringfence::client
