#include "sched/simulator/histogram.h"

#include <algorithm>
#include <bit>

namespace ringfence::sched {
namespace {

constexpr unsigned detail_bits = 5;  // 32 buckets for each doubling

std::size_t bucket_of(Time time) {
    const auto value = static_cast<std::uint64_t>(std::max<Time>(time, 0));
    if (value < (1U << detail_bits)) return value;
    const auto shift = static_cast<unsigned>(std::bit_width(value)) - detail_bits - 1;
    return (std::size_t{shift + 1} << detail_bits) + ((value >> shift) - (1U << detail_bits));
}

// The largest time of a bucket.
Time end_of(std::size_t bucket) {
    if (bucket < (1U << detail_bits)) return static_cast<Time>(bucket);
    const std::size_t shift = (bucket >> detail_bits) - 1;
    const std::size_t place = (bucket & ((1U << detail_bits) - 1)) + (1U << detail_bits);
    return static_cast<Time>(((place + 1) << shift) - 1);
}

}  // namespace

void Histogram::add(Time time) {
    const std::size_t bucket = bucket_of(time);
    if (bucket >= buckets_.size()) buckets_.resize(bucket + 1);
    ++buckets_[bucket];
    ++count_;
    most_ = std::max(most_, time);
}

Time Histogram::at_permille(std::uint64_t part) const {
    const std::uint64_t wanted = (count_ * part + 999) / 1000;
    std::uint64_t sum = 0;
    for (std::size_t bucket = 0; bucket < buckets_.size(); ++bucket) {
        sum += buckets_[bucket];
        if (sum >= wanted && sum != 0) return std::min(end_of(bucket), most_);
    }
    return most_;
}

}  // namespace ringfence::sched
