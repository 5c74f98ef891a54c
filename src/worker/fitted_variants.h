// Partly fenced variants of a guarded module's kernels, for launches that meet only some of the launch conditions:
// accesses that depend on unmet ones are fenced. The other conditions are checked at each launch.
//
// So a kernel whose launches miss one condition does not pay for fences at all of its accesses. Their number is
// limited: a kernel whose launches miss ever different conditions runs as the fenced variant.
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
    std::vector<std::uint32_t> unmet;         // the bounds among the first variant's conditions that it does not need
    guard::LaunchConditions conditions;       // of this variant
    std::unique_ptr<backend::Module> module;  // null: making it failed
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
    // True also if making it has failed: it is not tried again.
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
