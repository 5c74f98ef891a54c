// Streams and events of the software GPU.
#pragma once

#include <functional>
#include <memory>
#include <mutex>

#include "backend/device.h"
#include "backend/soft/work_queue.h"

namespace ringfence::backend::soft {

class SoftEvent final : public Event {
public:
    Result<void> synchronize() override;
    Result<bool> is_done() override;
    Result<double> milliseconds_since(Event& start) override;

    void set(std::shared_ptr<Mark> mark);
    // Where it was recorded last; null if it never was.
    std::shared_ptr<Mark> mark();

private:
    std::mutex mutex_;
    std::shared_ptr<Mark> mark_;
};

class SoftStream final : public Stream {
public:
    explicit SoftStream(std::shared_ptr<WorkQueue> queue) : queue_(std::move(queue)) {}
    ~SoftStream() override;
    SoftStream(const SoftStream&) = delete;
    SoftStream& operator=(const SoftStream&) = delete;

    Result<void> synchronize() override;
    Result<bool> is_idle() override;
    Result<void> record(Event& event) override;
    Result<void> wait_for(Event& event) override;
    Result<void> call_host(std::function<void()> function) override;

    WorkQueue& queue() { return *queue_; }

private:
    std::shared_ptr<WorkQueue> queue_;
};

}  // namespace ringfence::backend::soft
