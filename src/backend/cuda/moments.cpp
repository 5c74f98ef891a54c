#include "backend/cuda/moments.h"

#include <algorithm>
#include <thread>

namespace ringfence::backend::cuda {
namespace {

using namespace std::chrono_literals;

constexpr auto shortest_pause = 20us;
constexpr auto longest_pause = 1000us;

}  // namespace

void Moments::note_wait(const Reached& reached, std::uint64_t mark) {
    const std::lock_guard lock(mutex_);
    waits_[&reached] = mark;
}

void Moments::forget(const Reached& reached) {
    const std::lock_guard lock(mutex_);
    waits_.erase(&reached);
}

bool Moments::is_anybody_waiting() {
    const std::lock_guard lock(mutex_);
    std::erase_if(waits_, [](const auto& wait) { return wait.first->load(std::memory_order_acquire) >= wait.second; });
    return !waits_.empty();
}

void Moments::await() {
    if (!puts_off() || !is_anybody_waiting()) return;
    const Clock::time_point begin = Clock::now();
    std::multiset<Clock::time_point>::iterator own;
    {
        const std::lock_guard lock(mutex_);
        own = put_off_since_.insert(begin);
    }
    for (auto pause = shortest_pause; is_anybody_waiting() && Clock::now() - begin < patience_.load();
         pause = std::min(pause * 2, longest_pause))
        std::this_thread::sleep_for(pause);
    const std::lock_guard lock(mutex_);
    put_off_since_.erase(own);
}

std::chrono::nanoseconds Moments::put_off_for() {
    const std::lock_guard lock(mutex_);
    if (put_off_since_.empty()) return {};
    return Clock::now() - *put_off_since_.begin();
}

}  // namespace ringfence::backend::cuda
