// cuFile in the client, in what its documentation calls compatibility mode: the files are read and written by the
// program itself, with its own rights, and the data goes through pinned memory. No worker ever sees a file.
#include <atomic>
#include <utility>

#include "client/libraries/cufile_file.h"
#include "client/libraries/cufile_memory.h"
#include "client/libraries/cufile_settings.h"
#include "client/libraries/cufile_stream.h"
#include "client/libraries/cufile_transfer.h"
#include "client/libraries/library_call.h"

namespace {

using namespace ringfence::client;
using namespace ringfence::client::cufile;

// CUfileDescr_t
struct Description {
    int type;
    union {
        int descriptor;
        void* handle;
    };
    const void* operations;
};

constexpr int of_linux = 1;
constexpr int of_user_space = 3;

Error submit_for(void* handle, const Places& places, void* stream, bool is_write) {
    std::shared_ptr<const File> file = find_file(handle);
    if (file == nullptr) return as_error(handle_not_registered);
    const bool is_whole = places.bytes != nullptr && places.file_offset != nullptr && places.buffer_offset != nullptr &&
                          places.done != nullptr;
    return is_whole ? submit(std::move(file), places, stream, is_write) : as_error(invalid_value);
}

}  // namespace

// Natively these load a module of the kernel. Here they count, and settings are closed as long as it is open.
RF_LIBRARY_FUNCTION(Error, cuFileDriverOpen)() {
    open_driver();
    return {};
}
RF_LIBRARY_FUNCTION(Error, cuFileDriverClose_v2)() {
    return as_error(close_driver() ? success : driver_not_initialized);
}
RF_LIBRARY_FUNCTION(Error, cuFileDriverClose)() {
    return cuFileDriverClose_v2();
}
RF_LIBRARY_FUNCTION(long, cuFileUseCount)() {
    return driver_use_count();
}
RF_LIBRARY_FUNCTION(Error, cuFileGetVersion)(int* version) {
    constexpr int of_cuda_13_0 = 1150;
    if (version == nullptr) return as_error(invalid_value);
    *version = of_cuda_13_0;
    return {};
}

RF_LIBRARY_FUNCTION(Error, cuFileHandleRegister)(void** handle, const Description* description) {
    if (handle == nullptr || description == nullptr) return as_error(invalid_value);
    if (description->type == of_user_space) return as_error(io_not_supported);
    if (description->type != of_linux) return as_error(invalid_value);
    int status = success;
    *handle = register_file(description->descriptor, status);
    return as_error(status);
}
RF_LIBRARY_FUNCTION(void, cuFileHandleDeregister)(void* handle) {
    deregister_file(handle);
}

RF_LIBRARY_FUNCTION(Error, cuFileBufRegister)(const void* base, std::size_t bytes, int flags) {
    constexpr int known_flags = 3;  // registration for RDMA, relaxed ordering
    if (base == nullptr || bytes == 0 || (flags & ~known_flags) != 0) return as_error(invalid_value);
    return as_error(register_buffer(base, bytes));
}
RF_LIBRARY_FUNCTION(Error, cuFileBufDeregister)(const void* base) {
    return as_error(deregister_buffer(base));
}

RF_LIBRARY_FUNCTION(ssize_t, cuFileRead)
(void* handle, void* base, std::size_t bytes, off_t file_offset, off_t buffer_offset) {
    const std::shared_ptr<const File> file = find_file(handle);
    if (file == nullptr) return -handle_not_registered;
    return read_file(*file, {base, bytes, file_offset, buffer_offset});
}
RF_LIBRARY_FUNCTION(ssize_t, cuFileWrite)
(void* handle, const void* base, std::size_t bytes, off_t file_offset, off_t buffer_offset) {
    const std::shared_ptr<const File> file = find_file(handle);
    if (file == nullptr) return -handle_not_registered;
    return write_file(*file, {const_cast<void*>(base), bytes, file_offset, buffer_offset});
}

RF_LIBRARY_FUNCTION(Error, cuFileStreamRegister)(void* stream, unsigned flags) {
    return register_stream(stream, flags);
}
RF_LIBRARY_FUNCTION(Error, cuFileStreamDeregister)(void* stream) {
    return deregister_stream(stream);
}
RF_LIBRARY_FUNCTION(Error, cuFileReadAsync)
(void* handle, void* base, std::size_t* bytes, off_t* file_offset, off_t* buffer_offset, ssize_t* done, void* stream) {
    return submit_for(handle, {base, bytes, file_offset, buffer_offset, done}, stream, false);
}
RF_LIBRARY_FUNCTION(Error, cuFileWriteAsync)
(void* handle, void* base, std::size_t* bytes, off_t* file_offset, off_t* buffer_offset, ssize_t* done, void* stream) {
    return submit_for(handle, {base, bytes, file_offset, buffer_offset, done}, stream, true);
}
