#include "worker/warm_up.h"

#include <gtest/gtest.h>

#include "backend/soft/soft.h"

namespace ringfence::worker {
namespace {

TEST(WarmUp, ADeviceIsUsedOnceAndNothingIsLeft) {
    backend::SoftOptions options;
    options.memory_bytes = std::uint64_t{64} << 20;
    options.use_cache = false;
    auto device = backend::open_soft(options);
    ASSERT_TRUE(device.ok());
    const auto before = device.value()->memory_info();
    const auto warmed = warm_up(*device.value());
    EXPECT_TRUE(warmed.ok()) << warmed.error().text();
    EXPECT_EQ(device.value()->memory_info().value().free, before.value().free);
}

}  // namespace
}  // namespace ringfence::worker
