// Who of a worker's sessions has its memory on the device, when not all of it fits there
// (docs/memory-beyond-the-card.md).
//
// A session whose memory is not all on the device does nothing until it is. Whoever needs room, to come back or for
// more memory, stands in a queue; the first in it has the turn, and others are asked to give it room: those that have
// done nothing for a while first, those of low priority before others, and nobody who has only just come in. Who is
// asked lets its work come to an end and moves.
//
// Where other workers have memory on the same card the queue is one of all of them: on a board (base/room_board.h) each
// says what its first one needs, and what its sessions could give.
//
// Nothing here moves memory or waits: each session's thread does its own part, and is woken when there is something to
// do. Safe for several threads.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>

#include "backend/device.h"
#include "base/result.h"
#include "base/room_board.h"
#include "base/shared_budget.h"
#include "memory/host_store.h"
#include "memory/window.h"

namespace ringfence::worker {

struct ResidencySettings {
    // Device memory that is left free for what is not ours to move: code, scratch memory of new sessions.
    std::uint64_t headroom = 0;
    // A session that is at work stays for so long, and four times as long as it took to come in: so at most a fifth of
    // its time is spent on moving.
    std::chrono::nanoseconds least_stay = std::chrono::milliseconds(50);
    // It is at work until it has done nothing for so long, and a quarter of that time.
    std::chrono::nanoseconds least_idle = std::chrono::milliseconds(10);
    // How long one that is asked may take until its work has ended.
    std::chrono::nanoseconds longest_drain = std::chrono::seconds(2);
    // How long somebody who wants more memory waits while nothing becomes free. Memory of the host's that is used for
    // the first time takes longer to get than to copy, so a lot of it may take long in all.
    std::chrono::nanoseconds room_patience = std::chrono::seconds(10);
    // How long somebody waits for more than there is. What is just being moved is nowhere for a moment.
    std::chrono::nanoseconds longest_hopeless = std::chrono::milliseconds(300);
    // How long it waits in all; and how long a session waits to come back, before it is ended, while nothing of it
    // moves.
    std::chrono::nanoseconds patience = std::chrono::seconds(60);
    // Where other workers have memory on the same card: has them look at the board. Null: there are none.
    std::function<void(std::uint64_t bytes)> ask_elsewhere = {};
    std::shared_ptr<RoomBoard> board = nullptr;
};

class Residency : public std::enable_shared_from_this<Residency> {
public:
    using Clock = std::chrono::steady_clock;
    using Purpose = memory::HostStore::Purpose;

    // `device` must outlive it.
    Residency(backend::Device& device, std::shared_ptr<memory::HostStore> store, const ResidencySettings& settings)
        : device_(device), store_(std::move(store)), settings_(settings) {}
    ~Residency();
    Residency(const Residency&) = delete;
    Residency& operator=(const Residency&) = delete;

    enum class Outlook : std::uint8_t {
        Wait,      // somebody makes room, or may do so later
        Behind,    // another worker has the turn
        Hopeless,  // nobody can
    };

    // A session's part. One thread, the session's, uses it.
    class Member {
    public:
        Member(std::shared_ptr<Residency> owner, std::uint32_t priority, std::function<void()> wake)
            : owner_(std::move(owner)), priority_(priority), wake_(std::move(wake)) {}
        ~Member();
        Member(const Member&) = delete;
        Member& operator=(const Member&) = delete;

        const ResidencySettings& settings() const { return owner_->settings_; }

        // As somebody who is asked: how many bytes others wait for, and what for.
        std::uint64_t asked() const { return asked_.load(std::memory_order_acquire); }
        Purpose purpose() const { return purpose_.load(std::memory_order_relaxed); }
        void gave(std::uint64_t bytes);
        // It cannot give more just now.
        void refuse();

        // As somebody who needs room. Takes its place in the queue, if it has none; whether it has the turn. What it
        // needs room for may change while it waits.
        bool has_turn(Purpose purpose);
        // When the device lacked room for so many bytes more than are free.
        Outlook ask_others(std::uint64_t missing);
        // What others have been asked for and have not given yet.
        std::uint64_t coming() const;
        // It needs nothing any more.
        void leave_queue();
        bool is_queued() const { return is_queued_; }
        // All of its memory is there, which took so long.
        void came_in(std::chrono::nanoseconds took);

