#include "client/driver/visible_devices.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace ringfence::driver {
namespace {

TEST(VisibleDevices, TheDevicesNumberIsZero) {
    for (const char* const list : {"0", "00", "+0", " 0", "0,1", "0,-1", "0,", "0,x", "0gpu", "0,1,0"})
        EXPECT_TRUE(shows_device(list)) << list;
    for (const char* const list :
         {"", " ", ",0", "-1", "-1,0", "1", "1,0", "7", "x", "x0", "NoDevFiles", "10", "0,0", "-"})
        EXPECT_FALSE(shows_device(list)) << list;
}

TEST(VisibleDevices, ItsUuidMayBeAbbreviated) {
    const std::string uuid = device_uuid_text();
    EXPECT_EQ(uuid, "GPU-72696e67-6665-6e63-652d-6770752d3030");
    for (const auto& list :
         std::vector<std::string>{uuid, uuid.substr(0, 12), uuid.substr(0, 5), uuid + ",GPU-8932f937", uuid + ",0"})
        EXPECT_TRUE(shows_device(list)) << list;
    for (const auto& list :
         std::vector<std::string>{uuid + "0", "GPU-8932f937-d72c-4106-c12f-20bd9faed9f6", "GPU-8932f937," + uuid,
                                  uuid + "," + uuid.substr(0, 8), "MIG-" + uuid, uuid.substr(4)})
        EXPECT_FALSE(shows_device(list)) << list;
    EXPECT_TRUE(shows_device("0," + uuid)) << "a list of numbers ends with what is none";
}

}  // namespace
}  // namespace ringfence::driver
