// cuEvent*
#include "api/driver_functions.h"
#include "client/driver/capture.h"
#include "client/driver/state.h"
#include "client/driver/submit.h"
#include "client/driver/told_why.h"

namespace ringfence::driver {
namespace {

constexpr unsigned known_flags = CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS;

CUresult enter_event(CUevent handle, Event*& event) {
    RF_CU(check_context());
    event = tables().events.find(from_api(handle));
    return event == nullptr ? CUDA_ERROR_INVALID_HANDLE : CUDA_SUCCESS;
}

}  // namespace

CUresult cuEventCreate(CUevent* phEvent, unsigned int Flags) {
    RF_CU(check_context());
    if (phEvent == nullptr || (Flags & ~known_flags) != 0) return CUDA_ERROR_INVALID_VALUE;
    const bool is_shared = (Flags & CU_EVENT_INTERPROCESS) != 0;
    if (is_shared && (Flags & CU_EVENT_DISABLE_TIMING) == 0) return CUDA_ERROR_INVALID_VALUE;
    auto made = std::make_unique<Event>();
    Event* const event = made.get();
    event->context = current_context()->handle.bits;
    event->flags = Flags;
    // Others may record it too, so the worker is always asked.
    event->is_recorded = is_shared;
    event->handle = tables().events.insert(std::move(made));
    if (event->handle.bits == 0) return CUDA_ERROR_OUT_OF_MEMORY;
    // Not everybody can have one that is shared: the answer counts.
    const std::int32_t status = is_shared
                                    ? session().call(wire::AskForEvent{.event = event->handle.bits, .flags = Flags})
                                    : session().create_event(event->handle.bits, Flags, tables().events.size());
    if (status != 0) {
        tables().events.erase(event->handle);
        return told_why(status);
    }
    *phEvent = as_api<CUevent>(event->handle);
    return CUDA_SUCCESS;
}

CUresult cuEventDestroy_v2(CUevent hEvent) {
    Event* event = nullptr;
    RF_CU(enter_event(hEvent, event));
    session().submit(wire::DestroyEvent{.event = event->handle.bits});
    tables().events.erase(event->handle);
    return CUDA_SUCCESS;
}

CUresult cuEventRecordWithFlags(CUevent hEvent, CUstream hStream, unsigned int flags) {
    Event* event = nullptr;
    RF_CU(enter_event(hEvent, event));
    Stream* stream = nullptr;
    RF_CU(find_stream(hStream, stream));
    if ((flags & ~static_cast<unsigned>(CU_EVENT_RECORD_EXTERNAL)) != 0) return CUDA_ERROR_INVALID_VALUE;
    if (flags == CU_EVENT_RECORD_EXTERNAL) {
        forget_captured_record(*event);
        event->is_recorded.store(true);
        RF_CU(put(*stream, RecordWork{event->handle.bits}));
        return settle_for_others(*event);
    }
    if (captures_under_way() || event->is_captured.load()) {
        bool is_captured = false;
        RF_CU(capture_record(*stream, *event, is_captured));
        if (is_captured) return CUDA_SUCCESS;
    }
    event->is_recorded.store(true);
    session().submit(wire::RecordEvent{.event = event->handle.bits, .stream = stream->wire()});
    return settle_for_others(*event);
}

CUresult cuEventRecord(CUevent hEvent, CUstream hStream) {
    return cuEventRecordWithFlags(hEvent, hStream, 0);
}

CUresult cuEventQuery(CUevent hEvent) {
    Event* event = nullptr;
    RF_CU(enter_event(hEvent, event));
    if (event->is_captured.load()) return refuse_captured(*event);
    if (!event->is_recorded.load()) return CUDA_SUCCESS;
    wire::QueryEvent::Reply reply;
    RF_CU(as_result(session().call(wire::QueryEvent{.event = event->handle.bits}, reply)));
    return reply.is_done != 0 ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}

CUresult cuEventSynchronize(CUevent hEvent) {
    Event* event = nullptr;
    RF_CU(enter_event(hEvent, event));
    if (event->is_captured.load()) return refuse_captured(*event);
    if (!event->is_recorded.load()) return CUDA_SUCCESS;
    RF_CU(as_result(session().synchronize_event(event->handle.bits)));
    return as_result(session().take_failure());
}

CUresult cuEventElapsedTime_v2(float* pMilliseconds, CUevent hStart, CUevent hEnd) {
    Event* start = nullptr;
    Event* end = nullptr;
    RF_CU(enter_event(hStart, start));
    RF_CU(enter_event(hEnd, end));
    if (pMilliseconds == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (!start->has_timing() || !end->has_timing()) return CUDA_ERROR_INVALID_HANDLE;
    if (!start->is_recorded.load() || !end->is_recorded.load()) return CUDA_ERROR_INVALID_HANDLE;
    wire::Elapsed::Reply reply;
    const wire::Elapsed record{.start = start->handle.bits, .end = end->handle.bits};
    RF_CU(as_result(session().call(record, reply)));
    *pMilliseconds = reply.milliseconds;
    return CUDA_SUCCESS;
}

CUresult cuEventElapsedTime(float* pMilliseconds, CUevent hStart, CUevent hEnd) {
    return cuEventElapsedTime_v2(pMilliseconds, hStart, hEnd);
}

}  // namespace ringfence::driver
