// Streams run in order and wait for each other by events; the legacy default stream waits for blocking streams.
#include "program.h"

void test(Handle module) {
    const Handle scale = find_function(module, "scale");
    const Address data = device_memory(256);
    CHECK(cuMemsetD32(data, 1, 64));
    Handle first = nullptr;
    Handle second = nullptr;
    CHECK(cuStreamCreate(&first, 1));  // non-blocking
    CHECK(cuStreamCreate(&second, 0));
    Handle start = nullptr;
    Handle done = nullptr;
    CHECK(cuEventCreate(&start, 0));
    CHECK(cuEventCreate(&done, 0));
    EXPECT_STATUS(0, cuEventQuery(done));

    CHECK(cuCtxSynchronize());
    CHECK(cuEventRecord(start, first));
    launch(scale, 1, 64, 0, first, data, 3, 1, 5'000'000LL);  // 4
    CHECK(cuEventRecord(done, first));
    CHECK(cuStreamWaitEvent(second, done, 0));
    launch(scale, 1, 64, 0, second, data, 10, 2, 5'000'000LL);  // 42
    launch(scale, 1, 64, 0, nullptr, data, 2, 0, 0LL);          // 84: the default stream waits for the blocking one
    CHECK(cuStreamSynchronize(nullptr));
    expect_each("data", fetch<int>(data, 64), 64, [](auto) { return 84; });
    float milliseconds = -1;
    CHECK(cuEventElapsedTime(&milliseconds, start, done));
    EXPECT(milliseconds > 0.5F, "five million cycles took %f ms", static_cast<double>(milliseconds));

    launch(scale, 1, 64, 0, second, data, 1, 1, 100'000'000LL);
    EXPECT_STATUS(status_not_ready, cuStreamQuery(second));
    CHECK(cuStreamSynchronize(second));
    CHECK(cuStreamQuery(second));
    for (int i = 0; i < 200; ++i)
        launch(scale, 1, 64, 0, first, data, 3, i, 0LL);
    CHECK(cuEventRecord(done, first));
    CHECK(cuEventSynchronize(done));
    unsigned expected = 85;
    for (unsigned i = 0; i < 200; ++i)
        expected = expected * 3 + i;
    expect_each("many launches", fetch<unsigned>(data, 64), 64, [&](auto) { return expected; });

    // A copy is over when cuMemcpy returns, also for a stream that does not wait for the default one.
    launch(scale, 1, 64, 0, second, data, 1, 1, 100'000'000LL);  // the default stream's copy waits for this
    const std::vector<int> fives(64, 5);
    CHECK(cuMemcpyHtoD(data, fives.data(), 256));
    launch(scale, 1, 64, 0, first, data, 2, 1, 0LL);
    CHECK(cuStreamSynchronize(first));
    expect_each("after a copy", fetch<int>(data, 64), 64, [](auto) { return 11; });
    for (Handle event : {start, done})
        CHECK(cuEventDestroy(event));
    for (Handle stream : {first, second})
        CHECK(cuStreamDestroy(stream));
    CHECK(cuMemFree(data));
}
