#include "base/effort.h"

#include <algorithm>

namespace ringfence {

void Effort::stop(Error why) {
    const MutexLock lock(mutex_);
    if (!why_) why_ = std::move(why);
    is_stopped_ = true;
}

std::optional<Error> Effort::why_stopped() const {
    const MutexLock lock(mutex_);
    return why_;
}

bool Effort::take(std::uint64_t bytes) {
    if (!counter_.take) return true;
    auto taken = counter_.take(bytes);
    if (!taken) stop(taken.take_error());
    return taken.ok();
}

void Effort::give_back(std::uint64_t bytes) {
    if (counter_.give_back) counter_.give_back(bytes);
}

// In steps, so that a text of a million lines does not count a million times.
bool HeldMemory::raise_to(std::uint64_t bytes) {
    if (bytes <= bytes_ || !work_) return true;
    constexpr std::uint64_t least_step = std::uint64_t{64} << 10U;
    const std::uint64_t more = std::max(bytes - bytes_, least_step + bytes_ / 8);
    if (!work_->take(more)) return false;
    bytes_ += more;
    return true;
}

HeldMemory::~HeldMemory() {
    if (work_ && bytes_ > 0) work_->give_back(bytes_);
}

std::shared_ptr<Effort> Efforts::begin(Effort::Counter counter) {
    auto one = std::make_shared<Effort>(std::move(counter));
    const MutexLock lock(mutex_);
    std::erase_if(all_, [](const std::weak_ptr<Effort>& other) { return other.expired(); });
    all_.push_back(one);
    if (why_) one->stop(*why_);
    return one;
}

void Efforts::stop_all(const Error& why) {
    const MutexLock lock(mutex_);
    if (!why_) why_ = why;
    for (const std::weak_ptr<Effort>& one : all_) {
        if (const std::shared_ptr<Effort> alive = one.lock()) alive->stop(why);
    }
}

}  // namespace ringfence
