// Copies and fills: all directions, odd sizes, rows.
#include "program.h"

namespace {

using Bytes = std::vector<unsigned char>;

Bytes pattern(std::size_t count) {
    Bytes bytes(count);
    for (std::size_t i = 0; i < count; ++i)
        bytes[i] = static_cast<unsigned char>(i * 37 + (i >> 8));
    return bytes;
}

void test_sizes() {
    const std::size_t largest = (20 << 20) + 123;
    const Address a = device_memory(largest + 16);
    const Address b = device_memory(largest + 16);
    for (std::size_t bytes :
         {std::size_t{1}, std::size_t{13}, std::size_t{3072}, std::size_t{4097}, std::size_t{100001}, largest}) {
        const Bytes out = pattern(bytes);
        CHECK(cuMemcpyHtoD(a + 3, out.data(), bytes));
        CHECK(cuMemcpyDtoD(b + 5, a + 3, bytes));
        expect_each("copied", fetch<unsigned char>(b + 5, bytes), bytes, [&](auto i) { return out[i]; });
    }
    CHECK(cuMemFree(a));
    CHECK(cuMemFree(b));
}

void test_pinned() {
    void* memory = nullptr;
    CHECK(cuMemAllocHost(&memory, 4096));
    auto* host = static_cast<int*>(memory);
    const Address device = device_memory(4096);
    for (int i = 0; i < 1024; ++i)
        host[i] = i;
    CHECK(cuMemcpyHtoDAsync(device, host, 2048, nullptr));
    CHECK(cuMemcpyDtoHAsync(host + 512, device, 2048, nullptr));
    CHECK(cuCtxSynchronize());
    expect_each("pinned", host, 1024, [](auto i) { return static_cast<int>(i % 512); });
    CHECK(cuMemFree(device));
    CHECK(cuMemFreeHost(memory));
}

void test_rows() {
    const std::size_t width = 50;
    const std::size_t height = 20;
    Address device = 0;
    std::size_t pitch = 0;
    CHECK(cuMemAllocPitch(&device, &pitch, width, height, 4));
    CHECK(cuMemsetD8(device, 9, pitch * height));
    const Bytes out = pattern(width * height);
    Copy2D copy = {};
    copy.from_type = 1;
    copy.from_host = out.data();
    copy.from_pitch = width;
    copy.to_type = 2;
    copy.to_device = device;
    copy.to_pitch = pitch;
    copy.width = width;
    copy.height = height;
    CHECK(cuMemcpy2D(&copy));
    const auto all = fetch<unsigned char>(device, pitch * height);
    expect_each("rows", all, all.size(), [&](auto i) {
        const std::size_t x = i % pitch;
        return x < width ? out[i / pitch * width + x] : 9;
    });
    CHECK(cuMemsetD32(device, 0x01020304, 5));
    expect_each("words", fetch<int>(device, 5), 5, [](auto) { return 0x01020304; });
    CHECK(cuMemFree(device));
}

}  // namespace

void test(Handle /*module*/) {
    test_sizes();
    test_pinned();
    test_rows();
}
