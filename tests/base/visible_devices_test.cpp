#include "base/visible_devices.h"

#include <gtest/gtest.h>

namespace ringfence {
namespace {

TEST(VisibleDevices, AnyNumberStandsForTheDevice) {
    for (const char* const list : {"0", "00", "+0", " 0", "0,1", "0,-1", "0,", "0,x", "0gpu", "1", "3", "7,2", "10",
                                   "1,0", "99999999999999999999", "0,0"})
        EXPECT_EQ(read_visible_devices(list), VisibleDevices::shown) << list;
}

TEST(VisibleDevices, TheUuidOfAnyCardStandsForTheDevice) {
    for (const char* const list :
         {"GPU-8932f937-d72c-4106-c12f-20bd9faed9f6", "GPU-8932f937", "GPU-8", " GPU-8932f937", "GPU-8932f937,GPU-2",
          "MIG-1f0aa2ef-5ba9-5e50-b7d5-5b10f8e1c0b0", "MIG-GPU-8932f937-d72c-4106-c12f-20bd9faed9f6/1/0"})
        EXPECT_EQ(read_visible_devices(list), VisibleDevices::shown) << list;
}

TEST(VisibleDevices, NothingAndNegativeNumbersHideTheDevice) {
    for (const char* const list : {"", " ", "\t", "-1", " -1", "-1,0", "-", "-7"})
        EXPECT_EQ(read_visible_devices(list), VisibleDevices::hidden) << list;
}

TEST(VisibleDevices, WhatIsNoDeviceHidesTheDevice) {
    for (const char* const list :
         {"x", "x0", ",0", "NoDevFiles", "none", "+", "+-1", "GPU-", "MIG-", "GPU-,0", "gpu-8932f937", "GPU"})
        EXPECT_EQ(read_visible_devices(list), VisibleDevices::malformed) << list;
}

}  // namespace
}  // namespace ringfence
