#include "backend/cuda/held_group.h"

#include <algorithm>
#include <utility>

#include "backend/word_condition.h"
#include "base/start_thread.h"

namespace ringfence::backend::cuda {
namespace {

using namespace std::chrono_literals;

// At first the thread spins, since most conditions soon hold. Then it polls less often the longer nothing happens: it
// is late by a thirtieth of the time waited, at most by the longest pause.
constexpr auto spin_time = 50us;
constexpr auto shortest_pause = 10us;
constexpr auto longest_pause = 2000us;
// With turns, the card may be idle until the end of a job is noticed, and that time is charged: so spin longer.
constexpr auto spin_time_for_turns = 300us;
constexpr auto longest_pause_for_turns = 50us;
constexpr int looks_per_doubling = 32;
// The parts of its time for polling many streams, and for reading from the card.
constexpr int share_of_rounds = 8;
constexpr int share_of_reads = 32;
constexpr auto longest_reads = 100us;  // per round

}  // namespace

HeldGroup::~HeldGroup() {
    if (!thread_.joinable()) return;
    {
        const MutexLock lock(mutex_);
        is_ending_ = true;
    }
    news_.notify_all();
    thread_.join();
}

Result<void> HeldGroup::start() {
    // Checked without the lock, which the thread holds most of the time, since this is called for each job.
    if (has_thread_.load(std::memory_order_acquire)) return {};
    const MutexLock lock(mutex_);
    if (thread_.joinable()) return {};
    RF_TRY(thread_, start_thread([this] { run(); }));
    has_thread_.store(true, std::memory_order_release);
    return {};
}

void HeldGroup::look() {
    {
        const MutexLock lock(mutex_);
        has_news_ = true;
    }
    news_.notify_one();
}

void HeldGroup::add(HeldQueue& queue) {
    {
        const MutexLock lock(mutex_);
        has_news_ = true;
        ++times_told_;
        if (queue.index_ == HeldQueue::not_listed) {
            queue.index_ = listed_.size();
            listed_.push_back(&queue);
        }
    }
    news_.notify_one();
}

void HeldGroup::remove(HeldQueue& queue) {
    const MutexLock lock(mutex_);
    if (queue.index_ != HeldQueue::not_listed) unlist(queue);
    left_.wait(mutex_, [&]() RF_REQUIRES(mutex_) { return current_ != &queue; });
}

void HeldGroup::unlist(HeldQueue& queue) {
    HeldQueue& last = *listed_.back();
    listed_[queue.index_] = &last;
    last.index_ = queue.index_;
    listed_.pop_back();
    queue.index_ = HeldQueue::not_listed;
}

void HeldGroup::run() {
    const MutexLock lock(mutex_);
    while (!is_ending_) {
        if (listed_.empty()) {
            linger();
            news_.wait(mutex_, [this]() RF_REQUIRES(mutex_) { return is_ending_ || !listed_.empty(); });
            last_move_ = Clock::now();
        }
        if (std::exchange(has_news_, false) || go_round()) {
            last_move_ = Clock::now();
        } else {
            rest();
        }
    }
}

bool HeldGroup::go_round() {
    const Clock::time_point begin = Clock::now();
    may_read_ = begin >= next_reads_;
    has_missed_read_ = false;
    read_time_ = {};
    bool has_moved = false;
    needs_turns_ = false;
    const std::size_t count = listed_.size();
    const std::size_t first = first_;
    for (std::size_t i = 0; i < count && !listed_.empty(); ++i) {
        const std::size_t at = (first + i) % listed_.size();
        HeldQueue& queue = *listed_[at];
        needs_turns_ |= queue.needs_turns();
        current_ = &queue;
        const bool had_missed = has_missed_read_;
        {
            const MutexUnlock unlocked(mutex_);
            has_moved |= queue.advance();
        }
        current_ = nullptr;
        left_.notify_all();
        // The next round begins with the first queue that could not read in this one.
        if (has_missed_read_ && !had_missed) first_ = at;
        // The queue may have been removed, or held again, meanwhile.
        if (queue.index_ != HeldQueue::not_listed && !queue.is_held() && !queue.has_jobs_on_card()) unlist(queue);
    }
    const Clock::time_point end = Clock::now();
    round_time_ = end - begin;
    if (read_time_.count() != 0) next_reads_ = end + share_of_reads * read_time_;
    return has_moved;
}

// Spins: a program that launches and waits comes again at once, and waking a thread takes longer than its job.
void HeldGroup::linger() {
    if (!needs_turns_) return;
    while (listed_.empty() && !is_ending_ && Clock::now() - last_move_ < spin_time) {
        const MutexUnlock unlocked(mutex_);
        std::this_thread::yield();
    }
}

void HeldGroup::rest() {
    const Clock::duration waited = Clock::now() - last_move_;
    if (waited < (needs_turns_ ? spin_time_for_turns : spin_time)) {
        const MutexUnlock unlocked(mutex_);
        std::this_thread::yield();
        return;
    }
    const Clock::duration pause = std::clamp<Clock::duration>(waited / looks_per_doubling, shortest_pause,
                                                              needs_turns_ ? longest_pause_for_turns : longest_pause);
    news_.wait_for(mutex_, std::max(pause, share_of_rounds * round_time_),
                   [this]() RF_REQUIRES(mutex_) { return is_ending_ || has_news_; });
}

bool HeldGroup::holds(const WaitWordNode& word) {
    // A word that cannot be read was freed: only a session that is ending still waits for it.
    const auto is_as_wanted = [&](const Result<std::uint64_t>& value) {
        return value.ok() && holds_for(value.value(), word);
    };
    if (reader_->is_near(word.address)) return is_as_wanted(reader_->read(word.address, word.bytes));
    if (!may_read_) {
        has_missed_read_ = true;
        return false;
    }
    const Clock::time_point begin = Clock::now();
    const auto value = reader_->read(word.address, word.bytes);
    read_time_ += Clock::now() - begin;
    may_read_ = read_time_ < longest_reads;
    return is_as_wanted(value);
}

}  // namespace ringfence::backend::cuda
