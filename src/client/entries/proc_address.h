// Functions of the driver API by name and version, for cuGetProcAddress and cudaGetDriverEntryPoint.
#pragma once

#include <cstddef>
#include <string_view>

namespace ringfence::client {

// One variant of a function: cuMemAlloc of CUDA 2.0, or of 3.2 (cuMemAlloc_v2)… Sorted by name, then version.
struct ProcEntry {
    const char* name;  // without _v2, _ptsz…
    int since;
    bool per_thread;  // its default stream is the thread's own
    void* function;   // traces, then calls
};

extern const ProcEntry proc_entries[];
extern const std::size_t proc_entry_count;

enum class ProcStatus { Found, UnknownName, VersionTooOld };

struct FoundProc {
    ProcStatus status;
    void* function;  // null unless found
};

// The newest variant that CUDA `version` had (13000: CUDA 13.0); the per-thread one if requested and
// present.
FoundProc find_proc(std::string_view name, int version, bool per_thread);

}  // namespace ringfence::client
