// Waiting a moment without giving the core away.
//
// A wait that ends within microseconds is cheaper spun than slept. But on a machine with few cores the one that is
// waited for may need this very core: there the budget is short, and on a single core it is nothing.
#pragma once

#include <chrono>
#include <thread>

namespace ringfence {

inline void cpu_relax() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("isb" ::: "memory");  // "yield" is nothing on most cores, and does not make room for others
#endif
}

// How long to spin here, given how long it pays on a machine with cores to spare.
inline std::chrono::nanoseconds spin_budget(std::chrono::nanoseconds with_cores_to_spare) {
    static const unsigned cores = std::thread::hardware_concurrency();
    if (cores <= 1) return std::chrono::nanoseconds::zero();
    return cores <= 2 ? with_cores_to_spare / 10 : with_cores_to_spare;
}

// Spins until `is_done()`, at most for `budget`. Says whether it is done.
template <typename Predicate>
bool spin_until(Predicate&& is_done, std::chrono::nanoseconds budget) {
    if (is_done()) return true;
    if (budget <= std::chrono::nanoseconds::zero()) return false;
    const auto end = std::chrono::steady_clock::now() + budget;
    do {
        for (int i = 0; i < 16; ++i) {
            cpu_relax();
            if (is_done()) return true;
        }
    } while (std::chrono::steady_clock::now() < end);
    return false;
}

}  // namespace ringfence
