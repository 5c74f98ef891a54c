// Decides which of a worker's sessions have their memory on the device, when not all of it fits there
// (docs/memory-beyond-the-card.md).
//
// A session whose memory is not all on the device does nothing until it is. A session that needs room, to come back or
// for more memory, stands in a queue; the first in it has the turn, and others are asked to give it room: idle ones
// first, those of low priority before others, and none that has only just come in. A session that is asked lets its
// work come to an end and moves.
//
// Where other workers have memory on the same card they share one queue: on a board (base/room_board.h) each says what
// its first session needs, and what its sessions could give.
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
#include <optional>
#include <vector>

#include "backend/device.h"
#include "base/mutex.h"
#include "base/result.h"
#include "base/room_board.h"
#include "base/shared_budget.h"
#include "memory/host_store.h"
#include "memory/window.h"
#include "worker/memory_choice.h"

namespace ringfence::worker {

struct ResidencySettings {
    // Device memory that is left free for allocations that we cannot move: code, scratch memory of new sessions.
    std::uint64_t headroom = 0;
    // A session that is at work stays for so long, and four times as long as it took to come in: so at most a fifth of
    // its time is spent on moving.
    std::chrono::nanoseconds least_stay = std::chrono::milliseconds(50);
    // It is at work until it has done nothing for so long, and a quarter of that time.
    std::chrono::nanoseconds least_idle = std::chrono::milliseconds(10);
    // How long one that is asked may take until its work has ended.
    std::chrono::nanoseconds longest_drain = std::chrono::seconds(2);
    // How long a session that wants more memory waits while nothing becomes free. As long as something does it waits
    // on, and the card's size is the limit of that. Memory of the host's that is used for the first time takes longer
    // to get than to copy, so a lot of it may take long in all.
    std::chrono::nanoseconds room_patience = std::chrono::seconds(10);
    // How long a session waits for more than there is. Memory that is just being moved counts nowhere for a moment.
    std::chrono::nanoseconds longest_hopeless = std::chrono::milliseconds(300);
    // How long a session waits to come back, before it is ended, while nothing of it moves.
    std::chrono::nanoseconds patience = std::chrono::seconds(60);
    // Where other workers have memory on the same card: has them look at the board. Null: there are none.
    std::function<void(std::uint64_t bytes)> ask_elsewhere = {};
    std::shared_ptr<RoomBoard> board = nullptr;
    // A loaded policy's choice: whose memory leaves, and whose comes back first. Null: there is none.
    ChooseMemory choose_victim = {};
    ChooseMemory choose_returning = {};
    // A session that has waited so long to come back goes before others, whatever a policy says.
    std::chrono::nanoseconds longest_passed_over = std::chrono::seconds(5);
};

// The facts about a session for a policy, beside those of its memory.
struct MemberFacts {
    sched::VgpuId vgpu = sched::nobody;
    std::uint64_t share = 0;  // of the card's memory, which is its own; 0: none
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
        Wait,      // others make room, or may do so later
        Behind,    // another worker has the turn
        Hopeless,  // none can
    };

    // A session's part. One thread, the session's, uses it.
    class Member {
    public:
        Member(std::shared_ptr<Residency> owner, std::uint32_t priority, std::function<void()> wake,
               const MemberFacts& facts, std::uint32_t number)
            : owner_(std::move(owner)), priority_(priority), facts_(facts), number_(number), wake_(std::move(wake)) {}
        ~Member();
        Member(const Member&) = delete;
        Member& operator=(const Member&) = delete;

        const ResidencySettings& settings() const { return owner_->settings_; }

        // For a session that is asked: how many bytes others wait for, and their purpose.
        std::uint64_t asked() const { return asked_.load(std::memory_order_acquire); }
        Purpose purpose() const { return purpose_.load(std::memory_order_relaxed); }
        void gave(std::uint64_t bytes);
        // It cannot give more just now.
        void refuse();

        // For a session that needs room. Takes its place in the queue, if it has none; true if it has the turn. The
        // purpose may change while it waits.
        bool has_turn(Purpose purpose);
        // When the device lacked room for so many bytes more than are free.
        Outlook ask_others(std::uint64_t missing);
        // The bytes that others have been asked for and have not given yet.
        std::uint64_t coming() const;
        // It needs nothing any more.
        void leave_queue();
        bool is_queued() const { return is_queued_; }
        // All of its memory is there, which took so long.
        void came_in(std::chrono::nanoseconds took);

        // True if it may take memory of the device: no session stands before it, and enough is left for others' needs.
        // If so other workers know of it until note() is called.
        bool may_commit(std::uint64_t bytes);
        // Free bytes of the device, without the headroom and what other workers are taking.
        std::uint64_t free_bytes() const { return owner_->free_bytes(); }
        bool is_room(std::uint64_t bytes) const { return owner_->is_room(bytes); }
        // Another worker has the turn: neither its moves nor its allocations can be relied on.
        bool is_behind() const;
        // The bytes that others could give, here and in other workers.
        std::uint64_t movable_of_others() const;

