// What libcudart.so.13 does when it is loaded. `ringfence run` loads it into every program, also into one that has a
// runtime of its own inside.
#include <dlfcn.h>

#include "client/redirect/static_runtime.h"

namespace {

// This library's function of a name; null if there is none.
void* own_function(const char* name) {
    static void* const library = [] {
        Dl_info self = {};
        if (::dladdr(reinterpret_cast<void*>(&own_function), &self) == 0) return static_cast<void*>(nullptr);
        return ::dlopen(self.dli_fname, RTLD_NOW | RTLD_NOLOAD);
    }();
    return library == nullptr ? nullptr : ::dlsym(library, name);
}

__attribute__((constructor)) void lead_static_runtime_here() {
    ringfence::client::redirect_static_runtime(own_function);
}

}  // namespace
