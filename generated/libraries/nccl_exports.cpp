// Made by tools/generate_libraries.py from api/libraries. Do not edit.
// clang-format off

#include <cstdint>

#include "base/reach.h"
#include "client/libraries/library_call.h"

using namespace ringfence::client;

extern "C" {

#pragma GCC visibility push(default)

// Those that are not covered.
int ncclAllGather() { return unsupported_function(Library::Nccl, "ncclAllGather"); }
int ncclAllReduce() { return unsupported_function(Library::Nccl, "ncclAllReduce"); }
int ncclAlltoAll() { return unsupported_function(Library::Nccl, "ncclAlltoAll"); }
int ncclBcast() { return unsupported_function(Library::Nccl, "ncclBcast"); }
int ncclBroadcast() { return unsupported_function(Library::Nccl, "ncclBroadcast"); }
int ncclCommAbort() { return unsupported_function(Library::Nccl, "ncclCommAbort"); }
int ncclCommCount() { return unsupported_function(Library::Nccl, "ncclCommCount"); }
int ncclCommCuDevice() { return unsupported_function(Library::Nccl, "ncclCommCuDevice"); }
int ncclCommDeregister() { return unsupported_function(Library::Nccl, "ncclCommDeregister"); }
int ncclCommDestroy() { return unsupported_function(Library::Nccl, "ncclCommDestroy"); }
int ncclCommFinalize() { return unsupported_function(Library::Nccl, "ncclCommFinalize"); }
int ncclCommGetAsyncError() { return unsupported_function(Library::Nccl, "ncclCommGetAsyncError"); }
int ncclCommInitAll() { return unsupported_function(Library::Nccl, "ncclCommInitAll"); }
int ncclCommInitRank() { return unsupported_function(Library::Nccl, "ncclCommInitRank"); }
int ncclCommInitRankConfig() { return unsupported_function(Library::Nccl, "ncclCommInitRankConfig"); }
int ncclCommInitRankScalable() { return unsupported_function(Library::Nccl, "ncclCommInitRankScalable"); }
int ncclCommRegister() { return unsupported_function(Library::Nccl, "ncclCommRegister"); }
int ncclCommRevoke() { return unsupported_function(Library::Nccl, "ncclCommRevoke"); }
int ncclCommShrink() { return unsupported_function(Library::Nccl, "ncclCommShrink"); }
int ncclCommSplit() { return unsupported_function(Library::Nccl, "ncclCommSplit"); }
int ncclCommUserRank() { return unsupported_function(Library::Nccl, "ncclCommUserRank"); }
int ncclCommWindowDeregister() { return unsupported_function(Library::Nccl, "ncclCommWindowDeregister"); }
int ncclCommWindowRegister() { return unsupported_function(Library::Nccl, "ncclCommWindowRegister"); }
int ncclDevCommCreate() { return unsupported_function(Library::Nccl, "ncclDevCommCreate"); }
int ncclDevCommDestroy() { return unsupported_function(Library::Nccl, "ncclDevCommDestroy"); }
int ncclGather() { return unsupported_function(Library::Nccl, "ncclGather"); }
int ncclGetErrorString() { return unsupported_function(Library::Nccl, "ncclGetErrorString"); }
int ncclGetLastError() { return unsupported_function(Library::Nccl, "ncclGetLastError"); }
int ncclGetUniqueId() { return unsupported_function(Library::Nccl, "ncclGetUniqueId"); }
int ncclGetVersion() { return unsupported_function(Library::Nccl, "ncclGetVersion"); }
int ncclGinBarrierCreateRequirement() { return unsupported_function(Library::Nccl, "ncclGinBarrierCreateRequirement"); }
int ncclGroupEnd() { return unsupported_function(Library::Nccl, "ncclGroupEnd"); }
int ncclGroupSimulateEnd() { return unsupported_function(Library::Nccl, "ncclGroupSimulateEnd"); }
int ncclGroupStart() { return unsupported_function(Library::Nccl, "ncclGroupStart"); }
int ncclLLA2ACalcSlots() { return unsupported_function(Library::Nccl, "ncclLLA2ACalcSlots"); }
int ncclLLA2ACreateRequirement() { return unsupported_function(Library::Nccl, "ncclLLA2ACreateRequirement"); }
int ncclLsaBarrierCreateRequirement() { return unsupported_function(Library::Nccl, "ncclLsaBarrierCreateRequirement"); }
int ncclMemAlloc() { return unsupported_function(Library::Nccl, "ncclMemAlloc"); }
int ncclMemFree() { return unsupported_function(Library::Nccl, "ncclMemFree"); }
int ncclRecv() { return unsupported_function(Library::Nccl, "ncclRecv"); }
int ncclRedOpCreatePreMulSum() { return unsupported_function(Library::Nccl, "ncclRedOpCreatePreMulSum"); }
int ncclRedOpDestroy() { return unsupported_function(Library::Nccl, "ncclRedOpDestroy"); }
int ncclReduce() { return unsupported_function(Library::Nccl, "ncclReduce"); }
int ncclReduceScatter() { return unsupported_function(Library::Nccl, "ncclReduceScatter"); }
int ncclResetDebugInit() { return unsupported_function(Library::Nccl, "ncclResetDebugInit"); }
int ncclResetDebugInitInternal() { return unsupported_function(Library::Nccl, "ncclResetDebugInitInternal"); }
int ncclScatter() { return unsupported_function(Library::Nccl, "ncclScatter"); }
int ncclSend() { return unsupported_function(Library::Nccl, "ncclSend"); }
int ncclTeamLsa() { return unsupported_function(Library::Nccl, "ncclTeamLsa"); }
int ncclTeamRail() { return unsupported_function(Library::Nccl, "ncclTeamRail"); }
int ncclTeamRankToLsa() { return unsupported_function(Library::Nccl, "ncclTeamRankToLsa"); }
int ncclTeamRankToWorld() { return unsupported_function(Library::Nccl, "ncclTeamRankToWorld"); }
int ncclTeamWorld() { return unsupported_function(Library::Nccl, "ncclTeamWorld"); }
#pragma GCC visibility pop

}
