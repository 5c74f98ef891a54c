// Counts a session's launches by kernel and variant, with the launch condition that decided the variant.
//
// The session's thread counts, with a relaxed add; any thread reads. Memory is bounded, whatever a client loads and
// launches: all kernels after the first most_rows share one row, and conditions of a kernel are limited likewise.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"

namespace ringfence::worker {

enum class Variant : std::uint8_t {
    Unguarded,  // as the tenant wrote it
    Only,       // guarded, for any launch
    Free,       // the launch met the conditions
    Partly,     // it met only some, and got a partly fenced variant
    Fenced,     // it did not meet all, and no partly fenced variant fits
    Refused,    // the guard has refused the kernel; asking for it is an error
};
constexpr std::size_t variant_count = 6;
constexpr std::array<std::string_view, variant_count> variant_names{"unguarded", "only",   "free",
                                                                    "partly",    "fenced", "refused"};
// True if an unmet condition or a refusal explains the variant.
constexpr bool has_reason(Variant variant) {
    return variant == Variant::Partly || variant == Variant::Fenced || variant == Variant::Refused;
}

class KernelCounts {
public:
    static constexpr std::size_t most_rows = 128;  // not counting the common row
    static constexpr std::size_t most_reasons = 4;
    static constexpr std::size_t longest_name = 200;
    static constexpr std::size_t longest_reason = 300;

    // Copies of counts, for reports.
    struct Reason {
        std::string text;  // as it was for the first such launch
        std::uint64_t launches = 0;
    };
    struct Kernel {
        std::string name;    // printable; empty: the common row
        std::string module;  // the first digits of its digest in the audit log; empty: unknown
        std::array<std::uint64_t, variant_count> launches{};
        std::vector<Reason> reasons;  // the reasons that are known
    };

    class Row {
    public:
        void count(Variant variant, std::uint64_t times = 1) {
            add(launches_[static_cast<std::size_t>(variant)], times);
        }
        // Counts launches with a reason. `condition`: the number of the first unmet condition.
        void count_unmet(Variant variant, std::uint32_t condition, std::uint64_t times = 1);
        // True if explain() was not called for the condition yet.
        bool lacks_text(std::uint32_t condition) const;
        void explain(std::uint32_t condition, std::string_view text);

        // From any thread.
        Kernel copy() const;

    private:
        friend class KernelCounts;
        using Count = std::atomic<std::uint64_t>;
        struct Slot {
            std::uint32_t condition = 0;
            Count launches{0};
        };

        // One thread writes.
        static void add(Count& count, std::uint64_t times) {
            count.store(count.load(std::memory_order_relaxed) + times, std::memory_order_relaxed);
        }
        // The condition's slot; most_reasons if it has none.
        std::size_t find(std::uint32_t condition) const;

        std::string name_;
        std::string module_;
        std::array<Count, variant_count> launches_{};
        std::array<Slot, most_reasons> slots_;
        bool has_reasons_ = true;
        std::atomic<std::size_t> used_slots_{0};
        mutable Mutex mutex_;
        std::vector<std::string> texts_ RF_GUARDED_BY(mutex_);  // of the slots
    };

    // The kernel's row; valid as long as this object. Called by the session's thread.
    Row& row(std::string_view kernel, std::string_view module);
    // The common row of kernels without one of their own.
    Row& others();
    // From any thread. Sorted: kernels with most launches that have a reason come first.
    std::vector<Kernel> copy() const;

private:
    Row& others_row() RF_REQUIRES(mutex_);

    mutable Mutex mutex_;
    std::vector<std::unique_ptr<Row>> rows_ RF_GUARDED_BY(mutex_);
    std::unique_ptr<Row> others_ RF_GUARDED_BY(mutex_);
};

// The format that `ringfence status --kernels` reads: a line for each kernel, followed by a line for each reason.
// Fields are separated by tabs; no text contains one.
//
//     kernel SESSION NAME MODULE UNGUARDED ONLY FREE PARTLY FENCED REFUSED
//     reason LAUNCHES TEXT
std::string lines_of(std::uint32_t session, const std::vector<KernelCounts::Kernel>& kernels);

}  // namespace ringfence::worker
