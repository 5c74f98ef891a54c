// Streams on the card.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>

#include "backend/cuda/context.h"
#include "backend/cuda/event.h"
#include "backend/cuda/held_group.h"
#include "backend/cuda/held_queue.h"
#include "backend/cuda/library_recording.h"
#include "backend/cuda/rare_questions.h"
#include "backend/device.h"
#include "base/mutex.h"

namespace ringfence::backend::cuda {

// Fails if a stream cannot use this word.
Result<void> check_word(Address address, unsigned bytes);

class CudaStream final : public Stream, private StreamPlaces {
public:
    // `turns`: the queue for turns while others want the card; may be null.
    static Result<std::unique_ptr<CudaStream>> create(const Context& context, int priority,
                                                      std::shared_ptr<HeldGroup> group,
                                                      const std::shared_ptr<JobQueue>& turns = {});
    ~CudaStream() override;
    CudaStream(const CudaStream&) = delete;
    CudaStream& operator=(const CudaStream&) = delete;

    Result<void> synchronize() override;
    Result<bool> is_idle() override;
    Result<std::uint64_t> mark() override;
    Result<bool> is_reached(std::uint64_t mark) override;
    bool has_passed(std::uint64_t mark) override { return reached_.host->load(std::memory_order_acquire) >= mark; }
    Result<void> record(Event& event) override;
    Result<void> wait_for(Event& event) override;
    Result<void> call_host(std::function<void()> function) override;
    Result<void> write_word(Address address, std::uint64_t value, unsigned bytes) override;
    Result<void> wait_word(Address address, std::uint64_t value, unsigned bytes, WordCondition condition) override;
    bool is_waiting() override { return held_.is_waiting(); }
    void abandon() override;
    void* native() override { return recording_ ? recording_->stream() : handle(); }
    Result<void> begin_library() override;
    bool is_recording() const override { return recording_ != nullptr; }
    Result<void> end_library() override;

    // For code that submits work to the stream: from now on it may be busy.
    StreamHandle handle() const {
        may_be_busy_ = true;
        return handle_;
    }
    bool is_held() const { return held_.is_held(); }
    // Calls `work`, which submits to the card: now, or later if the stream is held. `work` must own what it needs.
    template <typename Work>
    Result<void> put(Work work) {
        return is_held() ? held_.keep(std::move(work)) : work();
    }
    // True if work that is submitted now may have to wait. If not, the caller may submit it to the card directly.
    bool must_wait() const { return is_held() || needs_turn(); }
    // The same for a job, which needs a turn.
    template <typename Work>
    Result<void> put_job(const JobFacts& facts, Work work) {
        return needs_turn() ? held_.put_job(facts, std::move(work), nullptr) : put(std::move(work));
    }
    // The same for a job with objects that must exist until it is done.
    Result<void> put_job_with(std::shared_ptr<void> needs, std::function<Result<void>()> work);
    // Keeps an object until all present work of the stream is done.
    Result<void> keep_until_done(std::shared_ptr<void> object);

private:
    struct HostCall {
        CudaStream* stream = nullptr;
        std::function<void()> function;
        std::list<HostCall>::iterator self;
    };

    CudaStream(const Context& context, std::shared_ptr<HeldGroup> group, const std::shared_ptr<JobQueue>& turns)
        : context_(context), turns_(turns), held_(*this, std::move(group), turns) {}
    bool needs_turn() const { return turns_ && turns_->is_needed(); }
    Result<void> put_place(std::uint64_t number) override;
    Result<bool> has_come_to(std::uint64_t number) override;
    Result<bool> is_card_idle();
    Result<void> call_by_driver(std::function<void()> function);
    static void run_host_call(void* data);
    void forget(std::list<HostCall>::iterator call);
    Result<void> record_now(const Recording& recording) const;
    Result<void> wait_now(const Recording& recording) const;
    Result<void> write_now(Address address, std::uint64_t value, unsigned bytes) const;
    Result<void> wait_now(const WaitWordNode& word) const;

    const Context& context_;
    StreamHandle handle_ = nullptr;
    // False: nothing was submitted since the stream was found idle, so the driver need not be queried, which would
    // delay others' launches. A session that keeps asking for too much memory queries some 100,000 times a second.
    mutable std::atomic<bool> may_be_busy_ = false;
    MarkWords::Word reached_;
    std::uint64_t last_mark_ = 0;
    unsigned questions_ = 0;
    Mutex mutex_;
    // Owned here, since after a fault the driver never calls waiting functions, so they could not free themselves.
    std::list<HostCall> host_calls_ RF_GUARDED_BY(mutex_);
    MarkWords::Word place_;  // progress for held_; none until it is needed
    RareQuestions place_questions_;
    std::unique_ptr<LibraryRecording> recording_;  // during a library's call, if the stream is held
    const std::shared_ptr<JobQueue> turns_;        // null: no turns needed
    HeldQueue held_;                               // last member, since its jobs use the others
};

}  // namespace ringfence::backend::cuda
