#include <cstdlib>

#include <gtest/gtest.h>

#include "api/driver_functions.h"
#include "api/runtime_functions.h"

namespace ringfence {
namespace {

TEST(Uninitialized, TheDriverSaysSo) {
    int value = 0;
    CUdeviceptr address = 0;
    EXPECT_EQ(driver::cuDeviceGetCount(&value), CUDA_ERROR_NOT_INITIALIZED);
    EXPECT_EQ(driver::cuMemAlloc_v2(&address, 16), CUDA_ERROR_NOT_INITIALIZED);
    EXPECT_EQ(driver::cuCtxSynchronize(), CUDA_ERROR_NOT_INITIALIZED);
    EXPECT_EQ(driver::cuInit(1), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(driver::cuDriverGetVersion(&value), CUDA_SUCCESS);
    EXPECT_EQ(value, 13000);
}

TEST(Uninitialized, WithoutASupervisorThereIsNoDevice) {
    setenv("RINGFENCE_SOCKET", "/nonexistent/ringfenced.sock", 1);
    int count = -1;
    EXPECT_EQ(runtime::cudaGetDeviceCount(&count), cudaErrorNoDevice);
    EXPECT_EQ(count, 0);
    EXPECT_EQ(runtime::cudaPeekAtLastError(), cudaErrorNoDevice);
    EXPECT_EQ(runtime::cudaGetLastError(), cudaErrorNoDevice);
    EXPECT_EQ(runtime::cudaGetLastError(), cudaSuccess);
    int device = -1;
    EXPECT_EQ(runtime::cudaGetDevice(&device), cudaSuccess) << "answered without a session";
}

TEST(Uninitialized, EntryPointsAreFoundByNameAndVersion) {
    void* found = nullptr;
    CUdriverProcAddressQueryResult result{};
    EXPECT_EQ(driver::cuGetProcAddress_v2("cuMemAlloc", &found, 13000, 0, &result), CUDA_SUCCESS);
    EXPECT_EQ(result, CU_GET_PROC_ADDRESS_SUCCESS);
    EXPECT_NE(found, nullptr);
    EXPECT_EQ(driver::cuGetProcAddress_v2("cuNoSuchThing", &found, 13000, 0, &result), CUDA_SUCCESS);
    EXPECT_EQ(result, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    EXPECT_EQ(driver::cuGetProcAddress("cuNoSuchThing", &found, 13000, 0), CUDA_ERROR_NOT_FOUND);
}

TEST(Uninitialized, NamesOfErrors) {
    const char* text = nullptr;
    EXPECT_EQ(driver::cuGetErrorName(CUDA_ERROR_INVALID_VALUE, &text), CUDA_SUCCESS);
    EXPECT_STREQ(text, "CUDA_ERROR_INVALID_VALUE");
    EXPECT_EQ(driver::cuGetErrorName(static_cast<CUresult>(12345), &text), CUDA_ERROR_INVALID_VALUE);
    EXPECT_STREQ(runtime::cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue");
    EXPECT_STREQ(runtime::cudaGetErrorString(static_cast<cudaError_t>(12345)), "unrecognized error code");
}

}  // namespace
}  // namespace ringfence
