// What all gates of a device share: the dispatcher that says whose turn it is, and the lock around it.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

#include "backend/job_gate.h"
#include "policy/seat.h"
#include "sched/dispatcher.h"

namespace ringfence::worker {

class StreamGate;

// What a virtual GPU's jobs have had, counted without the lock.
struct JobTally {
    std::atomic<std::int64_t> queued = 0;  // jobs that have not begun
    std::atomic<std::uint64_t> jobs = 0;   // that have
    std::array<std::atomic<std::uint64_t>, sched::resource_count> device_ns{};
    std::atomic<std::uint64_t> waited_ns = 0;  // at the gate, all together
    std::atomic<std::uint64_t> longest_wait_ns = 0;
};

class JobBoard final : private sched::Device {
public:
    // `has_queue`: jobs are put into a queue of the device's when they begin, and it may have some to go on with.
    JobBoard(sched::Time patience, bool has_queue);

    // Sessions of several virtual GPUs are here.
    [[nodiscard]] bool is_contended() const { return is_contended_.load(std::memory_order_acquire); }
    void set_contended(bool is_contended) { is_contended_.store(is_contended, std::memory_order_release); }

    static sched::Time now();

    // Whoever calls what follows holds the lock.
    std::mutex& mutex() { return mutex_; }
    sched::Dispatcher& dispatcher() { return dispatcher_; }
    // The gate still has its ticket. Those that were started after it may have stood behind it in the device's queue
    // until now.
    void note_gone(StreamGate* gate, sched::Time now);
    // Time has passed: those who have been on the device for too long do not keep others waiting any more.
    void look_at_clock(sched::Time now);
    // What decides whose turn it is. Whoever changes it, or has asked the dispatcher for something, lets it settle.
    policy::Seat& seat() { return seat_; }
    void settle_policy(sched::Time now);
    // Called, with the lock, when the watchdog has taken a policy out, or another one was put there.
    void set_policy_listener(std::function<void()> listener) { policy_listener_ = std::move(listener); }

private:
    void start(sched::JobId id, const sched::Job& job) override;

    const sched::Time patience_;
    std::mutex mutex_;
    policy::Seat seat_;
    std::function<void()> policy_listener_;
    sched::Dispatcher dispatcher_;
    std::vector<StreamGate*> on_device_;  // whose job was started, and others wait for it; in the order of their starts
    std::atomic<bool> is_contended_ = false;
};

}  // namespace ringfence::worker
