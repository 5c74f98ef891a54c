// The device's printf: makes text of a format and a buffer of arguments in the device's memory.
#pragma once

#include <cstdint>
#include <string>

#include "base/print_format.h"
#include "softgpu/runtime/abi.h"
#include "softgpu/runtime/fault.h"

namespace ringfence::softgpu {

// A string of the device's. False if it cannot be read; `problem` then says why.
bool read_device_string(const ThreadState& thread, std::uint64_t address, std::string& out, FaultInfo& problem);

// The arguments lie one behind the other, each at a multiple of its own size.
bool format_device_text(const ThreadState& thread, std::uint64_t format, std::uint64_t arguments, PrintedText& out,
                        FaultInfo& problem);

}  // namespace ringfence::softgpu
