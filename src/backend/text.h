// Parts of messages, and the status for PTX that is refused.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "backend/device.h"

namespace ringfence::backend {

// "64 bytes at 0x100000000000"
std::string bytes_at(std::uint64_t bytes, Address address);

// The status for PTX that does not compile: a PTX version that is too new has its own status.
std::int32_t status_of_bad_ptx(std::string_view ptx);

}  // namespace ringfence::backend
