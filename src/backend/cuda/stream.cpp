#include "backend/cuda/stream.h"

#include <utility>

namespace ringfence::backend::cuda {

Result<std::unique_ptr<CudaEvent>> CudaEvent::create(const Context& context) {
    std::unique_ptr<CudaEvent> event(new CudaEvent(context));
    const Current current(context);
    RF_RETURN_IF_ERROR(context.check(context.api().event_create(&event->handle_, event_default), "create an event"));
    return event;
}

CudaEvent::~CudaEvent() {
    if (handle_ == nullptr) return;
    const Current current(context_);
    context_.api().event_destroy(handle_);
}

Result<void> CudaEvent::synchronize() {
    const Current current(context_);
    return context_.check(context_.api().event_synchronize(handle_), "wait for an event");
}

Result<bool> CudaEvent::is_done() {
    const Current current(context_);
    const Status status = context_.api().event_query(handle_);
    if (status == status::not_ready) return false;
    RF_RETURN_IF_ERROR(context_.check(status, "ask for an event"));
    return true;
}

Result<double> CudaEvent::milliseconds_since(Event& start) {
    const Current current(context_);
    float milliseconds = 0;
    RF_RETURN_IF_ERROR(
        context_.check(context_.api().event_elapsed(&milliseconds, static_cast<CudaEvent&>(start).handle_, handle_),
                       "take the time between two events"));
    return static_cast<double>(milliseconds);
}

Result<std::unique_ptr<CudaStream>> CudaStream::create(const Context& context) {
    std::unique_ptr<CudaStream> stream(new CudaStream(context));
    const Current current(context);
    RF_RETURN_IF_ERROR(
        context.check(context.api().stream_create(&stream->handle_, stream_non_blocking), "create a stream"));
    return stream;
}

CudaStream::~CudaStream() {
    if (handle_ == nullptr) return;
    const Current current(context_);
    // Host calls that are still to come use this object.
    static_cast<void>(context_.api().stream_synchronize(handle_));
    context_.api().stream_destroy(handle_);
}

Result<void> CudaStream::synchronize() {
    const Current current(context_);
    return context_.check(context_.api().stream_synchronize(handle_), "finish the work on a stream");
}

Result<bool> CudaStream::is_idle() {
    const Current current(context_);
    const Status status = context_.api().stream_query(handle_);
    if (status == status::not_ready) return false;
    RF_RETURN_IF_ERROR(context_.check(status, "finish the work on a stream"));
    return true;
}

Result<void> CudaStream::record(Event& event) {
    const Current current(context_);
    return context_.check(context_.api().event_record(static_cast<CudaEvent&>(event).handle(), handle_),
                          "record an event");
}

Result<void> CudaStream::wait_for(Event& event) {
    const Current current(context_);
    return context_.check(context_.api().stream_wait_event(handle_, static_cast<CudaEvent&>(event).handle(), 0),
                          "make a stream wait for an event");
}

Result<void> CudaStream::call_host(std::function<void()> function) {
    std::list<HostCall>::iterator call;
    {
        const std::lock_guard lock(mutex_);
        call = host_calls_.insert(host_calls_.end(), HostCall{this, std::move(function), {}});
        call->self = call;
    }
    const Current current(context_);
    Result<void> launched = context_.check(context_.api().launch_host_function(handle_, &run_host_call, &*call),
                                           "put a call of the host on a stream");
    if (!launched.ok()) forget(call);
    return launched;
}

void CudaStream::run_host_call(void* data) {
    HostCall& call = *static_cast<HostCall*>(data);
    call.function();
    call.stream->forget(call.self);
}

void CudaStream::forget(std::list<HostCall>::iterator call) {
    const std::lock_guard lock(mutex_);
    host_calls_.erase(call);
}

}  // namespace ringfence::backend::cuda
