#include "backend/cuda/gated_jobs.h"

namespace ringfence::backend::cuda {

void GatedJobs::note_wait() {
    const MutexLock lock(mutex_);
    ++stretch_;
}

std::shared_ptr<GatedJobs::Pass> GatedJobs::expect(JobKind kind) {
    gate_->expect(1);
    const MutexLock lock(mutex_);
    expected_.push_back({kind, stretch_});
    return std::make_shared<Pass>(shared_from_this(), kind, stretch_);
}

void GatedJobs::forget_first() {
    const MutexLock lock(mutex_);
    expected_.pop_front();
}

std::optional<JobKind> GatedJobs::next_in(std::uint64_t stretch) {
    const MutexLock lock(mutex_);
    if (expected_.empty() || expected_.front().stretch != stretch) return std::nullopt;
    return expected_.front().kind;
}

bool GatedJobs::Pass::may_go() {
    if (!jobs_->gate_->try_enter(kind_)) return false;
    jobs_->forget_first();
    return has_entered_ = true;
}

GatedJobs::Pass::~Pass() {
    if (has_entered_) {
        jobs_->gate_->leave(jobs_->next_in(stretch_));
        return;
    }
    jobs_->forget_first();
    jobs_->gate_->forget();
}

}  // namespace ringfence::backend::cuda
