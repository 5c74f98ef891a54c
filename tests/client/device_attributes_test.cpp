#include "client/driver/device_attributes.h"

#include <gtest/gtest.h>

namespace ringfence::driver {
namespace {

TEST(DeviceAttributes, EveryNumberOfTheListHasAnAnswer) {
    const channel::DeviceProperties device;
    for (int i = 1; i < CU_DEVICE_ATTRIBUTE_MAX; ++i) {
        EXPECT_TRUE(device_attribute(device, static_cast<CUdevice_attribute>(i))) << i;
    }
    EXPECT_FALSE(device_attribute(device, static_cast<CUdevice_attribute>(0)));
    EXPECT_FALSE(device_attribute(device, CU_DEVICE_ATTRIBUTE_MAX));
}

TEST(DeviceAttributes, WhatTheWorkerSaidIsToldOn) {
    channel::DeviceProperties device;
    device.compute_major = 9;
    device.max_block[2] = 64;
    device.l2_bytes = std::uint64_t{1} << 40;
    EXPECT_EQ(device_attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR), 9);
    EXPECT_EQ(device_attribute(device, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z), 64);
    EXPECT_EQ(device_attribute(device, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE), 0x7fffffff) << "as large as an int can say";
}

}  // namespace
}  // namespace ringfence::driver
