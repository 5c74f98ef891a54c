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

// Refuses words that a stream cannot use.
Result<void> check_word(Address address, unsigned bytes);

class CudaStream final : public Stream, private StreamPlaces {
public:
    // `turns`: where its work waits while others want the card; may be none.
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

    // For code that puts something on the stream.
    StreamHandle handle() const {
        may_be_busy_ = true;
        return handle_;
    }
    bool is_held() const { return held_.is_held(); }
    // Calls `work`, which puts something on the card: now, or later if the stream is held. It owns what it needs.
    template <typename Work>
    Result<void> put(Work work) {
        return is_held() ? held_.keep(std::move(work)) : work();
    }
    // True if work that is put on it now may have to wait. If not, the caller may put it on the card itself.
    bool must_wait() const { return is_held() || needs_turn(); }
    // The same of work for the card, which goes when it is its turn.
    template <typename Work>
    Result<void> put_job(const JobFacts& facts, Work work) {
        return needs_turn() ? held_.put_job(facts, std::move(work), nullptr) : put(std::move(work));
    }
    // The same of work that needs something until it is done.
    Result<void> put_job_with(std::shared_ptr<void> needs, std::function<Result<void>()> work);
    // Keeps something until all that was put on the stream so far is done.
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
    // Unset: nothing was put on it since it was seen idle. So the driver need not be asked, which holds up the launches
    // of others: a session that asks for too much memory does so some 100,000 times a second.
    mutable std::atomic<bool> may_be_busy_ = false;
    MarkWords::Word reached_;
    std::uint64_t last_mark_ = 0;
    unsigned questions_ = 0;
    Mutex mutex_;
    // Kept here because the driver does not call, and so could not free, functions that wait on a context that died.
    std::list<HostCall> host_calls_ RF_GUARDED_BY(mutex_);
    MarkWords::Word place_;  // as far as held_ wants to know; none until it does
    RareQuestions place_questions_;
    std::unique_ptr<LibraryRecording> recording_;  // of the library call that is being made, if the stream is held
    const std::shared_ptr<JobQueue> turns_;        // null: it waits for no turns
    HeldQueue held_;                               // the last: its jobs use the others
};

}  // namespace ringfence::backend::cuda
