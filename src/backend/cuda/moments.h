// Moments in which no stream of the context waits for a word.
//
// Some calls of the driver wait for all that is under way in the context, and while they do nobody else can submit
// anything: loading and unloading code, freeing memory, taking host memory from the card. What waits for a word may do
// so for ever. So, where tenants share the context, such a call is put off until no stream waits for one.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>

namespace ringfence::backend::cuda {

class Moments {
public:
    using Clock = std::chrono::steady_clock;
    using Reached = std::atomic<std::uint64_t>;  // a stream's word: the last mark that it has come to

    // How long a call may be put off. Zero, as in the beginning: not at all.
    void set_patience(std::chrono::milliseconds longest) { patience_ = longest; }
    bool puts_off() const { return patience_.load() != std::chrono::milliseconds(0); }
    // A stream waits, until it has come to the mark.
    void note_wait(const Reached& reached, std::uint64_t mark);
    // The stream goes.
    void forget(const Reached& reached);

    // Before such a call: returns when no stream waits, or when it has been long enough.
    void await();
    // For how long the oldest such call has been put off; zero: none is.
    std::chrono::nanoseconds put_off_for();

private:
    bool is_anybody_waiting();

    std::atomic<std::chrono::milliseconds> patience_ = std::chrono::milliseconds(0);
    std::mutex mutex_;  // guards what follows
    std::map<const Reached*, std::uint64_t> waits_;
    std::multiset<Clock::time_point> put_off_since_;
};

}  // namespace ringfence::backend::cuda
