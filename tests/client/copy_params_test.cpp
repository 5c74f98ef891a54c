#include "client/driver/copy_params.h"

#include <gtest/gtest.h>

namespace ringfence::driver {
namespace {

CUDA_MEMCPY3D between_devices() {
    CUDA_MEMCPY3D asked = {};
    asked.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    asked.srcDevice = 0x10000;
    asked.srcPitch = 64;
    asked.srcHeight = 8;
    asked.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    asked.dstDevice = 0x20000;
    asked.dstPitch = 128;
    asked.dstHeight = 8;
    asked.WidthInBytes = 32;
    asked.Height = 4;
    asked.Depth = 2;
    return asked;
}

TEST(CopyParams, PositionsMoveTheBegin) {
    CUDA_MEMCPY3D asked = between_devices();
    asked.srcXInBytes = 8;
    asked.srcY = 2;
    asked.srcZ = 1;
    CopyWork work;
    ASSERT_EQ(box_copy(asked, work), CUDA_SUCCESS);
    EXPECT_EQ(work.from.address, 0x10000U + 64 * 8 + 2 * 64 + 8);
    EXPECT_EQ(work.from.slice, 64U * 8);
    EXPECT_EQ(work.to.pitch, 128U);
}

TEST(CopyParams, APitchMustHoldARow) {
    CUDA_MEMCPY3D asked = between_devices();
    asked.srcPitch = 31;
    CopyWork work;
    EXPECT_EQ(box_copy(asked, work), CUDA_ERROR_INVALID_VALUE);
    asked = between_devices();
    asked.srcXInBytes = 33;
    EXPECT_EQ(box_copy(asked, work), CUDA_ERROR_INVALID_VALUE);
    asked = between_devices();
    asked.dstHeight = 3;
    EXPECT_EQ(box_copy(asked, work), CUDA_ERROR_INVALID_VALUE);
}

TEST(CopyParams, ArraysAreNotSupported) {
    CUDA_MEMCPY3D asked = between_devices();
    asked.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    CopyWork work;
    EXPECT_EQ(box_copy(asked, work), CUDA_ERROR_NOT_SUPPORTED);
}

}  // namespace
}  // namespace ringfence::driver
