// A module whose kernels the guard has rewritten: the places of its variables, the values of its constant words, the
// choice of a kernel's variant for a launch, and the meaning of its faults.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "backend/device.h"
#include "base/result.h"
#include "guard/guard.h"
#include "guard/runtime/faults.h"
#include "worker/fitted_variants.h"
#include "worker/ptx_lines.h"

namespace ringfence::worker {

// The source of variants that are not compiled yet.
struct LateSource {
    std::string text;    // as the tenant wrote it
    std::string name;    // of the text's file, for messages
    std::string key;     // of the module, where guarded ones are kept
    std::string layout;  // the layout that all of the module's parts must share
};

// The variant that a launch needs: one that asks for all but these bounds; without a kernel, the fenced ones of all.
using LateRequest = guard::UnmetBounds;

// Variants of a guarded module's kernels that come late.
struct LateModule;

// A kernel's other variants, for launches that do not meet the first one's conditions.
struct KernelGuard {
    const guard::LaunchConditions* conditions = nullptr;  // null: there is no guard
    const backend::Function* fenced = nullptr;            // null: there is only one variant, or it comes late
    const backend::Function* const* late = nullptr;       // where it will be, once it is compiled
    const FittedVariants* fitted = nullptr;               // null: none can be made
    std::size_t number = 0;                               // the kernel's, among these
    bool needs_warpgroups = false;                        // blocks of whole groups of four warps only
    std::uint64_t own_shared = 0;                         // static shared memory that the guard has added
    std::uint64_t slot_bytes = 0;  // of each thread's slot, whose address the last parameter tells; 0: there is none

    // Null: there is none, or none yet.
    const backend::Function* second() const { return late != nullptr ? *late : fenced; }
};

class GuardedModule final : public backend::Module {
public:
    // Which of the guard's device functions and words the rewritten text holds.
    struct Uses {
        Uses() = default;
        // `late`: of the variants that may join it.
        explicit Uses(std::string_view ptx, std::string_view late = {});
        bool heap = false;
        bool prints = false;
        bool fault_record = false;
        bool grid_workspace = false;
        bool textures = false;
        // Not only declared: then the image has them for certain. For the text itself, not for late variants.
        bool words = true;
        bool managed = true;
    };
    // `lines`: of the text as the tenant wrote it.
    GuardedModule(std::unique_ptr<backend::Module> module, guard::GuardedPtx parts, Uses uses, PtxLines lines);

    // The client's places for managed variables, in host memory of its window; before place(). Those without a place
    // lie behind the other variables.
    Result<void> set_placements(std::span<const backend::Placement> placements);

    std::uint64_t variable_bytes() const { return parts_.block.bytes + unplaced_bytes_; }
    std::uint64_t variable_alignment() const { return parts_.block.alignment; }
    const Uses& uses() const { return uses_; }

    // Addresses that its kernels get.
    struct Places {
        guard::Window window;
        backend::Address variables = 0;
        backend::Address fault_record = 0;
        backend::Address print_ring = 0;
        backend::Address heap = 0;
        backend::Address grid_workspace = 0;
        backend::Address textures = 0;  // the session's table
    };
    // Writes variables, constants and words. It is done when the stream is; this must live so long.
    Result<void> place(backend::Device& device, backend::Stream& stream, const Places& places);

    // As the tenant knows the module: without the guard's additions.
    // Of kernels that were refused when the module was guarded, function() tells why, and names have nothing.
    Result<const backend::Function*> function(std::string_view name) override;
    Result<std::vector<std::string>> function_names() override;
    Result<backend::GlobalInfo> global(std::string_view name) override;
    // After place().
    std::vector<backend::PlacedContents> take_placed_contents() override;

    // Where and why a kernel was refused; empty: it was not.
    std::string why_refused(std::string_view kernel) const;
    // True once for each kernel that was refused: when it is asked for, it is to be told of.
    bool is_refused_at_first_use(std::string_view kernel);
    const std::vector<guard::RefusedKernel>& refused() const { return parts_.refused; }

    Result<KernelGuard> guard_of(std::string_view kernel);
    // For people: what a launch of the kernel does not meet, where in the source that is asked for.
    std::string describe(std::string_view kernel, const guard::LaunchConditions::Unmet& unmet) const;

    // Variants that are compiled when a launch needs one. Null: there are none.
    std::shared_ptr<const LateSource> late_source() const { return late_source_; }
    void set_late_source(std::shared_ptr<const LateSource> source) { late_source_ = std::move(source); }
    // They cannot be compiled: a launch that needs a fenced one gets this error, another one takes the fenced one.
    void fail_late(const LateRequest& request, Error failure);
    const std::optional<Error>& late_failure() const { return late_failure_; }
    // After place(), with the same places. When the stream has come so far, its kernels may run: publish_late().
    Result<void> add_late(LateModule late, backend::Device& device, backend::Stream& stream, const Places& places);
    void publish_late();
    // A string that was in the module from the beginning; nothing if none of its variables holds this address.
    std::optional<std::string> initial_text(std::uint64_t address, std::size_t limit) const;

    // The meaning of a fault record of this module, as CUDA's status and in words.
    Error error_of(const guard::Fault& fault) const;

private:
    struct Managed {
        backend::Address address = 0;  // of one without a wish: from the block's begin on, until place()
        bool is_placed = false;
    };
    Result<void> fill_in_addresses();
    Result<void> write_managed(backend::Device& device, backend::Stream& stream);
    Result<void> add_fenced(backend::Module& module);
    Result<void> add_fitted(LateModule& late);
    std::size_t number_of(std::string_view kernel) const;
    std::size_t refused_number_of(std::string_view kernel) const;
    // Writes the tables that each of the images has of its own.
    Result<void> write_tables(backend::Module& module, const Uses& uses, backend::Device& device,
                              backend::Stream& stream, const Places& places);
    Result<void> write_constants(backend::Device& device, backend::Stream& stream);
    // True if a thread ends at this site because its warp did not agree, and not by a trap of its own.
    bool is_vote(std::uint32_t site) const;
    bool finds_misaligned(const guard::Fault& fault) const;
    std::uint64_t address_of(const guard::Patch& patch) const;
    Result<backend::GlobalInfo> managed_global(std::string_view name) const;

    std::unique_ptr<backend::Module> module_;
    guard::GuardedPtx parts_;
    guard::Window window_;
    backend::Address variables_ = 0;
    std::vector<Managed> managed_;
    std::vector<std::uint64_t> managed_addresses_;  // while they are on their way to the device
    std::uint64_t unplaced_bytes_ = 0;
    Uses uses_;
    PtxLines lines_;
    std::vector<bool> is_refusal_told_;  // by refused kernel
    std::shared_ptr<const LateSource> late_source_;
    std::optional<Error> late_failure_;
    std::unique_ptr<backend::Module> late_module_;
    std::vector<const backend::Function*> late_functions_;  // by kernel; null: not there, or not late
    std::vector<const backend::Function*> unpublished_;     // what becomes these
    FittedVariants fitted_;
    std::optional<std::pair<std::size_t, FittedVariant>> unpublished_fitted_;  // of that kernel
};

struct LateModule {
    std::unique_ptr<backend::Module> module;
    GuardedModule::Uses uses;  // of the guard's tables, in this one
    LateRequest request = {};  // what it was made for
    // For a variant for some launches: its kernel, with what it asks of them.
    std::optional<guard::GuardedKernel> fitted = {};
};

}  // namespace ringfence::worker
