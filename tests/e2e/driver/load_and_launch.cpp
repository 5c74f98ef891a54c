// A module, its kernels and variables; launches with arguments and with one packed buffer.
#include "program.h"

namespace {

void test_add(Handle add) {
    const int count = 1000;
    std::vector<float> a(count);
    std::vector<float> b(count);
    for (int i = 0; i < count; ++i) {
        a[i] = static_cast<float>(i);
        b[i] = 0.5F * static_cast<float>(i);
    }
    const Address device_a = device_memory(count * 4);
    const Address device_b = device_memory(count * 4);
    const Address device_c = device_memory(count * 4);
    CHECK(cuMemcpyHtoD(device_a, a.data(), count * 4));
    CHECK(cuMemcpyHtoD(device_b, b.data(), count * 4));
    launch(add, 8, 128, 0, nullptr, device_a, device_b, device_c, count);
    expect_each("c", fetch<float>(device_c, count), count, [&](auto i) { return a[i] + b[i]; });

    struct {
        Address a, b, c;
        int count;
    } packed = {device_b, device_b, device_c, count};
    std::size_t bytes = 28;
    // CU_LAUNCH_PARAM_BUFFER_POINTER, …_SIZE, …_END
    void* extra[] = {reinterpret_cast<void*>(1), &packed, reinterpret_cast<void*>(2), &bytes, nullptr};
    CHECK(cuLaunchKernel(add, 8, 1, 1, 128, 1, 1, 0, nullptr, nullptr, extra));
    expect_each("packed", fetch<float>(device_c, count), count, [&](auto i) { return b[i] + b[i]; });
    for (Address memory : {device_a, device_b, device_c})
        CHECK(cuMemFree(memory));
}

void test_variables(Handle module) {
    Address counter = 0;
    Address weights = 0;
    std::size_t bytes = 0;
    CHECK(cuModuleGetGlobal(&counter, &bytes, module, "counter"));
    CHECK(cuModuleGetGlobal(&weights, &bytes, module, "weights"));
    EXPECT(bytes == 16, "weights has %zu bytes", bytes);
    const std::vector<float> other = {5, 6, 7, 8};
    CHECK(cuMemcpyHtoD(weights, other.data(), bytes));
    const Address out = device_memory(32 * 4);
    launch(find_function(module, "use_variables"), 1, 32, 0, nullptr, out);
    expect_each("out", fetch<float>(out, 32), 32, [&](auto i) { return other[i % 4]; });
    EXPECT(fetch<int>(counter, 1)[0] == 42, "the counter is %d", fetch<int>(counter, 1)[0]);
    CHECK(cuMemFree(out));
}

void test_shared(Handle reverse) {
    std::vector<int> values(256);
    for (int i = 0; i < 256; ++i)
        values[i] = i * i;
    const Address in = device_memory(1024);
    const Address out = device_memory(1024);
    CHECK(cuMemcpyHtoD(in, values.data(), 1024));
    launch(reverse, 1, 256, 1024, nullptr, in, out);
    expect_each("reversed", fetch<int>(out, 256), 256, [&](auto i) { return values[255 - i]; });
    const int max_dynamic_shared = 8;
    CHECK(cuFuncSetAttribute(reverse, max_dynamic_shared, 64 << 10));
    launch(reverse, 1, 256, 64 << 10, nullptr, out, in);
    expect_each("back", fetch<int>(in, 256), 256, [&](auto i) { return values[i]; });
    CHECK(cuMemFree(in));
    CHECK(cuMemFree(out));
}

}  // namespace

void test(Handle module) {
    test_add(find_function(module, "add"));
    test_variables(module);
    test_shared(find_function(module, "reverse"));
    CHECK(cuModuleUnload(module));
}
