// A stream's gate (backend/job_gate.h) in a worker: its jobs are one virtual GPU's.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

#include "backend/job_gate.h"
#include "worker/job_board.h"

namespace ringfence::worker {

// A stream's job that the dispatcher knows.
struct JobTicket {
    sched::JobId id{};
    bool is_started = false;
    bool has_let_others_pass = false;  // for the dispatcher it has ended, and was charged `charged`
    sched::Resource resource{};
    sched::Time started = 0;
    // When the last of those ended that were started before it: until then it may have stood behind them in the
    // device's queue, and the time was theirs. Those that were started later and ended before it ran beside it.
    sched::Time behind_until = 0;
    sched::Time charged = 0;
};

class StreamGate final : public backend::JobGate {
public:
    struct Place {
        sched::VgpuId vgpu = sched::nobody;
        sched::StreamId stream = sched::nobody;
        sched::SessionId session = sched::nobody;  // this stream's alone: so its jobs can be cancelled by themselves
        std::uint8_t priority = 0;
    };
    StreamGate(std::shared_ptr<JobBoard> board, std::shared_ptr<JobTally> tally, const Place& place)
        : board_(std::move(board)), tally_(std::move(tally)), place_(place) {}
    ~StreamGate() override;
    StreamGate(const StreamGate&) = delete;
    StreamGate& operator=(const StreamGate&) = delete;

    void expect(std::size_t jobs) override;
    bool enter(backend::JobKind kind) override;
    bool try_enter(backend::JobKind kind) override;
    void leave(std::optional<backend::JobKind> next) override;
    void forget() override;
    void abandon() override;
    [[nodiscard]] bool is_needed() const override { return board_->is_contended(); }
    [[nodiscard]] bool is_waiting() const override { return is_waiting_.load(std::memory_order_relaxed); }

    // For the board, which holds its lock.
    void start(sched::JobId id);
    [[nodiscard]] sched::Time started() const { return ticket_->started; }
    void let_others_pass(sched::Time now);
    void note_end_of(const StreamGate& earlier, sched::Time now);

private:
    // All with the board's lock.
    void ask(backend::JobKind kind, sched::Time now);
    void end(const JobTicket& ticket, sched::Time took, sched::Time now);
    void withdraw(sched::Time now);
    void nap(std::unique_lock<std::mutex>& lock);

    bool wait_for_turn(backend::JobKind kind);
    bool has_turn(backend::JobKind kind);
    void begin(backend::JobKind kind);
    void note_waited(sched::Time waited);
    [[nodiscard]] bool is_abandoned() const { return is_abandoned_.load(std::memory_order_relaxed); }

    const std::shared_ptr<JobBoard> board_;
    const std::shared_ptr<JobTally> tally_;
    const Place place_;
    std::atomic<bool> is_abandoned_ = false;
    std::atomic<bool> is_waiting_ = false;
    std::condition_variable changed_;
    std::atomic<bool> is_started_ = false;  // as the ticket says, for a look without the lock
    // There or not: the stream's thread's. What is in it: with the lock.
    std::optional<JobTicket> ticket_;
    // The stream's thread's alone: the job that is running.
    backend::JobKind kind_{};
    sched::Time began_ = 0;
    // The same, of one that asks again and again: since when, and when to ask the dispatcher again.
    std::optional<sched::Time> asks_since_;
    sched::Time next_look_ = 0;
};

}  // namespace ringfence::worker
