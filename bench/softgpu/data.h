// Inputs for the workloads: the same in every run.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "workload.h"

namespace ringfence::bench {

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15U + 1) {}

    std::uint32_t word() {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return static_cast<std::uint32_t>(state_ >> 32);
    }
    // In [low, high), in steps of 2^-24 of the range.
    float number(float low, float high) { return low + (high - low) * static_cast<float>(word() >> 8) * 0x1p-24F; }

    std::vector<float> numbers(std::size_t count, float low, float high) {
        std::vector<float> values(count);
        for (float& value : values)
            value = number(low, high);
        return values;
    }

private:
    std::uint64_t state_;
};

template <typename T>
Bytes to_bytes(const std::vector<T>& values) {
    const std::span<const std::byte> bytes = std::as_bytes(std::span(values));
    return {bytes.begin(), bytes.end()};
}

inline Bytes zeros(std::size_t words) {
    return Bytes(words * 4);
}

inline std::uint32_t divide_up(std::uint32_t count, std::uint32_t size) {
    return (count + size - 1) / size;
}

}  // namespace ringfence::bench
