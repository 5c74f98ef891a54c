// cuStream*, but for capture.
#include <algorithm>

#include "api/driver_functions.h"
#include "client/driver/capture.h"
#include "client/driver/context_events.h"
#include "client/driver/freed_blocks.h"
#include "client/driver/state.h"
#include "client/driver/submit.h"
#include "client/driver/uploads.h"

namespace ringfence::driver {
CUresult cuStreamCreateWithPriority(CUstream* phStream, unsigned int flags, int priority) {
    RF_CU(check_context());
    if (phStream == nullptr || (flags & ~static_cast<unsigned>(CU_STREAM_NON_BLOCKING)) != 0) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (flags != 0) RF_CU(expect_independent_stream());
    auto made = std::make_unique<Stream>();
    Stream* const stream = made.get();
    stream->context = current_context()->handle.bits;
    stream->id = next_id();
    stream->flags = flags;
    stream->priority = std::clamp(priority, greatest_stream_priority, least_stream_priority);
    stream->handle = tables().streams.insert(std::move(made));
    if (stream->handle.bits == 0) return CUDA_ERROR_OUT_OF_MEMORY;
    const std::int32_t status =
        session().call(wire::CreateStream{.stream = stream->wire(), .flags = flags, .priority = stream->priority});
    if (status != 0) {
        tables().streams.erase(stream->handle);
        return static_cast<CUresult>(status);
    }
    enter_gate(*current_context(), *stream);
    *phStream = as_api<CUstream>(stream->handle);
    return CUDA_SUCCESS;
}

CUresult cuStreamCreate(CUstream* phStream, unsigned int Flags) {
    return cuStreamCreateWithPriority(phStream, Flags, 0);
}

CUresult cuStreamDestroy_v2(CUstream hStream) {
    RF_CU(check_context());
    Stream* const stream = tables().streams.find(from_api(hStream));
    if (stream == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    abandon_capture(*stream);
    freed_blocks().give_back_of_stream(stream->wire());
    session().submit(wire::DestroyStream{.stream = stream->wire()});
    tables().streams.erase(stream->handle);
    return CUDA_SUCCESS;
}

CUresult cuStreamGetPriority(CUstream hStream, int* priority) {
    Stream* stream = nullptr;
    RF_CU(enter_stream(hStream, stream));
    if (priority == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *priority = stream->priority;
    return CUDA_SUCCESS;
}

CUresult cuStreamGetFlags(CUstream hStream, unsigned int* flags) {
    Stream* stream = nullptr;
    RF_CU(enter_stream(hStream, stream));
    if (flags == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *flags = stream->flags;
    return CUDA_SUCCESS;
}

CUresult cuStreamGetId(CUstream hStream, unsigned long long* streamId) {
    Stream* stream = nullptr;
    RF_CU(enter_stream(hStream, stream));
    if (streamId == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *streamId = stream->id;
    return CUDA_SUCCESS;
}

CUresult cuStreamGetCtx(CUstream hStream, CUcontext* pctx) {
    Stream* stream = nullptr;
    RF_CU(enter_stream(hStream, stream));
    if (pctx == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *pctx =
        stream->is_legacy() ? as_api<CUcontext>(current_context()->handle) : as_api<CUcontext>(Handle{stream->context});
    return CUDA_SUCCESS;
}

CUresult cuStreamGetDevice(CUstream hStream, CUdevice* device) {
    Stream* stream = nullptr;
    RF_CU(enter_stream(hStream, stream));
    if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *device = 0;
    return CUDA_SUCCESS;
}

CUresult cuStreamWaitEvent(CUstream hStream, CUevent hEvent, unsigned int Flags) {
    Stream* stream = nullptr;
    RF_CU(enter_stream(hStream, stream));
    Event* const event = tables().events.find(from_api(hEvent));
    if (event == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    if (Flags == CU_EVENT_WAIT_EXTERNAL) {
        RF_CU(put(*stream, WaitWork{event->handle.bits}));
        return settle_for_others(*event);
    }
    if (Flags != 0) return CUDA_ERROR_INVALID_VALUE;
    if (captures_under_way() || event->is_captured.load()) {
        bool is_captured = false;
        RF_CU(capture_wait(*stream, *event, is_captured));
        if (is_captured) return CUDA_SUCCESS;
    }
    if (!event->is_recorded.load()) return CUDA_SUCCESS;
    session().submit(wire::WaitEvent{.stream = stream->wire(), .event = event->handle.bits});
    return settle_for_others(*event);
}

CUresult cuStreamAddCallback(CUstream hStream, CUstreamCallback callback, void* userData, unsigned int flags) {
    Stream* stream = nullptr;
    RF_CU(enter_stream(hStream, stream));
    if (callback == nullptr || flags != 0) return CUDA_ERROR_INVALID_VALUE;
    return put_callback(*stream, {callback, hStream, userData});
}

CUresult cuLaunchHostFunc(CUstream hStream, CUhostFn fn, void* userData) {
    Stream* stream = nullptr;
    RF_CU(enter_stream(hStream, stream));
    if (fn == nullptr) return CUDA_ERROR_INVALID_VALUE;
    return put(*stream, HostWork{fn, userData});
}

// Managed memory can be used by all at all times, so being attached changes nothing.
CUresult cuStreamAttachMemAsync(CUstream hStream, CUdeviceptr dptr, std::size_t length, unsigned int flags) {
    Stream* stream = nullptr;
    RF_CU(enter_stream(hStream, stream));
    const bool is_kind = flags == CU_MEM_ATTACH_GLOBAL || flags == CU_MEM_ATTACH_HOST || flags == CU_MEM_ATTACH_SINGLE;
    // The legacy stream is every stream's: nothing can be attached to it alone.
    if (!is_kind || (flags == CU_MEM_ATTACH_SINGLE && stream->is_legacy())) return CUDA_ERROR_INVALID_VALUE;
    const auto memory = session().allocations().find(dptr);
    const bool is_managed = memory && memory->kind == client::MemoryKind::Managed && memory->address == dptr;
    return is_managed && (length == 0 || length == memory->bytes) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuStreamQuery(CUstream hStream) {
    Stream* stream = nullptr;
    RF_CU(enter_stream(hStream, stream));
    if (captures_under_way()) RF_CU(refuse_while_capturing(*stream));
    wire::QueryStream::Reply reply;
    RF_CU(as_result(session().call(wire::QueryStream{.stream = stream->wire()}, reply)));
    return reply.is_idle != 0 ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}

CUresult cuStreamSynchronize(CUstream hStream) {
    Stream* stream = nullptr;
    RF_CU(enter_stream(hStream, stream));
    if (captures_under_way()) RF_CU(refuse_while_capturing(*stream));
    freed_blocks().give_back_beyond_threshold(stream->wire());
    RF_CU(as_result(session().call(wire::SynchronizeStream{.stream = stream->wire()})));
    return as_result(session().take_failure());
}

CUresult cuStreamGetGreenCtx(CUstream hStream, CUgreenCtx* phCtx) {
    Stream* stream = nullptr;
    RF_CU(enter_stream(hStream, stream));
    if (phCtx == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *phCtx = nullptr;  // there are none
    return CUDA_SUCCESS;
}

CUresult cuStreamGetCtx_v2(CUstream hStream, CUcontext* pCtx, CUgreenCtx* pGreenCtx) {
    if (pGreenCtx == nullptr) return CUDA_ERROR_INVALID_VALUE;
    RF_CU(cuStreamGetCtx(hStream, pCtx));
    *pGreenCtx = nullptr;
    return CUDA_SUCCESS;
}

}  // namespace ringfence::driver
