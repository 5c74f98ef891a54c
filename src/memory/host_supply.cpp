#include "memory/host_supply.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/cuda_status.h"
#include "base/start_thread.h"

namespace ringfence::memory {

namespace {

using Clock = HostSupply::Clock;

constexpr unsigned most_threads = 8;
// Few, since preparing in advance must not slow others down.
constexpr std::size_t most_threads_ahead = 2;
// Waiting callers ask every millisecond. A caller that has not asked for so long has stopped waiting.
constexpr std::chrono::milliseconds asking_counts(500);
// How often a thread checks whether all workers together keep too much.
constexpr std::chrono::milliseconds keeper_look(20);
// The pause after a failure, or when the machine had little memory left.
constexpr std::chrono::seconds pause_ahead(1);
// How long a caller waits for other workers to free parts that they only keep.
constexpr std::chrono::seconds longest_wait_for_budget(1);
// The part of the machine's memory that stays free: 1/32 when a caller waits, 1/8 when preparing in advance.
constexpr std::uint64_t parts_left = 32;
constexpr std::uint64_t parts_left_ahead = 8;

unsigned usual_threads() {
    return std::clamp(std::thread::hardware_concurrency() / 2, 1U, most_threads);
}

Error machine_is_full(std::uint64_t bytes, std::uint64_t available) {
    return Error::bad_input("the machine has " + std::to_string(available) + " bytes of memory left, of which " +
                            std::to_string(bytes) + " more are too many to back a full card")
        .with_remedy("end other programs, or lower host_backing in [memory] of the daemon's settings (ringfence.toml)")
        .with_status(cuda_status::out_of_memory);
}

}  // namespace

HostSupply::HostSupply(backend::Device& device, Options options) : device_(device), options_(std::move(options)) {}

HostSupply::~HostSupply() {
    std::vector<std::thread> threads;
    {
        const MutexLock lock(mutex_);
        is_over_ = true;
        threads.swap(threads_);
    }
    changed_.notify_all();
    for (std::thread& thread : threads)
        thread.join();
    const MutexLock lock(mutex_);
    for (Part& part : ready_)
        drop(std::move(part));
    ready_.clear();
    say_kept();
}

Result<std::optional<std::vector<HostSupply::Part>>> HostSupply::take(std::size_t count, std::size_t soon) {
    const MutexLock lock(mutex_);
    const Clock::time_point now = Clock::now();
    if (now - asked_at_ > asking_counts) failure_.reset();
    asked_at_ = now;
    const std::size_t most_more = most_parts() - std::min(most_parts(), in_use_);
    if (ready_.size() < count) {
        asked_ = std::min(std::max(count, soon), most_more);
        if (failure_) {
            ++failures_told_;
            return std::move(*std::exchange(failure_, std::nullopt)).with_status(cuda_status::out_of_memory);
        }
        say_kept();
        need_threads();
        // No thread could be started, so the caller does it.
        if (threads_.empty()) (void)do_something(now);
        changed_.notify_all();
        return std::optional<std::vector<Part>>();
    }
    std::vector<Part> taken;
    taken.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        taken.push_back(std::move(ready_.back()));
        ready_.pop_back();
    }
    in_use_ += count;
    asked_ = std::min(soon - std::min(soon, count), most_more - std::min(most_more, count));
    say_kept();
    if (asked_ > ready_.size()) need_threads();
    changed_.notify_all();
    return std::optional(std::move(taken));
}

void HostSupply::give_back(std::vector<Part> parts) {
    const MutexLock lock(mutex_);
    in_use_ -= parts.size();
    for (Part& part : parts)
        ready_.push_back(std::move(part));
    keeps_all_ = true;
    say_kept();
    need_threads();
    changed_.notify_all();
}

void HostSupply::prepare(std::uint64_t bytes) {
    const MutexLock lock(mutex_);
    const std::uint64_t allowed = std::min({bytes, options_.most_ahead, options_.most});
    likely_ = allowed / options_.part_bytes;
    if (likely_ > ready_.size()) need_threads();
    changed_.notify_all();
}

void HostSupply::trim() {
    const MutexLock lock(mutex_);
    keeps_all_ = false;
    changed_.notify_all();
}

std::uint64_t HostSupply::ready() const {
    const MutexLock lock(mutex_);
    return ready_.size() * options_.part_bytes;
}

// The number of parts that callers wait for.
std::size_t HostSupply::wanted(Clock::time_point now) const {
    return now - asked_at_ < asking_counts ? asked_ : 0;
}

// Includes wanted parts, so that other workers notice that they keep too much before those parts are made.
void HostSupply::say_kept() {
    if (!options_.machine) return;
    const std::size_t parts = std::max(ready_.size() + making_, wanted(Clock::now())) + dropping_;
    options_.machine->set_kept(is_over_ ? 0 : parts * options_.part_bytes);
}

