// Finds where a program's buffer lies, and manages the pinned memory between files and the device.
#pragma once

#include <cstddef>
#include <cstdint>

#include "client/libraries/cufile_status.h"

namespace ringfence::client::cufile {

struct Buffer {
    std::uint64_t address = 0;
    bool is_on_device = false;  // otherwise the processor can access it
};

Buffer describe_buffer(const void* address);
// True if these bytes lie in device memory, possibly in several adjacent mappings.
bool covers(std::uint64_t address, std::uint64_t bytes);

// The buffers of cuFileBufRegister. All functions return cuFile's status.
int register_buffer(const void* address, std::size_t bytes);
int deregister_buffer(const void* address);
// Checks that an access from `base` on stays within the buffer that was registered there, and within existing memory.
int check_access(const void* base, std::uint64_t offset, std::uint64_t bytes);

// Pinned memory for one piece, aligned for O_DIRECT, with its own stream.
struct Staging {
    std::byte* memory = nullptr;
    void* stream = nullptr;
};

// Returns CUDA's status. Released staging memory is kept for the next request.
int acquire_staging(Staging& staging);
void release_staging(const Staging& staging);

// The same for calls in a stream's order (`stream`: the worker's number): they run one after the other, so all calls in
// progress share one staging memory, until the last has released it. Releasing makes no CUDA call, since host functions
// do it.
int acquire_stream_staging(std::uint64_t stream, Staging& staging);
void release_stream_staging(std::uint64_t stream);

}  // namespace ringfence::client::cufile
