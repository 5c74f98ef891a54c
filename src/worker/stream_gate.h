// The gate of a stream with its own thread (backend/job_gate.h). Its jobs are one virtual GPU's and run one at a time.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>

#include "backend/job_gate.h"
#include "base/mutex.h"
#include "worker/job_board.h"

namespace ringfence::worker {

class StreamGate final : public backend::JobGate, private BoardJob {
public:
    StreamGate(std::shared_ptr<JobBoard> board, std::shared_ptr<JobTally> tally, const StreamPlace& place)
        : board_(std::move(board)), tally_(std::move(tally)), place_(place) {}
    ~StreamGate() override;
    StreamGate(const StreamGate&) = delete;
    StreamGate& operator=(const StreamGate&) = delete;

    void expect(std::size_t jobs) override;
    bool enter(const backend::JobFacts& job) override;
    void leave(std::optional<backend::JobFacts> next) override;
    void forget() override;
    void abandon() override;
    [[nodiscard]] backend::Multiprocessors multiprocessors() const override {
        return {partition_.first, partition_.count};
    }
    [[nodiscard]] bool is_needed() const override { return board_->is_contended(); }
    [[nodiscard]] bool is_waiting() const override { return is_waiting_.load(std::memory_order_relaxed); }

private:
    void start(sched::JobId id, std::uint64_t number, sched::Partition partition, sched::Time now) override
        RF_REQUIRES(board_->mutex());
    void let_others_pass(sched::Time now) override RF_REQUIRES(board_->mutex());
    void ask(const backend::JobFacts& job, sched::Time now) RF_REQUIRES(board_->mutex());
    void withdraw(sched::Time now) RF_REQUIRES(board_->mutex());
    void nap() RF_REQUIRES(board_->mutex());

    bool wait_for_turn(const backend::JobFacts& job);
    void begin(backend::JobKind kind);
    [[nodiscard]] bool is_abandoned() const { return is_abandoned_.load(std::memory_order_relaxed); }

    const std::shared_ptr<JobBoard> board_;
    const std::shared_ptr<JobTally> tally_;
    const StreamPlace place_;
    std::atomic<bool> is_abandoned_ = false;
    std::atomic<bool> is_waiting_ = false;
    ConditionVariable changed_;
    // Only the stream's thread creates and removes the ticket; the board's lock guards its contents.
    std::optional<JobTicket> ticket_;
    // Used by the stream's thread only: the job that is running.
    backend::JobKind kind_{};
    sched::Partition partition_{};
    sched::Time began_ = 0;
};

}  // namespace ringfence::worker
