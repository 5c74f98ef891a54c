// Questions about memory: pools and who may use them, pointers' attributes, advice about managed memory, flags of
// pinned memory; the driver's calls, and batches of prefetches.
#include <cuda.h>

#include "check.h"

CUdeviceptr address_of(const void* memory) {
    return reinterpret_cast<CUdeviceptr>(memory);
}

void pools() {
    CUmemoryPool standard, current, own;
    CHECK(cuDeviceGetDefaultMemPool(&standard, 0));
    CHECK(cuDeviceGetMemPool(&current, 0));
    EXPECT(current == standard, "another pool is used at first");
    CUmemPoolProps properties = {};
    properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    CHECK(cuMemPoolCreate(&own, &properties));
    CHECK(cuDeviceSetMemPool(0, own));
    CHECK(cuDeviceGetMemPool(&current, 0));
    EXPECT(current == own, "it is not used");
    cuuint64_t threshold = 1 << 20, read = 0;
    CHECK(cuMemPoolSetAttribute(own, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &threshold));
    CHECK(cuMemPoolGetAttribute(own, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &read));
    EXPECT(read == threshold, "threshold %llu", (unsigned long long)read);
    CUmemAccessDesc access = {};
    access.location = properties.location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    CHECK(cuMemPoolSetAccess(own, &access, 1));
    CUmemAccess_flags flags = CU_MEM_ACCESS_FLAGS_PROT_NONE;
    CHECK(cuMemPoolGetAccess(&flags, own, &access.location));
    EXPECT(flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE, "access %d", int(flags));
    void* memory;
    CHECK(cudaMallocAsync(&memory, 1000, nullptr));
    CUmemoryPool of = nullptr;
    CHECK(cuPointerGetAttribute(&of, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, address_of(memory)));
    EXPECT(of == own, "the memory is another pool's");
    CHECK(cuMemPoolGetAttribute(own, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &read));
    EXPECT(read >= 1000, "%llu bytes are used", (unsigned long long)read);
    CHECK(cudaFreeAsync(memory, nullptr));
    CHECK(cudaDeviceSynchronize());
    CHECK(cuMemPoolTrimTo(own, 0));
    CHECK(cuMemPoolDestroy(own));
    CHECK(cuDeviceGetMemPool(&current, 0));
    EXPECT(current == standard, "a pool that is gone is used");
}

void pointers() {
    char* memory = e2e::device_array<char>(1000);
    unsigned type = 0;
    int ordinal = 7;
    size_t size = 0;
    CUdeviceptr start = 0;
    unsigned managed = 77;
    CUpointer_attribute attributes[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
                                        CU_POINTER_ATTRIBUTE_RANGE_SIZE, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
                                        CU_POINTER_ATTRIBUTE_IS_MANAGED};
    void* places[] = {&type, &ordinal, &size, &start, &managed};
    CHECK(cuPointerGetAttributes(5, attributes, places, address_of(memory + 10)));
    EXPECT(type == CU_MEMORYTYPE_DEVICE && ordinal == 0 && managed == 0, "type %u of device %d", type, ordinal);
    EXPECT(start == address_of(memory) && size >= 1000, "%zu bytes", size);
    // Memory that CUDA does not know is no error here. Drivers differ in the size that they give it.
    int local = 0;
    CHECK(cuPointerGetAttributes(5, attributes, places, address_of(&local)));
    EXPECT(type == 0, "type %u", type);
    const int yes = 1;
    CHECK(cuPointerSetAttribute(&yes, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, address_of(memory)));
    CHECK(cudaFree(memory));
    void* host;
    unsigned flags = 0;
    CHECK(cudaHostAlloc(&host, 4096, cudaHostAllocMapped | cudaHostAllocPortable));
    CHECK(cuMemHostGetFlags(&flags, host));
    EXPECT((flags & CU_MEMHOSTALLOC_DEVICEMAP) != 0, "flags %x", flags);
    CHECK(cudaFreeHost(host));
}

void advice() {
    const size_t bytes = 1 << 20;
    void* memory;
    CHECK(cudaMallocManaged(&memory, bytes));
    const CUdeviceptr address = address_of(memory);
    const CUmemLocation device = {CU_MEM_LOCATION_TYPE_DEVICE, 0}, host = {CU_MEM_LOCATION_TYPE_HOST, 0};
    CHECK(cuMemAdvise(address, bytes, CU_MEM_ADVISE_SET_READ_MOSTLY, device));
    CHECK(cuMemAdvise(address, bytes, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, device));
    int mostly = 7, preferred = 7, type = 7;
    void* places[] = {&mostly, &preferred, &type};
    size_t sizes[] = {4, 4, 4};
    CUmem_range_attribute attributes[] = {CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION,
                                          CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE};
    CHECK(cuMemRangeGetAttributes(places, sizes, attributes, 3, address, bytes));
    EXPECT(mostly == 1 && preferred == 0 && type == CU_MEM_LOCATION_TYPE_DEVICE, "%d, %d, %d", mostly, preferred, type);
    CHECK(cuMemAdvise(address, bytes, CU_MEM_ADVISE_UNSET_READ_MOSTLY, device));
    CHECK(cuMemAdvise(address, bytes, CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION, device));
    CHECK(cuMemRangeGetAttributes(places, sizes, attributes, 3, address, bytes));
    EXPECT(mostly == 0 && preferred == CU_DEVICE_INVALID, "%d, %d", mostly, preferred);
    CHECK(cuMemPrefetchAsync(address, bytes, device, 0, nullptr));
    CHECK(cudaDeviceSynchronize());
    int last = 7;
    CHECK(cuMemRangeGetAttribute(&last, 4, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, address, bytes));
    EXPECT(last == 0, "last prefetched to %d", last);
    CHECK(cuMemPrefetchAsync(address, bytes, host, 0, nullptr));
    CHECK(cudaDeviceSynchronize());
    CHECK(cuMemRangeGetAttribute(&last, 4, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, address, bytes));
    EXPECT(last == CU_DEVICE_CPU, "last prefetched to %d", last);
    CHECK(cudaFree(memory));
}

int main() {
    CHECK(cudaFree(nullptr));
    pools();
    pointers();
    advice();
    return e2e::passed();
}
