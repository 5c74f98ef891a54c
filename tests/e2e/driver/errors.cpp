// Wrong arguments are refused at once; a kernel's fault is reported by the next call that waits, and stays.
#include "program.h"

void test(Handle module) {
    Handle other = nullptr;
    Handle function = nullptr;
    EXPECT_STATUS(status_invalid_ptx, cuModuleLoadData(&other, ".version 8.0\n.target sm_80\nnonsense\n"));
    EXPECT_STATUS(status_not_found, cuModuleGetFunction(&function, module, "missing"));
    EXPECT_STATUS(status_invalid_value, cuMemAlloc(nullptr, 16));
    Address memory = 0;
    EXPECT_STATUS(status_invalid_value, cuMemAlloc(&memory, 0));
    EXPECT_STATUS(status_invalid_value, cuMemFree(0x1234));
    const Handle scale = find_function(module, "scale");
    memory = device_memory(256);
    int factor = 1;
    int offset = 0;
    long long cycles = 0;
    void* arguments[] = {&memory, &factor, &offset, &cycles};
    EXPECT_STATUS(status_invalid_value, cuLaunchKernel(scale, 1, 1, 1, 2048, 1, 1, 0, nullptr, arguments, nullptr));
    EXPECT_STATUS(status_invalid_value, cuLaunchKernel(scale, 0, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
    CHECK(cuCtxSynchronize());

    Address nowhere = 0x100;
    arguments[0] = &nowhere;
    CHECK(cuLaunchKernel(scale, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
    EXPECT_STATUS(status_illegal_address, cuCtxSynchronize());
    EXPECT_STATUS(status_illegal_address, cuMemAlloc(&memory, 16));
    EXPECT_STATUS(status_illegal_address, cuCtxSynchronize());
}
