#include "softgpu/runtime/fault.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/cuda_status.h"
#include "base/escape.h"
#include "softgpu/runtime/block.h"

namespace ringfence::softgpu {
namespace {

const char* verb(AccessKind kind) {
    switch (kind) {
        case AccessKind::Read:
        case AccessKind::ReadOnly: return "load";
        case AccessKind::Write: return "store";
        case AccessKind::Atomic: return "atomic operation";
    }
    return "";
}

std::string bytes_text(std::uint64_t bytes) {
    return fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s");
}

std::string access_text(const FaultInfo& fault) {
    return fmt::format("{} of {}", verb(fault.access), bytes_text(fault.bytes));
}

bool is_misaligned(const FaultInfo& fault) {
    return (fault.address & (fault.alignment - 1)) != 0;
}

std::string misaligned_text(const FaultInfo& fault, const char* what) {
    return fmt::format("{} at {} that is not a multiple of {}", access_text(fault), what, fault.alignment);
}

std::string describe_offset(const Kernel& kernel, std::uint32_t block_bytes, std::uint64_t offset) {
    const SharedVariable* nearest = nullptr;
    for (const SharedVariable& variable : kernel.shared) {
        if (variable.offset <= offset && (nearest == nullptr || variable.offset >= nearest->offset)) {
            nearest = &variable;
        }
    }
    if (nearest == nullptr) return {};
    const std::uint64_t bytes =
        nearest->bytes != 0 ? nearest->bytes : block_bytes - std::min(nearest->offset, block_bytes);
    const std::uint64_t distance = offset - nearest->offset;
    if (distance < bytes) return fmt::format(": {} into '{}'", bytes_text(distance), nearest->name);
    return fmt::format(": {} past the end of '{}'", bytes_text(distance - bytes), nearest->name);
}

std::string shared_detail(const Launch& launch, const BlockState& block, std::uint64_t offset) {
    return fmt::format("shared offset {}{}; the block has {} of shared memory", offset,
                       describe_offset(launch.kernel, block.shared_bytes, offset), bytes_text(block.shared_bytes));
}

// A negative or otherwise far away one is easier to read as an address.
std::string offset_text(std::uint64_t distance) {
    return distance < (std::uint64_t{1} << 32) ? bytes_text(distance) : fmt::format("{:#x} bytes", distance);
}

std::string local_detail(const ThreadState& thread, std::uint64_t address) {
    const auto begin = reinterpret_cast<std::uint64_t>(thread.local_begin);
    const auto end = reinterpret_cast<std::uint64_t>(thread.local_top);
    std::string relation;
    if (address < begin) {
        relation = fmt::format("{} before", offset_text(begin - address));
    } else if (address >= end) {
        relation = fmt::format("{} past the end of", offset_text(address - end));
    } else {
        relation = fmt::format("{} into", offset_text(address - begin));
    }
    return fmt::format("address {:#x}: {} the thread's {} of local memory", address, relation, bytes_text(end - begin));
}

// Where a generic address that is not in the device's memory lies.
std::string generic_detail(const Launch& launch, const BlockState& block, const FaultInfo& fault) {
    constexpr std::uint64_t near = 4 << 10;
    const std::uint64_t address = fault.address;
    const auto shared = reinterpret_cast<std::uint64_t>(block.shared);
    const auto parameters = reinterpret_cast<std::uint64_t>(block.parameters);
    const auto local = reinterpret_cast<std::uint64_t>(fault.thread->local_begin);
    const auto local_end = reinterpret_cast<std::uint64_t>(fault.thread->local_end);
    if (address >= near && !launch.memory.covers(address)) {
        if (address - parameters < launch.request.parameters.size()) {
            return fmt::format("address {:#x}: {} into the kernel's {} of parameters", address,
                               bytes_text(address - parameters), bytes_text(launch.request.parameters.size()));
        }
        if (address >= local && address < local_end) return local_detail(*fault.thread, address);
        if (block.shared_bytes != 0 && address - shared < block.shared_bytes + near) {
            return fmt::format("address {:#x}, {}", address, shared_detail(launch, block, address - shared));
        }
    }
    return fmt::format("address {:#x}: {}", address, launch.memory.describe(address, fault.bytes));
}

std::string generic_headline(const Launch& launch, const BlockState& block, const FaultInfo& fault) {
    const std::string access = access_text(fault);
    if (is_misaligned(fault)) return misaligned_text(fault, "an address");
    constexpr std::uint64_t null_bytes = 4096;
    if (fault.address < null_bytes) return fmt::format("{} through a null pointer", access);
    if (launch.memory.is_freed(fault.address)) return fmt::format("{} in memory that was freed", access);
    const auto parameters = reinterpret_cast<std::uint64_t>(block.parameters);
    const bool in_parameters = fault.address - parameters < launch.request.parameters.size();
    if (in_parameters || launch.memory.find(fault.address, fault.bytes).has_value()) {
        return fmt::format("{} in memory that kernels may only read", access);
    }
    return fmt::format("{} outside any allocation", access);
}

struct Parts {
    std::string headline;
    std::string detail;
};

Parts access_parts(const Launch& launch, const BlockState& block, const FaultInfo& fault) {
    if (fault.kind == FaultKind::SharedAccess) {
        return {is_misaligned(fault) ? misaligned_text(fault, "a shared address")
                                     : access_text(fault) + " outside the shared memory of the block",
                shared_detail(launch, block, fault.address)};
    }
    if (fault.kind == FaultKind::LocalAccess) {
        return {is_misaligned(fault) ? misaligned_text(fault, "a local address")
                                     : access_text(fault) + " outside the local memory of the thread",
                local_detail(*fault.thread, fault.address)};
    }
    return {generic_headline(launch, block, fault), generic_detail(launch, block, fault)};
}

std::string function_at(const ModuleInfo* module, SiteId site) {
    if (module == nullptr || site >= module->sites.size()) return {};
    const std::uint32_t function = module->sites[site].function;
    return function < module->functions.size() ? fmt::format(" in '{}'", module->functions[function]) : "";
}

Parts parts_of(const Launch& launch, const BlockState& block, const FaultInfo& fault) {
    switch (fault.kind) {
        case FaultKind::Access:
        case FaultKind::LocalAccess:
        case FaultKind::SharedAccess: return access_parts(launch, block, fault);
        case FaultKind::Stack:
            return {"infinite or too deep recursion" + function_at(launch.kernel.module, fault.site), {}};
        case FaultKind::Endless: return {end_text(launch), {}};
        case FaultKind::Trap: return {"trap: the kernel ended itself", {}};
        case FaultKind::Assertion: return {fmt::format("assertion failed: {}", escape(fault.text)), {}};
        case FaultKind::BadFunction: return {fmt::format("call of {:#x}, which is no function", fault.address), {}};
        case FaultKind::BadBranch:
            return {fmt::format("branch to entry {} of a table that does not have it", fault.address), {}};
        case FaultKind::BadFree:
            return {"free of a pointer that the device's malloc did not give",
                    fmt::format("address {:#x}: {}", fault.address, launch.memory.describe(fault.address, 1))};
        case FaultKind::DoubleFree:
            return {"free of memory that was freed before",
                    fmt::format("address {:#x}: {}", fault.address, launch.memory.describe(fault.address, 1))};
        case FaultKind::NotInMask:
            return {fmt::format("warp operation with the mask {:#010x}, which lacks the thread's own lane {}",
                                fault.address, lane_of(*fault.thread)),
                    {}};
        case FaultKind::Message: return {fault.text, {}};
        case FaultKind::BadHandle:
            return {fmt::format("use of {:#x} as a {} object, which it is not", fault.address, fault.text),
                    "it was destroyed, is of the other kind, or was never one of this program's"};
        case FaultKind::Divergence:
            return {
                fmt::format("barrier in divergent code: threads of one warp are at different barrier instructions, "
                            "thread {} at {}, thread {} at {}",
                            describe_thread(block, fault.thread->thread),
                            describe_site(launch.kernel.module, fault.site), describe_thread(block, fault.other_thread),
                            describe_site(launch.kernel.module, fault.other_site)),
                {}};
        case FaultKind::UnalignedBox:
            return {fmt::format("tensor copy of a box that begins at {} in the innermost dimension, of elements of {} "
                                "bytes: not a multiple of {} bytes",
                                static_cast<std::int64_t>(fault.address), fault.bytes, fault.alignment),
                    fmt::format("a card takes it for an illegal instruction: begin boxes at multiples of {} elements",
                                fault.alignment / fault.bytes)};
    }
    return {};
}

// The target of a fiber's wait, as "barrier 0".
std::string describe_wait(const Wait& wait) {
    switch (wait.kind) {
        case WaitKind::Barrier: return fmt::format("barrier {}", wait.barrier);
        case WaitKind::Collective: return fmt::format("a warp operation with the mask {:#010x}", wait.mask);
        case WaitKind::Condition: return wait.what;
        case WaitKind::ActiveMask: return "the active mask";
        case WaitKind::Cluster: return "the barrier of its cluster";
        case WaitKind::Spin:
        case WaitKind::Lanes:
        case WaitKind::None: break;
    }
    return "something";
}

struct Waiters {
    const Fiber* first = nullptr;
    std::uint32_t threads = 0;
};

// Fields that are left over from an earlier wait do not matter.
bool same_target(const Wait& a, const Wait& b) {
    return a.kind == b.kind && (a.kind != WaitKind::Barrier || a.barrier == b.barrier) &&
           (a.kind != WaitKind::Collective || a.mask == b.mask) &&
           (a.kind != WaitKind::Condition || a.argument == b.argument);
}

bool same_wait(const Wait& a, const Wait& b) {
    return a.site == b.site && same_target(a, b);
}

// Groups fibers that wait for the same thing at the same place, in the order of their first threads.
std::vector<Waiters> group_waiters(std::vector<Fiber*> fibers) {
    std::sort(fibers.begin(), fibers.end(),
              [](const Fiber* a, const Fiber* b) { return a->thread.thread < b->thread.thread; });
    std::vector<Waiters> groups;
    for (const Fiber* fiber : fibers) {
        if (fiber->wait.kind == WaitKind::Lanes) continue;
        const auto group = std::find_if(groups.begin(), groups.end(), [&](const Waiters& other) {
            return same_wait(other.first->wait, fiber->wait);
        });
        if (group == groups.end()) {
            groups.push_back({fiber, fiber->thread.lanes});
        } else {
            group->threads += fiber->thread.lanes;
        }
    }
    return groups;
}

}  // namespace

std::string describe_site(const ModuleInfo* module, SiteId site) {
    if (module == nullptr || site >= module->sites.size()) return "an unknown place";
    const Site& at = module->sites[site];
    std::string text = fmt::format("{}:{}", module->file_name, at.line);
    if (at.file != 0 && at.file < module->files.size()) {
        text += fmt::format(" ({}:{})", module->files[at.file], at.source_line);
    }
    return text;
}

std::string describe_thread(const BlockState& block, std::uint32_t thread) {
    return fmt::format("({},{},{})", thread % block.ntid[0], thread / block.ntid[0] % block.ntid[1],
                       thread / block.ntid[0] / block.ntid[1]);
}

std::string describe_place(const Launch& launch, const BlockState& block, std::uint32_t thread, SiteId site) {
    return fmt::format("at {}, block ({},{},{}), thread {}", describe_site(launch.kernel.module, site), block.ctaid[0],
                       block.ctaid[1], block.ctaid[2], describe_thread(block, thread));
}

std::string compose_report(const Launch& launch, const std::string& headline, const std::string& place,
                           const std::string& detail) {
    std::string text = fmt::format("error: kernel '{}': {}", launch.kernel.name, headline);
    for (const std::string& line : {place, detail}) {
        if (!line.empty()) text += "\n  " + line;
    }
    return text;
}

std::string end_text(const Launch& launch) {
    if (launch.is_unwanted()) return "was stopped, since nobody wants its results any more";
    return fmt::format("ran longer than {} ms", launch.request.limit_ms);
}

std::string describe_fault(const Launch& launch, const BlockState& block, const FaultInfo& fault) {
    const Parts parts = parts_of(launch, block, fault);
    std::string place = describe_place(launch, block, fault.thread->thread, fault.site);
    if (fault.kind == FaultKind::Endless) place = "in a loop " + place;
    return compose_report(launch, parts.headline, place, parts.detail);
}

std::int32_t status_of(const FaultInfo& fault) {
    switch (fault.kind) {
        case FaultKind::Access:
        case FaultKind::LocalAccess:
        case FaultKind::SharedAccess:
            return is_misaligned(fault) ? cuda_status::misaligned_address : cuda_status::illegal_address;
        case FaultKind::Stack: return cuda_status::hardware_stack_error;
        case FaultKind::Endless: return cuda_status::launch_timeout;
        case FaultKind::Assertion: return cuda_status::assert_failed;
        case FaultKind::BadFunction: return cuda_status::invalid_pc;
        case FaultKind::UnalignedBox: return cuda_status::illegal_instruction;
        case FaultKind::Trap:
        case FaultKind::BadBranch:
        case FaultKind::BadFree:
        case FaultKind::DoubleFree:
        case FaultKind::NotInMask:
        case FaultKind::Message:
        case FaultKind::BadHandle:
        case FaultKind::Divergence: break;
    }
    return cuda_status::launch_failed;
}

std::string Block::describe_stuck() const {
    const std::vector<Waiters> groups = group_waiters(fibers_);
    if (groups.empty()) return compose_report(*launch, "its threads wait for nothing that can happen", {}, {});
    const Wait& main = groups.front().first->wait;
    std::string text = describe_wait(main) + " can never complete: ";
    for (const Waiters& group : groups) {
        const bool is_main = &group == &groups.front();
        if (is_main && group.threads > 1) {
            text += fmt::format("{} of {} threads wait", group.threads, launch->thread_count);
        } else if (group.threads > 1) {
            text += fmt::format(", {} threads wait", group.threads);
        } else {
            text += fmt::format("{}thread {} waits", is_main ? "" : ", ",
                                describe_thread(state, group.first->thread.thread));
        }
        const Wait& wait = group.first->wait;
        text += " at " + describe_site(launch->kernel.module, wait.site);
        if (!same_target(wait, main)) text += " for " + describe_wait(wait);
    }
    if (ended > 0) text += fmt::format(", {} {} ended", ended, ended == 1 ? "has" : "have");
    return compose_report(*launch, text, describe_place(*launch, state, groups.front().first->thread.thread, main.site),
                          {});
}

}  // namespace ringfence::softgpu
