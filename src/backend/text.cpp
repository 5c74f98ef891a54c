#include "backend/text.h"

#include <array>
#include <charconv>

namespace ringfence::backend {

std::string bytes_at(std::uint64_t bytes, Address address) {
    std::array<char, 16> digits = {};
    const std::to_chars_result end = std::to_chars(digits.data(), digits.data() + digits.size(), address, 16);
    return std::to_string(bytes) + " bytes at 0x" + std::string(digits.data(), end.ptr);
}

}  // namespace ringfence::backend
