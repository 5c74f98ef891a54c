// The held streams of one tenant (held_queue.h), and the thread that advances them.
//
// Each tenant has its own, so that no tenant's work waits for another's. The thread sleeps while nothing is held. Words
// in host memory are read directly; words on the card need copies, and are read a few times per millisecond.
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

// Reads the words that streams wait for. Used by one thread at a time.
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

    // `common`: the streams of the context or of the part. `part`: where its work runs; null: the whole card.
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
    // Starts the thread, if there is none yet.
    Result<void> start();
    void add(HeldQueue& queue);
    // How often a queue was added.
    [[nodiscard]] std::uint64_t times_told() {
        const MutexLock lock(mutex_);
        return times_told_;
    }
    // When this returns the thread no longer uses the queue.
    void remove(HeldQueue& queue);

    // The tenant's own streams for recording.
    RecordingStreams& recording_streams() { return recording_streams_; }

    // For the thread only: true if the word fulfils the condition. False also if the word cannot be read just now.
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
    HeldQueue* current_ RF_GUARDED_BY(mutex_) = nullptr;  // the one that the thread is advancing
    bool has_news_ RF_GUARDED_BY(mutex_) = false;
    std::uint64_t times_told_ RF_GUARDED_BY(mutex_) = 0;
    bool is_ending_ RF_GUARDED_BY(mutex_) = false;
    std::thread thread_ RF_GUARDED_BY(mutex_);
    std::atomic<bool> has_thread_ = false;

    // Used by the thread only:
    Clock::time_point last_move_;
    Clock::duration round_time_{};
    bool needs_turns_ = false;  // some jobs need turns
    std::size_t first_ = 0;     // where a round begins
    bool may_read_ = false;     // may read words from the card in this round
    bool has_missed_read_ = false;
    Clock::duration read_time_{};
    Clock::time_point next_reads_;
};

}  // namespace ringfence::backend::cuda
