#include "backend/cuda/driver.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "backend/cuda/library_cache.h"
#include "base/escape.h"
#include "base/file.h"

namespace ringfence::backend::cuda {
namespace {

constexpr const char* library_name = "libcuda.so.1";
// Our client library has the same name. It exports this symbol, by which it is recognised.
constexpr const char* shim_marker = "ringfence_shim_version";

std::string dynamic_linker_complaint() {
    const char* text = ::dlerror();
    return text == nullptr ? "unknown reason" : escape(text);
}

template <typename Function>
bool find(void* library, const char* symbol, Function*& function) {
    function = reinterpret_cast<Function*>(::dlsym(library, symbol));
    return function != nullptr;
}

}  // namespace

Result<std::unique_ptr<Driver>> Driver::open(const std::vector<std::string>& candidates) {
    std::string reasons;
    for (const std::string& path : candidates) {
        if (::access(path.c_str(), R_OK) != 0) continue;
        std::unique_ptr<Driver> driver(new Driver());
        Result<void> loaded = driver->load(path);
        if (loaded.ok()) return driver;
        reasons += "\n  " + loaded.error().message;
    }
    if (!reasons.empty()) return Error::bad_input("no CUDA driver can be used:" + reasons);
    return Error::bad_input(std::string("there is no CUDA driver: ") + library_name + " was not found")
        .with_remedy("install the GPU's driver, or use the software GPU");
}

Result<void> Driver::load(const std::string& path) {
    // A kernel's code is copied to the card when the kernel is looked up, not all at once with the module, since
    // launches wait during the copy (module.h). The driver reads this variable once, when it is loaded.
    ::setenv("CUDA_MODULE_LOADING", "LAZY", 0);
    // Streams share a card's queues, and a stream behind a waiting one in the same queue waits, too. So use as many
    // queues as possible.
    ::setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 0);
    void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == nullptr) return Error::bad_input(dynamic_linker_complaint());
    if (::dlsym(library, shim_marker) != nullptr)
        return Error::bad_input(escape(path) + ": this is Ringfence's own library, not the driver");
    const char* missing = nullptr;
#define RINGFENCE_CUDA_FIND(name, symbol, parameters) \
    if (!find(library, #symbol, api_.name) && missing == nullptr) missing = #symbol;
    RINGFENCE_CUDA_FUNCTIONS(RINGFENCE_CUDA_FIND)
#undef RINGFENCE_CUDA_FIND
#define RINGFENCE_CUDA_LOOK_FOR(name, symbol, parameters) static_cast<void>(find(library, #symbol, api_.name));
    RINGFENCE_CUDA_NEWER_FUNCTIONS(RINGFENCE_CUDA_LOOK_FOR)
#undef RINGFENCE_CUDA_LOOK_FOR
    if (missing != nullptr)
        return Error::bad_input(escape(path) + ": has no " + missing + "; a driver for CUDA 12.4 or later is needed");
    path_ = path;
    return {};
}

std::string Driver::describe(Status status) const {
    const char* name = nullptr;
    const char* text = nullptr;
    if (api_.error_name(status, &name) != status::success || name == nullptr) name = "unknown error";
    std::string description = std::string(name) + " (" + std::to_string(status) + ")";
    if (api_.error_string(status, &text) == status::success && text != nullptr) description += std::string(": ") + text;
    return description;
}

std::vector<std::string> driver_candidates() {
    std::vector<std::string> candidates;
    const auto add = [&](std::string path) {
        if (std::find(candidates.begin(), candidates.end(), path) == candidates.end())
            candidates.push_back(std::move(path));
    };
    for (const char* folder : {"/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64",
                               "/usr/lib/wsl/lib", "/usr/local/nvidia/lib64"})
        add(std::string(folder) + "/" + library_name);
    constexpr std::size_t cache_limit = std::size_t{64} << 20;
    if (Result<std::string> cache = read_file("/etc/ld.so.cache", cache_limit); cache.ok()) {
        for (std::string& path : cached_libraries(cache.value(), library_name))
            add(std::move(path));
    }
    // The toolkit's copy comes last: it is for older kernel modules, and does not work with a newer one.
    add(std::string("/usr/local/cuda/compat/") + library_name);
    return candidates;
}

}  // namespace ringfence::backend::cuda