        void note_use() { last_use_.store(Clock::now().time_since_epoch(), std::memory_order_relaxed); }
        void note(const memory::Residence& residence);

    private:
        friend class Residency;
        void drop_claim();

        const std::shared_ptr<Residency> owner_;
        const std::uint32_t priority_;
        const MemberFacts facts_;
        const std::uint32_t number_;
        const std::function<void()> wake_;
        bool is_queued_ = false;
        std::uint64_t claimed_ = 0;  // on the board
        std::atomic<std::uint64_t> asked_{0};
        std::atomic<Purpose> purpose_{Purpose::MoreMemory};
        std::atomic<Clock::duration> last_use_{Clock::duration::zero()};
        // With the owner's lock.
        std::uint64_t movable_ = 0;
        std::uint64_t away_ = 0;
        Clock::time_point came_in_{};
        std::chrono::nanoseconds move_time_{0};
        std::uint64_t refused_turn_ = 0;  // the last turn in which it could not give
    };

    std::unique_ptr<Member> join(std::uint32_t priority, std::function<void()> wake, const MemberFacts& facts = {});

    // For a session that is not open yet: has room made, and waits for it. False: there is none after this time.
    bool make_room(std::uint64_t bytes, std::chrono::nanoseconds patience);

    // While another worker has the turn: sessions here move their part of it to the host. Returns when no other worker
    // has it, or when `is_over` says so.
    void give_out(const std::function<bool()>& is_over);

    // When sessions have ended: unused host memory goes back to the machine.
    void trim();

private:
    struct Waiting {
        Member* member = nullptr;
        Purpose purpose = Purpose::MoreMemory;
        Clock::time_point since;
    };

    bool is_at_work(const Member& member, Clock::time_point now) const RF_REQUIRES(mutex_);
    bool may_be_asked(const Member& member, Clock::time_point now) const RF_REQUIRES(mutex_);
    // Null: another worker asks.
    Member* choose(const Member* asker, std::uint64_t needed, Purpose purpose, Clock::time_point now) const
        RF_REQUIRES(mutex_);
    Member* usual_choice(const std::vector<Member*>& candidates, Clock::time_point now) const RF_REQUIRES(mutex_);
    sched::MemoryFacts facts_of(const Member& member, std::uint64_t needed, bool is_returning,
                                Clock::time_point now) const RF_REQUIRES(mutex_);
    void choose_first(Clock::time_point now) RF_REQUIRES(mutex_);
    void ask_here(const Member* asker, std::uint64_t bytes, Purpose purpose, Clock::time_point now) RF_REQUIRES(mutex_);
    bool goes_before(const Member& a, const Member& b, Clock::time_point now) const RF_REQUIRES(mutex_);
    void begin_turn() RF_REQUIRES(mutex_);
    void wake_first() RF_REQUIRES(mutex_);
    // Makes host memory ready for sessions that may have to leave, before one waits for it.
    void prepare_store() RF_REQUIRES(mutex_);
    void forget_askings() RF_REQUIRES(mutex_);
    void remove(Member& member) RF_REQUIRES(mutex_);
    std::uint64_t coming_for(const Member* asker) const RF_REQUIRES(mutex_);
    // Publishes the bytes that members could give. `question`: of the board.
    void show_offer(const Member* asker, std::uint64_t question, Clock::time_point now) RF_REQUIRES(mutex_);
    // The part of it that members here are to move, without the asker.
    std::uint64_t own_part(const Member& asker, std::uint64_t missing, Clock::time_point now) RF_REQUIRES(mutex_);
    // A look at the board; how much is to be moved here. Nothing: no other worker has the turn.
    std::optional<std::uint64_t> answer_others();

    std::uint64_t movable_elsewhere() const { return settings_.board ? settings_.board->movable_elsewhere() : 0; }
    void ask_elsewhere(std::uint64_t bytes, Clock::time_point now) RF_REQUIRES(mutex_);
    std::uint64_t free_bytes() const;
    bool is_room(std::uint64_t bytes) const;

    backend::Device& device_;
    const std::shared_ptr<memory::HostStore> store_;
    const ResidencySettings settings_;
    mutable Mutex mutex_;
    std::list<Member*> members_ RF_GUARDED_BY(mutex_);
    std::deque<Waiting> queue_ RF_GUARDED_BY(mutex_);
    std::uint64_t turn_ RF_GUARDED_BY(mutex_) = 1;  // counts those who had it
    std::uint32_t next_number_ RF_GUARDED_BY(mutex_) = 0;
    std::uint64_t question_ RF_GUARDED_BY(mutex_) = 0;  // of another worker, that was answered last
    Clock::time_point next_asking_ RF_GUARDED_BY(mutex_){};
    std::atomic<const Member*> first_{nullptr};
};

}  // namespace ringfence::worker
