// Blocks threads of the program that write to some of its pages, while these are replaced by others: a write between
// copying the contents and replacing the pages would be lost. Threads that only read continue.
//
// The kernel blocks them (userfaultfd), from 5.7 on, for shared memory from 5.19 on, unless a container's filter
// forbids that. Then no thread is blocked, so programs should not write to memory while they ask for its device
// address. System calls that would write there are not blocked but fail (EFAULT).
#pragma once

#include <csignal>
#include <cstdint>

#include "base/unique_fd.h"

namespace ringfence::driver {

class HeldWriters {
public:
    // The range must be whole, mapped pages. This thread must not write there meanwhile, so its signals are blocked.
    HeldWriters(std::uint64_t begin, std::uint64_t bytes);
    // Threads continue, with what is mapped there now.
    ~HeldWriters();
    HeldWriters(const HeldWriters&) = delete;
    HeldWriters& operator=(const HeldWriters&) = delete;

    bool are_held() const { return static_cast<bool>(faults_); }

private:
    void let_go();

    std::uint64_t begin_;
    std::uint64_t bytes_;
    UniqueFd faults_;
    sigset_t signals_ = {};  // the thread's mask before
};

}  // namespace ringfence::driver
