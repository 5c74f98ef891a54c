// Virtual memory as the program manages it: addresses, memory, and what lies where.
#include "program.h"

namespace {

constexpr int invalid_value = 1;
constexpr int out_of_memory = 2;
constexpr int invalid_device = 101;
constexpr int not_supported = 801;
constexpr std::size_t unit = std::size_t{2} << 20;
constexpr MemoryProperties on_device = {.type = 1,
                                        .handle_types = 0,
                                        .location = {.type = 1, .id = 0},
                                        .security = nullptr,
                                        .compression = 0,
                                        .rdma = 0,
                                        .usage = 0,
                                        .reserved = {}};
constexpr MemoryAccess for_all = {.location = {.type = 1, .id = 0}, .flags = 3};

Address reserve(std::size_t bytes) {
    Address address = 0;
    CHECK(cuMemAddressReserve(&address, bytes, 0, 0, 0));
    return address;
}

unsigned long long create(std::size_t bytes) {
    unsigned long long memory = 0;
    CHECK(cuMemCreate(&memory, bytes, &on_device, 0));
    return memory;
}

// Two pieces side by side are one piece of memory, for copies, fills and kernels.
void check_side_by_side(Handle module) {
    const Address at = reserve(4 * unit);
    const unsigned long long first = create(unit);
    const unsigned long long second = create(unit);
    CHECK(cuMemMap(at, unit, 0, first, 0));
    CHECK(cuMemMap(at + unit, unit, 0, second, 0));
    CHECK(cuMemSetAccess(at, 2 * unit, &for_all, 1));
    constexpr std::size_t count = 2 * unit / sizeof(float);
    std::vector<float> values(count);
    expect_each("fresh memory", fetch<float>(at, count), count, [](auto) { return 0.0F; });
    for (std::size_t i = 0; i < count; ++i)
        values[i] = static_cast<float>(i % 1000);
    CHECK(cuMemcpyHtoD(at, values.data(), 2 * unit));
    launch(find_function(module, "add"), count / 256, 256, 0, nullptr, at, at, at, static_cast<int>(count));
    CHECK(cuCtxSynchronize());
    expect_each("doubled", fetch<float>(at, count), count, [&](auto i) { return 2.0F * values[i]; });
    // Behind them there is nothing.
    EXPECT_STATUS(invalid_value, cuMemsetD8(at + 2 * unit, 1, 1));
    EXPECT_STATUS(invalid_value, cuMemsetD8(at, 1, 2 * unit + 1));
    // One piece at two places.
    CHECK(cuMemMap(at + 2 * unit, unit, 0, first, 0));
    CHECK(cuMemSetAccess(at + 2 * unit, unit, &for_all, 1));
    CHECK(cuMemsetD32(at + 2 * unit, 0x3f800000, unit / 4));
    expect_each("seen at the other place", fetch<float>(at, unit / 4), unit / 4, [](auto) { return 1.0F; });
    // It is there as long as it lies somewhere.
    CHECK(cuMemRelease(first));
    EXPECT_STATUS(invalid_value, cuMemRelease(first));
    EXPECT_STATUS(invalid_value, cuMemMap(at + 3 * unit, unit, 0, first, 0));
    unsigned long long again = 0;
    CHECK(cuMemRetainAllocationHandle(&again, reinterpret_cast<void*>(at + 5)));
    EXPECT(again == first, "another handle for the same memory");
    CHECK(cuMemRelease(again));
    EXPECT_STATUS(invalid_value, cuMemAddressFree(at, 4 * unit));
    EXPECT_STATUS(invalid_value, cuMemUnmap(at, unit / 2));
    EXPECT_STATUS(invalid_value, cuMemUnmap(at, 4 * unit));
    CHECK(cuMemUnmap(at + unit, 2 * unit));
    EXPECT_STATUS(invalid_value, cuMemsetD8(at + unit, 1, 1));
    CHECK(cuMemsetD8(at, 1, unit));
    CHECK(cuMemUnmap(at, unit));
    // Other memory at the same place: what was there before is not.
    CHECK(cuMemsetD8(device_memory(64), 1, 64));
    const unsigned long long third = create(unit);
    CHECK(cuMemMap(at, unit, 0, third, 0));
    CHECK(cuMemSetAccess(at, unit, &for_all, 1));
    expect_each("fresh memory", fetch<float>(at, unit / 4), unit / 4, [](auto) { return 0.0F; });
    CHECK(cuMemUnmap(at, unit));
    CHECK(cuMemRelease(second));
    CHECK(cuMemRelease(third));
    CHECK(cuMemAddressFree(at, 4 * unit));
}

void check_errors() {
    std::size_t granularity = 0;
    CHECK(cuMemGetAllocationGranularity(&granularity, &on_device, 0));
    EXPECT(granularity == unit, "a granularity of %zu", granularity);
    Address address = 0;
    EXPECT_STATUS(invalid_value, cuMemAddressReserve(&address, 0, 0, 0, 0));
    EXPECT_STATUS(invalid_value, cuMemAddressReserve(&address, unit, 3, 0, 0));
    EXPECT_STATUS(invalid_value, cuMemAddressReserve(nullptr, unit, 0, 0, 0));
    EXPECT_STATUS(out_of_memory, cuMemAddressReserve(&address, std::size_t{1} << 50, 0, 0, 0));
    CHECK(cuMemAddressReserve(&address, unit, std::size_t{1} << 30, 0, 0));
    EXPECT(address % (std::size_t{1} << 30) == 0, "not aligned: %llx", address);
    EXPECT_STATUS(invalid_value, cuMemAddressFree(address, 2 * unit));
    EXPECT_STATUS(invalid_value, cuMemFree(address));
    unsigned long long memory = 0;
    EXPECT_STATUS(invalid_value, cuMemCreate(&memory, 1, &on_device, 0));
    EXPECT_STATUS(invalid_value, cuMemCreate(&memory, unit, nullptr, 0));
    EXPECT_STATUS(out_of_memory, cuMemCreate(&memory, std::size_t{1} << 40, &on_device, 0));
    MemoryProperties other = on_device;
    other.location.id = 5;
    EXPECT_STATUS(invalid_device, cuMemCreate(&memory, unit, &other, 0));
    other = on_device;
    other.handle_types = 8;  // fabric
    EXPECT_STATUS(not_supported, cuMemCreate(&memory, unit, &other, 0));
    memory = create(unit);
    MemoryProperties found = {};
    CHECK(cuMemGetAllocationPropertiesFromHandle(&found, memory));
    EXPECT(found.type == 1 && found.location.type == 1, "other properties");
    EXPECT_STATUS(invalid_value, cuMemMap(address + unit, unit, 0, memory, 0));
    EXPECT_STATUS(invalid_value, cuMemMap(address, 2 * unit, 0, memory, 0));
    EXPECT_STATUS(invalid_value, cuMemMap(address, unit, 0, memory + 100, 0));
    EXPECT_STATUS(invalid_value, cuMemMap(device_memory(unit), unit, 0, memory, 0));
    CHECK(cuMemMap(address, unit, 0, memory, 0));
    EXPECT_STATUS(invalid_value, cuMemMap(address, unit, 0, memory, 0));
    unsigned long long flags = 77;
    CHECK(cuMemGetAccess(&flags, &on_device.location, address));
    EXPECT(flags == 0, "access %llu before it was given", flags);
    CHECK(cuMemSetAccess(address, unit, &for_all, 1));
    CHECK(cuMemGetAccess(&flags, &on_device.location, address + 100));
    EXPECT(flags == 3, "access %llu", flags);
    EXPECT_STATUS(invalid_value, cuMemSetAccess(address, 2 * unit, &for_all, 1));
    CHECK(cuMemUnmap(address, unit));
    EXPECT_STATUS(invalid_value, cuMemUnmap(address, unit));
    EXPECT_STATUS(invalid_value, cuMemGetAccess(&flags, &on_device.location, address));
    CHECK(cuMemRelease(memory));
    CHECK(cuMemAddressFree(address, unit));
    EXPECT_STATUS(invalid_value, cuMemAddressFree(address, unit));
}

// As PyTorch's allocator grows a segment and gives it back, until there is no more.
void check_growth() {
    constexpr std::size_t step = 10 * unit;
    const std::size_t most = 64;
    const Address at = reserve(most * step);
    for (int round = 0; round < 3; ++round) {
        for (std::size_t i = 0; i < most; ++i) {
            const unsigned long long memory = create(step);
            CHECK(cuMemMap(at + i * step, step, 0, memory, 0));
            CHECK(cuMemSetAccess(at + i * step, step, &for_all, 1));
            CHECK(cuMemRelease(memory));
            CHECK(cuMemsetD8(at, static_cast<unsigned char>(i), (i + 1) * step));
        }
        std::size_t free_before = 0;
        std::size_t free_after = 0;
        std::size_t total = 0;
        CHECK(cuMemGetInfo(&free_before, &total));
        CHECK(cuMemUnmap(at, most * step));
        CHECK(cuMemGetInfo(&free_after, &total));
        // Other programs may take and give meanwhile: that nothing came back would be seen all the same.
        EXPECT(free_after >= free_before + most * step / 2, "%zu free, then %zu", free_before, free_after);
    }
    CHECK(cuMemAddressFree(at, most * step));
}

}  // namespace

void test(Handle module) {
    check_side_by_side(module);
    check_errors();
    check_growth();
}
