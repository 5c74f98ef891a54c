// Shared by all gates of a device: the dispatcher that decides whose turn it is, and the lock around it.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "backend/job_gate.h"
#include "base/mutex.h"
#include "policy/seat.h"
#include "sched/card_neighbours.h"
#include "sched/dispatcher.h"
#include "worker/board_job.h"
#include "worker/start_order.h"

namespace ringfence::worker {

// The usage of a virtual GPU's jobs, counted without the lock.
struct JobTally {
    std::atomic<std::int64_t> queued = 0;  // jobs that have not begun
    std::atomic<std::uint64_t> jobs = 0;   // that have
    std::array<std::atomic<std::uint64_t>, sched::resource_count> device_ns{};
    std::atomic<std::uint64_t> waited_ns = 0;  // at the gate, all together
    std::atomic<std::uint64_t> longest_wait_ns = 0;

    void note_waited(sched::Time waited);
    static std::uint64_t positive(sched::Time time) { return static_cast<std::uint64_t>(time < 0 ? 0 : time); }
};

class JobBoard final : private sched::Device {
public:
    // `has_queue`: jobs are put into a queue of the device's when they begin, and it may have some to go on with.
    // `multiprocessors`: that policies may divide; 0: they cannot. `card`: where its workers say whose turn it is;
    // null: this one is alone.
    JobBoard(sched::Time patience, bool has_queue, std::uint32_t multiprocessors,
             std::shared_ptr<sched::CardBoard> card);
    ~JobBoard() override;
    JobBoard(const JobBoard&) = delete;
    JobBoard& operator=(const JobBoard&) = delete;

    // Sessions of several virtual GPUs are here, or on the card; or of one in which they count differently.
    [[nodiscard]] bool is_contended() const {
        return is_contended_.load(std::memory_order_acquire) || (card_ && card_->has_several_vgpus());
    }
    // A policy may want to be asked where they are of one, too.
    void set_several(bool are_several) RF_REQUIRES(mutex_) {
        are_several_ = are_several;
        is_contended_.store(are_several || seat_.wants_alone() || has_nested_policy(), std::memory_order_release);
    }

    static sched::Time now();

    Mutex& mutex() RF_THREAD_ANNOTATION(lock_returned(mutex_)) { return mutex_; }
    sched::Dispatcher& dispatcher() RF_REQUIRES(mutex_) { return dispatcher_; }
    // Null: this worker is alone on its card.
    sched::CardNeighbours* neighbours() RF_REQUIRES(mutex_) { return neighbours_ ? &*neighbours_ : nullptr; }
    // A job that was submitted with this tag. It lives until it has ended, or was cancelled.
    static std::uint64_t tag_of(BoardJob& job) { return reinterpret_cast<std::uintptr_t>(&job); }
    // A job that was started is put on the device now: before those that are later. The time until its thread came to
    // that was not the device's. But nobody else had the device, either: whose thread comes later than threads do, as
    // one that has thousands of streams to look at, pays for that.
    void note_begun(JobTicket& ticket) RF_REQUIRES(mutex_) {
        constexpr sched::Time most_forgiven = 200 * sched::microsecond;
        ticket.begun = ++last_begun_;
        ticket.started = std::min(now(), ticket.started + most_forgiven);
    }
    // The time since which a running job has had the device: its charge is counted from then on.
    [[nodiscard]] sched::Time began(const JobTicket& ticket) const RF_REQUIRES(mutex_);
    // A job that was started has ended, having taken so much, or goes.
    void end(const JobTicket& ticket, sched::VgpuId vgpu, sched::Time took, sched::Time now) RF_REQUIRES(mutex_);
    // Time has passed: jobs that have been on the device for too long do not keep others waiting any more.
    void look_at_clock(sched::Time now) RF_REQUIRES(mutex_);
    // The policy that decides whose turn it is. A caller that changes it, or has asked the dispatcher for something,
    // calls settle_policy().
    policy::Seat& seat() RF_REQUIRES(mutex_) { return seat_; }
    // The same within a virtual GPU (sched/nest.h), which need not be here yet; null: it has none.
    policy::Seat* nested_seat(const std::string& vgpu) RF_REQUIRES(mutex_);
    policy::Seat& make_nested_seat(const std::string& vgpu, sched::VgpuId number) RF_REQUIRES(mutex_);
    // Which must be empty.
    void remove_nested_seat(const std::string& vgpu) RF_REQUIRES(mutex_) { nested_seats_.erase(vgpu); }
    // The virtual GPU has come, and has this number; sched::nobody: it is gone.
    void note_number(const std::string& vgpu, sched::VgpuId number) RF_REQUIRES(mutex_);
    [[nodiscard]] std::vector<std::string> nested_vgpus() const RF_REQUIRES(mutex_);
    void settle_policy(sched::Time now) RF_REQUIRES(mutex_);
    // Called, with the lock, when the watchdog has taken a policy out, or another one was put there.
    void set_policy_listener(std::function<void()> listener) RF_REQUIRES(mutex_) {
        policy_listener_ = std::move(listener);
    }

private:
    struct NestedSeat {
        explicit NestedSeat(policy::Seat::WorkTogether& together) : seat(policy::processor_time, &together) {}
        policy::Seat seat;
        sched::VgpuId vgpu = sched::nobody;
    };
    struct OnDevice {
        BoardJob* job;
        sched::Time since;
    };

    void start(sched::JobId id, const sched::Job& job) override RF_REQUIRES(mutex_);
    void note_refusal() RF_REQUIRES(mutex_);
    [[nodiscard]] bool has_nested_policy() const RF_REQUIRES(mutex_);
    bool settle_nested(sched::Time now) RF_REQUIRES(mutex_);
    void watch_card();

    const sched::Time patience_;
    const std::shared_ptr<sched::CardBoard> card_;
    Mutex mutex_;
    policy::Seat seat_ RF_GUARDED_BY(mutex_);
    // Their hooks hold this lock, so what all of them do together has a bound.
    policy::Seat::WorkTogether nested_work_ RF_GUARDED_BY(mutex_);
    std::map<std::string, NestedSeat> nested_seats_ RF_GUARDED_BY(mutex_);  // by virtual GPU
    std::function<void()> policy_listener_ RF_GUARDED_BY(mutex_);
    std::optional<sched::CardNeighbours> neighbours_ RF_GUARDED_BY(mutex_);
    sched::Dispatcher dispatcher_ RF_GUARDED_BY(mutex_);
    // Jobs that were started and that others wait for; by the order of their starts.
    std::map<std::uint64_t, OnDevice> on_device_ RF_GUARDED_BY(mutex_);
    std::uint64_t last_start_ RF_GUARDED_BY(mutex_) = 0;
    std::uint64_t last_begun_ RF_GUARDED_BY(mutex_) = 0;
    std::array<StartOrder, sched::resource_count> starts_ RF_GUARDED_BY(mutex_);
    bool are_several_ RF_GUARDED_BY(mutex_) = false;
    std::atomic<bool> is_contended_ = false;
    // Looks when another worker has ended its turn, while something waits for one here. Started when it is needed
    // first.
    std::thread watcher_ RF_GUARDED_BY(mutex_);
    ConditionVariable has_refusal_;
    bool needs_watcher_ RF_GUARDED_BY(mutex_) = false;
    bool is_over_ RF_GUARDED_BY(mutex_) = false;
};

}  // namespace ringfence::worker
