// Pieces of messages.
#pragma once

#include <cstdint>
#include <string>

#include "backend/device.h"

namespace ringfence::backend {

// "64 bytes at 0x100000000000"
std::string bytes_at(std::uint64_t bytes, Address address);

}  // namespace ringfence::backend
