// A kernel that is ready to run, and what the runtime must know of the module it is from.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "softgpu/runtime/abi.h"

namespace ringfence::softgpu {

// An instruction, for reports.
struct Site {
    std::uint32_t function = 0;  // index into ModuleInfo::functions
    std::uint32_t line = 0;      // in the PTX
    std::uint32_t file = 0;      // index into ModuleInfo::files; 0: no source line is known
    std::uint32_t source_line = 0;
};

struct SharedVariable {
    std::string name;
    std::uint32_t offset = 0;
    std::uint32_t bytes = 0;  // 0: dynamic, to the end
};

struct ModuleInfo {
    std::string file_name;
    std::vector<std::string> functions;
    std::vector<std::string> files;  // [0] is empty
    std::vector<Site> sites;
    // Functions that may be called through a pointer, by address. The shape stands for the bytes they take and give.
    struct IndirectFunction {
        std::uint64_t address = 0;
        std::uint64_t shape = 0;
    };
    std::vector<IndirectFunction> indirect_functions;
};

struct Kernel;

// Code of a large kernel that was made quickly, without optimisation. When it has run for as long as optimising it
// takes, better code takes its place, for the threads that begin then. It needs no more stack, runs as many threads at
// once and keeps the registers of parted lanes and of stages in the same places, so that both can serve one block.
struct QuickCode {
    std::atomic<std::uint64_t> ran_ns{0};  // launches that have ended
    std::uint64_t worth_ns = 0;            // after so much time it is to be replaced
    std::atomic<bool> claimed{false};      // a worker replaces it, or has tried to
    std::atomic<const Kernel*> better{nullptr};
};

struct Kernel {
    const ModuleInfo* module = nullptr;
    std::string name;
    KernelFunction scalar = nullptr;
    // The vector variant; null if there is none. It can run threads [first, end) if they are a multiple of `lanes` and
    // lie in one row (ntid.x is a multiple of `lanes`, or the block has one row).
    KernelFunction vector = nullptr;
    std::uint32_t lanes = 1;
    // Vector code runs all groups of a block stage by stage, and needs so many bytes for each; 0: it runs one.
    std::uint32_t stage_bytes = 0;
    // Gets (compiles, the first time) the code for lanes that part; null if there can be none.
    ResumeFunction (*resume)(const Kernel& kernel) = nullptr;
    QuickCode* quick = nullptr;  // null: the code is as good as it gets
    // Compiles the kernel anew for the same blocks, taking its time; null if that is not possible.
    const Kernel* (*improve)(const Kernel& kernel) = nullptr;
    void* owner = nullptr;  // for `resume` and `improve`
    // True if a thread may wait for another one. If not, one call runs all threads of a block.
    bool may_wait = true;
    std::uint32_t parameter_bytes = 0;
    std::uint32_t static_shared = 0;
    std::uint32_t reserved_shared = 0;  // in front of the variables: the system's own
    std::uint32_t local_bytes = 0;      // what one thread needs at least, without recursion
    std::uint32_t stack_bytes = 0;      // what the frames of its functions take of the native stack, without recursion
    std::uint32_t max_threads = 1024;
    std::array<std::uint32_t, 3> cluster = {0, 0, 0};  // that every launch has (.reqnctapercluster); zeros: any
    std::vector<SharedVariable> shared;
};

}  // namespace ringfence::softgpu
