#include "backend/soft/stream.h"

#include <chrono>
#include <optional>
#include <utility>

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
    return !mark || mark->time().has_value();
}

Result<double> SoftEvent::milliseconds_since(Event& start) {
    const std::shared_ptr<Mark> end_mark = mark();
    const std::shared_ptr<Mark> start_mark = static_cast<SoftEvent&>(start).mark();
    if (!end_mark || !start_mark) return Error::bad_input("the time between two events: one was never recorded");
    const std::optional<Mark::Clock::time_point> end_time = end_mark->time();
    const std::optional<Mark::Clock::time_point> start_time = start_mark->time();
    if (!end_time || !start_time) return Error::bad_input("the time between two events: one is not done yet");
    return std::chrono::duration<double, std::milli>(*end_time - *start_time).count();
}

void SoftEvent::set(std::shared_ptr<Mark> mark) {
    const std::lock_guard lock(mutex_);
    mark_ = std::move(mark);
}

std::shared_ptr<Mark> SoftEvent::mark() {
    const std::lock_guard lock(mutex_);
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
    return queue_->is_idle();
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
    return queue_->put([function = std::move(function)]() -> Result<void> {
        function();
        return {};
    });
}

}  // namespace ringfence::backend::soft
