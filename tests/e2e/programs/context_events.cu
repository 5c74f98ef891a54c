// cuCtxRecordEvent takes the work of all streams of a context into one event; cuCtxWaitEvent holds up all of them, and
// those that are made later.
#include <cuda.h>

#include "check.h"
#include "gate.h"

__global__ void store(int* target, int value) {
    *target = value;
}

CUcontext context;
int* data;

int value_of(int index) {
    int value = 0;
    CHECK(cudaMemcpy(&value, data + index, sizeof value, cudaMemcpyDeviceToHost));
    return value;
}

cudaStream_t new_stream(unsigned flags) {
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, flags));
    return stream;
}

void record_takes_all_streams(cudaStream_t held) {
    e2e::Gate gate;
    const cudaStream_t other = new_stream(cudaStreamNonBlocking);
    CUevent event;
    CHECK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    CHECK(cudaMemset(data, 0, 4 * sizeof(int)));
    CHECK(cudaDeviceSynchronize());
    gate.close(held);
    store<<<1, 1, 0, held>>>(data, 7);
    CHECK(cuCtxRecordEvent(context, event));
    EXPECT_STATUS(CUDA_ERROR_NOT_READY, cuEventQuery(event));
    // Later work is no part of the event, and does not wait for it.
    store<<<1, 1, 0, other>>>(data + 1, 8);
    CHECK(cudaStreamSynchronize(other));
    EXPECT_STATUS(CUDA_ERROR_NOT_READY, cuEventQuery(event));
    gate.open();
    CHECK(cuEventSynchronize(event));
    CHECK(cuEventQuery(event));
    EXPECT(value_of(0) == 7 && value_of(1) == 8, "%d, %d", value_of(0), value_of(1));
    CHECK(cuEventDestroy(event));
    CHECK(cudaStreamDestroy(other));
}

void all_streams_wait() {
    e2e::Gate gate;
    const cudaStream_t held = new_stream(cudaStreamNonBlocking), other = new_stream(cudaStreamNonBlocking);
    cudaEvent_t event;
    CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    CHECK(cudaMemset(data, 0, 4 * sizeof(int)));
    CHECK(cudaDeviceSynchronize());
    gate.close(held);
    store<<<1, 1, 0, held>>>(data, 1);
    CHECK(cudaEventRecord(event, held));
    CHECK(cuCtxWaitEvent(context, event));
    const cudaStream_t later = new_stream(cudaStreamNonBlocking);
    store<<<1, 1, 0, other>>>(data, 2);
    store<<<1, 1, 0, later>>>(data + 1, 3);
    store<<<1, 1>>>(data + 2, 4);
    EXPECT_STATUS(cudaErrorNotReady, cudaStreamQuery(other));
    EXPECT_STATUS(cudaErrorNotReady, cudaStreamQuery(later));
    EXPECT_STATUS(cudaErrorNotReady, cudaStreamQuery(nullptr));
    gate.open();
    CHECK(cudaDeviceSynchronize());
    EXPECT(value_of(0) == 2, "the other stream did not wait");
    EXPECT(value_of(1) == 3 && value_of(2) == 4, "%d, %d", value_of(1), value_of(2));
    CHECK(cudaEventDestroy(event));
    for (cudaStream_t stream : {held, other, later})
        CHECK(cudaStreamDestroy(stream));
}

void nothing_to_wait_for() {
    cudaEvent_t event;
    CHECK(cudaEventCreate(&event));
    CHECK(cuCtxWaitEvent(context, event));
    CHECK(cuCtxRecordEvent(context, event));
    CHECK(cudaEventSynchronize(event));
    CHECK(cuCtxWaitEvent(context, event));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaEventDestroy(event));
}

void captures_are_spoilt() {
    const cudaStream_t stream = new_stream(cudaStreamNonBlocking);
    cudaEvent_t event;
    CHECK(cudaEventCreate(&event));
    cudaGraph_t graph = nullptr;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    EXPECT_STATUS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuCtxRecordEvent(context, event));
    EXPECT_STATUS(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(stream, &graph));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    EXPECT_STATUS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuCtxWaitEvent(context, event));
    EXPECT_STATUS(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(stream, &graph));
    cudaGetLastError();
    CHECK(cudaEventDestroy(event));
    CHECK(cudaStreamDestroy(stream));
}

void another_contexts_event() {
    CUcontext other;
    CUevent event;
    CHECK(cuCtxCreate(&other, nullptr, 0, 0));
    CHECK(cuEventCreate(&event, 0));
    EXPECT_STATUS(CUDA_ERROR_INVALID_HANDLE, cuCtxRecordEvent(context, event));
    CHECK(cuCtxRecordEvent(other, event));
    // An event of another context may be waited for.
    CHECK(cuCtxWaitEvent(context, event));
    CHECK(cuEventSynchronize(event));
    CHECK(cuCtxDestroy(other));
    CHECK(cuCtxSetCurrent(context));
}

int main() {
    data = e2e::device_array<int>(4);
    CHECK(cuCtxGetCurrent(&context));
    store<<<1, 1>>>(data, 0);
    CHECK(cudaDeviceSynchronize());
    const cudaStream_t blocking = new_stream(cudaStreamDefault), independent = new_stream(cudaStreamNonBlocking);
    record_takes_all_streams(blocking);
    record_takes_all_streams(independent);
    record_takes_all_streams(nullptr);
    all_streams_wait();
    nothing_to_wait_for();
    captures_are_spoilt();
    another_contexts_event();
    CHECK(cudaDeviceReset());
    data = e2e::device_array<int>(4);
    CHECK(cuCtxGetCurrent(&context));
    store<<<1, 1>>>(data, 0);
    CHECK(cudaDeviceSynchronize());
    record_takes_all_streams(nullptr);
    return e2e::passed();
}
