// Measured durations of kernels, by virtual GPU and kernel number, for policies that use them (JobMeta).
//
// Each virtual GPU has a table of fixed size: if two kernels have the same place, only the later one is known. The
// tables are separate, since in a common one a virtual GPU could find out which kernels others run by what was
// replaced, and could replace theirs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sched/types.h"

namespace ringfence::sched {

class KernelTimes {
public:
    struct Known {
        Time mean = 0;  // 0: not measured yet
        Time peak = 0;  // the longest, slowly decaying
        std::uint32_t runs = 0;
    };

    void note(VgpuId vgpu, std::uint64_t kernel, Time took);
    [[nodiscard]] Known of(VgpuId vgpu, std::uint64_t kernel) const;
    // Deletes the table, since the number will be reused.
    void forget(VgpuId vgpu);

private:
    struct Entry {
        std::uint64_t kernel = 0;  // 0: none
        Known known;
    };
    static constexpr std::size_t places = 512;

    [[nodiscard]] static std::size_t place_of(std::uint64_t kernel);

    std::vector<std::vector<Entry>> tables_;  // by virtual GPU; empty before its first kernel
};

}  // namespace ringfence::sched
