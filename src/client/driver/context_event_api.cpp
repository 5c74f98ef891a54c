// cuCtxRecordEvent, cuCtxWaitEvent
#include "api/driver_functions.h"
#include "base/mutex.h"
#include "client/driver/capture.h"
#include "client/driver/context_events.h"
#include "client/driver/submit.h"

namespace ringfence::driver {
namespace {

CUresult make_hidden_stream(const Context& context, unsigned flags, Handle& handle) {
    if (handle.bits != 0) return CUDA_SUCCESS;
    auto made = std::make_unique<Stream>();
    made->context = context.handle.bits;
    made->flags = flags;
    Stream* const stream = made.get();
    const Handle number = tables().streams.insert(std::move(made));
    if (number.bits == 0) return CUDA_ERROR_OUT_OF_MEMORY;
    stream->handle = number;
    const std::int32_t status =
        session().call(wire::CreateStream{.stream = stream->wire(), .flags = flags, .priority = 0});
    if (status != 0) {
        tables().streams.erase(stream->handle);
        return as_result(status);
    }
    handle = stream->handle;
    return CUDA_SUCCESS;
}

CUresult make_hidden_event(const Context& context, Handle& handle) {
    if (handle.bits != 0) return CUDA_SUCCESS;
    auto made = std::make_unique<Event>();
    made->context = context.handle.bits;
    made->flags = CU_EVENT_DISABLE_TIMING;
    Event* const event = made.get();
    const Handle number = tables().events.insert(std::move(made));
    if (number.bits == 0) return CUDA_ERROR_OUT_OF_MEMORY;
    event->handle = number;
    const std::int32_t status =
        session().create_event(event->handle.bits, CU_EVENT_DISABLE_TIMING, tables().events.size());
    if (status != 0) {
        tables().events.erase(event->handle);
        return as_result(status);
    }
    handle = event->handle;
    return CUDA_SUCCESS;
}

// Orders all work that `from` has so far before all that `to` gets from now on. A wait takes the event's latest record
// at that moment, so one event serves all pairs.
void order(Handle event, Handle from, Handle to) {
    session().submit(wire::RecordEvent{.event = event.bits, .stream = from.bits});
    session().submit(wire::WaitEvent{.stream = to.bits, .event = event.bits});
}

std::vector<Handle> streams_of(const Context& context) RF_REQUIRES(context.gate_mutex) {
    const ContextGate gate = context.gate;
    return tables().streams.select([&](const Stream& stream) {
        return stream.context == context.handle.bits && stream.handle != gate.legacy && stream.handle != gate.all &&
               stream.handle != gate.later;
    });
}

// The context and the event that both calls are about.
CUresult find_both(CUcontext hCtx, CUevent hEvent, Context*& context, Event*& event) {
    RF_CU(check_initialized());
    context = tables().contexts.find(from_api(hCtx));
    if (context == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
    RF_CU(check_context());
    event = tables().events.find(from_api(hEvent));
    return event == nullptr ? CUDA_ERROR_INVALID_HANDLE : CUDA_SUCCESS;
}

}  // namespace

CUresult cuCtxRecordEvent(CUcontext hCtx, CUevent hEvent) {
    Context* context = nullptr;
    Event* event = nullptr;
    RF_CU(find_both(hCtx, hEvent, context, event));
    if (event->context != context->handle.bits) return CUDA_ERROR_INVALID_HANDLE;
    RF_CU(refuse_while_context_captures(*context));
    forget_captured_record(*event);
    const MutexLock lock(context->gate_mutex);
    ContextGate& gate = context->gate;
    RF_CU(make_hidden_event(*context, gate.event));
    // A blocking stream comes after the legacy stream's work, and nothing but the legacy stream comes after it: to
    // record on the legacy stream itself would make it wait for every blocking stream, and those for it.
    RF_CU(make_hidden_stream(*context, CU_STREAM_DEFAULT, gate.legacy));
    RF_CU(make_hidden_stream(*context, CU_STREAM_NON_BLOCKING, gate.all));
    order(gate.event, gate.legacy, gate.all);
    for (const Handle stream : streams_of(*context))
        order(gate.event, stream, gate.all);
    event->is_recorded.store(true);
    session().submit(wire::RecordEvent{.event = event->handle.bits, .stream = gate.all.bits});
    return settle_for_others(*event);
}

CUresult cuCtxWaitEvent(CUcontext hCtx, CUevent hEvent) {
    Context* context = nullptr;
    Event* event = nullptr;
    RF_CU(find_both(hCtx, hEvent, context, event));
    RF_CU(refuse_while_context_captures(*context));
    // A capture that is over leaves an event that can be waited for no more.
    if (event->is_captured.load()) {
        const CUresult status = refuse_captured(*event);
        return status == CUDA_ERROR_CAPTURED_EVENT ? CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED : status;
    }
    if (!event->is_recorded.load()) return CUDA_SUCCESS;
    const MutexLock lock(context->gate_mutex);
    RF_CU(make_hidden_event(*context, context->gate.event));
    RF_CU(make_hidden_stream(*context, CU_STREAM_NON_BLOCKING, context->gate.later));
    const auto wait = [&](std::uint64_t stream) {
        session().submit(wire::WaitEvent{.stream = stream, .event = event->handle.bits});
    };
    wait(context->gate.later.bits);
    wait(state().legacy_stream.wire());
    for (const Handle stream : streams_of(*context))
        wait(stream.bits);
    return settle_for_others(*event);
}

void enter_gate(const Context& context, const Stream& stream) {
    const MutexLock lock(context.gate_mutex);
    if (context.gate.later.bits != 0) order(context.gate.event, context.gate.later, stream.handle);
}

void forget_gate(Context& context) {
    const MutexLock lock(context.gate_mutex);
    context.gate = {};
}

}  // namespace ringfence::driver
