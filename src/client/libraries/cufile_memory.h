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
// Whether these bytes lie in memory of the device, be it several mappings that lie side by side.
bool covers(std::uint64_t address, std::uint64_t bytes);

// Of cuFileBufRegister. All give cuFile's status.
int register_buffer(const void* address, std::size_t bytes);
int deregister_buffer(const void* address);
// Of an access from `base` on: whether it stays within what was registered there, and within memory that is.
int check_access(const void* base, std::uint64_t offset, std::uint64_t bytes);

// Pinned, a piece large, aligned as O_DIRECT wants it, with a stream of its own.
struct Staging {
    std::byte* memory = nullptr;
    void* stream = nullptr;
};

// CUDA's status. What is given back is kept for the next.
int acquire_staging(Staging& staging);
void release_staging(const Staging& staging);

// The same for what is in the order of a stream (the worker's number of it): calls there follow each other, so all that
// are under way share one. The last that is given back ends that. Giving back makes no call of CUDA's: host functions
// do.
int acquire_stream_staging(std::uint64_t stream, Staging& staging);
void release_stream_staging(std::uint64_t stream);

}  // namespace ringfence::client::cufile
