#include "adapters/library_file.h"

#include <dlfcn.h>

#include <filesystem>
#include <system_error>

#include <fmt/core.h>

#include "adapters/library_folders.h"
#include "base/escape.h"
#include "base/trusted_file.h"

namespace ringfence::adapters {
namespace {

// Our own libraries have NVIDIA's names too, and would send the worker's calls to a worker. All of them need this one,
// which lies beside them.
bool is_our_own(const std::string& path) {
    std::error_code ignored;
    const auto folder = std::filesystem::canonical(path, ignored).parent_path();
    return std::filesystem::exists(folder / "libringfence-client.so", ignored);
}

Result<void*> load_file(const std::string& path, int mode) {
    RF_TRY(const std::string checked, check_only_trusted_write(path));
    void* loaded = ::dlopen(checked.c_str(), mode | RTLD_LOCAL | RTLD_NODELETE);
    if (loaded != nullptr) return loaded;
    const char* why = ::dlerror();
    return Error::internal(
        fmt::format("cannot load {}: {}", escape(path), why != nullptr ? escape(why) : "no reason given"));
}

}  // namespace

Result<LibraryFile> LibraryFile::open(const std::string& path) {
    RF_TRY(void* loaded, load_file(path, RTLD_NOW));
    return LibraryFile(loaded, path, false);
}

Result<LibraryFile> LibraryFile::open_for_card(const std::vector<std::string>& folders, const std::string& name,
                                               std::span<const char* const> before) {
    RF_TRY(const std::string path, find_library(folders, name));
    if (is_our_own(path)) {
        return Error::bad_input(escape(path) + ": this is Ringfence's own library, not NVIDIA's")
            .with_remedy("take Ringfence's folder out of the setting libraries");
    }
    for (const char* needed : before) {
        const auto found = find_library(folders, needed);
        // If it is really needed, loading the library says so.
        if (!found.ok()) continue;
        RF_RETURN_IF_ERROR(load_file(found.value(), RTLD_LAZY));
    }
    // They are large, and little of each is used.
    RF_TRY(void* loaded, load_file(path, RTLD_LAZY));
    return LibraryFile(loaded, path, true);
}

void* LibraryFile::find(const char* name) const {
    return ::dlsym(loaded_, name);
}

}  // namespace ringfence::adapters
