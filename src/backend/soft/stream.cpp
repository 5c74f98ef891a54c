#include "backend/soft/stream.h"

#include <chrono>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "backend/soft/device.h"
#include "base/cuda_status.h"

namespace ringfence::backend::soft {

Result<void> SoftEvent::synchronize() {
    const std::shared_ptr<Mark> mark = this->mark();
    if (!mark) return {};
    mark->wait();
    std::optional<Error> failure = mark->take_failure();
    if (failure) return std::move(*failure);
    return {};
}

Result<bool> SoftEvent::is_done() {
    const std::shared_ptr<Mark> mark = this->mark();
    if (!mark) return true;
    if (!mark->time().has_value()) return false;
    std::optional<Error> failure = mark->take_failure();
    if (failure) return std::move(*failure);
    return true;
}

Result<bool> SoftEvent::has_passed() {
    const std::shared_ptr<Mark> mark = this->mark();
    return !mark || mark->time().has_value();
}

Result<double> SoftEvent::milliseconds_since(Event& start) {
    auto& start_event = static_cast<SoftEvent&>(start);
    const auto failure = [](const char* why, cuda_status::Status status) {
        return Error::bad_input(std::string("the time between two events: ") + why).with_status(status);
    };
    if (!has_timing_ || !start_event.has_timing_)
        return failure("one was made without timing", cuda_status::invalid_handle);
    const std::shared_ptr<Mark> end_mark = mark();
    const std::shared_ptr<Mark> start_mark = start_event.mark();
    if (!end_mark || !start_mark) return failure("one was never recorded", cuda_status::invalid_handle);
    const std::optional<Mark::Clock::time_point> end_time = end_mark->time();
    const std::optional<Mark::Clock::time_point> start_time = start_mark->time();
    if (!end_time || !start_time) return failure("one is not done yet", cuda_status::not_ready);
    return std::chrono::duration<double, std::milli>(*end_time - *start_time).count();
}

void SoftEvent::set(std::shared_ptr<Mark> mark) {
    const MutexLock lock(mutex_);
    mark_ = std::move(mark);
}

std::shared_ptr<Mark> SoftEvent::mark() {
    const MutexLock lock(mutex_);
    return mark_;
}

SoftStream::~SoftStream() {
    queue_->close();
}

Result<void> SoftStream::synchronize() {
    queue_->wait_until_idle();
    std::optional<Error> failure = queue_->take_failure();
    if (failure) return std::move(*failure);
    return {};
}

Result<bool> SoftStream::is_idle() {
    return is_reached(queue_->count_put());
}

Result<bool> SoftStream::is_reached(std::uint64_t mark) {
    if (queue_->count_done() < mark) return false;
    std::optional<Error> failure = queue_->take_failure();
    if (failure) return std::move(*failure);
    return true;
}

Result<void> SoftStream::record(Event& event) {
    RF_TRY(std::shared_ptr<Mark> mark, queue_->put_mark());
    static_cast<SoftEvent&>(event).set(std::move(mark));
    return {};
}

Result<void> SoftStream::wait_for(Event& event) {
    std::shared_ptr<Mark> mark = static_cast<SoftEvent&>(event).mark();
    if (!mark) return {};
    return queue_->put_wait(std::move(mark));
}

Result<void> SoftStream::call_host(std::function<void()> function) {
    const auto call = [function = std::move(function)]() -> Result<void> {
        try {
            function();
        } catch (const std::bad_alloc&) {
            return Error::bad_input("there is no memory for what a stream is to do")
                .with_status(cuda_status::out_of_memory);
        }
        return {};
    };
    return queue_->put(call, is_library_ ? std::optional<JobFacts>(JobKind::Compute) : std::nullopt);
}

Result<void> SoftStream::put(StreamWork work) {
    return queue_->put([this, run = std::move(work.run)] { return run(*this); }, work.job);
}

Result<void> SoftStream::write_word(Address address, std::uint64_t value, unsigned bytes) {
    RF_TRY(StreamWork work, device_.write_word_work({address, value, bytes}));
    return put(std::move(work));
}

Result<void> SoftStream::wait_word(Address address, std::uint64_t value, unsigned bytes, WordCondition condition) {
    RF_TRY(StreamWork work, device_.wait_word_work({address, value, bytes, condition}));
    return put(std::move(work));
}

}  // namespace ringfence::backend::soft
