// Made by tools/generate_libraries.py from api/libraries. Do not edit.
// clang-format off

#include <cstdint>

#include "base/reach.h"
#include "client/libraries/library_call.h"

using namespace ringfence::client;

extern "C" {

#pragma GCC visibility push(default)

// Those that are not covered.
int ncclDevCommCreate() { return unsupported_function(Library::Nccl, "ncclDevCommCreate"); }
int ncclDevCommDestroy() { return unsupported_function(Library::Nccl, "ncclDevCommDestroy"); }
int ncclGinBarrierCreateRequirement() { return unsupported_function(Library::Nccl, "ncclGinBarrierCreateRequirement"); }
int ncclLLA2ACalcSlots() { return unsupported_function(Library::Nccl, "ncclLLA2ACalcSlots"); }
int ncclLLA2ACreateRequirement() { return unsupported_function(Library::Nccl, "ncclLLA2ACreateRequirement"); }
int ncclLsaBarrierCreateRequirement() { return unsupported_function(Library::Nccl, "ncclLsaBarrierCreateRequirement"); }
int ncclResetDebugInitInternal() { return unsupported_function(Library::Nccl, "ncclResetDebugInitInternal"); }
int ncclTeamLsa() { return unsupported_function(Library::Nccl, "ncclTeamLsa"); }
int ncclTeamRail() { return unsupported_function(Library::Nccl, "ncclTeamRail"); }
int ncclTeamRankToLsa() { return unsupported_function(Library::Nccl, "ncclTeamRankToLsa"); }
int ncclTeamRankToWorld() { return unsupported_function(Library::Nccl, "ncclTeamRankToWorld"); }
int ncclTeamWorld() { return unsupported_function(Library::Nccl, "ncclTeamWorld"); }
#pragma GCC visibility pop

}
