// Memory of cuMemCreate, imported by its file descriptor as external memory: buffers in it, and what is refused.
#include <cuda.h>

#include <unistd.h>

#include "check.h"

namespace {

constexpr int count = 1 << 16;

__global__ void add_index(int* data, int more) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) data[i] += i + more;
}

struct Made {
    CUmemGenericAllocationHandle memory = 0;
    std::size_t bytes = 0;
    CUdeviceptr address = 0;
    int file = -1;
};

Made make_memory() {
    CUmemAllocationProp wanted = {};
    wanted.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    wanted.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    wanted.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    Made made;
    std::size_t unit = 0;
    CHECK(cuMemGetAllocationGranularity(&unit, &wanted, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    made.bytes = (2 * count * sizeof(int) + unit - 1) / unit * unit;
    CHECK(cuMemCreate(&made.memory, made.bytes, &wanted, 0));
    CHECK(cuMemAddressReserve(&made.address, made.bytes, 0, 0, 0));
    CHECK(cuMemMap(made.address, made.bytes, 0, made.memory, 0));
    CUmemAccessDesc access = {};
    access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    CHECK(cuMemSetAccess(made.address, made.bytes, &access, 1));
    CHECK(cuMemExportToShareableHandle(&made.file, made.memory, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    CHECK(cudaMemset(reinterpret_cast<void*>(made.address), 0, made.bytes));
    return made;
}

cudaExternalMemory_t import(const Made& made) {
    cudaExternalMemoryHandleDesc asked = {};
    asked.type = cudaExternalMemoryHandleTypeOpaqueFd;
    asked.handle.fd = made.file;
    asked.size = made.bytes;
    cudaExternalMemory_t result = nullptr;
    EXPECT_STATUS(cudaErrorInvalidValue, cudaImportExternalMemory(nullptr, &asked));
    EXPECT_STATUS(cudaErrorInvalidValue, cudaImportExternalMemory(&result, nullptr));
    (void)cudaGetLastError();
    CHECK(cudaImportExternalMemory(&result, &asked));
    return result;
}

int* buffer_at(cudaExternalMemory_t external, std::size_t offset) {
    cudaExternalMemoryBufferDesc asked = {};
    asked.offset = offset;
    asked.size = count * sizeof(int);
    void* result = nullptr;
    CHECK(cudaExternalMemoryGetMappedBuffer(&result, external, &asked));
    return static_cast<int*>(result);
}

}  // namespace

int main() {
    CHECK(cudaFree(nullptr));
    const Made made = make_memory();
    const cudaExternalMemory_t external = import(made);
    int* const first = buffer_at(external, 0);
    int* const second = buffer_at(external, count * sizeof(int));
    add_index<<<count / 256, 256>>>(first, 3);
    add_index<<<count / 256, 256>>>(second, 7);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    const int* const mapped = reinterpret_cast<const int*>(made.address);
    e2e::expect_each("first", e2e::fetch(mapped, count), [](std::size_t i) { return int(i) + 3; });
    e2e::expect_each("second", e2e::fetch(mapped + count, count), [](std::size_t i) { return int(i) + 7; });
    CHECK(cudaFree(first));
    CHECK(cudaFree(second));
    CHECK(cudaDestroyExternalMemory(external));
    CHECK(cuMemUnmap(made.address, made.bytes));
    CHECK(cuMemAddressFree(made.address, made.bytes));
    CHECK(cuMemRelease(made.memory));
    return e2e::passed();
}
