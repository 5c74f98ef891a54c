// A histogram of the waiting times of started jobs, as counts per bucket.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "sched/types.h"

namespace ringfence::policy {

class WaitHistogram {
public:
    // The buckets' upper bounds are 1 us, 4 us ... 4.2 s, powers of 4; the last bucket has none.
    static constexpr std::size_t bucket_count = 13;

    void note(sched::Time wait) {
        ++buckets_[bucket_of(wait)];
        sum_ += static_cast<std::uint64_t>(std::max<sched::Time>(wait, 0));
    }
    void clear() { *this = {}; }
    [[nodiscard]] const std::array<std::uint64_t, bucket_count>& buckets() const { return buckets_; }
    [[nodiscard]] std::uint64_t sum() const { return sum_; }
    [[nodiscard]] static std::size_t bucket_of(sched::Time wait);
    // In nanoseconds, inclusive; 0 for the last.
    [[nodiscard]] static constexpr std::uint64_t bound_of(std::size_t bucket) {
        return bucket + 1 < bucket_count ? std::uint64_t{sched::microsecond} << (2 * bucket) : 0;
    }

private:
    std::array<std::uint64_t, bucket_count> buckets_{};
    std::uint64_t sum_ = 0;
};

inline std::size_t WaitHistogram::bucket_of(sched::Time wait) {
    if (wait <= sched::microsecond) return 0;
    const auto over = static_cast<std::uint64_t>((wait - 1) / sched::microsecond);  // 1 and more
    const auto steps = static_cast<std::size_t>(std::bit_width(over) + 1) / 2;
    return std::min(steps, bucket_count - 1);
}

}  // namespace ringfence::policy
