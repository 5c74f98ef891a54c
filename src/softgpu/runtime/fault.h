// Faults: what a kernel did wrong, and the report of it for people.
//
//     error: kernel 'saxpy': store of 4 bytes outside any allocation
//       at saxpy.ptx:27 (saxpy.cu:5), block (3,0,0), thread (231,0,0)
//       address 0x7f0000fa0: 0 bytes past the end of the 4000-byte allocation at 0x7f0000000
//
// A fault is raised on a fiber, which never goes on. So that nothing is lost with its stack, what is raised owns
// nothing; the text is made by the worker, on a stack of its own.
#pragma once

#include <cstdint>
#include <string>

#include "softgpu/runtime/abi.h"
#include "softgpu/runtime/kernel.h"

namespace ringfence::softgpu {

class Launch;

enum class FaultKind : std::uint8_t {
    Access,        // by a generic, global or constant address
    LocalAccess,   //
    SharedAccess,  // by an offset into the window
    Stack,         // too deep recursion
    Endless,       //
    Trap,          //
    Assertion,     // `text` holds what CUDA would print
    BadFunction,   // an indirect call to an address that is no function
    BadBranch,     // brx.idx out of range
    BadFree,       //
    DoubleFree,    //
    NotInMask,     // a collective of a lane that is not in its own mask
    Message,       // `text` says it
    BadHandle,     // a texture or surface object that the launch does not have; `text` says which of the two
    Divergence,    // threads of a warp at different aligned barriers
    UnalignedBox,  // of a tensor copy: `address` is the innermost coordinate, `bytes` an element's size
};

struct FaultInfo {
    FaultKind kind = FaultKind::Message;
    const ThreadState* thread = nullptr;
    SiteId site = 0;
    std::uint64_t address = 0;  // or offset, index, mask, coordinate
    std::uint64_t bytes = 0;
    std::uint32_t alignment = 1;
    AccessKind access = AccessKind::Read;
    const char* text = nullptr;
    // Another thread that is to blame as well.
    std::uint32_t other_thread = 0;
    SiteId other_site = 0;
};

// Ends the block that runs, and with it the launch.
[[noreturn]] void raise_fault(const FaultInfo& fault);

// "saxpy.ptx:27 (saxpy.cu:5)".
std::string describe_site(const ModuleInfo* module, SiteId site);
// "(231,0,0)".
std::string describe_thread(const BlockState& block, std::uint32_t thread);
// The report of a fault of a thread.
std::string describe_fault(const Launch& launch, const BlockState& block, const FaultInfo& fault);
// Why a launch that is too late was ended.
std::string end_text(const Launch& launch);
// CUDA's status for the fault (a CUresult).
std::int32_t status_of(const FaultInfo& fault);
// A report from its parts: the headline without "error: kernel ...", and further lines that are indented here.
std::string compose_report(const Launch& launch, const std::string& headline, const std::string& place,
                           const std::string& detail);
// "at saxpy.ptx:27 (saxpy.cu:5), block (3,0,0), thread (231,0,0)".
std::string describe_place(const Launch& launch, const BlockState& block, std::uint32_t thread, SiteId site);

}  // namespace ringfence::softgpu
