// Modules and libraries, and finding functions and variables in them.
#pragma once

#include <string>
#include <string_view>

#include "client/driver/state.h"

namespace ringfence::driver {

// `log`: receives the compiler's messages, if not null.
CUresult load_module(std::span<const std::byte> image, Module*& module, std::string* log = nullptr,
                     std::span<const ManagedVariable> managed = {});
CUresult unload_module(Module* module);
CUresult find_function(Module& module, std::string_view name, Function*& function);
CUresult find_global(Module& module, std::string_view name, GlobalVariable& variable);
CUresult list_functions(Module& module, std::vector<std::string>& names);

// Nothing is sent to the worker before something of the library is used. `image` must stay valid, unless it is copied.
// Here and below: null if there are too many.
Library* create_library(const void* image, std::span<const std::byte> copy_of = {});
void destroy_library(Library* library);
CUresult load_library(Library& library, Module*& module);
// Does not load the library: a missing kernel is noticed when it is used.
Kernel* make_kernel(Library& library, std::string_view name);
CUresult load_kernel(Kernel& kernel, Function*& function);

// Accepts a CUfunction, or a CUkernel that is used as one.
CUresult resolve_function(CUfunction handle, Function*& function);

}  // namespace ringfence::driver
