#include "client/libraries/cufile_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/mutex.h"

namespace ringfence::client::cufile {
namespace {

constexpr std::size_t direct_alignment = 4096;  // enough for every file system

struct Files {
    Mutex mutex;
    std::unordered_map<void*, std::shared_ptr<const File>> registered RF_GUARDED_BY(mutex);
};
Files& files() {
    // Never destroyed: the program's own destructors may still call us.
    static auto* const all = new Files();
    return *all;
}

bool is_aligned(std::uint64_t value) {
    return value % direct_alignment == 0;
}

// Goes on until all is done, there is no more, or the system refuses.
template <typename Call>
std::size_t repeat(std::size_t bytes, bool& failed, Call&& call) {
    std::size_t done = 0;
    failed = false;
    while (done < bytes) {
        const ssize_t now = call(done);
        if (now < 0 && errno == EINTR) continue;
        failed = now < 0;
        if (now <= 0) break;
        done += static_cast<std::size_t>(now);
    }
    return done;
}

}  // namespace

std::shared_ptr<File> File::open(int descriptor, int& status) {
    struct stat facts = {};
    const int flags = descriptor < 0 ? -1 : ::fcntl(descriptor, F_GETFL);
    const bool is_file = flags >= 0 && ::fstat(descriptor, &facts) == 0;
    status = descriptor < 0 ? invalid_value : invalid_file_type;
    if (!is_file || (!S_ISREG(facts.st_mode) && !S_ISBLK(facts.st_mode))) return nullptr;
    status = invalid_open_flag;  // with O_APPEND, Linux writes to the end, whatever the place
    if ((flags & O_APPEND) != 0 || (flags & O_PATH) != 0) return nullptr;
    auto file = std::make_shared<File>();
    file->descriptor_ = descriptor;
    file->is_direct_ = (flags & O_DIRECT) != 0;
    if (file->is_direct_) {
        const std::string path = "/proc/self/fd/" + std::to_string(descriptor);
        file->buffered_ = UniqueFd(::open(path.c_str(), (flags & O_ACCMODE) | O_CLOEXEC));
    }
    status = success;
    return file;
}

int File::descriptor_for(const void* memory, std::size_t bytes, off_t offset) const {
    const bool fits = is_aligned(reinterpret_cast<std::uintptr_t>(memory)) && is_aligned(bytes) &&
                      is_aligned(static_cast<std::uint64_t>(offset));
    return is_direct_ && !fits && buffered_ ? buffered_.get() : descriptor_;
}

std::size_t File::read(void* to, std::size_t bytes, off_t offset, bool& failed) const {
    return repeat(bytes, failed, [&](std::size_t done) {
        char* const place = static_cast<char*>(to) + done;
        const off_t from = offset + static_cast<off_t>(done);
        return ::pread(descriptor_for(place, bytes - done, from), place, bytes - done, from);
    });
}

std::size_t File::write(const void* from, std::size_t bytes, off_t offset, bool& failed) const {
    return repeat(bytes, failed, [&](std::size_t done) {
        const char* const place = static_cast<const char*>(from) + done;
        const off_t to = offset + static_cast<off_t>(done);
        return ::pwrite(descriptor_for(place, bytes - done, to), place, bytes - done, to);
    });
}

void* register_file(int descriptor, int& status) {
    std::shared_ptr<File> file = File::open(descriptor, status);
    if (file == nullptr) return nullptr;
    const MutexLock lock(files().mutex);
    for (const auto& [handle, known] : files().registered) {
        if (known->descriptor() != descriptor) continue;
        status = handle_already_registered;
        return nullptr;
    }
    void* const handle = file.get();
    files().registered.emplace(handle, std::move(file));
    return handle;
}

void deregister_file(void* handle) {
    const MutexLock lock(files().mutex);
    files().registered.erase(handle);
}

std::shared_ptr<const File> find_file(void* handle) {
    const MutexLock lock(files().mutex);
    const auto found = files().registered.find(handle);
    return found == files().registered.end() ? nullptr : found->second;
}

}  // namespace ringfence::client::cufile
