// Events: what is between two of them takes time; they are ready when what came before is done, and not earlier.
#include "gate.h"

int main() {
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    e2e::spin<<<1, 1, 0, stream>>>(1);
    CHECK(cudaStreamSynchronize(stream));

    cudaEvent_t start, middle, stop, untimed;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreateWithFlags(&middle, cudaEventBlockingSync));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    CHECK(cudaEventQuery(start));  // never recorded: nothing to wait for

    CHECK(cudaEventRecord(start, stream));
    e2e::spin<<<1, 1, 0, stream>>>(10'000'000);
    CHECK(cudaEventRecord(middle, stream));
    CHECK(cudaEventRecord(stop, stream));
    CHECK(cudaEventSynchronize(stop));
    CHECK(cudaEventQuery(middle));
    float spun = -1, rest = -1, whole = -1;
    CHECK(cudaEventElapsedTime(&spun, start, middle));
    CHECK(cudaEventElapsedTime(&rest, middle, stop));
    CHECK(cudaEventElapsedTime(&whole, start, stop));
    EXPECT(spun > 1.0f && spun < 10'000.0f, "ten million cycles took %f ms", spun);
    EXPECT(rest >= 0.0f, "a later event is %f ms earlier", -rest);
    EXPECT(whole >= spun * 0.99f, "the whole took %f ms, its part %f ms", whole, spun);

    e2e::Gate gate;
    gate.close(stream);
    CHECK(cudaEventRecord(stop, stream));
    EXPECT_STATUS(cudaErrorNotReady, cudaEventQuery(stop));
    EXPECT_STATUS(cudaErrorNotReady, cudaEventElapsedTime(&whole, start, stop));
    EXPECT_STATUS(cudaErrorNotReady, cudaStreamQuery(stream));
    cudaGetLastError();
    gate.open();
    CHECK(cudaEventSynchronize(stop));
    CHECK(cudaEventQuery(stop));

    CHECK(cudaEventRecord(untimed, stream));
    CHECK(cudaEventSynchronize(untimed));
    EXPECT_STATUS(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&whole, start, untimed));
    for (cudaEvent_t event : {start, middle, stop, untimed})
        CHECK(cudaEventDestroy(event));
    CHECK(cudaStreamDestroy(stream));
    return e2e::passed();
}
