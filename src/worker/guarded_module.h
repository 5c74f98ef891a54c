// A module whose kernels the guard has rewritten. It knows where the module's variables lie, sets its constant words,
// has the variants of each kernel, and explains its faults.
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
    std::string key;     // of the module in the cache of guarded modules
    std::string layout;  // a digest of what all of the module's parts must agree on
};

// The variant that a launch needs: one without these bounds among its conditions; without a kernel: all fenced ones.
using LateRequest = guard::UnmetBounds;

// Variants of a guarded module's kernels that were compiled later.
struct LateModule;

// A kernel's other variants, for launches that do not meet the first one's conditions.
struct KernelGuard {
    const guard::LaunchConditions* conditions = nullptr;  // null: the kernel is not guarded
    const backend::Function* fenced = nullptr;            // null: there is only one variant, or it is compiled later
    const backend::Function* const* late = nullptr;       // where the variant that is compiled later will be
    const FittedVariants* fitted = nullptr;               // null: none can be made
    std::size_t number = 0;                               // the kernel's index in `fitted`
    bool needs_warpgroups = false;                        // only blocks of whole groups of four warps may run
    std::uint64_t own_shared = 0;                         // static shared memory that the guard has added
    std::uint64_t slot_bytes = 0;  // of each thread's slot, found through the last parameter; 0: no slots

    // The fenced variant. Null: there is none, or it is not compiled yet.
    const backend::Function* second() const { return late != nullptr ? *late : fenced; }
};

class GuardedModule final : public backend::Module {
public:
    // The device functions and words of the guard that the rewritten text uses.
    struct Uses {
        Uses() = default;
        // `late`: the text of the variants that may be added later.
        explicit Uses(std::string_view ptx, std::string_view late = {});
        bool heap = false;
        bool prints = false;
        bool fault_record = false;
        bool grid_workspace = false;
        bool textures = false;
        // True: the text uses them, so that the image certainly has them. Late variants do not count.
        bool words = true;
        bool managed = true;
    };
    // `lines`: of the text before the guard has rewritten it.
    GuardedModule(std::unique_ptr<backend::Module> module, guard::GuardedPtx parts, Uses uses, PtxLines lines);

    // Sets the client's addresses for managed variables, in host memory of its window. Call it before place(). Managed
    // variables without one are put behind the other variables.
    Result<void> set_placements(std::span<const backend::Placement> placements);

    std::uint64_t variable_bytes() const { return parts_.block.bytes + unplaced_bytes_; }
    std::uint64_t variable_alignment() const { return parts_.block.alignment; }
    const Uses& uses() const { return uses_; }
    // Memory here that its variables' initial contents take.
    std::uint64_t contents_bytes() const { return parts_.block.contents_bytes(); }

    // Addresses that its kernels use.
    struct Places {
        guard::Window window;
        backend::Address variables = 0;
        backend::Address fault_record = 0;
        backend::Address print_ring = 0;
        backend::Address heap = 0;
        backend::Address grid_workspace = 0;
        backend::Address textures = 0;  // the session's table
    };
    // Writes variables, constants and words, in this stream. The module must exist until the stream has done so.
    Result<void> place(backend::Device& device, backend::Stream& stream, const Places& places);

    // The module as the tenant wrote it, without the guard's additions. For a kernel that the guard has refused,
    // function() returns the reason as an error; function_names() leaves the kernel out.
    Result<const backend::Function*> function(std::string_view name) override;
    Result<std::vector<std::string>> function_names() override;
    Result<backend::GlobalInfo> global(std::string_view name) override;
    // After place().
    std::vector<backend::PlacedContents> take_placed_contents() override;

    // Where and why the guard refused a kernel; empty: it did not.
    std::string why_refused(std::string_view kernel) const;
    // True at the first call for each refused kernel, so that the refusal is reported once.
    bool is_refused_at_first_use(std::string_view kernel);
    const std::vector<guard::RefusedKernel>& refused() const { return parts_.refused; }

    Result<KernelGuard> guard_of(std::string_view kernel);
    // A message for users: the condition that a launch does not meet, and the source line of the access that needs it.
    std::string describe(std::string_view kernel, const guard::LaunchConditions::Unmet& unmet) const;

    // The source of variants that are compiled when a launch needs one. Null: there are none.
    std::shared_ptr<const LateSource> late_source() const { return late_source_; }
    void set_late_source(std::shared_ptr<const LateSource> source) { late_source_ = std::move(source); }
    // Compiling failed. A launch that needs the fenced variant gets this error; others run as the fenced variant.
    void fail_late(const LateRequest& request, Error failure);
    const std::optional<Error>& late_failure() const { return late_failure_; }
    // Adds variants, after place() and with its places. Call publish_late() once the stream is here: then they may run.
    Result<void> add_late(LateModule late, backend::Device& device, backend::Stream& stream, const Places& places);
    void publish_late();
    // A string from the module's initial contents; nothing if no variable of it contains this address.
    std::optional<std::string> initial_text(std::uint64_t address, std::size_t limit) const;

    // The meaning of a fault record of this module, as CUDA's status and in words.
    Error error_of(const guard::Fault& fault) const;

private:
    struct Managed {
        backend::Address address = 0;  // without a placement: relative to the block, until place()
        bool is_placed = false;
    };
    Result<void> fill_in_addresses();
    Result<void> write_managed(backend::Device& device, backend::Stream& stream);
    Result<void> add_fenced(backend::Module& module);
    Result<void> add_fitted(LateModule& late);
    std::size_t number_of(std::string_view kernel) const;
    std::size_t refused_number_of(std::string_view kernel) const;
    // Writes the tables that each image has for itself.
    Result<void> write_tables(backend::Module& module, const Uses& uses, backend::Device& device,
                              backend::Stream& stream, const Places& places);
    Result<void> write_constants(backend::Device& device, backend::Stream& stream);
    // True if threads end at this site because their warp disagreed in a vote, and not by a trap of the program's.
    bool is_vote(std::uint32_t site) const;
    bool finds_misaligned(const guard::Fault& fault) const;
    std::uint64_t address_of(const guard::Patch& patch) const;
    Result<backend::GlobalInfo> managed_global(std::string_view name) const;

    std::unique_ptr<backend::Module> module_;
    guard::GuardedPtx parts_;
    guard::Window window_;
    backend::Address variables_ = 0;
    std::vector<Managed> managed_;
    std::vector<std::uint64_t> managed_addresses_;  // buffer of a write to the device
    std::uint64_t unplaced_bytes_ = 0;
    Uses uses_;
    PtxLines lines_;
    std::vector<bool> is_refusal_told_;  // by refused kernel
    std::shared_ptr<const LateSource> late_source_;
    std::optional<Error> late_failure_;
    std::unique_ptr<backend::Module> late_module_;
    std::vector<const backend::Function*> late_functions_;  // by kernel; null: not compiled yet, or not needed
    std::vector<const backend::Function*> unpublished_;     // will replace late_functions_
    FittedVariants fitted_;
    std::optional<std::pair<std::size_t, FittedVariant>> unpublished_fitted_;  // and its kernel
};

struct LateModule {
    std::unique_ptr<backend::Module> module;
    GuardedModule::Uses uses;  // the guard's tables that this one has
    LateRequest request = {};  // the request that it answers
    // For a partly fenced variant: its kernel, with its launch conditions.
    std::optional<guard::GuardedKernel> fitted = {};
};

}  // namespace ringfence::worker
