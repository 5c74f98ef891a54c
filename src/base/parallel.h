// Several pieces of work at a time, for what takes long enough.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

namespace ringfence {

// Calls work(0) … work(count - 1) once each, in any order, by a few threads. Threads that the system does not give are
// done without. With fewer than `least` pieces for each, a thread is not worth it.
template <typename Work>
void in_parallel(std::size_t count, std::size_t least, const Work& work) {
    constexpr std::size_t most_threads = 4;
    const std::size_t wanted =
        std::min({most_threads, std::size_t{std::thread::hardware_concurrency()}, count / least});
    std::atomic<std::size_t> next = 0;
    const auto run = [&] {
        for (std::size_t i = next++; i < count; i = next++)
            work(i);
    };
    std::vector<std::thread> others;
    try {
        while (others.size() + 1 < wanted)
            others.emplace_back(run);
    } catch (const std::system_error&) {
        // This thread does what is left.
    }
    run();
    for (std::thread& other : others)
        other.join();
}

}  // namespace ringfence