        // Whether it may take memory of the device: nobody stands before it, and enough is left for others' needs. If
        // so other workers know of it until note() is called.
        bool may_commit(std::uint64_t bytes);
        // Of the device, without what is left free and what other workers are taking.
        std::uint64_t free_bytes() const { return owner_->free_bytes(); }
        bool is_room(std::uint64_t bytes) const { return owner_->is_room(bytes); }
        // What they could make room with, here and in other workers.
        std::uint64_t movable_of_others() const;

        void note_use() { last_use_.store(Clock::now().time_since_epoch(), std::memory_order_relaxed); }
        void note(const memory::Residence& residence);

    private:
        friend class Residency;
        void drop_claim();

        const std::shared_ptr<Residency> owner_;
        const std::uint32_t priority_;
        const std::function<void()> wake_;
        bool is_queued_ = false;
        std::uint64_t claimed_ = 0;  // on the board
        std::atomic<std::uint64_t> asked_{0};
        std::atomic<Purpose> purpose_{Purpose::MoreMemory};
        std::atomic<Clock::duration> last_use_{Clock::duration::zero()};
        // With the owner's lock.
        std::uint64_t movable_ = 0;
        Clock::time_point came_in_{};
        std::chrono::nanoseconds move_time_{0};
        std::uint64_t refused_turn_ = 0;  // the last turn in which it could not give
    };

    std::unique_ptr<Member> join(std::uint32_t priority, std::function<void()> wake);

    // For somebody who is no session yet: has room made, and waits for it. False: there is none after this time.
    bool make_room(std::uint64_t bytes, std::chrono::nanoseconds patience);

    // While another worker has the turn: sessions here move to the host what is their part of it. Returns when nobody
    // else has it, or this says so.
    void give_out(const std::function<bool()>& is_over);

    // When sessions have ended: host memory that nobody needs goes back to the machine.
    void trim();

private:
    struct Waiting {
        Member* member = nullptr;
        Purpose purpose = Purpose::MoreMemory;
    };

    // All with the lock.
    bool is_at_work(const Member& member, Clock::time_point now) const;
    bool may_be_asked(const Member& member, Clock::time_point now) const;
    // Null: another worker asks.
    Member* choose(const Member* asker, Clock::time_point now) const;
    void ask_here(const Member* asker, std::uint64_t bytes, Purpose purpose, Clock::time_point now);
    bool goes_before(const Member& a, const Member& b, Clock::time_point now) const;
    void begin_turn();
    void wake_first();
    void forget_askings();
    void remove(Member& member);
    std::uint64_t coming_for(const Member* asker) const;
    // Those that could give, for others' eyes. `question`: of the board.
    void show_offer(const Member* asker, std::uint64_t question, Clock::time_point now);
    // What of it is to be moved here, by others than the asker.
    std::uint64_t own_part(const Member& asker, std::uint64_t missing, Clock::time_point now);
    // A look at the board; how much is to be moved here. Nothing: no other worker has the turn.
    std::optional<std::uint64_t> answer_others();

    std::uint64_t movable_elsewhere() const { return settings_.board ? settings_.board->movable_elsewhere() : 0; }
    void ask_elsewhere(std::uint64_t bytes, Clock::time_point now);
    std::uint64_t free_bytes() const;
    bool is_room(std::uint64_t bytes) const;

    backend::Device& device_;
    const std::shared_ptr<memory::HostStore> store_;
    const ResidencySettings settings_;
    mutable std::mutex mutex_;  // guards what follows
    std::list<Member*> members_;
    std::deque<Waiting> queue_;
    std::uint64_t turn_ = 1;      // counts those who had it
    std::uint64_t question_ = 0;  // of another worker, that was answered last
    Clock::time_point next_asking_{};
    std::atomic<const Member*> first_{nullptr};
};

}  // namespace ringfence::worker
