#include "backend/text.h"

#include <array>
#include <charconv>

#include "base/cuda_status.h"

namespace ringfence::backend {

std::string bytes_at(std::uint64_t bytes, Address address) {
    std::array<char, 16> digits = {};
    const std::to_chars_result end = std::to_chars(digits.data(), digits.data() + digits.size(), address, 16);
    return std::to_string(bytes) + " bytes at 0x" + std::string(digits.data(), end.ptr);
}

std::int32_t status_of_bad_ptx(std::string_view ptx) {
    constexpr std::string_view directive = ".version ";
    constexpr std::int32_t newest_major = 9;
    const std::size_t version = ptx.find(directive);
    if (version == std::string_view::npos) return cuda_status::invalid_ptx;
    std::int32_t major = 0;
    std::from_chars(ptx.data() + version + directive.size(), ptx.data() + ptx.size(), major);
    return major > newest_major ? cuda_status::unsupported_ptx_version : cuda_status::invalid_ptx;
}

}  // namespace ringfence::backend
