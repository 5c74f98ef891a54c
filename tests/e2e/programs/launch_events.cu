// Events that a launch records itself: for other streams that wait for its blocks, once they have begun or say so. They
// may also be recorded later, so nothing here relies on that.
#include "check.h"

__global__ void store(int* target, int value) {
    *target = value;
    __threadfence();
    cudaTriggerProgrammaticLaunchCompletion();
}

__global__ void add(int* target, const int* source) {
    cudaGridDependencySynchronize();
    *target += *source;
}

cudaLaunchAttribute programmatic(cudaEvent_t event, int flags = 0) {
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeProgrammaticEvent;
    attribute.val.programmaticEvent.event = event;
    attribute.val.programmaticEvent.flags = flags;
    return attribute;
}

cudaLaunchAttribute completion(cudaEvent_t event) {
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeLaunchCompletionEvent;
    attribute.val.launchCompletionEvent.event = event;
    return attribute;
}

cudaLaunchConfig_t configuration(cudaStream_t stream, cudaLaunchAttribute& attribute) {
    cudaLaunchConfig_t made = {};
    made.gridDim = made.blockDim = dim3(1);
    made.stream = stream;
    made.attrs = &attribute;
    made.numAttrs = 1;
    return made;
}

cudaEvent_t new_event(unsigned flags) {
    cudaEvent_t event;
    CHECK(cudaEventCreateWithFlags(&event, flags));
    return event;
}

int main() {
    int* data = e2e::device_array<int>(2);
    CHECK(cudaMemset(data, 0, 2 * sizeof(int)));
    CHECK(cudaDeviceSynchronize());  // the streams below do not wait for it
    cudaStream_t first, second;
    CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
    cudaEvent_t event = new_event(cudaEventDisableTiming), timed = new_event(cudaEventDefault);

    // Words that a block wrote before it triggered the event are there for a kernel that waits for the event.
    for (int round = 1; round <= 20; ++round) {
        cudaLaunchAttribute attribute = programmatic(event);
        const cudaLaunchConfig_t shape = configuration(first, attribute);
        CHECK(cudaLaunchKernelEx(&shape, store, data, round));
        CHECK(cudaStreamWaitEvent(second, event, 0));
        add<<<1, 1, 0, second>>>(data + 1, data);
        CHECK(cudaStreamSynchronize(second));
        CHECK(cudaStreamSynchronize(first));
    }
    EXPECT(e2e::fetch(data, 2)[1] == 210, "the sum is %d", e2e::fetch(data, 2)[1]);

    cudaLaunchAttribute begun = completion(event);
    const cudaLaunchConfig_t shape = configuration(first, begun);
    CHECK(cudaLaunchKernelEx(&shape, store, data, 3));
    CHECK(cudaEventSynchronize(event));
    CHECK(cudaStreamSynchronize(first));
    EXPECT(e2e::fetch(data, 1)[0] == 3, "%d", e2e::fetch(data, 1)[0]);

    // An event that takes the time cannot be one, and outside of a capture none is a graph's.
    const auto refuse = [&](cudaError_t status, cudaLaunchAttribute attribute) {
        const cudaLaunchConfig_t refused = configuration(first, attribute);
        EXPECT_STATUS(status, cudaLaunchKernelEx(&refused, store, data, 9));
        cudaGetLastError();
    };
    refuse(cudaErrorNotSupported, programmatic(timed));
    refuse(cudaErrorNotSupported, completion(timed));
    refuse(cudaErrorIllegalState, programmatic(event, cudaEventRecordExternal));
    CHECK(cudaDeviceSynchronize());
    EXPECT(e2e::fetch(data, 1)[0] == 3, "it was launched");
    CHECK(cudaEventDestroy(event));
    CHECK(cudaEventDestroy(timed));
    CHECK(cudaStreamDestroy(first));
    CHECK(cudaStreamDestroy(second));
    CHECK(cudaFree(data));
    return e2e::passed();
}
