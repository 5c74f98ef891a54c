// Work for a timeline (timeline.py): launches, copies, fills and a graph on two streams and the default stream.
#include "program.h"

void test(Handle module) {
    const Handle scale = find_function(module, "scale");
    constexpr std::size_t count = 64;
    Handle streams[2] = {};
    Address data[2] = {};
    for (int i = 0; i < 2; ++i) {
        CHECK(cuStreamCreate(&streams[i], 1));  // non-blocking
        data[i] = device_memory(count * sizeof(int));
        CHECK(cuMemsetD32Async(data[i], 1, count, streams[i]));
    }
    // More than what is kept under way, and one that is long.
    launch(scale, 1, count, 0, streams[0], data[0], 1, 0, 5'000'000LL);
    for (int i = 0; i < 1500; ++i) {
        for (int s = 0; s < 2; ++s)
            launch(scale, 1, count, 0, streams[s], data[s], 1, 1, 0LL);
    }
    for (int s = 0; s < 2; ++s)
        CHECK(cuStreamSynchronize(streams[s]));
    const std::vector<int> results = fetch<int>(data[0], count);
    expect_each("data", results, count, [](auto) { return 1501; });
    CHECK(cuMemcpyHtoD(data[1], results.data(), count * sizeof(int)));
    CHECK(cuMemcpyDtoD(data[0], data[1], count * sizeof(int)));

    CHECK(cuStreamBeginCapture(streams[1], 0));
    launch(scale, 1, count, 0, streams[1], data[1], 1, 1, 0LL);
    Handle graph = nullptr;
    CHECK(cuStreamEndCapture(streams[1], &graph));
    Handle executable = nullptr;
    CHECK(cuGraphInstantiate(&executable, graph, 0));
    for (int i = 0; i < 3; ++i)
        CHECK(cuGraphLaunch(executable, streams[1]));
    // It may end with work under way.
    launch(scale, 1, count, 0, streams[1], data[1], 1, 1, 1'000'000LL);
}
