// Made by tools/generate_libraries.py from api/libraries. Do not edit.
// clang-format off

#include <cstdint>

#include "base/reach.h"
#include "client/libraries/library_call.h"

using namespace ringfence::client;

extern "C" {

#pragma GCC visibility push(default)

// Those that are not covered.
int cuFileBatchIOCancel() { return unsupported_function(Library::Cufile, "cuFileBatchIOCancel"); }
int cuFileBatchIODestroy() { return unsupported_function(Library::Cufile, "cuFileBatchIODestroy"); }
int cuFileBatchIOGetStatus() { return unsupported_function(Library::Cufile, "cuFileBatchIOGetStatus"); }
int cuFileBatchIOSetUp() { return unsupported_function(Library::Cufile, "cuFileBatchIOSetUp"); }
int cuFileBatchIOSubmit() { return unsupported_function(Library::Cufile, "cuFileBatchIOSubmit"); }
int cuFileBufDeregister() { return unsupported_function(Library::Cufile, "cuFileBufDeregister"); }
int cuFileBufRegister() { return unsupported_function(Library::Cufile, "cuFileBufRegister"); }
int cuFileCopyGpu() { return unsupported_function(Library::Cufile, "cuFileCopyGpu"); }
int cuFileCopyGpuPosixIORetry() { return unsupported_function(Library::Cufile, "cuFileCopyGpuPosixIORetry"); }
int cuFileCopyGpuWrap() { return unsupported_function(Library::Cufile, "cuFileCopyGpuWrap"); }
int cuFileCopyGpuWrapPosixIORetry() { return unsupported_function(Library::Cufile, "cuFileCopyGpuWrapPosixIORetry"); }
int cuFileDriverClose() { return unsupported_function(Library::Cufile, "cuFileDriverClose"); }
int cuFileDriverClose_v2() { return unsupported_function(Library::Cufile, "cuFileDriverClose_v2"); }
int cuFileDriverGetProperties() { return unsupported_function(Library::Cufile, "cuFileDriverGetProperties"); }
int cuFileDriverOpen() { return unsupported_function(Library::Cufile, "cuFileDriverOpen"); }
int cuFileDriverSetMaxCacheSize() { return unsupported_function(Library::Cufile, "cuFileDriverSetMaxCacheSize"); }
int cuFileDriverSetMaxDirectIOSize() { return unsupported_function(Library::Cufile, "cuFileDriverSetMaxDirectIOSize"); }
int cuFileDriverSetMaxPinnedMemSize() { return unsupported_function(Library::Cufile, "cuFileDriverSetMaxPinnedMemSize"); }
int cuFileDriverSetPollMode() { return unsupported_function(Library::Cufile, "cuFileDriverSetPollMode"); }
int cuFileGetBARSizeInKB() { return unsupported_function(Library::Cufile, "cuFileGetBARSizeInKB"); }
int cuFileGetParameterBool() { return unsupported_function(Library::Cufile, "cuFileGetParameterBool"); }
int cuFileGetParameterMinMaxValue() { return unsupported_function(Library::Cufile, "cuFileGetParameterMinMaxValue"); }
int cuFileGetParameterPosixPoolSlabArray() { return unsupported_function(Library::Cufile, "cuFileGetParameterPosixPoolSlabArray"); }
int cuFileGetParameterSizeT() { return unsupported_function(Library::Cufile, "cuFileGetParameterSizeT"); }
int cuFileGetParameterString() { return unsupported_function(Library::Cufile, "cuFileGetParameterString"); }
int cuFileGetStatsL1() { return unsupported_function(Library::Cufile, "cuFileGetStatsL1"); }
int cuFileGetStatsL2() { return unsupported_function(Library::Cufile, "cuFileGetStatsL2"); }
int cuFileGetStatsL3() { return unsupported_function(Library::Cufile, "cuFileGetStatsL3"); }
int cuFileGetStatsLevel() { return unsupported_function(Library::Cufile, "cuFileGetStatsLevel"); }
int cuFileGetVersion() { return unsupported_function(Library::Cufile, "cuFileGetVersion"); }
int cuFileGpuWaitValue32() { return unsupported_function(Library::Cufile, "cuFileGpuWaitValue32"); }
int cuFileHandleDeregister() { return unsupported_function(Library::Cufile, "cuFileHandleDeregister"); }
int cuFileHandleRegister() { return unsupported_function(Library::Cufile, "cuFileHandleRegister"); }
int cuFileInlineGpu() { return unsupported_function(Library::Cufile, "cuFileInlineGpu"); }
int cuFileRead() { return unsupported_function(Library::Cufile, "cuFileRead"); }
int cuFileReadAsync() { return unsupported_function(Library::Cufile, "cuFileReadAsync"); }
int cuFileSetParameterBool() { return unsupported_function(Library::Cufile, "cuFileSetParameterBool"); }
int cuFileSetParameterPosixPoolSlabArray() { return unsupported_function(Library::Cufile, "cuFileSetParameterPosixPoolSlabArray"); }
int cuFileSetParameterSizeT() { return unsupported_function(Library::Cufile, "cuFileSetParameterSizeT"); }
int cuFileSetParameterString() { return unsupported_function(Library::Cufile, "cuFileSetParameterString"); }
int cuFileSetStatsLevel() { return unsupported_function(Library::Cufile, "cuFileSetStatsLevel"); }
int cuFileSparseGpu() { return unsupported_function(Library::Cufile, "cuFileSparseGpu"); }
int cuFileStatsReset() { return unsupported_function(Library::Cufile, "cuFileStatsReset"); }
int cuFileStatsStart() { return unsupported_function(Library::Cufile, "cuFileStatsStart"); }
int cuFileStatsStop() { return unsupported_function(Library::Cufile, "cuFileStatsStop"); }
int cuFileStreamDeregister() { return unsupported_function(Library::Cufile, "cuFileStreamDeregister"); }
int cuFileStreamHandleInline() { return unsupported_function(Library::Cufile, "cuFileStreamHandleInline"); }
int cuFileStreamHandleSparse() { return unsupported_function(Library::Cufile, "cuFileStreamHandleSparse"); }
int cuFileStreamRegister() { return unsupported_function(Library::Cufile, "cuFileStreamRegister"); }
int cuFileStreamWaitValue32() { return unsupported_function(Library::Cufile, "cuFileStreamWaitValue32"); }
int cuFileUseCount() { return unsupported_function(Library::Cufile, "cuFileUseCount"); }
int cuFileWrite() { return unsupported_function(Library::Cufile, "cuFileWrite"); }
int cuFileWriteAsync() { return unsupported_function(Library::Cufile, "cuFileWriteAsync"); }
#pragma GCC visibility pop

}
