#include "worker/load_memory.h"

namespace ringfence::worker {

Result<void> LoadMemory::take(std::uint64_t bytes) {
    const MutexLock lock(mutex_);
    const std::uint64_t more = counted(taken_ + bytes) - counted(taken_);
    if (more > 0) RF_RETURN_IF_ERROR(account_->take(Limit::HostMemory, more));
    taken_ += bytes;
    return {};
}

void LoadMemory::give_back(std::uint64_t bytes) {
    const MutexLock lock(mutex_);
    account_->give_back(Limit::HostMemory, counted(taken_) - counted(taken_ - bytes));
    taken_ -= bytes;
}

Effort::Counter LoadMemory::counter() {
    return {[self = shared_from_this()](std::uint64_t bytes) { return self->take(bytes); },
            [self = shared_from_this()](std::uint64_t bytes) { self->give_back(bytes); }};
}

}  // namespace ringfence::worker
