// A program that profiles itself with CUPTI (profiled.py), the library that $CUPTI names: CUPTI fails, and all else
// works.
#include <cstdio>
#include <cstdlib>

#include "call_by_name.h"
#include "program.h"

void test(Handle module) {
    const char* const cupti = std::getenv("CUPTI");
    EXPECT(cupti, "CUPTI is not set");
    constexpr int concurrent_kernels = 10;
    for (int i = 0; i < 2; ++i)
        EXPECT(call(cupti, "cuptiActivityEnable", concurrent_kernels) != 0, "CUPTI works");
    const Handle scale = find_function(module, "scale");
    const Address data = device_memory(256);
    CHECK(cuMemsetD32(data, 7, 64));
    launch(scale, 1, 64, 0, nullptr, data, 3, 0, 0LL);
    expect_each("number", fetch<int>(data, 64), 64, [](std::size_t) { return 21; });
}
