#include "backend/soft/words.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "backend/word_condition.h"

namespace ringfence::backend::soft {
namespace {

template <typename T>
std::atomic_ref<T> word_at(Address address) {
    return std::atomic_ref<T>(*reinterpret_cast<T*>(address));
}

bool holds_now(const WaitWordNode& node) {
    const std::uint64_t word = node.bytes == 8 ? word_at<std::uint64_t>(node.address).load(std::memory_order_acquire)
                                               : word_at<std::uint32_t>(node.address).load(std::memory_order_acquire);
    return holds_for(word, node);
}

}  // namespace

void store_word(const WriteWordNode& word) {
    if (word.bytes == 8) {
        word_at<std::uint64_t>(word.address).store(word.value, std::memory_order_release);
    } else {
        word_at<std::uint32_t>(word.address).store(static_cast<std::uint32_t>(word.value), std::memory_order_release);
    }
}

bool wait_for_word(const WaitWordNode& word, const std::function<bool()>& is_over) {
    using std::chrono::microseconds;
    constexpr int yields = 200;
    constexpr microseconds longest_pause(5000);
    microseconds pause(50);
    for (int round = 0; !holds_now(word); ++round) {
        if (is_over()) return false;
        if (round < yields) {
            std::this_thread::yield();
            continue;
        }
        std::this_thread::sleep_for(pause);
        pause = std::min(longest_pause, pause + pause / 16);
    }
    return true;
}

}  // namespace ringfence::backend::soft
