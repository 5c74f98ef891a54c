#include "backend/cuda/stream.h"

#include <utility>

#include "backend/text.h"

namespace ringfence::backend::cuda {

Result<void> check_word(Address address, unsigned bytes) {
    if ((bytes == 4 || bytes == 8) && address % bytes == 0) return {};
    return Error::bad_input("a word that a stream uses has 4 or 8 bytes and is aligned so")
        .with_status(status::invalid_value);
}

Result<std::unique_ptr<CudaEvent>> CudaEvent::create(const Context& context, const EventOptions& options) {
    std::unique_ptr<CudaEvent> event(new CudaEvent(context));
    // Whoever waits for one of ours has nothing better to do, and shall not keep a core busy.
    const unsigned flags = event_blocking_sync | (options.timing ? event_default : event_disable_timing);
    RF_RETURN_IF_ERROR(context.check(context.api().event_create(&event->handle_, flags), "create an event"));
    return event;
}

CudaEvent::~CudaEvent() {
    if (handle_ == nullptr) return;
    context_.api().event_destroy(handle_);
}

Result<void> CudaEvent::synchronize() {
    return context_.check(context_.api().event_synchronize(handle_), "wait for an event");
}

Result<bool> CudaEvent::is_done() {
    const Status status = context_.api().event_query(handle_);
    if (status == status::not_ready) return false;
    RF_RETURN_IF_ERROR(context_.check(status, "ask for an event"));
    context_.hand_on_prints();
    return true;
}

Result<double> CudaEvent::milliseconds_since(Event& start) {
    float milliseconds = 0;
    RF_RETURN_IF_ERROR(
        context_.check(context_.api().event_elapsed(&milliseconds, static_cast<CudaEvent&>(start).handle_, handle_),
                       "take the time between two events"));
    return static_cast<double>(milliseconds);
}

Result<std::unique_ptr<CudaStream>> CudaStream::create(const Context& context, int priority) {
    std::unique_ptr<CudaStream> stream(new CudaStream(context));
    RF_RETURN_IF_ERROR(
        context.check(context.api().stream_create(&stream->handle_, stream_non_blocking, priority), "create a stream"));
    RF_TRY(stream->reached_, context.mark_words().take(context));
    return stream;
}

CudaStream::~CudaStream() {
    if (handle_ == nullptr) return;
    // Host calls that are still to come use this object.
    static_cast<void>(context_.api().stream_synchronize(handle_));
    context_.api().stream_destroy(handle_);
    if (reached_.host == nullptr) return;
    context_.moments().forget(*reached_.host);
    context_.mark_words().give_back(reached_);
}

Result<void> CudaStream::synchronize() {
    return context_.check(context_.api().stream_synchronize(handle_), "finish the work on a stream");
}

Result<bool> CudaStream::is_idle() {
    const Status status = context_.api().stream_query(handle_);
    if (status == status::not_ready) return false;
    RF_RETURN_IF_ERROR(context_.check(status, "finish the work on a stream"));
    context_.hand_on_prints();
    return true;
}

Result<std::uint64_t> CudaStream::mark() {
    RF_RETURN_IF_ERROR(write_word(reached_.device, last_mark_ + 1, sizeof last_mark_));
    return ++last_mark_;
}

Result<bool> CudaStream::is_reached(std::uint64_t mark) {
    if (reached_.host->load(std::memory_order_acquire) >= mark) {
        context_.hand_on_prints();
        return true;
    }
    // A stream on which something went wrong does not come to its marks any more: only the driver knows.
    constexpr unsigned questions_between = 64;
    if (++questions_ % questions_between != 0) return false;
    return is_idle();
}

Result<void> CudaStream::record(Event& event) {
    return context_.check(context_.api().event_record(static_cast<CudaEvent&>(event).handle(), handle_),
                          "record an event");
}

Result<void> CudaStream::wait_for(Event& event) {
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
    Result<void> launched = context_.check(context_.api().launch_host_function(handle_, &run_host_call, &*call),
                                           "put a call of the host on a stream");
    if (!launched.ok()) forget(call);
    return launched;
}

Result<void> CudaStream::write_word(Address address, std::uint64_t value, unsigned bytes) {
    RF_RETURN_IF_ERROR(check_word(address, bytes));
    const DriverApi& api = context_.api();
    const Status status = bytes == 8 ? api.write_word_64(handle_, address, value, 0)
                                     : api.write_word_32(handle_, address, static_cast<std::uint32_t>(value), 0);
    return context_.check(status, [&] { return "make a stream write a word of " + bytes_at(bytes, address); });
}

Result<void> CudaStream::wait_word(Address address, std::uint64_t value, unsigned bytes, WordCondition condition) {
    RF_RETURN_IF_ERROR(check_word(address, bytes));
    const DriverApi& api = context_.api();
    const auto flags = static_cast<unsigned>(condition);
    const Status status = bytes == 8 ? api.wait_word_64(handle_, address, value, flags)
                                     : api.wait_word_32(handle_, address, static_cast<std::uint32_t>(value), flags);
    RF_RETURN_IF_ERROR(
        context_.check(status, [&] { return "make a stream wait for a word of " + bytes_at(bytes, address); }));
    return note_wait();
}

Result<void> CudaStream::note_wait() {
    if (!context_.moments().puts_off()) return {};
    RF_TRY(const std::uint64_t behind, mark());
    context_.moments().note_wait(*reached_.host, behind);
    return {};
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
