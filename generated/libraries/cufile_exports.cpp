// Made by tools/generate_libraries.py from api/libraries. Do not edit.
// clang-format off

#include <cstdint>

#include "base/reach.h"
#include "client/libraries/library_call.h"

using namespace ringfence::client;

extern "C" {

#pragma GCC visibility push(default)

// Those that are not covered.
int cuFileCopyGpu() { return unsupported_function(Library::Cufile, "cuFileCopyGpu"); }
int cuFileCopyGpuPosixIORetry() { return unsupported_function(Library::Cufile, "cuFileCopyGpuPosixIORetry"); }
int cuFileCopyGpuWrap() { return unsupported_function(Library::Cufile, "cuFileCopyGpuWrap"); }
int cuFileCopyGpuWrapPosixIORetry() { return unsupported_function(Library::Cufile, "cuFileCopyGpuWrapPosixIORetry"); }
int cuFileGetBARSizeInKB() { return unsupported_function(Library::Cufile, "cuFileGetBARSizeInKB"); }
int cuFileGetParameterPosixPoolSlabArray() { return unsupported_function(Library::Cufile, "cuFileGetParameterPosixPoolSlabArray"); }
int cuFileGetStatsL1() { return unsupported_function(Library::Cufile, "cuFileGetStatsL1"); }
int cuFileGetStatsL2() { return unsupported_function(Library::Cufile, "cuFileGetStatsL2"); }
int cuFileGetStatsL3() { return unsupported_function(Library::Cufile, "cuFileGetStatsL3"); }
int cuFileGetStatsLevel() { return unsupported_function(Library::Cufile, "cuFileGetStatsLevel"); }
int cuFileGpuWaitValue32() { return unsupported_function(Library::Cufile, "cuFileGpuWaitValue32"); }
int cuFileInlineGpu() { return unsupported_function(Library::Cufile, "cuFileInlineGpu"); }
int cuFileSetParameterPosixPoolSlabArray() { return unsupported_function(Library::Cufile, "cuFileSetParameterPosixPoolSlabArray"); }
int cuFileSetStatsLevel() { return unsupported_function(Library::Cufile, "cuFileSetStatsLevel"); }
int cuFileSparseGpu() { return unsupported_function(Library::Cufile, "cuFileSparseGpu"); }
int cuFileStatsReset() { return unsupported_function(Library::Cufile, "cuFileStatsReset"); }
int cuFileStatsStart() { return unsupported_function(Library::Cufile, "cuFileStatsStart"); }
int cuFileStatsStop() { return unsupported_function(Library::Cufile, "cuFileStatsStop"); }
int cuFileStreamHandleInline() { return unsupported_function(Library::Cufile, "cuFileStreamHandleInline"); }
int cuFileStreamHandleSparse() { return unsupported_function(Library::Cufile, "cuFileStreamHandleSparse"); }
int cuFileStreamWaitValue32() { return unsupported_function(Library::Cufile, "cuFileStreamWaitValue32"); }
#pragma GCC visibility pop

}
