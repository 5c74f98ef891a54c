#include "adapters/library_file.h"

#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <fmt/core.h>

namespace ringfence::adapters {
namespace {

Result<void> check_owner(const std::string& path) {
    struct stat file {};
    if (::stat(path.c_str(), &file) != 0) {
        return Error::bad_input(fmt::format("there is no library {}: {}", path, std::strerror(errno)));
    }
    const bool is_trusted = file.st_uid == 0 || file.st_uid == ::geteuid();
    if (!is_trusted || (file.st_mode & S_IWOTH) != 0) {
        return Error::bad_input(fmt::format("the library {} can be changed by others than root and this user", path));
    }
    return {};
}

}  // namespace

Result<LibraryFile> LibraryFile::open(const std::string& path) {
    RF_RETURN_IF_ERROR(check_owner(path));
    void* loaded = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (loaded == nullptr) {
        const char* why = ::dlerror();
        return Error::internal(fmt::format("cannot load {}: {}", path, why != nullptr ? why : "no reason given"));
    }
    return LibraryFile(loaded);
}

void* LibraryFile::find(const char* name) const {
    return ::dlsym(loaded_, name);
}

}  // namespace ringfence::adapters
