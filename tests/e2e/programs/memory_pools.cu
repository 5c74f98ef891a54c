// Allocation in the order of a stream: from the default pool and from one of our own, reuse, attributes, trimming.
#include "check.h"

__global__ void fill(unsigned* data, int count, unsigned value) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) data[i] = value + i;
}

void fill_and_check(cudaStream_t stream, cudaMemPool_t pool) {
    const int count = 50000;
    unsigned* host;
    CHECK(cudaMallocHost(&host, count * sizeof(unsigned)));
    for (unsigned round = 0; round < 5; ++round) {
        unsigned *a, *b;
        CHECK(pool ? cudaMallocFromPoolAsync(&a, count * sizeof(unsigned), pool, stream)
                   : cudaMallocAsync(&a, count * sizeof(unsigned), stream));
        CHECK(cudaMallocAsync(&b, count * sizeof(unsigned), stream));
        EXPECT(a != b, "two allocations at one address");
        fill<<<(count + 255) / 256, 256, 0, stream>>>(a, count, round);
        fill<<<(count + 255) / 256, 256, 0, stream>>>(b, count, round + 100);
        CHECK(cudaMemcpyAsync(host, a, count * sizeof(unsigned), cudaMemcpyDeviceToHost, stream));
        CHECK(cudaFreeAsync(b, stream));
        CHECK(cudaFreeAsync(a, stream));
        CHECK(cudaStreamSynchronize(stream));
        e2e::expect_each("a", host, count, [&](auto i) { return round + i; });
    }
    CHECK(cudaFreeHost(host));
}

int main() {
    int supported = 0;
    CHECK(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0));
    EXPECT(supported == 1, "the device has no memory pools");
    cudaStream_t stream, other;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamCreate(&other));
    cudaMemPool_t standard, current, own;
    CHECK(cudaDeviceGetDefaultMemPool(&standard, 0));
    CHECK(cudaDeviceGetMemPool(&current, 0));
    EXPECT(standard == current, "the default pool is not the current one");
    fill_and_check(stream, nullptr);

    cudaMemPoolProps properties = {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id = 0;
    CHECK(cudaMemPoolCreate(&own, &properties));
    unsigned long long threshold = ~0ull, read_back = 0;
    CHECK(cudaMemPoolSetAttribute(own, cudaMemPoolAttrReleaseThreshold, &threshold));
    CHECK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrReleaseThreshold, &read_back));
    EXPECT(read_back == threshold, "the threshold is %llu", read_back);
    fill_and_check(stream, own);
    unsigned long long used = 1, reserved = 0;
    CHECK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &used));
    CHECK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrReservedMemCurrent, &reserved));
    EXPECT(used == 0, "%llu bytes in use after everything was freed", used);
    EXPECT(reserved != 0, "nothing is reserved, though the pool may keep everything");
    CHECK(cudaMemPoolTrimTo(own, 0));
    CHECK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrReservedMemCurrent, &reserved));
    EXPECT(reserved == 0, "%llu bytes reserved after trimming", reserved);

    // A pool gives no more than it may have.
    cudaMemPool_t small;
    void *within = nullptr, *beyond = nullptr;
    properties.maxSize = 64 << 20;
    CHECK(cudaMemPoolCreate(&small, &properties));
    CHECK(cudaMallocFromPoolAsync(&within, 16 << 20, small, stream));
    EXPECT_STATUS(cudaErrorMemoryAllocation, cudaMallocFromPoolAsync(&beyond, 256 << 20, small, stream));
    EXPECT_STATUS(cudaErrorMemoryAllocation, cudaGetLastError());
    CHECK(cudaFreeAsync(within, stream));
    CHECK(cudaMallocFromPoolAsync(&within, 16 << 20, small, stream));
    CHECK(cudaFreeAsync(within, stream));
    CHECK(cudaMemPoolDestroy(small));

    // Freed on another stream, after an event; and freed the plain way.
    unsigned* shared;
    cudaEvent_t event;
    CHECK(cudaEventCreate(&event));
    CHECK(cudaMallocAsync(&shared, 4096, stream));
    fill<<<4, 256, 0, stream>>>(shared, 1024, 9);
    CHECK(cudaEventRecord(event, stream));
    CHECK(cudaStreamWaitEvent(other, event, 0));
    fill<<<2, 256, 0, other>>>(shared, 512, 5);
    CHECK(cudaFreeAsync(shared, other));
    CHECK(cudaStreamSynchronize(other));
    CHECK(cudaMallocAsync(&shared, 4096, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaFree(shared));
    CHECK(cudaMemPoolDestroy(own));
    CHECK(cudaEventDestroy(event));
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaStreamDestroy(other));
    return e2e::passed();
}