bool HostSupply::is_beyond_budget() const {
    if (!options_.machine) return false;
    const std::uint64_t most = options_.machine->limit(Limit::HostBacking);
    if (most == 0) return false;
    const std::uint64_t taken = options_.machine->taken(Limit::HostBacking);
    return taken > most || options_.machine->kept() > most - taken;
}

bool HostSupply::wants_for_somebody(Clock::time_point now) {
    const std::size_t parts = ready_.size() + making_;
    if (parts >= wanted(now) || in_use_ + parts + dropping_ >= most_parts()) {
        beyond_since_.reset();
        return false;
    }
    if (!is_beyond_budget()) {
        beyond_since_.reset();
        return true;
    }
    if (!beyond_since_) beyond_since_ = now;
    return now - *beyond_since_ > longest_wait_for_budget;
}

bool HostSupply::wants_ahead(Clock::time_point now) {
    const std::size_t parts = ready_.size() + making_;
    if (parts >= likely_ || making_ahead_ >= most_threads_ahead || now < next_ahead_) return false;
    if (in_use_ + parts + dropping_ >= most_parts()) return false;
    const SharedBudget* const machine = options_.machine.get();
    if (machine == nullptr) return true;
    const std::uint64_t most = std::min(machine->left(Limit::HostBacking), options_.most_ahead);
    return machine->kept() + options_.part_bytes <= most;
}

bool HostSupply::has_too_many(Clock::time_point now) const {
    const std::size_t needed = wanted(now);
    if (ready_.size() <= needed) return false;
    return is_beyond_budget() || (!keeps_all_ && ready_.size() > std::max(needed, likely_));
}

void HostSupply::need_threads() {
    if (std::exchange(has_threads_, true) || is_over_) return;
    const unsigned count = options_.threads != 0 ? options_.threads : usual_threads();
    for (unsigned number = 0; number < count; ++number) {
        auto started = start_thread([this, number] { work(number == 0); });
        if (!started) return;
        threads_.push_back(started.take());
    }
}

void HostSupply::work(bool is_keeper) {
    const MutexLock lock(mutex_);
    while (!is_over_) {
        const Clock::time_point now = Clock::now();
        if (do_something(now)) continue;
        // One thread also checks what other workers keep, and whether preparing may be retried.
        const bool has_to_look = !ready_.empty() || wanted(now) != 0 || likely_ != 0;
        if (is_keeper) say_kept();  // without parts that no caller waits for any more
        if (is_keeper && has_to_look) {
            changed_.wait_for(mutex_, keeper_look);
        } else {
            changed_.wait(mutex_);
        }
    }
}

bool HostSupply::do_something(Clock::time_point now) {
    if (wants_for_somebody(now)) {
        make_one(false);
    } else if (has_too_many(now)) {
        Part part = std::move(ready_.back());
        ready_.pop_back();
        ++dropping_;
        {
            const MutexUnlock unlocked(mutex_);
            drop(std::move(part));
        }
        --dropping_;
    } else if (wants_ahead(now)) {
        make_one(true);
    } else {
        return false;
    }
    say_kept();
    return true;
}

void HostSupply::make_one(bool is_ahead) {
    ++making_;
    making_ahead_ += is_ahead ? 1 : 0;
    say_kept();
    const std::uint64_t failures_told = failures_told_;
    std::optional<Result<Part>> made;
    {
        const MutexUnlock unlocked(mutex_);
        made.emplace(make(is_ahead));
    }
    --making_;
    making_ahead_ -= is_ahead ? 1 : 0;
    if (made->ok()) {
        ready_.push_back(made->take());
    } else {
        note_failure(made->take_error(), is_ahead || failures_told != failures_told_, Clock::now());
    }
}

// Stores the error for waiting callers. Not for attempts that no caller waits for: those in advance, which
// are retried later, and those from before callers were told of a failure, since new requests get new
// attempts.
void HostSupply::note_failure(Error why, bool is_nobodys, Clock::time_point now) {
    next_ahead_ = now + pause_ahead;
    if (is_nobodys) return;
    asked_ = 0;
    failure_ = std::move(why);
}

Result<HostSupply::Part> HostSupply::make(bool is_ahead) {
    const MachineMemory machine = options_.pages.look();
    const std::uint64_t left = machine.total / (is_ahead ? parts_left_ahead : parts_left);
    // Skipped if the machine does not report its memory.
    if (machine.total != 0 && machine.available < left + options_.part_bytes)
        return machine_is_full(options_.part_bytes, machine.available);
    RF_TRY(Part part, map_host_part(options_.part_bytes));
    RF_RETURN_IF_ERROR(options_.pages.populate(part.bytes(), is_over_));
    RF_RETURN_IF_ERROR(device_.pin(part.bytes()));
    return part;
}

void HostSupply::drop(Part part) {
    // If unpinning fails the card may still write there, so the memory is leaked.
    if (!device_.unpin(part.bytes()).ok()) (void)part.release();
}

}  // namespace ringfence::memory
