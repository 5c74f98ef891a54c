// Reads and writes in a stream's order. What touches the file are host functions, which make no call of CUDA's; what
// touches the device is a kernel between them that copies from or to pinned memory, as many bytes as a word there says:
// how many a read gives is known only when the stream has come to it.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <memory>

#include "client/libraries/cufile_file.h"
#include "client/libraries/cufile_transfer.h"

namespace ringfence::client::cufile {

// Where the numbers lie that a call names.
struct Places {
    void* base = nullptr;
    std::size_t* bytes = nullptr;
    off_t* file_offset = nullptr;
    off_t* buffer_offset = nullptr;
    ssize_t* done = nullptr;
};

// Of cuFileStreamRegister.
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
