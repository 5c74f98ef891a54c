// Memory of cuMemCreate, imported again by its file descriptor as external memory.
#include <fcntl.h>
#include <unistd.h>

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "worker_process.h"

namespace ringfence::runtime {
namespace {

constexpr std::uint64_t unit = std::uint64_t{2} << 20;

class ExternalMemory : public test::WithWorker {
protected:
    void SetUp() override {
        ASSERT_EQ(cudaFree(nullptr), cudaSuccess);
        CUmemAllocationProp wanted = {};
        wanted.type = CU_MEM_ALLOCATION_TYPE_PINNED;
        wanted.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
        wanted.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
        ASSERT_EQ(driver::cuMemCreate(&memory_, unit, &wanted, 0), CUDA_SUCCESS);
        ASSERT_EQ(driver::cuMemAddressReserve(&mapped_, unit, 0, 0, 0), CUDA_SUCCESS);
        ASSERT_EQ(driver::cuMemMap(mapped_, unit, 0, memory_, 0), CUDA_SUCCESS);
        export_again();
    }
    void TearDown() override {
        EXPECT_EQ(driver::cuMemUnmap(mapped_, unit), CUDA_SUCCESS);
        EXPECT_EQ(driver::cuMemAddressFree(mapped_, unit), CUDA_SUCCESS);
        EXPECT_EQ(driver::cuMemRelease(memory_), CUDA_SUCCESS);
        if (fcntl(file_, F_GETFD) >= 0) close(file_);
    }
    void export_again() {
        ASSERT_EQ(driver::cuMemExportToShareableHandle(&file_, memory_, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0),
                  CUDA_SUCCESS);
    }
    cudaExternalMemoryHandleDesc described(std::uint64_t bytes = unit) const {
        cudaExternalMemoryHandleDesc result = {};
        result.type = cudaExternalMemoryHandleTypeOpaqueFd;
        result.handle.fd = file_;
        result.size = bytes;
        return result;
    }
    static cudaExternalMemoryBufferDesc part(std::uint64_t offset, std::uint64_t bytes) {
        cudaExternalMemoryBufferDesc result = {};
        result.offset = offset;
        result.size = bytes;
        return result;
    }

