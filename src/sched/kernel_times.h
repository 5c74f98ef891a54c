// How long kernels have taken, by virtual GPU and name, for policies that want to know (JobMeta).
//
// A table of fixed size for each virtual GPU: of two kernels that fall on the same place the one that ran last is
// known. What a virtual GPU is told depends on its own kernels alone: in a table that all had it would learn, by what
// was forgotten, what others run, and could make them forget.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sched/types.h"

namespace ringfence::sched {

class KernelTimes {
public:
    struct Known {
        Time mean = 0;  // 0: nothing yet
        Time peak = 0;  // the longest, which is slowly forgotten
        std::uint32_t runs = 0;
    };

    void note(VgpuId vgpu, std::uint64_t kernel, Time took);
    [[nodiscard]] Known of(VgpuId vgpu, std::uint64_t kernel) const;
    // The number becomes another's.
    void forget(VgpuId vgpu);

private:
    struct Entry {
        std::uint64_t kernel = 0;  // 0: none
        Known known;
    };
    static constexpr std::size_t places = 512;

    [[nodiscard]] static std::size_t place_of(std::uint64_t kernel);

    std::vector<std::vector<Entry>> tables_;  // by virtual GPU; none, before its first
};

}  // namespace ringfence::sched
