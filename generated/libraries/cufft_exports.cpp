// Made by tools/generate_libraries.py from api/libraries. Do not edit.
// clang-format off

#include <cstdint>

#include "base/reach.h"
#include "client/libraries/library_call.h"

using namespace ringfence::client;

extern "C" {

#pragma GCC visibility push(default)

// Those that are not covered.
int cufftDebug() { return unsupported_function(Library::Cufft, "cufftDebug"); }
int cufftXtClearCallback() { return unsupported_function(Library::Cufft, "cufftXtClearCallback"); }
int cufftXtExecDescriptor() { return unsupported_function(Library::Cufft, "cufftXtExecDescriptor"); }
int cufftXtExecDescriptorC2C() { return unsupported_function(Library::Cufft, "cufftXtExecDescriptorC2C"); }
int cufftXtExecDescriptorC2R() { return unsupported_function(Library::Cufft, "cufftXtExecDescriptorC2R"); }
int cufftXtExecDescriptorD2Z() { return unsupported_function(Library::Cufft, "cufftXtExecDescriptorD2Z"); }
int cufftXtExecDescriptorR2C() { return unsupported_function(Library::Cufft, "cufftXtExecDescriptorR2C"); }
int cufftXtExecDescriptorZ2D() { return unsupported_function(Library::Cufft, "cufftXtExecDescriptorZ2D"); }
int cufftXtExecDescriptorZ2Z() { return unsupported_function(Library::Cufft, "cufftXtExecDescriptorZ2Z"); }
int cufftXtFree() { return unsupported_function(Library::Cufft, "cufftXtFree"); }
int cufftXtMakePlanGuru64() { return unsupported_function(Library::Cufft, "cufftXtMakePlanGuru64"); }
int cufftXtMalloc() { return unsupported_function(Library::Cufft, "cufftXtMalloc"); }
int cufftXtMemcpy() { return unsupported_function(Library::Cufft, "cufftXtMemcpy"); }
int cufftXtQueryPlan() { return unsupported_function(Library::Cufft, "cufftXtQueryPlan"); }
int cufftXtSetCallback() { return unsupported_function(Library::Cufft, "cufftXtSetCallback"); }
int cufftXtSetCallbackSharedSize() { return unsupported_function(Library::Cufft, "cufftXtSetCallbackSharedSize"); }
int cufftXtSetGPUs() { return unsupported_function(Library::Cufft, "cufftXtSetGPUs"); }
int cufftXtSetJITCallback() { return unsupported_function(Library::Cufft, "cufftXtSetJITCallback"); }
#pragma GCC visibility pop

}