    CUmemGenericAllocationHandle memory_ = 0;
    CUdeviceptr mapped_ = 0;
    int file_ = -1;
};

TEST_F(ExternalMemory, BuffersAreTheSameMemory) {
    const auto asked = described();
    cudaExternalMemory_t external = nullptr;
    ASSERT_EQ(cudaImportExternalMemory(&external, &asked), cudaSuccess);
    EXPECT_EQ(fcntl(file_, F_GETFD), -1);  // it is CUDA's now, and closed
    const auto all = part(0, unit);
    const auto some = part(4096, 4096);
    void* whole = nullptr;
    void* inside = nullptr;
    ASSERT_EQ(cudaExternalMemoryGetMappedBuffer(&whole, external, &all), cudaSuccess);
    ASSERT_EQ(cudaExternalMemoryGetMappedBuffer(&inside, external, &some), cudaSuccess);
    std::vector<int> numbers(1024);
    std::iota(numbers.begin(), numbers.end(), 5);
    ASSERT_EQ(cudaMemcpy(inside, numbers.data(), 4096, cudaMemcpyHostToDevice), cudaSuccess);
    std::vector<int> seen(1024);
    ASSERT_EQ(driver::cuMemcpyDtoH_v2(seen.data(), mapped_ + 4096, 4096), CUDA_SUCCESS);
    EXPECT_EQ(seen, numbers);
    // Buffers outlive the object.
    ASSERT_EQ(cudaDestroyExternalMemory(external), cudaSuccess);
    EXPECT_EQ(cudaDestroyExternalMemory(external), cudaErrorInvalidResourceHandle);
    std::fill(seen.begin(), seen.end(), 0);
    ASSERT_EQ(cudaMemcpy(seen.data(), static_cast<char*>(whole) + 4096, 4096, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(seen, numbers);
    EXPECT_EQ(cudaFree(inside), cudaSuccess);
    EXPECT_EQ(cudaFree(inside), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFree(whole), cudaSuccess);
}

TEST_F(ExternalMemory, MisuseIsRefused) {
    auto asked = described();
    cudaExternalMemory_t external = nullptr;
    EXPECT_EQ(cudaImportExternalMemory(nullptr, &asked), cudaErrorInvalidValue);
    EXPECT_EQ(cudaImportExternalMemory(&external, nullptr), cudaErrorInvalidValue);
    asked.size = 0;
    EXPECT_EQ(cudaImportExternalMemory(&external, &asked), cudaErrorInvalidValue);
    asked = described(2 * unit);
    EXPECT_EQ(cudaImportExternalMemory(&external, &asked), cudaErrorInvalidValue);
    asked = described();
    asked.flags = 2;
    EXPECT_EQ(cudaImportExternalMemory(&external, &asked), cudaErrorInvalidValue);
    asked = described();
    asked.type = cudaExternalMemoryHandleTypeNvSciBuf;
    EXPECT_EQ(cudaImportExternalMemory(&external, &asked), cudaErrorNotSupported);
    asked.type = static_cast<cudaExternalMemoryHandleType>(77);
    EXPECT_EQ(cudaImportExternalMemory(&external, &asked), cudaErrorInvalidValue);
    asked = described();
    asked.handle.fd = -1;
    EXPECT_EQ(cudaImportExternalMemory(&external, &asked), cudaErrorInvalidResourceHandle);
    const int other = open("/dev/null", O_RDONLY | O_CLOEXEC);
    asked.handle.fd = other;
    EXPECT_EQ(cudaImportExternalMemory(&external, &asked), cudaErrorInvalidResourceHandle);
    EXPECT_GE(fcntl(other, F_GETFD), 0);  // what could not be imported stays the program's
    close(other);
    EXPECT_GE(fcntl(file_, F_GETFD), 0);

    asked = described(unit / 2);  // less than there is
    ASSERT_EQ(cudaImportExternalMemory(&external, &asked), cudaSuccess);
    void* pointer = nullptr;
    const auto beyond = part(unit / 2 - 16, 32);
    const auto nothing = part(0, 0);
    const auto wraps = part(16, ~std::uint64_t{0});
    auto flagged = part(0, 16);
    flagged.flags = 1;
    for (const auto& wrong : {beyond, nothing, wraps, flagged})
        EXPECT_EQ(cudaExternalMemoryGetMappedBuffer(&pointer, external, &wrong), cudaErrorInvalidValue);
    EXPECT_EQ(cudaExternalMemoryGetMappedBuffer(&pointer, external, nullptr), cudaErrorInvalidValue);
    const auto good = part(0, 16);
    EXPECT_EQ(cudaExternalMemoryGetMappedBuffer(&pointer, nullptr, &good), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaDestroyExternalMemory(external), cudaSuccess);
}

TEST_F(ExternalMemory, NoLibraryHasUnifiedFunctions) {
    void* function = nullptr;
    EXPECT_EQ(cudaLibraryGetUnifiedFunction(&function, nullptr, "f"), cudaErrorInvalidResourceHandle);
    cudaLibrary_t library = nullptr;
    constexpr const char* text = ".version 8.0\n.target sm_70\n.address_size 64\n.visible .entry f() { ret; }\n";
    ASSERT_EQ(cudaLibraryLoadData(&library, text, nullptr, nullptr, 0, nullptr, nullptr, 0), cudaSuccess);
    EXPECT_EQ(cudaLibraryGetUnifiedFunction(&function, library, "f"), cudaErrorSymbolNotFound);
    EXPECT_EQ(cudaLibraryGetUnifiedFunction(nullptr, library, "f"), cudaErrorInvalidValue);
    EXPECT_EQ(cudaLibraryGetUnifiedFunction(&function, library, nullptr), cudaErrorInvalidValue);
    EXPECT_EQ(cudaLibraryUnload(library), cudaSuccess);
}

}  // namespace
}  // namespace ringfence::runtime
