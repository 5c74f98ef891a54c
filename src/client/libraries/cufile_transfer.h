// Reads and writes that are done when the call returns: from the file to pinned memory, and on to the device, a piece
// on the bus while the next one is read.
#pragma once

#include <sys/types.h>

#include <cstddef>

#include "client/libraries/cufile_file.h"

namespace ringfence::client::cufile {

struct Request {
    void* base = nullptr;
    std::size_t bytes = 0;
    off_t file_offset = 0;
    off_t buffer_offset = 0;
};

// cuFile's status of what can be known before.
int check_request(const Request& request);

// How many bytes it was; -1 and errno; or cuFile's status, negative.
ssize_t read_file(const File& file, const Request& request);
ssize_t write_file(const File& file, const Request& request);

}  // namespace ringfence::client::cufile
