// A word that is a number, and nothing else.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace ringfence {

// Nothing if there is anything but digits, or the number does not fit.
template <typename T>
std::optional<T> whole_number(std::string_view word) {
    T number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return number;
}

}  // namespace ringfence
