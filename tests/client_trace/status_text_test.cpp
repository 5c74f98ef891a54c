#include "client/trace/status_text.h"

#include <gtest/gtest.h>

namespace ringfence::client {
namespace {

TEST(StatusText, KnowsNamesOfBothApis) {
    EXPECT_STREQ(driver_status_text(700).name, "CUDA_ERROR_ILLEGAL_ADDRESS");
    EXPECT_STREQ(runtime_status_text(700).name, "cudaErrorIllegalAddress");
    EXPECT_STREQ(runtime_status_text(700).text, "an illegal memory access was encountered");
    EXPECT_STREQ(driver_status_text(0).text, "no error");
}

TEST(StatusText, HasNothingForOtherNumbers) {
    EXPECT_EQ(driver_status_text(-1).name, nullptr);
    EXPECT_EQ(runtime_status_text(123456).text, nullptr);
    EXPECT_EQ(driver_status_text(9).name, nullptr);
}

}  // namespace
}  // namespace ringfence::client
