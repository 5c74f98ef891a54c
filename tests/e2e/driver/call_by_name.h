// Functions that few programs of this folder call, of whatever library.
#pragma once

#include <dlfcn.h>

#include "program.h"

template <typename... Arguments>
int call(const char* library, const char* function, Arguments... arguments) {
    void* const from = dlopen(library, RTLD_NOW);
    EXPECT(from, "there is no %s: %s", library, dlerror());
    auto* const found = reinterpret_cast<int (*)(Arguments...)>(dlsym(from, function));
    EXPECT(found, "%s has no %s", library, function);
    return found(arguments...);
}
