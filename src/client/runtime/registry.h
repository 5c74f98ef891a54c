// The registry of what the program's constructors register: fatbins, kernels, variables.
//
// A large program registers tens of thousands of them and uses few, so registering only stores pointers. An image is
// sent to the worker when something of it is first used.
#pragma once

#include <string_view>

#include "abi/driver_types.h"
#include "abi/runtime_types.h"
#include "client/driver/objects.h"

namespace ringfence::runtime {

struct FatBinary;

FatBinary* register_fat_binary(const void* wrapper);
void unregister_fat_binary(FatBinary* binary);
void register_function(FatBinary* binary, const void* host_function, const char* name);
void register_variable(FatBinary* binary, const void* host_variable, const char* name, std::size_t bytes);
void register_managed_variable(FatBinary* binary, void** place, const char* name, std::size_t bytes);
// Gives the managed variables of the binary their addresses.
CUresult initialize_managed_variables(FatBinary* binary);

// The kernel of this host function; `function` may also be a kernel's handle. Does not load anything.
cudaError_t find_kernel(const void* function, CUfunction& kernel);
// The kernel's host function; the handle itself if the program has registered none.
void* host_function_of(CUfunction kernel);
cudaError_t find_variable(const void* symbol, driver::GlobalVariable& variable);

}  // namespace ringfence::runtime
