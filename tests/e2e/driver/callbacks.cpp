// Calls of the host from streams: in order, each once, with what the stream has written before.
#include "program.h"

namespace {

struct Visit {
    const int* value;
    std::vector<int>* log;
};

void note(void* data) {
    const Visit& visit = *static_cast<Visit*>(data);
    visit.log->push_back(*visit.value);
}

void note_with_status(Handle /*stream*/, int status, void* data) {
    if (status == 0) note(data);
}

}  // namespace

void test(Handle module) {
    const Handle scale = find_function(module, "scale");
    void* memory = nullptr;
    CHECK(cuMemAllocHost(&memory, 4));
    auto* host = static_cast<int*>(memory);
    const Address data = device_memory(4);
    Handle stream = nullptr;
    CHECK(cuStreamCreate(&stream, 1));
    CHECK(cuMemsetD32Async(data, 0, 1, stream));
    std::vector<int> log;
    Visit visit = {host, &log};
    const int rounds = 25;
    for (int i = 0; i < rounds; ++i) {
        launch(scale, 1, 1, 0, stream, data, 1, 1, 0LL);
        CHECK(cuMemcpyDtoHAsync(host, data, 4, stream));
        CHECK(i % 2 == 0 ? cuLaunchHostFunc(stream, note, &visit)
                         : cuStreamAddCallback(stream, note_with_status, &visit, 0));
    }
    CHECK(cuStreamSynchronize(stream));
    EXPECT(log.size() == rounds, "%zu of %d calls", log.size(), rounds);
    expect_each("calls", log, rounds, [](auto i) { return static_cast<int>(i) + 1; });
    CHECK(cuStreamDestroy(stream));
    CHECK(cuMemFree(data));
    CHECK(cuMemFreeHost(memory));
}
