// Sums up a session's launches and copies for the audit log: every few seconds one event says how often each kernel ran
// and how many bytes were copied. A launch costs a comparison and a count, and the log stays short.
//
// Used by the session's thread; any thread may read the totals.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "wire/operations.h"
#include "worker/journal.h"

namespace ringfence::worker {

struct ActivityOptions {
    std::uint32_t launches = 0;         // one launch in so many is recorded; 1: all are; 0: none
    std::uint64_t copies = UINT64_MAX;  // copies of at least so many bytes are reported
    std::chrono::milliseconds interval{10'000};
};

class Activity {
public:
    using Clock = std::chrono::steady_clock;

    // Stored with a kernel, so that its entry is found without a search.
    struct Place {
        std::uint32_t round = 0;
        std::uint32_t entry = 0;
    };

    Activity(const ActivityOptions& options, std::shared_ptr<Journal> journal);

    template <typename Function>
    void launched(Function& function, const wire::Launch& launch) {
        if (every_ == 0 || ++skipped_ < every_) return;
        skipped_ = 0;
        if (function.activity.round == round_ && is_like(entries_[function.activity.entry], launch)) {
            ++entries_[function.activity.entry].count;
            return;
        }
        enter(function.activity, function.function->name(), launch);
    }
    void launched_graph(std::size_t nodes);
    // `describe` is called only if the copy is reported, since it looks addresses up.
    template <typename Describe>
    void copied(std::uint64_t bytes, Describe&& describe) {
        copies_.store(copies_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
        copied_bytes_.store(copied_bytes_.load(std::memory_order_relaxed) + bytes, std::memory_order_relaxed);
        if (bytes >= least_copy_) enter_copy(bytes, describe());
    }

    // Reports the activity when the interval has passed. The session's loop calls it in every round.
    void look() {
        if (has_news_) look_at_clock();
    }
    bool has_news() const { return has_news_; }
    void tell_now();

    std::uint64_t copies() const { return copies_.load(std::memory_order_relaxed); }
    std::uint64_t copied_bytes() const { return copied_bytes_.load(std::memory_order_relaxed); }

private:
    struct Entry {
        std::string name;
        wire::Launch shape;   // of the first
        bool varies = false;  // later launches had another shape
        std::uint64_t count = 0;
    };

    static bool is_like(const Entry& entry, const wire::Launch& launch) {
        const wire::Launch& shape = entry.shape;
        return entry.varies ||
               (shape.grid_x == launch.grid_x && shape.grid_y == launch.grid_y && shape.grid_z == launch.grid_z &&
                shape.block_x == launch.block_x && shape.block_y == launch.block_y && shape.block_z == launch.block_z);
    }
    void enter(Place& place, std::string_view name, const wire::Launch& launch);
    void enter_copy(std::uint64_t bytes, std::string_view direction);
    void note_news();
    void look_at_clock();
    std::string launches_text() const;

    const std::uint32_t every_;
    const std::uint64_t least_copy_;
    const std::chrono::milliseconds interval_;
    const std::shared_ptr<Journal> journal_;
    std::uint32_t skipped_ = 0;
    std::uint32_t round_ = 1;  // places from earlier rounds are invalid
    std::vector<Entry> entries_;
    std::uint64_t other_launches_ = 0;  // of kernels without an entry, since the table was full
    std::uint64_t large_copies_ = 0;
    std::uint64_t large_bytes_ = 0;
    std::uint64_t largest_ = 0;
    std::string largest_direction_;
    bool has_news_ = false;
    std::int64_t due_ = 0;  // of the coarse clock, in nanoseconds
    std::atomic<std::uint64_t> copies_{0};
    std::atomic<std::uint64_t> copied_bytes_{0};
};

}  // namespace ringfence::worker
