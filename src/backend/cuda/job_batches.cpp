#include "backend/cuda/job_batches.h"

#include <utility>

namespace ringfence::backend::cuda {
namespace {

// The amount of work that may be on the card while others wait (sched/settings.h). A place stops the card for some
// microseconds. When the first batch has ended, the next one gets its place even if it is smaller.
constexpr std::chrono::microseconds enough_work(300);
// A quarter of the work that may be on the card while no other tenant waits (worker/job_board.cpp). A newcomer has to
// wait for all of it anyway, and batches are small from the first job after its arrival.
constexpr std::chrono::microseconds enough_work_alone(1250);

}  // namespace

void JobBatches::add(const JobQueue::Entry& entry, std::shared_ptr<void> needs, unsigned operations) {
    if (batches_.empty() || batches_.back().place) batches_.emplace_back();
    Batch& open = batches_.back();
    open.through = entry.number;
    open.expected += entry.expected;
    open.operations += operations;
    operations_ += operations;
    if (needs) open.needed.push_back(std::move(needs));
    last_number_ = entry.number;
    is_alone_ = entry.is_alone;
}

bool JobBatches::wants_place() const {
    if (batches_.empty() || batches_.back().place) return false;
    return batches_.size() == 1 || batches_.back().expected >= (is_alone_ ? enough_work_alone : enough_work);
}

JobBatches::Done JobBatches::take_first() {
    Done done{batches_.front().through, batches_.front().operations, std::move(batches_.front().needed)};
    operations_ -= done.operations;
    batches_.pop_front();
    return done;
}

}  // namespace ringfence::backend::cuda
