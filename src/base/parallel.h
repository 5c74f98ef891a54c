// Several pieces of work at a time, for what takes long enough.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <numeric>
#include <span>
#include <system_error>
#include <thread>
#include <vector>

#include "base/effort.h"

namespace ringfence {

// Calls work(0) … work(sizes.size() - 1) once each, in any order, by a few threads: large pieces first, so that the
// threads end together. If the system gives fewer threads, fewer do it. Sizes of less than `least` together are not
// worth a thread. All of it is this thread's work (base/effort.h): if that must stop, what has not begun is left out.
template <typename Work>
void in_parallel(std::span<const std::size_t> sizes, std::size_t least, const Work& work) {
    // To find out takes longer than a small module does.
    static const std::size_t processors = std::thread::hardware_concurrency();
    constexpr std::size_t most_threads = 4;
    const std::size_t total = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
    const std::size_t wanted = std::min({most_threads, processors, total / least, sizes.size()});
    std::vector<std::size_t> order(sizes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (wanted > 1) {
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
    }
    std::atomic<std::size_t> next = 0;
    const auto run = [&] {
        for (std::size_t i = next++; i < order.size() && !must_stop(); i = next++)
            work(order[i]);
    };
    const auto run_elsewhere = [&, effort = current_effort()] {
        const EffortScope scope(effort);
        run();
    };
    std::vector<std::thread> others;
    try {
        while (others.size() + 1 < wanted)
            others.emplace_back(run_elsewhere);
    } catch (const std::system_error&) {
        // This thread does the rest.
    }
    run();
    for (std::thread& other : others)
        other.join();
}

}  // namespace ringfence
