// Calls of older versions of CUDA that are still there: texture references, arrays with sizes of 32 bits; and those for
// core dumps and notifications.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "worker_process.h"

namespace ringfence::driver {
namespace {

class OlderCalls : public test::WithWorker {
protected:
    void SetUp() override {
        ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
        CUcontext context = nullptr;
        ASSERT_EQ(cuDevicePrimaryCtxRetain(&context, 0), CUDA_SUCCESS);
        ASSERT_EQ(cuCtxSetCurrent(context), CUDA_SUCCESS);
    }
};

TEST_F(OlderCalls, NarrowArraysHoldWhatIsCopied) {
    const CUDA_ARRAY_DESCRIPTOR_v1 flat{16, 4, CU_AD_FORMAT_UNSIGNED_INT32, 1};
    CUarray array = nullptr;
    ASSERT_EQ(cuArrayCreate(&array, &flat), CUDA_SUCCESS);
    CUDA_ARRAY_DESCRIPTOR_v1 found{};
    ASSERT_EQ(cuArrayGetDescriptor(&found, array), CUDA_SUCCESS);
    EXPECT_EQ(found.Width, 16U);
    EXPECT_EQ(found.Height, 4U);
    EXPECT_EQ(found.NumChannels, 1U);
    const CUDA_ARRAY3D_DESCRIPTOR_v1 deep{16, 4, 2, CU_AD_FORMAT_UNSIGNED_INT32, 1, 0};
    CUarray other = nullptr;
    ASSERT_EQ(cuArray3DCreate(&other, &deep), CUDA_SUCCESS);
    CUDA_ARRAY3D_DESCRIPTOR_v1 found_deep{};
    ASSERT_EQ(cuArray3DGetDescriptor(&found_deep, other), CUDA_SUCCESS);
    EXPECT_EQ(found_deep.Depth, 2U);

    std::vector<unsigned> in{1, 2, 3, 4};
    std::vector<unsigned> out(4);
    ASSERT_EQ(cuMemcpyHtoA(array, 8, in.data(), 16), CUDA_SUCCESS);
    ASSERT_EQ(cuMemcpyAtoA(other, 0, array, 12, 12), CUDA_SUCCESS);
    ASSERT_EQ(cuMemcpyAtoH(out.data(), other, 0, 16), CUDA_SUCCESS);
    EXPECT_EQ(out, (std::vector<unsigned>{2, 3, 4, 0}));
    ASSERT_EQ(cuMemcpyHtoAAsync(other, 0, in.data(), 16, nullptr), CUDA_SUCCESS);
    ASSERT_EQ(cuMemcpyAtoHAsync(out.data(), other, 0, 16, nullptr), CUDA_SUCCESS);
    ASSERT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
    EXPECT_EQ(out, in);
    // Device memory here has no address that fits.
    EXPECT_EQ(cuMemcpyAtoD(0x1000, array, 0, 4), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuMemcpyDtoA(array, 0, 0x1000, 4), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuMemcpyHtoA(array, 60, in.data(), 16), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuArrayCreate(&array, nullptr), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuArrayGetDescriptor(nullptr, array), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuArray3DGetDescriptor(nullptr, array), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuArrayDestroy(array), CUDA_SUCCESS);
    EXPECT_EQ(cuArrayDestroy(other), CUDA_SUCCESS);
}

// Contexts are of today, where calls with addresses of 32 bits have none.
TEST_F(OlderCalls, NarrowAddressesFindNoContext) {
    CUdeviceptr_v1 narrow = 7;
    unsigned size = 7;
    int value = 0;
    EXPECT_EQ(cuMemAlloc(&narrow, 4096), CUDA_ERROR_INVALID_CONTEXT);
    EXPECT_EQ(cuMemAllocPitch(&narrow, &size, 100, 4, 4), CUDA_ERROR_INVALID_CONTEXT);
    EXPECT_EQ(cuMemFree(0x1000), CUDA_ERROR_INVALID_CONTEXT);
    EXPECT_EQ(cuMemGetInfo(&size, &size), CUDA_ERROR_INVALID_CONTEXT);
    EXPECT_EQ(cuMemcpyHtoD(0x1000, &value, 4), CUDA_ERROR_INVALID_CONTEXT);
    EXPECT_EQ(cuMemsetD8(0x1000, 1, 4), CUDA_ERROR_INVALID_CONTEXT);
    EXPECT_EQ(cuMemcpy2D(nullptr), CUDA_ERROR_INVALID_CONTEXT);
    EXPECT_EQ(narrow, 7U);
    EXPECT_EQ(size, 7U);
    // A device is the same in all versions.
    ASSERT_EQ(cuDeviceTotalMem(&size, 0), CUDA_SUCCESS);
    std::size_t all = 0;
    ASSERT_EQ(cuDeviceTotalMem_v2(&all, 0), CUDA_SUCCESS);
    EXPECT_EQ(size, std::min<std::size_t>(all, UINT32_MAX));
}

TEST_F(OlderCalls, TextureReferencesTellWhatTheyWereTold) {
    CUtexref reference = nullptr;
    ASSERT_EQ(cuTexRefCreate(&reference), CUDA_SUCCESS);
    ASSERT_EQ(cuTexRefSetFormat(reference, CU_AD_FORMAT_SIGNED_INT16, 2), CUDA_SUCCESS);
    ASSERT_EQ(cuTexRefSetAddressMode(reference, 1, CU_TR_ADDRESS_MODE_MIRROR), CUDA_SUCCESS);
    ASSERT_EQ(cuTexRefSetFilterMode(reference, CU_TR_FILTER_MODE_LINEAR), CUDA_SUCCESS);
    ASSERT_EQ(cuTexRefSetMipmapFilterMode(reference, CU_TR_FILTER_MODE_LINEAR), CUDA_SUCCESS);
    ASSERT_EQ(cuTexRefSetMipmapLevelBias(reference, 0.5F), CUDA_SUCCESS);
    ASSERT_EQ(cuTexRefSetMipmapLevelClamp(reference, 1, 3), CUDA_SUCCESS);
    ASSERT_EQ(cuTexRefSetMaxAnisotropy(reference, 8), CUDA_SUCCESS);
    ASSERT_EQ(cuTexRefSetFlags(reference, CU_TRSF_NORMALIZED_COORDINATES), CUDA_SUCCESS);
    float color[4] = {1, 2, 3, 4};
    ASSERT_EQ(cuTexRefSetBorderColor(reference, color), CUDA_SUCCESS);

    CUarray_format format{};
    int number = 0;
    ASSERT_EQ(cuTexRefGetFormat(&format, &number, reference), CUDA_SUCCESS);
    EXPECT_EQ(format, CU_AD_FORMAT_SIGNED_INT16);
    EXPECT_EQ(number, 2);
    CUaddress_mode mode{};
    ASSERT_EQ(cuTexRefGetAddressMode(&mode, reference, 1), CUDA_SUCCESS);
    EXPECT_EQ(mode, CU_TR_ADDRESS_MODE_MIRROR);
    ASSERT_EQ(cuTexRefGetAddressMode(&mode, reference, 0), CUDA_SUCCESS);
    EXPECT_EQ(mode, CU_TR_ADDRESS_MODE_WRAP);
    CUfilter_mode filter{};
    ASSERT_EQ(cuTexRefGetFilterMode(&filter, reference), CUDA_SUCCESS);
    EXPECT_EQ(filter, CU_TR_FILTER_MODE_LINEAR);
    ASSERT_EQ(cuTexRefGetMipmapFilterMode(&filter, reference), CUDA_SUCCESS);
    EXPECT_EQ(filter, CU_TR_FILTER_MODE_LINEAR);
    float low = 0;
    float high = 0;
    ASSERT_EQ(cuTexRefGetMipmapLevelBias(&low, reference), CUDA_SUCCESS);
    EXPECT_EQ(low, 0.5F);
    ASSERT_EQ(cuTexRefGetMipmapLevelClamp(&low, &high, reference), CUDA_SUCCESS);
    EXPECT_EQ(low, 1);
    EXPECT_EQ(high, 3);
    ASSERT_EQ(cuTexRefGetMaxAnisotropy(&number, reference), CUDA_SUCCESS);
    EXPECT_EQ(number, 8);
    unsigned flags = 0;
    ASSERT_EQ(cuTexRefGetFlags(&flags, reference), CUDA_SUCCESS);
    EXPECT_EQ(flags, CU_TRSF_NORMALIZED_COORDINATES);
    float found[4] = {};
    ASSERT_EQ(cuTexRefGetBorderColor(found, reference), CUDA_SUCCESS);
    EXPECT_EQ(std::vector<float>(found, found + 4), (std::vector<float>{1, 2, 3, 4}));

    EXPECT_EQ(cuTexRefSetAddressMode(reference, 3, CU_TR_ADDRESS_MODE_WRAP), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuTexRefSetFilterMode(reference, static_cast<CUfilter_mode>(7)), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuTexRefSetFormat(reference, CU_AD_FORMAT_FLOAT, 3), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuTexRefSetFlags(reference, 0x8000), CUDA_ERROR_INVALID_VALUE);
    ASSERT_EQ(cuTexRefDestroy(reference), CUDA_SUCCESS);
    EXPECT_EQ(cuTexRefDestroy(reference), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuTexRefGetFlags(&flags, reference), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuTexRefCreate(nullptr), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(OlderCalls, TextureReferencesAreBoundToMemoryThatIsThere) {
    CUtexref reference = nullptr;
    ASSERT_EQ(cuTexRefCreate(&reference), CUDA_SUCCESS);
    CUdeviceptr found = 0;
    EXPECT_EQ(cuTexRefGetAddress_v2(&found, reference), CUDA_ERROR_INVALID_VALUE);
    CUdeviceptr memory = 0;
    ASSERT_EQ(cuMemAlloc_v2(&memory, 1 << 16), CUDA_SUCCESS);
    std::size_t offset = 1;
    ASSERT_EQ(cuTexRefSetAddress_v2(&offset, reference, memory, 1 << 16), CUDA_SUCCESS);
    EXPECT_EQ(offset, memory % 512);
    ASSERT_EQ(cuTexRefGetAddress_v2(&found, reference), CUDA_SUCCESS);
    EXPECT_EQ(found, memory);
    ASSERT_EQ(cuTexRefSetAddress_v2(&offset, reference, memory + 16, 256), CUDA_SUCCESS);
    EXPECT_EQ(offset, (memory + 16) % 512);
    const CUdeviceptr unaligned = (memory | 511) - 15;
    EXPECT_EQ(cuTexRefSetAddress_v2(nullptr, reference, unaligned, 256), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuTexRefSetAddress_v2(&offset, reference, memory, (1 << 16) + 1), CUDA_ERROR_INVALID_VALUE);
    // An address that fits is none of ours; one of ours does not fit.
    unsigned narrow_offset = 0;
    EXPECT_EQ(cuTexRefSetAddress(&narrow_offset, reference, 0x1000, 64), CUDA_ERROR_INVALID_VALUE);
    CUdeviceptr_v1 narrow = 0;
    EXPECT_EQ(cuTexRefGetAddress(&narrow, reference), CUDA_ERROR_OUT_OF_MEMORY);

    CUDA_ARRAY_DESCRIPTOR shape{64, 32, CU_AD_FORMAT_FLOAT, 1};
    const CUdeviceptr aligned = (memory + 511) & ~CUdeviceptr{511};
    ASSERT_EQ(cuTexRefSetAddress2D_v3(reference, &shape, aligned, 256), CUDA_SUCCESS);
    ASSERT_EQ(cuTexRefSetAddress2D_v2(reference, &shape, aligned, 256), CUDA_SUCCESS);
    ASSERT_EQ(cuTexRefGetAddress_v2(&found, reference), CUDA_SUCCESS);
    EXPECT_EQ(found, aligned);
    EXPECT_EQ(cuTexRefSetAddress2D_v3(reference, &shape, aligned + 4, 256), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuTexRefSetAddress2D_v3(reference, &shape, aligned, 252), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuTexRefSetAddress2D_v3(reference, &shape, aligned, 224), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuTexRefSetAddress2D_v3(reference, nullptr, aligned, 256), CUDA_ERROR_INVALID_VALUE);
    shape.Height = 65000;
    EXPECT_EQ(cuTexRefSetAddress2D_v3(reference, &shape, aligned, 256), CUDA_ERROR_INVALID_VALUE);
    const CUDA_ARRAY_DESCRIPTOR_v1 narrow_shape{64, 32, CU_AD_FORMAT_FLOAT, 1};
    EXPECT_EQ(cuTexRefSetAddress2D(reference, &narrow_shape, 0x1000, 256), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuMemFree_v2(memory), CUDA_SUCCESS);
    EXPECT_EQ(cuTexRefDestroy(reference), CUDA_SUCCESS);
}

TEST_F(OlderCalls, TextureReferencesTakeOverAnArraysFormat) {
    CUtexref reference = nullptr;
    ASSERT_EQ(cuTexRefCreate(&reference), CUDA_SUCCESS);
    const CUDA_ARRAY3D_DESCRIPTOR shape{16, 16, 0, CU_AD_FORMAT_UNSIGNED_INT8, 4, 0};
    CUarray array = nullptr;
    CUmipmappedArray levels = nullptr;
    ASSERT_EQ(cuArray3DCreate_v2(&array, &shape), CUDA_SUCCESS);
    ASSERT_EQ(cuMipmappedArrayCreate(&levels, &shape, 3), CUDA_SUCCESS);
    CUarray found = nullptr;
    EXPECT_EQ(cuTexRefGetArray(&found, reference), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuTexRefSetArray(reference, array, 0), CUDA_ERROR_INVALID_VALUE);
    ASSERT_EQ(cuTexRefSetArray(reference, array, CU_TRSA_OVERRIDE_FORMAT), CUDA_SUCCESS);
    ASSERT_EQ(cuTexRefGetArray(&found, reference), CUDA_SUCCESS);
    EXPECT_EQ(found, array);
    CUarray_format format{};
    int channels = 0;
    ASSERT_EQ(cuTexRefGetFormat(&format, &channels, reference), CUDA_SUCCESS);
    EXPECT_EQ(format, CU_AD_FORMAT_UNSIGNED_INT8);
    EXPECT_EQ(channels, 4);
    CUmipmappedArray found_levels = nullptr;
    EXPECT_EQ(cuTexRefGetMipmappedArray(&found_levels, reference), CUDA_ERROR_INVALID_VALUE);
    ASSERT_EQ(cuTexRefSetMipmappedArray(reference, levels, CU_TRSA_OVERRIDE_FORMAT), CUDA_SUCCESS);
    ASSERT_EQ(cuTexRefGetMipmappedArray(&found_levels, reference), CUDA_SUCCESS);
    EXPECT_EQ(found_levels, levels);
    EXPECT_EQ(cuTexRefGetArray(&found, reference), CUDA_ERROR_INVALID_VALUE);
    // A wild handle is none.
    const auto wild = reinterpret_cast<CUarray>(std::uintptr_t{0x1234});
    EXPECT_EQ(cuTexRefSetArray(reference, wild, CU_TRSA_OVERRIDE_FORMAT), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuTexRefSetFlags(reinterpret_cast<CUtexref>(wild), 0), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuMipmappedArrayDestroy(levels), CUDA_SUCCESS);
    EXPECT_EQ(cuArrayDestroy(array), CUDA_SUCCESS);
    EXPECT_EQ(cuTexRefDestroy(reference), CUDA_SUCCESS);
}

TEST_F(OlderCalls, CoreDumpsAreNotMadeAndSettingsAreKept) {
    bool is_on = true;
    std::size_t size = sizeof is_on;
    ASSERT_EQ(cuCoredumpGetAttribute(CU_COREDUMP_ENABLE_ON_EXCEPTION, &is_on, &size), CUDA_SUCCESS);
    EXPECT_FALSE(is_on);
    EXPECT_EQ(cuCoredumpSetAttribute(CU_COREDUMP_ENABLE_ON_EXCEPTION, &is_on, &size), CUDA_SUCCESS);
    is_on = true;
    EXPECT_EQ(cuCoredumpSetAttribute(CU_COREDUMP_ENABLE_ON_EXCEPTION, &is_on, &size), CUDA_ERROR_NOT_SUPPORTED);
    EXPECT_EQ(cuCoredumpSetAttributeGlobal(CU_COREDUMP_ENABLE_USER_TRIGGER, &is_on, &size), CUDA_ERROR_NOT_SUPPORTED);
    EXPECT_EQ(cuCoredumpSetAttribute(CU_COREDUMP_ENABLE_USER_TRIGGER, &is_on, &size), CUDA_ERROR_NOT_PERMITTED);
    ASSERT_EQ(cuCoredumpGetAttributeGlobal(CU_COREDUMP_ENABLE_USER_TRIGGER, &is_on, &size), CUDA_SUCCESS);
    EXPECT_FALSE(is_on);

    std::string name = "here";
    size = name.size() + 1;
    ASSERT_EQ(cuCoredumpSetAttribute(CU_COREDUMP_FILE, name.data(), &size), CUDA_SUCCESS);
    std::size_t needed = 0;
    ASSERT_EQ(cuCoredumpGetAttribute(CU_COREDUMP_FILE, nullptr, &needed), CUDA_SUCCESS);
    ASSERT_EQ(needed, 5U);
    std::vector<char> found(needed);
    ASSERT_EQ(cuCoredumpGetAttribute(CU_COREDUMP_FILE, found.data(), &needed), CUDA_SUCCESS);
    EXPECT_STREQ(found.data(), "here");
    // A context's setting is not the process's.
    ASSERT_EQ(cuCoredumpGetAttributeGlobal(CU_COREDUMP_FILE, nullptr, &needed), CUDA_SUCCESS);
    EXPECT_NE(needed, 5U);
    std::size_t too_few = 2;
    EXPECT_EQ(cuCoredumpGetAttribute(CU_COREDUMP_FILE, found.data(), &too_few), CUDA_ERROR_INVALID_VALUE);
    int flags = CU_COREDUMP_SKIP_LOCAL_MEMORY;
    size = sizeof flags;
    ASSERT_EQ(cuCoredumpSetAttributeGlobal(CU_COREDUMP_GENERATION_FLAGS, &flags, &size), CUDA_SUCCESS);
    flags = 0x4000;
    EXPECT_EQ(cuCoredumpSetAttributeGlobal(CU_COREDUMP_GENERATION_FLAGS, &flags, &size), CUDA_ERROR_INVALID_VALUE);
    ASSERT_EQ(cuCoredumpGetAttributeGlobal(CU_COREDUMP_GENERATION_FLAGS, &flags, &size), CUDA_SUCCESS);
    EXPECT_EQ(flags, CU_COREDUMP_SKIP_LOCAL_MEMORY);
    EXPECT_EQ(cuCoredumpGetAttribute(static_cast<CUcoredumpSettings>(99), &flags, &size), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuCoredumpSetAttribute(CU_COREDUMP_FILE, nullptr, &size), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuCoredumpGetAttribute(CU_COREDUMP_FILE, nullptr, nullptr), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(OlderCalls, NotificationsAreRegisteredOnce) {
    const auto callback = [](CUasyncNotificationInfo*, void*, CUasyncCallbackHandle) {};
    CUasyncCallbackHandle handle = nullptr;
    ASSERT_EQ(cuDeviceRegisterAsyncNotification(0, callback, nullptr, &handle), CUDA_SUCCESS);
    EXPECT_EQ(cuDeviceUnregisterAsyncNotification(1, handle), CUDA_ERROR_INVALID_DEVICE);
    EXPECT_EQ(cuDeviceUnregisterAsyncNotification(0, handle), CUDA_SUCCESS);
    EXPECT_EQ(cuDeviceUnregisterAsyncNotification(0, handle), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuDeviceRegisterAsyncNotification(0, nullptr, nullptr, &handle), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuDeviceRegisterAsyncNotification(0, callback, nullptr, nullptr), CUDA_ERROR_INVALID_VALUE);
    cudaAsyncCallbackHandle_t other = nullptr;
    const auto runtime_callback = [](cudaAsyncNotificationInfo_t*, void*, cudaAsyncCallbackHandle_t) {};
    ASSERT_EQ(runtime::cudaDeviceRegisterAsyncNotification(0, runtime_callback, nullptr, &other), cudaSuccess);
    EXPECT_EQ(runtime::cudaDeviceUnregisterAsyncNotification(0, other), cudaSuccess);
    EXPECT_EQ(runtime::cudaDeviceUnregisterAsyncNotification(0, other), cudaErrorInvalidValue);
}

}  // namespace
}  // namespace ringfence::driver
