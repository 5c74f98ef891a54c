// Supplies pinned host memory, in parts of one size, for data beyond the card: docs/memory-beyond-the-card.md.
//
// Getting new memory takes longer than copying to it: its pages must be allocated, cleared and registered with the
// card. So several threads do that, for parts that a caller waits for, and in advance for parts that were announced.
// take() never blocks: the caller must ask again.
//
// Unused parts are kept for the next caller, while all workers together keep no more than the limit
// (SharedBudget::kept), and until trim(). A part is not cleared between owners: a new owner must write all of it before
// anything is read. Safe for several threads.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "backend/device.h"
#include "base/mapped_memory.h"
#include "base/mutex.h"
#include "base/result.h"
#include "base/shared_budget.h"
#include "memory/host_pages.h"

namespace ringfence::memory {

class HostSupply {
public:
    using Clock = std::chrono::steady_clock;
    using Part = MappedMemory;

    struct Options {
        std::uint64_t part_bytes = std::uint64_t{2} << 20;
        std::uint64_t most = 0;  // bytes of all parts together
        // How many of these bytes all workers together may prepare in advance.
        std::uint64_t most_ahead = 0;
        unsigned threads = 0;                             // 0: half of the processors, from 1 to 8
        std::shared_ptr<SharedBudget> machine = nullptr;  // null: this worker is alone
        HostPages pages = machine_pages();
    };

    HostSupply(backend::Device& device, Options options);
    // All taken parts must have been given back.
    ~HostSupply();
    HostSupply(const HostSupply&) = delete;
    HostSupply& operator=(const HostSupply&) = delete;

    std::uint64_t part_bytes() const { return options_.part_bytes; }
    // `count` parts; or nothing if they are still being prepared. `soon`: how many will be taken soon, including these.
    // Fails with CUDA's status "out of memory" if they cannot be made.
    Result<std::optional<std::vector<Part>>> take(std::size_t count, std::size_t soon);
    void give_back(std::vector<Part> parts);

    // Announces likely requests: memory for them is prepared when nothing is more urgent, within the limits.
    void prepare(std::uint64_t bytes);
    // Frees prepared parts that will probably not be needed.
    void trim();

    // The bytes of prepared parts.
    std::uint64_t ready() const;

private:
    // Called with the lock:
    std::size_t most_parts() const { return options_.most / options_.part_bytes; }
    std::size_t wanted(Clock::time_point now) const RF_REQUIRES(mutex_);
    bool wants_for_somebody(Clock::time_point now) RF_REQUIRES(mutex_);
    bool wants_ahead(Clock::time_point now) RF_REQUIRES(mutex_);
    bool has_too_many(Clock::time_point now) const RF_REQUIRES(mutex_);
    bool is_beyond_budget() const RF_REQUIRES(mutex_);
    void say_kept() RF_REQUIRES(mutex_);
    void need_threads() RF_REQUIRES(mutex_);
    bool do_something(Clock::time_point now) RF_REQUIRES(mutex_);
    void make_one(bool is_ahead) RF_REQUIRES(mutex_);
    void note_failure(Error why, bool is_nobodys, Clock::time_point now) RF_REQUIRES(mutex_);
    // Called without the lock:
    void work(bool is_keeper);
    Result<Part> make(bool is_ahead);
    void drop(Part part);

    backend::Device& device_;
    const Options options_;
    std::atomic<bool> is_over_{false};
    mutable Mutex mutex_;  // guards what follows
    ConditionVariable changed_;
    std::vector<Part> ready_ RF_GUARDED_BY(mutex_);
    std::size_t in_use_ RF_GUARDED_BY(mutex_) = 0;
    std::size_t making_ RF_GUARDED_BY(mutex_) = 0;
    std::size_t making_ahead_ RF_GUARDED_BY(mutex_) = 0;  // of these
    std::size_t dropping_ RF_GUARDED_BY(mutex_) = 0;
    std::size_t asked_ RF_GUARDED_BY(mutex_) = 0;  // awaited by callers
    Clock::time_point asked_at_ RF_GUARDED_BY(mutex_);
    std::optional<Clock::time_point> beyond_since_ RF_GUARDED_BY(mutex_);
    std::size_t likely_ RF_GUARDED_BY(mutex_) = 0;
    Clock::time_point next_ahead_ RF_GUARDED_BY(mutex_);
    bool keeps_all_ RF_GUARDED_BY(mutex_) = false;  // after parts were given back
    std::optional<Error> failure_ RF_GUARDED_BY(mutex_);
    std::uint64_t failures_told_ RF_GUARDED_BY(mutex_) = 0;
    bool has_threads_ RF_GUARDED_BY(mutex_) = false;
    std::vector<std::thread> threads_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::memory
