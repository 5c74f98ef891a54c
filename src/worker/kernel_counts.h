// How often a session has launched each of its kernels, in which variant, and which condition decided that.
//
// The session's thread counts, with a relaxed add; any thread reads. What it takes is bounded, whatever a client loads
// and launches: kernels beyond the first so many are one row together, and so are conditions of a kernel.
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
    Partly,     // it met some, and got a variant that asks for no others
    Fenced,     // it did not
    Refused,    // there is none: the guard left the kernel out, and whoever asks for it gets an error
};
constexpr std::size_t variant_count = 6;
constexpr std::array<std::string_view, variant_count> variant_names{"unguarded", "only",   "free",
                                                                    "partly",    "fenced", "refused"};
// True if a condition decided that, or what the guard refuses.
constexpr bool has_reason(Variant variant) {
    return variant == Variant::Partly || variant == Variant::Fenced || variant == Variant::Refused;
}

class KernelCounts {
public:
    static constexpr std::size_t most_rows = 128;  // without the one for all others
    static constexpr std::size_t most_reasons = 4;
    static constexpr std::size_t longest_name = 200;
    static constexpr std::size_t longest_reason = 300;

    // A copy, for telling.
    struct Reason {
        std::string text;  // of the first launch that it was found in
        std::uint64_t launches = 0;
    };
    struct Kernel {
        std::string name;    // fit to print; empty: all those for which there was no row
        std::string module;  // as the audit log calls it, the first digits; empty: not known
        std::array<std::uint64_t, variant_count> launches{};
        std::vector<Reason> reasons;  // of those launches that have one, as far as they are known
    };

    class Row {
    public:
        void count(Variant variant, std::uint64_t times = 1) {
            add(launches_[static_cast<std::size_t>(variant)], times);
        }
        // Launches that have a reason; `condition`: the number of the first that was not met.
        void count_unmet(Variant variant, std::uint32_t condition, std::uint64_t times = 1);
        // True: somebody has to say what the condition is.
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
        // The condition's slot; most_reasons: it has none.
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

    // The kernel's row, for as long as this is there. By the session's thread.
    Row& row(std::string_view kernel, std::string_view module);
    // That of kernels for which there is none.
    Row& others();
    // From any thread; those with most launches that have a reason first.
    std::vector<Kernel> copy() const;

private:
    Row& others_row() RF_REQUIRES(mutex_);

    mutable Mutex mutex_;
    std::vector<std::unique_ptr<Row>> rows_ RF_GUARDED_BY(mutex_);
    std::unique_ptr<Row> others_ RF_GUARDED_BY(mutex_);
};

// `ringfence status --kernels` reads this: a line for each kernel, and one for each reason after it, with tabs between
// what they say (no text here has one).
//
//     kernel SESSION NAME MODULE UNGUARDED ONLY FREE PARTLY FENCED REFUSED
//     reason LAUNCHES TEXT
std::string lines_of(std::uint32_t session, const std::vector<KernelCounts::Kernel>& kernels);

}  // namespace ringfence::worker
