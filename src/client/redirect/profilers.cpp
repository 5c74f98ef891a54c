#include "client/redirect/profilers.h"

#include <dlfcn.h>
#include <execinfo.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <string_view>

namespace ringfence::client {
namespace {

bool is_cupti(void* address) {
    Dl_info info = {};
    if (::dladdr(address, &info) == 0 || info.dli_fname == nullptr) return false;
    const std::string_view path = info.dli_fname;
    return path.substr(path.rfind('/') + 1).starts_with("libcupti.so");
}

// Programs may have CUPTI loaded and not use it, as PyTorch does, and others ask for the tables too.
bool is_called_by_cupti() {
    std::array<void*, 16> callers = {};
    const int count = ::backtrace(callers.data(), static_cast<int>(callers.size()));
    for (int i = 0; i < count; ++i)
        if (is_cupti(callers[static_cast<std::size_t>(i)])) return true;
    return false;
}

}  // namespace

void tell_profiler() {
    static std::atomic<bool> was_told = false;
    if (was_told.load() || !is_called_by_cupti() || was_told.exchange(true)) return;
    std::fputs(
        "ringfence: CUPTI does not work here, and profilers that need it find nothing: the kernels run in a worker, "
        "and not in this process.\n  The program goes on. For a timeline of its calls, kernels and copies: "
        "ringfence run --trace-file FILE\n",
        stderr);
}

}  // namespace ringfence::client
