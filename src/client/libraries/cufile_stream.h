// Reads and writes in a stream's order. Host functions, which make no CUDA call, access the file. A kernel between them
// accesses the device: it copies from or to pinned memory, as many bytes as a word there says, since the length of a
// read is known only when the stream has reached it.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <memory>

#include "client/libraries/cufile_file.h"
#include "client/libraries/cufile_transfer.h"

namespace ringfence::client::cufile {

// The addresses of a call's arguments.
struct Places {
    void* base = nullptr;
    std::size_t* bytes = nullptr;
    off_t* file_offset = nullptr;
    off_t* buffer_offset = nullptr;
    ssize_t* done = nullptr;
};

// The flags of cuFileStreamRegister.
enum StreamFlags : unsigned {
    fixed_buffer_offset = 1,
    fixed_file_offset = 2,
    fixed_size = 4,
    all_stream_flags = 15,
};

Error register_stream(void* stream, unsigned flags);
Error deregister_stream(void* stream);

Error submit(std::shared_ptr<const File> file, const Places& places, void* stream, bool is_write);

}  // namespace ringfence::client::cufile
