// The queue in which a card's stream asks for turns (backend/job_queue.h). Its jobs belong to one virtual GPU; several
// may wait here, or be on the card, at the same time.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <utility>

#include "backend/job_queue.h"
#include "worker/job_board.h"

namespace ringfence::worker {

class StreamQueue final : public backend::JobQueue, public std::enable_shared_from_this<StreamQueue> {
public:
    StreamQueue(std::shared_ptr<JobBoard> board, std::shared_ptr<JobTally> tally, const StreamPlace& place)
        : board_(std::move(board)), tally_(std::move(tally)), place_(place) {}
    ~StreamQueue() override;
    StreamQueue(const StreamQueue&) = delete;
    StreamQueue& operator=(const StreamQueue&) = delete;

    [[nodiscard]] bool is_needed() const override { return board_->is_contended(); }
    Entry enter(const backend::JobFacts& job) override;
    Entry begin(const backend::JobFacts& job) override;
    [[nodiscard]] bool may_begin(std::uint64_t number) override;
    void finish(std::uint64_t through) override;
    void drop(std::uint64_t after) override;
    [[nodiscard]] std::shared_ptr<void> inherit(const backend::JobQueue& waiting) override;

private:
    // A job of the stream, from enter() until it is done. Its address is the tag that the dispatcher has.
    struct Entered final : BoardJob {
        StreamQueue* queue = nullptr;
        JobTicket ticket;
        sched::Time came = 0;

        void start(sched::JobId id, std::uint64_t number, sched::Partition partition, sched::Time now) override
            RF_REQUIRES(queue->board_->mutex());
        void let_others_pass(sched::Time now) override RF_REQUIRES(queue->board_->mutex());
    };

    // A stream's virtual GPU and priority.
    using Lender = std::pair<sched::VgpuId, std::uint8_t>;

    Entry submit(const backend::JobFacts& facts) RF_REQUIRES(board_->mutex());
    void lend_to(sched::JobId id, const Lender& lender, sched::Time now) RF_REQUIRES(board_->mutex()) {
        board_->dispatcher().lend_priority(id, lender.first, lender.second, now);
    }
    void end_loan(const Lender& lender);
    void note_started() RF_REQUIRES(board_->mutex());
    void end_first(std::size_t count, sched::Time now) RF_REQUIRES(board_->mutex());
    [[nodiscard]] std::uint64_t first_number() const RF_REQUIRES(board_->mutex()) {
        return last_number_ + 1 - jobs_.size();
    }

    const std::shared_ptr<JobBoard> board_;
    const std::shared_ptr<JobTally> tally_;
    const StreamPlace place_;
    std::atomic<std::uint64_t> started_ = 0;                   // all up to this number may begin
    std::atomic<sched::Time> next_look_ = 0;                   // when to call the dispatcher next
    std::deque<Entered> jobs_ RF_GUARDED_BY(board_->mutex());  // a deque, since elements must not move
    std::uint64_t last_number_ RF_GUARDED_BY(board_->mutex()) = 0;
    sched::JobId last_id_ RF_GUARDED_BY(board_->mutex());
    std::map<Lender, std::size_t> lenders_ RF_GUARDED_BY(board_->mutex());  // how many jobs of each wait
};

}  // namespace ringfence::worker
