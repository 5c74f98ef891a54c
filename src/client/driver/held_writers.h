// Holds the program's threads where they would write to some of its pages, while these are exchanged for others: a
// write between the copy of the contents and the exchange would be lost. Threads that read go on.
//
// It is the kernel that holds them (userfaultfd), from 5.7 on, for memory that is shared from 5.19 on, unless a
// container's filter keeps programs from asking. Then nobody is held: so programs should not write to memory while they
// ask for its device address. A system call that would write there fails instead (EFAULT).
#pragma once

#include <csignal>
#include <cstdint>

#include "base/unique_fd.h"

namespace ringfence::driver {

class HeldWriters {
public:
    // Whole pages, all of them mapped. This thread must not write there meanwhile, so it handles no signals.
    HeldWriters(std::uint64_t begin, std::uint64_t bytes);
    // They go on, with whatever is mapped there now.
    ~HeldWriters();
    HeldWriters(const HeldWriters&) = delete;
    HeldWriters& operator=(const HeldWriters&) = delete;

    bool are_held() const { return static_cast<bool>(faults_); }

private:
    void let_go();

    std::uint64_t begin_;
    std::uint64_t bytes_;
    UniqueFd faults_;
    sigset_t signals_ = {};  // as they were
};

}  // namespace ringfence::driver
