// Redirects the calls of programs and libraries with a statically linked CUDA runtime to our runtime.
//
// By default nvcc links the runtime statically. Such a program does not load libcudart, and so not ours. If the
// program has symbols, we find the runtime's functions in it and overwrite the beginning of each with a jump to ours,
// before the program's code runs. Some functions are shorter than a long jump, so a short jump leads to a long one
// nearby.
//
// The same is done for libraries that the program loads later (a Python extension, for instance): when the dynamic
// linker has mapped a library, before its constructors run, it calls an empty function for debuggers, which we replace
// by ours.
#pragma once

#include <cstddef>

#include "client/redirect/jump.h"
#include "client/redirect/object_symbols.h"

namespace ringfence::client {

// Returns our function of this name for a runtime of CUDA 12 or 13; null: the object's own function stays.
using FindFunction = void* (*)(const char* name, int cuda);

// Examines newly loaded objects and redirects their runtimes. Returns how many functions were redirected. No code of
// the new objects may run yet. For one thread at a time, which the dynamic linker's lock ensures.
std::size_t redirect_static_runtimes(FindFunction find);

// Warns, once, about libraries whose runtime could not be redirected. Call it when one of them makes a call.
void tell_hidden_runtimes();

// Redirects every object that is loaded from now on, before its constructors run. False if that could not be arranged.
bool redirect_what_is_loaded_later(FindFunction find);

}  // namespace ringfence::client
