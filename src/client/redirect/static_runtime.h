// Programs and libraries that carry the CUDA runtime inside: their calls are led to ours.
//
// nvcc links the runtime statically unless it is told otherwise. Such a program does not look for libcudart, so ours is
// never asked. If it has its symbols, we find the runtime's functions in it and put a jump to ours at the beginning of
// each, before its own code runs. Some of them are shorter than a jump to anywhere, so the jump goes to a place nearby,
// and from there to ours.
//
// The same goes for libraries that the program loads (an extension of Python's): the dynamic linker calls a function of
// its own, for debuggers, when it has mapped something and before that's constructors run. We take that function's
// place.
#pragma once

#include <cstddef>

#include "client/redirect/jump.h"
#include "client/redirect/object_symbols.h"

namespace ringfence::client {

// Gives our function of a name for a runtime of CUDA 12 or 13, or null: then the object's own is left.
using FindFunction = void* (*)(const char* name, int cuda);

// Looks at what is loaded and was not looked at before, and leads what it finds. Returns how many functions were led.
// Nothing of the new objects may run yet. One thread at a time: the dynamic linker's lock sees to that.
std::size_t redirect_static_runtimes(FindFunction find);

// Says which libraries have a runtime that could not be led; once. To be called when one of them shows itself.
void tell_hidden_runtimes();

// Redirects every object that is loaded from now on, before its constructors run. False if that could not be arranged.
bool redirect_what_is_loaded_later(FindFunction find);

}  // namespace ringfence::client
