#include "base/memory_file.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "base/cuda_status.h"

namespace ringfence {
namespace {

constexpr int size_seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
constexpr int content_seals = size_seals | F_SEAL_WRITE;

Error failed(const char* what, int number) {
    return Error::bad_input(std::string("cannot ") + what + ": " + std::generic_category().message(number));
}

// A lack of memory, or of a descriptor for it, is "out of memory" for the caller.
Error no_memory(const char* what, int number) {
    return failed(what, number).with_status(cuda_status::out_of_memory);
}

Result<UniqueFd> unsealed_file(const char* name, std::uint64_t bytes) {
    UniqueFd fd(::memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!fd) return no_memory("create a memory file", errno);
    if (::ftruncate(fd.get(), static_cast<off_t>(bytes)) != 0) {
        return no_memory(("give a memory file " + std::to_string(bytes) + " bytes").c_str(), errno);
    }
    return fd;
}

}  // namespace

Result<UniqueFd> create_memory_file(const char* name, std::uint64_t bytes) {
    RF_TRY(UniqueFd fd, unsealed_file(name, bytes));
    if (::fcntl(fd.get(), F_ADD_SEALS, size_seals) != 0) return failed("seal a memory file", errno);
    return fd;
}

Result<UniqueFd> memory_file_of(const char* name, std::string_view text) {
    RF_TRY(UniqueFd file, unsealed_file(name, text.size()));
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t put = ::pwrite(file.get(), text.data() + done, text.size() - done, static_cast<off_t>(done));
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return no_memory("write a memory file", errno);
        done += static_cast<std::size_t>(put);
    }
    // Several processes get it, and none may change it for the others.
    if (::fcntl(file.get(), F_ADD_SEALS, content_seals) != 0) return failed("seal a memory file", errno);
    return file;
}

Result<std::string> read_memory_file(int fd, std::uint64_t most_bytes) {
    RF_TRY(const std::uint64_t bytes, memory_file_bytes(fd));
    if (bytes > most_bytes) {
        return Error::bad_input("the file has " + std::to_string(bytes) + " bytes, and may have " +
                                std::to_string(most_bytes));
    }
    std::string text(bytes, '\0');
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t got = ::pread(fd, text.data() + done, text.size() - done, static_cast<off_t>(done));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return failed("read a memory file", errno);
        done += static_cast<std::size_t>(got);
    }
    return text;
}

Result<std::uint64_t> memory_file_bytes(int fd) {
    const int seals = ::fcntl(fd, F_GET_SEALS);
    if (seals < 0) return failed("read the seals of a descriptor (it is no memory file)", errno);
    if ((seals & (F_SEAL_SHRINK | F_SEAL_GROW)) != (F_SEAL_SHRINK | F_SEAL_GROW)) {
        return Error::bad_input("the memory file is not sealed: its size could change");
    }
    // Its maker can punch a huge page out; if none is left when it is touched again, that kills the process that
    // touches it.
    struct statfs system = {};
    if (::fstatfs(fd, &system) != 0) return failed("read where a memory file lies", errno);
    if (system.f_type != TMPFS_MAGIC) return Error::bad_input("the memory file is not of ordinary pages");
    struct stat info = {};
    if (::fstat(fd, &info) != 0) return failed("read the size of a memory file", errno);
    return static_cast<std::uint64_t>(info.st_size);
}

}  // namespace ringfence
