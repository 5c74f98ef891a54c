// Where a program's buffer lies, and the pinned memory that stands between files and the device.
#pragma once

#include <cstddef>
#include <cstdint>

#include "client/libraries/cufile_status.h"

namespace ringfence::client::cufile {

struct Buffer {
    std::uint64_t address = 0;
    bool is_on_device = false;  // else the processor reaches it
};

Buffer describe_buffer(const void* address);
// True if these bytes lie in device memory, possibly in several adjacent mappings.
bool covers(std::uint64_t address, std::uint64_t bytes);

// The buffers of cuFileBufRegister. All functions return cuFile's status.
int register_buffer(const void* address, std::size_t bytes);
int deregister_buffer(const void* address);
// Checks that an access from `base` on stays within the buffer that was registered there, and within existing memory.
int check_access(const void* base, std::uint64_t offset, std::uint64_t bytes);

// Pinned, a piece large, aligned as O_DIRECT wants it, with a stream of its own.
struct Staging {
    std::byte* memory = nullptr;
    void* stream = nullptr;
};

// Returns CUDA's status. Released staging memory is kept for the next request.
int acquire_staging(Staging& staging);
void release_staging(const Staging& staging);

// The same for what is in the order of a stream (the worker's number of it): calls there follow each other, so all that
// are in progress share one. The last that is given back ends that. Giving back makes no call of CUDA's: host functions
// do.
int acquire_stream_staging(std::uint64_t stream, Staging& staging);
void release_stream_staging(std::uint64_t stream);

}  // namespace ringfence::client::cufile
