// Synchronous reads and writes: from the file to pinned memory, and on to the device; one piece is on the bus while the
// next one is read.
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

// Checks what can be checked beforehand. Returns cuFile's status.
int check_request(const Request& request);

// Return the number of bytes; -1 with errno; or cuFile's status, negated.
ssize_t read_file(const File& file, const Request& request);
ssize_t write_file(const File& file, const Request& request);

}  // namespace ringfence::client::cufile
