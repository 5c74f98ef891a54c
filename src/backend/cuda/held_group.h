// The streams of one tenant that are held (held_queue.h), and the thread that looks after them.
//
// Each tenant has one, so that no tenant's work waits for another's. It sleeps while nothing is held. A word in host
// memory is read where it lies; one in the card's memory by a copy, of which there are few in a millisecond.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "backend/cuda/green_contexts.h"
#include "backend/cuda/held_queue.h"
#include "backend/cuda/recording_streams.h"
#include "backend/device.h"
#include "base/mutex.h"
#include "base/result.h"

namespace ringfence::backend::cuda {

// Reads the words that streams wait for. One thread at a time.
class WordReader {
public:
    virtual ~WordReader() = default;
    // True if the word can be read without asking the card.
    virtual bool is_near(Address address) const = 0;
    virtual Result<std::uint64_t> read(Address address, unsigned bytes) = 0;
};

class HeldGroup final : public StreamGroup {
public:
    using Clock = std::chrono::steady_clock;

    // `common`: the context's, or the part's. `part`: of the card, that its work runs on; null: all of it.
    explicit HeldGroup(std::unique_ptr<WordReader> reader, RecordingStreams* common = nullptr,
                       std::shared_ptr<const GreenContexts::Part> part = {})
        : part_(std::move(part)), reader_(std::move(reader)), recording_streams_(common) {}
    ~HeldGroup() override;
    HeldGroup(const HeldGroup&) = delete;
    HeldGroup& operator=(const HeldGroup&) = delete;

    void look() override;
    std::uint32_t multiprocessors() const override { return part_ ? part_->green->multiprocessors : 0; }
    // Null: all of the card.
    GreenContext* part() const { return part_ ? part_->green : nullptr; }
    // The thread, if there is none yet.
    Result<void> start();
    void add(HeldQueue& queue);
    // How often it was told of one.
    [[nodiscard]] std::uint64_t times_told() {
        const MutexLock lock(mutex_);
        return times_told_;
    }
    // When this returns the thread does not use it any more.
    void remove(HeldQueue& queue);

    // The tenant's own.
    RecordingStreams& recording_streams() { return recording_streams_; }

    // For the thread alone: whether a word is as it is waited for. False too if it cannot be read just now.
    bool holds(const WaitWordNode& word);

private:
    void run();
    bool go_round() RF_REQUIRES(mutex_);
    void rest() RF_REQUIRES(mutex_);
    void linger() RF_REQUIRES(mutex_);
    void unlist(HeldQueue& queue) RF_REQUIRES(mutex_);

    const std::shared_ptr<const GreenContexts::Part> part_;
    const std::unique_ptr<WordReader> reader_;
    RecordingStreams recording_streams_;

    Mutex mutex_;  // guards what follows
    ConditionVariable news_;
    ConditionVariable left_;
    std::vector<HeldQueue*> listed_ RF_GUARDED_BY(mutex_);
    HeldQueue* current_ RF_GUARDED_BY(mutex_) = nullptr;  // the thread is busy with it
    bool has_news_ RF_GUARDED_BY(mutex_) = false;
    std::uint64_t times_told_ RF_GUARDED_BY(mutex_) = 0;
    bool is_ending_ RF_GUARDED_BY(mutex_) = false;
    std::thread thread_ RF_GUARDED_BY(mutex_);
    std::atomic<bool> has_thread_ = false;

    // The thread's own:
    Clock::time_point last_move_;
    Clock::duration round_time_{};
    bool needs_turns_ = false;  // some jobs wait for their turns, or have them
    std::size_t first_ = 0;     // where a round begins
    bool may_read_ = false;     // from the card, in this round
    bool has_missed_read_ = false;
    Clock::duration read_time_{};
    Clock::time_point next_reads_;
};

}  // namespace ringfence::backend::cuda
