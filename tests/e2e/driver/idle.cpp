// Holds a session that has worked, and does nothing (idle.py): says `ready`, and ends when its input does.
#include <cstdio>

#include "program.h"

namespace {

void count_call(void* calls) {
    ++*static_cast<int*>(calls);
}

}  // namespace

void test(Handle module) {
    const Handle scale = find_function(module, "scale");
    const Address data = device_memory(256);
    int calls = 0;
    Handle stream = nullptr;
    CHECK(cuStreamCreate(&stream, 0));
    for (Handle on : {stream, Handle(nullptr)}) {
        launch(scale, 1, 64, 0, on, data, 1, 1, 0LL);
        CHECK(cuLaunchHostFunc(on, count_call, &calls));
    }
    CHECK(cuCtxSynchronize());
    EXPECT(calls == 2, "%d calls were made", calls);
    std::printf("ready\n");
    std::fflush(stdout);
    while (std::getchar() != EOF) {
    }
}
