// Counts the threads of a launch that compile code for it, instead of running its blocks.
//
// Compiling may take a minute, and nothing stops it. So a limit on the time of kernels must not count it: a kernel that
// does not end can be stopped, and is, as soon as its code is there.
#pragma once

#include <atomic>
#include <cstdint>

namespace ringfence::softgpu {

using CompilingThreads = std::atomic<std::uint32_t>;

class Compiling {
public:
    // Null: nobody asks.
    explicit Compiling(CompilingThreads* threads) : threads_(threads) {
        if (threads_ != nullptr) ++*threads_;
    }
    ~Compiling() {
        if (threads_ != nullptr) --*threads_;
    }
    Compiling(const Compiling&) = delete;
    Compiling& operator=(const Compiling&) = delete;

private:
    CompilingThreads* const threads_;
};

}  // namespace ringfence::softgpu
