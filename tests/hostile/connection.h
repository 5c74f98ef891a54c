// A client without any of our client's manners: it has the handshake, the channel's memory and staging, and uses them
// as it likes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/mapped_memory.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "channel/layout.h"

namespace ringfence::hostile {

struct Connection {
    UniqueFd socket;
    MappedMemory memory;   // the channel's
    MappedMemory staging;  // wherever there was room; the worker knows it as header.staging_begin
    channel::Header header;
};

// With the daemon at $RINGFENCE_SOCKET: a session in its shared worker, on the software GPU.
Result<Connection> connect(const std::string& program);

// add(u32* data, u32 amount) adds to data[thread]; store(u64 address) writes 42 there; a variable `counter` of 4 bytes.
extern const std::string_view kernels;

inline std::span<const std::byte> text_bytes(std::string_view text) {
    return std::as_bytes(std::span(text));
}

}  // namespace ringfence::hostile
