// Where a trial's decisions come from: bytes of a fuzzer, and behind them, or without them, a generator of numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace ringfence::soundness {

class Choices {
public:
    explicit Choices(std::uint64_t seed) : state_(seed) {}
    // The same bytes give the same choices; what they do not decide depends on them.
    explicit Choices(std::span<const std::uint8_t> bytes) : bytes_(bytes), state_(bytes.size()) {
        for (const std::uint8_t byte : bytes)
            state_ = (state_ ^ byte) * 0x100000001b3U;
    }

    std::uint64_t word() {
        state_ += 0x9e3779b97f4a7c15U;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
        mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
        return mixed ^ (mixed >> 31U);
    }

    unsigned below(unsigned limit) {
        if (!bytes_.empty()) {
            const unsigned byte = bytes_.front();
            bytes_ = bytes_.subspan(1);
            return byte % limit;
        }
        return static_cast<unsigned>((word() >> 32U) * limit >> 32U);
    }
    bool chance(unsigned percent) { return below(100) < percent; }
    unsigned between(unsigned low, unsigned high) { return low + below(high - low + 1); }

    template <typename List>
    const auto& pick(const List& list) {
        return list[below(static_cast<unsigned>(std::size(list)))];
    }

private:
    std::span<const std::uint8_t> bytes_;
    std::uint64_t state_;
};

}  // namespace ringfence::soundness
