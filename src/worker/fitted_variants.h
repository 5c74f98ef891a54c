// Variants of a guarded module's kernels that were made for launches which meet some of the conditions and not others:
// only the accesses that ask for those are fenced. Each has conditions of its own, which every launch is asked.
//
// So a kernel whose launches miss one condition does not pay for all of its accesses. There are few of them, whatever a
// program launches: whoever misses many conditions by turns gets the fenced variant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "backend/device.h"
#include "guard/guard.h"

namespace ringfence::worker {

struct FittedVariant {
    std::vector<std::uint32_t> unmet;         // of the first variant's conditions: the bounds that it does not ask for
    guard::LaunchConditions conditions;       // of this one
    std::unique_ptr<backend::Module> module;  // null: it could not be made
    const backend::Function* function = nullptr;
};

class FittedVariants {
public:
    static constexpr std::size_t most_of_kernel = 2;
    static constexpr std::size_t most_of_module = 8;

    explicit FittedVariants(std::size_t kernels) : by_kernel_(kernels) {}

    std::span<const FittedVariant> of(std::size_t kernel) const { return by_kernel_[kernel]; }
    bool has_room(std::size_t kernel) const {
        return count_ < most_of_module && by_kernel_[kernel].size() < most_of_kernel;
    }
    // One that could not be made counts, too: it is not tried again.
    bool has_tried(std::size_t kernel, const std::vector<std::uint32_t>& unmet) const {
        for (const FittedVariant& one : by_kernel_[kernel])
            if (one.unmet == unmet) return true;
        return false;
    }
    void add(std::size_t kernel, FittedVariant variant) {
        by_kernel_[kernel].push_back(std::move(variant));
        ++count_;
    }

private:
    std::vector<std::vector<FittedVariant>> by_kernel_;
    std::size_t count_ = 0;
};

}  // namespace ringfence::worker
