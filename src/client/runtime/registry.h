// The registry of what the program's constructors announce: fatbins, kernels, variables.
//
// A large program registers tens of thousands of them and uses few, so registering stores pointers and nothing else.
// The image is sent to the worker when something of it is used first.
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

// The kernel that stands for this function of the host's, or a handle that is one already. Does not load anything.
cudaError_t find_kernel(const void* function, CUfunction& kernel);
// The function of the host's that the kernel stands for; the handle itself if the program never registered one.
void* host_function_of(CUfunction kernel);
cudaError_t find_variable(const void* symbol, driver::GlobalVariable& variable);

}  // namespace ringfence::runtime
