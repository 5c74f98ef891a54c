// Streams and events on the card.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>

#include "backend/cuda/context.h"
#include "backend/device.h"

namespace ringfence::backend::cuda {

// Whether a stream can use a word like this.
Result<void> check_word(Address address, unsigned bytes);

class CudaEvent final : public Event {
public:
    static Result<std::unique_ptr<CudaEvent>> create(const Context& context, const EventOptions& options);
    ~CudaEvent() override;
    CudaEvent(const CudaEvent&) = delete;
    CudaEvent& operator=(const CudaEvent&) = delete;

    Result<void> synchronize() override;
    Result<bool> is_done() override;
    Result<double> milliseconds_since(Event& start) override;
    EventHandle handle() const { return handle_; }

private:
    explicit CudaEvent(const Context& context) : context_(context) {}

    const Context& context_;
    EventHandle handle_ = nullptr;
};

class CudaStream final : public Stream {
public:
    static Result<std::unique_ptr<CudaStream>> create(const Context& context, int priority);
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
    StreamHandle handle() const { return handle_; }
    // What was put on it last may wait for a word.
    Result<void> note_wait();

private:
    struct HostCall {
        CudaStream* stream = nullptr;
        std::function<void()> function;
        std::list<HostCall>::iterator self;
    };

    explicit CudaStream(const Context& context) : context_(context) {}
    static void run_host_call(void* data);
    void forget(std::list<HostCall>::iterator call);

    const Context& context_;
    StreamHandle handle_ = nullptr;
    MarkWords::Word reached_;
    std::uint64_t last_mark_ = 0;
    unsigned questions_ = 0;
    std::mutex mutex_;
    // Kept here because the driver does not call, and so could not free, what waits on a context that died.
    std::list<HostCall> host_calls_;
};

}  // namespace ringfence::backend::cuda
