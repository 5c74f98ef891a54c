// Tests a word against a stream's condition.
#pragma once

#include <cstdint>
#include <type_traits>

#include "backend/device.h"

namespace ringfence::backend {

template <typename T>
bool holds(T word, T value, WordCondition condition) {
    switch (condition) {
        case WordCondition::GreaterOrEqual: return static_cast<std::make_signed_t<T>>(word - value) >= 0;
        case WordCondition::Equal: return word == value;
        case WordCondition::AnyBit: return (word & value) != 0;
        case WordCondition::NorBit: return static_cast<T>(~(word | value)) != 0;
    }
    return false;
}

// Compares only the low 4 bytes if the word has 4 bytes.
inline bool holds_for(std::uint64_t word, const WaitWordNode& wait) {
    if (wait.bytes == 8) return holds<std::uint64_t>(word, wait.value, wait.condition);
    return holds<std::uint32_t>(static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(wait.value),
                                wait.condition);
}

}  // namespace ringfence::backend
