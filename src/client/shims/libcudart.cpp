// Runs when libcudart.so.13 is loaded. `ringfence run` loads it into every program, also into one that is linked with a
// static runtime.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "client/redirect/profilers.h"
#include "client/redirect/static_runtime.h"
#include "client/trace/unsupported.h"

namespace {

// The library of this folder, if it is loaded: `ringfence run` sees to that.
void* loaded_library(const char* name) {
    Dl_info self = {};
    if (::dladdr(reinterpret_cast<void*>(&loaded_library), &self) == 0) return nullptr;
    std::string path = self.dli_fname;
    path = path.substr(0, path.rfind('/') + 1) + name;
    return ::dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD);
}

// Our function of a name; null if there is none.
void* own_function(const char* name, int cuda) {
    static void* const thirteen = loaded_library("libcudart.so.13");
    static void* const twelve = loaded_library("libcudart.so.12");
    void* const library = cuda == 12 ? twelve : thirteen;
    return library == nullptr ? nullptr : ::dlsym(library, name);
}

// Before the program's own, and after those of the libraries that it is linked with: these have registered their
// kernels elsewhere by now, if they have a runtime inside.
__attribute__((constructor)) void lead_static_runtime_here() {
    ringfence::client::on_private_tables([] {
        ringfence::client::tell_hidden_runtimes();
        ringfence::client::tell_profiler();
    });
    ringfence::client::redirect_static_runtimes(own_function);
    if (!ringfence::client::redirect_what_is_loaded_later(own_function) &&
        std::getenv("RINGFENCE_VERBOSE") != nullptr) {
        std::fprintf(stderr,
                     "ringfence: this system's dynamic linker is not known: libraries that are loaded later and have "
                     "the CUDA runtime inside do not come to Ringfence; link them with -cudart shared\n");
    }
}

}  // namespace
