// A stream's jobs on the card (backend/job_queue.h), in order, until the card is done with them.
//
// Reporting the end of each job would cost the card a microsecond or two. So several short jobs form a batch, with one
// place behind them (held_queue.h); batches are larger while no other tenant has work. The first job after a pause is a
// batch of its own.
//
// The caller serializes calls.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "backend/job_queue.h"

namespace ringfence::backend::cuda {

class JobBatches {
public:
    [[nodiscard]] bool is_empty() const { return batches_.empty(); }

    // A job was put on the card. `needs`: what must exist until it is done; `operations`: how many it consists of.
    void add(const JobQueue::Entry& entry, std::shared_ptr<void> needs, unsigned operations = 1);
    // True if a place should be put behind the last job.
    [[nodiscard]] bool wants_place() const;
    void set_place(std::uint64_t place) { batches_.back().place = place; }
    // The place where the first batch ends; none: it has none yet.
    [[nodiscard]] std::optional<std::uint64_t> first_place() const { return batches_.front().place; }
    // A batch that is done.
    struct Done {
        std::uint64_t through = 0;
        unsigned operations = 0;
        std::vector<std::shared_ptr<void>> needed;
    };
    Done take_first();
    // Operations on the card, of all batches.
    [[nodiscard]] unsigned operations() const { return operations_; }
    [[nodiscard]] std::uint64_t last_number() const { return last_number_; }

private:
    struct Batch {
        std::uint64_t through = 0;
        unsigned operations = 0;
        std::chrono::nanoseconds expected{};
        std::optional<std::uint64_t> place;
        std::vector<std::shared_ptr<void>> needed;
    };
    std::deque<Batch> batches_;
    bool is_alone_ = false;  // when its last job entered
    std::uint64_t last_number_ = 0;
    unsigned operations_ = 0;
};

}  // namespace ringfence::backend::cuda
