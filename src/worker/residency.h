// Decides which sessions of a worker have their memory on the device when not all of it fits
// (docs/memory-beyond-the-card.md).
//
// A session runs nothing until all of its memory is on the device. A session that needs room, to come back or for more
// memory, waits in a queue; the first in the queue has the turn, and other sessions are asked to make room for it: idle
// ones first, those of low priority before others, and none that has just come in. A session that is asked finishes its
// work and moves its memory to the host.
//
// Workers of the same card share one queue: on a board (base/room_board.h) each publishes what its first session needs
// and what its sessions could give.
//
// This class neither moves memory nor waits: each session's thread does that for its own session, and is woken when it
// has to. Safe for several threads.
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
    // Device memory kept free for allocations that cannot be moved: code, and scratch memory of new sessions.
    std::uint64_t headroom = 0;
    // An active session stays on the device for so long, or for four times as long as it took to come in if that is
    // more: so it spends at most a fifth of its time on moving.
    std::chrono::nanoseconds least_stay = std::chrono::milliseconds(50);
    // A session is active until it was idle for so long, or a quarter of its moving time if that is more.
    std::chrono::nanoseconds least_idle = std::chrono::milliseconds(10);
    // How long a session that was asked may take to finish its work.
    std::chrono::nanoseconds longest_drain = std::chrono::seconds(2);
    // How long a session that wants more memory waits without any memory becoming free; while some does, it goes
    // on waiting. The first use of host memory takes longer than the copy into it, so the whole wait may be
    // long.
    std::chrono::nanoseconds room_patience = std::chrono::seconds(10);
    // How long a session waits for more than all can give: memory being moved is not counted for a moment.
    std::chrono::nanoseconds longest_hopeless = std::chrono::milliseconds(300);
    // How long a session waits to come back before it is ended, if none of its memory moves.
    std::chrono::nanoseconds patience = std::chrono::seconds(60);
    // Makes the other workers of the card look at the board. Null: there are none.
    std::function<void(std::uint64_t bytes)> ask_elsewhere = {};
    std::shared_ptr<RoomBoard> board = nullptr;
    // Ask a loaded policy whose memory leaves, and whose comes back first. Null: there is no policy.
    ChooseMemory choose_victim = {};
    ChooseMemory choose_returning = {};
    // A session that has waited so long to come back is next, whatever a policy chooses.
    std::chrono::nanoseconds longest_passed_over = std::chrono::seconds(5);
};

// What a policy learns about a session, beside its memory.
struct MemberFacts {
    sched::VgpuId vgpu = sched::nobody;
    std::uint64_t share = 0;  // its reserved share of the card's memory; 0: none
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
        Wait,      // others are making room, or may do so later
        Behind,    // another worker has the turn
        Hopeless,  // no session can make room
    };

    // A session's membership. Used by the session's thread only.
    class Member {
    public:
        Member(std::shared_ptr<Residency> owner, std::uint32_t priority, std::function<void()> wake,
               const MemberFacts& facts, std::uint32_t number)
            : owner_(std::move(owner)), priority_(priority), facts_(facts), number_(number), wake_(std::move(wake)) {}
        ~Member();
        Member(const Member&) = delete;
        Member& operator=(const Member&) = delete;

        const ResidencySettings& settings() const { return owner_->settings_; }

        // How many bytes this session is asked to give, and for what purpose.
        std::uint64_t asked() const { return asked_.load(std::memory_order_acquire); }
        Purpose purpose() const { return purpose_.load(std::memory_order_relaxed); }
        void gave(std::uint64_t bytes);
        // The session cannot give more at present.
        void refuse();

        // For a session that needs room: enters the queue if it is not in it. True if it has the turn. The purpose may
        // change while it waits.
        bool has_turn(Purpose purpose);
        // Asks others for room. `missing`: bytes that the session needs beyond those that are free.
        Outlook ask_others(std::uint64_t missing);
        // The bytes that others have been asked for and have not given yet.
        std::uint64_t coming() const;
        // The session needs no more room.
        void leave_queue();
        bool is_queued() const { return is_queued_; }
        // All of its memory is on the device; moving it took so long.
        void came_in(std::chrono::nanoseconds took);

        // True if it may take so much device memory: no session is before it in the queue, and enough is left for
        // others. Then the board shows other workers the claim until note() is called.
        bool may_commit(std::uint64_t bytes);
        // Free bytes of the device, without the headroom and what other workers are taking.
        std::uint64_t free_bytes() const { return owner_->free_bytes(); }
        bool is_room(std::uint64_t bytes) const { return owner_->is_room(bytes); }
        // True if another worker has the turn: then this session can rely neither on moves nor on allocations.
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
        // Guarded by the owner's mutex.
        std::uint64_t movable_ = 0;
        std::uint64_t away_ = 0;
        Clock::time_point came_in_{};
        std::chrono::nanoseconds move_time_{0};
        std::uint64_t refused_turn_ = 0;  // the last turn in which it could not give
    };

    std::unique_ptr<Member> join(std::uint32_t priority, std::function<void()> wake, const MemberFacts& facts = {});

    // For a session that is not open yet: asks for room and waits for it. False: none after `patience`.
    bool make_room(std::uint64_t bytes, std::chrono::nanoseconds patience);

    // While another worker has the turn, makes sessions here move their part to the host. Returns when no other worker
    // has the turn, or when `is_over` returns true.
    void give_out(const std::function<bool()>& is_over);

    // Frees unused host memory. Called when sessions have ended.
    void trim();

private:
    struct Waiting {
        Member* member = nullptr;
        Purpose purpose = Purpose::MoreMemory;
        Clock::time_point since;
    };

    bool is_at_work(const Member& member, Clock::time_point now) const RF_REQUIRES(mutex_);
    bool may_be_asked(const Member& member, Clock::time_point now) const RF_REQUIRES(mutex_);
    // The session to ask next. `asker` is null if another worker asks.
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
    // Prepares host memory for sessions that may have to leave, so that none has to wait for it.
    void prepare_store() RF_REQUIRES(mutex_);
    void forget_askings() RF_REQUIRES(mutex_);
    void remove(Member& member) RF_REQUIRES(mutex_);
    std::uint64_t coming_for(const Member* asker) const RF_REQUIRES(mutex_);
    // Publishes the bytes that members could give. `question`: of the board.
    void show_offer(const Member* asker, std::uint64_t question, Clock::time_point now) RF_REQUIRES(mutex_);
    // How many of the missing bytes members here are to move, not counting the asker.
    std::uint64_t own_part(const Member& asker, std::uint64_t missing, Clock::time_point now) RF_REQUIRES(mutex_);
    // Looks at the board, and returns how many bytes to move here. Nothing: no other worker has the turn.
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
    std::uint64_t turn_ RF_GUARDED_BY(mutex_) = 1;  // the number of the present turn
    std::uint32_t next_number_ RF_GUARDED_BY(mutex_) = 0;
    std::uint64_t question_ RF_GUARDED_BY(mutex_) = 0;  // the last question of another worker that was answered
    Clock::time_point next_asking_ RF_GUARDED_BY(mutex_){};
    std::atomic<const Member*> first_{nullptr};
};

}  // namespace ringfence::worker
