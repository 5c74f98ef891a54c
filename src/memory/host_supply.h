// Host memory for data that does not fit on the card, in parts of one size, pinned: docs/memory-beyond-the-card.md.
//
// Fresh memory takes longer to get than to copy: its pages are found and cleared, and made known to the card. So
// threads of its own do that, several at a time: for parts that a caller waits for, and ahead of that, as far as it was
// told, for parts that are likely to be needed. take() never blocks: the caller asks again.
//
// Unused parts are kept for the next caller, as long as all workers together have no more than they may
// (SharedBudget::kept), and until trim(). A part holds its last owner's data: a new owner writes all of it before
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
        std::uint64_t most = 0;  // bytes, of all parts
        // The bytes of these that all workers together may prepare ahead of requests.
        std::uint64_t most_ahead = 0;
        unsigned threads = 0;                             // 0: half of the processors, from 1 to 8
        std::shared_ptr<SharedBudget> machine = nullptr;  // null: there is no other worker
        HostPages pages = machine_pages();
    };

    HostSupply(backend::Device& device, Options options);
    // Nothing that was taken may be out.
    ~HostSupply();
    HostSupply(const HostSupply&) = delete;
    HostSupply& operator=(const HostSupply&) = delete;

    std::uint64_t part_bytes() const { return options_.part_bytes; }
    // So many parts, if that many are ready; if not they are being made. `soon`: how many will be taken before long,
    // with these. The error is CUDA's "out of memory": they cannot be made.
    Result<std::optional<std::vector<Part>>> take(std::size_t count, std::size_t soon);
    void give_back(std::vector<Part> parts);

    // Announces likely requests: memory for them is made ready when nothing is more urgent, as far as that is allowed.
    void prepare(std::uint64_t bytes);
    // Gives parts that are ready and not likely to be needed back to the machine.
    void trim();

    // Bytes that are ready.
    std::uint64_t ready() const;

private:
    // All with the lock.
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
    // Without.
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
    std::size_t asked_ RF_GUARDED_BY(mutex_) = 0;  // that callers wait for
    Clock::time_point asked_at_ RF_GUARDED_BY(mutex_);
    std::optional<Clock::time_point> beyond_since_ RF_GUARDED_BY(mutex_);
    std::size_t likely_ RF_GUARDED_BY(mutex_) = 0;
    Clock::time_point next_ahead_ RF_GUARDED_BY(mutex_);
    bool keeps_all_ RF_GUARDED_BY(mutex_) = false;  // since something was given back
    std::optional<Error> failure_ RF_GUARDED_BY(mutex_);
    std::uint64_t failures_told_ RF_GUARDED_BY(mutex_) = 0;
    bool has_threads_ RF_GUARDED_BY(mutex_) = false;
    std::vector<std::thread> threads_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::memory
