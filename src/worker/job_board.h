// The dispatcher that decides which job is next, and its lock. All gates of a device share one board.
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

// What a virtual GPU's jobs have used, counted without the lock.
struct JobTally {
    std::atomic<std::int64_t> queued = 0;  // jobs that have not begun
    std::atomic<std::uint64_t> jobs = 0;   // jobs that have begun
    std::array<std::atomic<std::uint64_t>, sched::resource_count> device_ns{};
    std::atomic<std::uint64_t> waited_ns = 0;  // at the gate, by all jobs together
    std::atomic<std::uint64_t> longest_wait_ns = 0;

    void note_waited(sched::Time waited);
    static std::uint64_t positive(sched::Time time) { return static_cast<std::uint64_t>(time < 0 ? 0 : time); }
};

class JobBoard final : private sched::Device {
public:
    // `has_queue`: the device queues jobs that have begun, so several may begin before the first ends.
    // `multiprocessors`: how many policies may divide; 0: none. `card`: the turns of all workers of the card; null:
    // this worker has it alone.
    JobBoard(sched::Time patience, bool has_queue, std::uint32_t multiprocessors,
             std::shared_ptr<sched::CardBoard> card);
    ~JobBoard() override;
    JobBoard(const JobBoard&) = delete;
    JobBoard& operator=(const JobBoard&) = delete;

    // True if jobs must ask for turns: sessions of several virtual GPUs, or of different weights, use the card.
    [[nodiscard]] bool is_contended() const {
        return is_contended_.load(std::memory_order_acquire) || (card_ && card_->has_several_vgpus());
    }
    // `are_several`: there are sessions of several virtual GPUs or weights. A policy may ask to decide even if not.
    void set_several(bool are_several) RF_REQUIRES(mutex_) {
        are_several_ = are_several;
        is_contended_.store(are_several || seat_.wants_alone() || has_nested_policy(), std::memory_order_release);
    }

    static sched::Time now();

    Mutex& mutex() RF_THREAD_ANNOTATION(lock_returned(mutex_)) { return mutex_; }
    sched::Dispatcher& dispatcher() RF_REQUIRES(mutex_) { return dispatcher_; }
    // Null: this worker is alone on its card.
    sched::CardNeighbours* neighbours() RF_REQUIRES(mutex_) { return neighbours_ ? &*neighbours_ : nullptr; }
    // The tag to submit this job with. The job must exist until it has ended or was cancelled.
    static std::uint64_t tag_of(BoardJob& job) { return reinterpret_cast<std::uintptr_t>(&job); }
    // A started job is now put on the device. The time that its thread took to do so is not charged, since the device
    // did not work on the job. But nobody else had the device either, so a thread that is later than usual, because it
    // has thousands of streams to look at for instance, is charged for the rest.
    void note_begun(JobTicket& ticket) RF_REQUIRES(mutex_) {
        constexpr sched::Time most_forgiven = 200 * sched::microsecond;
        ticket.begun = ++last_begun_;
        ticket.started = std::min(now(), ticket.started + most_forgiven);
    }
    // When a running job got the device: its charge is counted from then on.
    [[nodiscard]] sched::Time began(const JobTicket& ticket) const RF_REQUIRES(mutex_);
    // A started job has ended, or is dropped; it is charged `took`.
    void end(const JobTicket& ticket, sched::VgpuId vgpu, sched::Time took, sched::Time now) RF_REQUIRES(mutex_);
    // Jobs that have been on the device for longer than the patience do not keep others waiting any more.
    void look_at_clock(sched::Time now) RF_REQUIRES(mutex_);
    // The policy that decides which job is next. Call settle_policy() after changing it or calling the
    // dispatcher.
    policy::Seat& seat() RF_REQUIRES(mutex_) { return seat_; }
    // A virtual GPU's own policy (sched/nest.h); null: it has none. The virtual GPU need not have sessions here yet.
    policy::Seat* nested_seat(const std::string& vgpu) RF_REQUIRES(mutex_);
    policy::Seat& make_nested_seat(const std::string& vgpu, sched::VgpuId number) RF_REQUIRES(mutex_);
    // The seat must be empty.
    void remove_nested_seat(const std::string& vgpu) RF_REQUIRES(mutex_) { nested_seats_.erase(vgpu); }
    // The virtual GPU has this number from now on; sched::nobody: it is gone.
    void note_number(const std::string& vgpu, sched::VgpuId number) RF_REQUIRES(mutex_);
    [[nodiscard]] std::vector<std::string> nested_vgpus() const RF_REQUIRES(mutex_);
    void settle_policy(sched::Time now) RF_REQUIRES(mutex_);
    // Called, with the lock held, when the watchdog has removed a policy, or a policy was replaced.
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
    // Nested policies' hooks hold this lock, so the work of all of them together is limited.
    policy::Seat::WorkTogether nested_work_ RF_GUARDED_BY(mutex_);
    std::map<std::string, NestedSeat> nested_seats_ RF_GUARDED_BY(mutex_);  // by virtual GPU
    std::function<void()> policy_listener_ RF_GUARDED_BY(mutex_);
    std::optional<sched::CardNeighbours> neighbours_ RF_GUARDED_BY(mutex_);
    sched::Dispatcher dispatcher_ RF_GUARDED_BY(mutex_);
    // Started jobs that others wait for, by the order of their starts.
    std::map<std::uint64_t, OnDevice> on_device_ RF_GUARDED_BY(mutex_);
    std::uint64_t last_start_ RF_GUARDED_BY(mutex_) = 0;
    std::uint64_t last_begun_ RF_GUARDED_BY(mutex_) = 0;
    std::array<StartOrder, sched::resource_count> starts_ RF_GUARDED_BY(mutex_);
    bool are_several_ RF_GUARDED_BY(mutex_) = false;
    std::atomic<bool> is_contended_ = false;
    // Notices when another worker has ended its turn while a job here waits for one. Started when it is first
    // needed.
    std::thread watcher_ RF_GUARDED_BY(mutex_);
    ConditionVariable has_refusal_;
    bool needs_watcher_ RF_GUARDED_BY(mutex_) = false;
    bool is_over_ RF_GUARDED_BY(mutex_) = false;
};

}  // namespace ringfence::worker
