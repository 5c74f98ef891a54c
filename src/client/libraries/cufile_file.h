// A file that a program has registered, with reads and writes at offsets, and the handling of O_DIRECT.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <memory>

#include "base/unique_fd.h"
#include "client/libraries/cufile_status.h"

namespace ringfence::client::cufile {

class File {
public:
    // On failure returns null, and the reason in `status`.
    static std::shared_ptr<File> open(int descriptor, int& status);

    // Reads or writes all bytes, or up to the file's end; fewer, with `failed` and errno set, if the system refuses.
    std::size_t read(void* to, std::size_t bytes, off_t offset, bool& failed) const;
    std::size_t write(const void* from, std::size_t bytes, off_t offset, bool& failed) const;

    int descriptor() const { return descriptor_; }

private:
    // O_DIRECT needs aligned memory, offset and size. Other requests go through a second descriptor of the same file.
    int descriptor_for(const void* memory, std::size_t bytes, off_t offset) const;

    int descriptor_ = -1;  // the program's
    bool is_direct_ = false;
    UniqueFd buffered_;
};

// The handles of all registered files.
void* register_file(int descriptor, int& status);
void deregister_file(void* handle);
// Null if there is no such file.
std::shared_ptr<const File> find_file(void* handle);

}  // namespace ringfence::client::cufile
