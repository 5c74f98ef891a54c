// A module whose kernels the guard has rewritten: where its variables lie, what its constant words say, which variant
// of a kernel a launch takes, and what a fault in it means.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backend/device.h"
#include "base/result.h"
#include "guard/guard.h"
#include "guard/runtime/faults.h"
#include "worker/ptx_lines.h"

namespace ringfence::worker {

// A kernel's second variant, for launches that do not meet the first one's conditions.
struct KernelGuard {
    const guard::LaunchConditions* conditions = nullptr;  // null: there is no guard
    const backend::Function* fenced = nullptr;            // null: there is only one variant
    bool needs_warpgroups = false;                        // blocks of whole groups of four warps only
    std::uint64_t own_shared = 0;                         // static shared memory that the guard has added
};

class GuardedModule final : public backend::Module {
public:
    // Which of the guard's device functions and words the rewritten text holds.
    struct Uses {
        Uses() = default;
        explicit Uses(std::string_view ptx);
        bool heap = false;
        bool prints = false;
        bool fault_record = false;
        bool grid_workspace = false;
    };
    // `lines`: of the text as the tenant wrote it.
    GuardedModule(std::unique_ptr<backend::Module> module, guard::GuardedModule parts, Uses uses, PtxLines lines);

    // Where the client wants managed variables, in host memory of its window; before place(). Those for which there is
    // no wish lie behind the other variables.
    Result<void> set_placements(std::span<const backend::Placement> placements);

    std::uint64_t variable_bytes() const { return parts_.block.bytes + unplaced_bytes_; }
    std::uint64_t variable_alignment() const { return parts_.block.alignment; }
    const Uses& uses() const { return uses_; }

    // Addresses that its kernels are told.
    struct Places {
        guard::Window window;
        backend::Address variables = 0;
        backend::Address fault_record = 0;
        backend::Address print_ring = 0;
        backend::Address heap = 0;
        backend::Address grid_workspace = 0;
    };
    // Writes variables, constants and words. It is done when the stream is; this must live so long.
    Result<void> place(backend::Device& device, backend::Stream& stream, const Places& places);

    // As the tenant knows the module: without what the guard has added.
    Result<const backend::Function*> function(std::string_view name) override;
    Result<std::vector<std::string>> function_names() override;
    Result<backend::GlobalInfo> global(std::string_view name) override;
    // After place().
    std::vector<backend::PlacedContents> take_placed_contents() override;

    Result<KernelGuard> guard_of(std::string_view kernel);
    // A string that was in the module from the beginning; nothing if none of its variables holds this address.
    std::optional<std::string> initial_text(std::uint64_t address, std::size_t limit) const;

    // What a fault record of this module says, as CUDA's status and in words.
    Error error_of(const guard::Fault& fault) const;

private:
    struct Managed {
        backend::Address address = 0;  // of one without a wish: from the block's begin on, until place()
        bool is_placed = false;
    };
    Result<void> fill_in_addresses();
    Result<void> write_managed(backend::Device& device, backend::Stream& stream);
    Result<void> write_constants(backend::Device& device, backend::Stream& stream);
    // Whether a thread ends at this site because its warp did not agree, and not by a trap of its own.
    bool is_vote(std::uint32_t site) const;
    std::uint64_t address_of(const guard::Patch& patch) const;
    Result<backend::GlobalInfo> managed_global(std::string_view name) const;

    std::unique_ptr<backend::Module> module_;
    guard::GuardedModule parts_;
    guard::Window window_;
    backend::Address variables_ = 0;
    std::vector<Managed> managed_;
    std::vector<std::uint64_t> managed_addresses_;  // while they are on their way to the device
    std::uint64_t unplaced_bytes_ = 0;
    Uses uses_;
    PtxLines lines_;
};

}  // namespace ringfence::worker
