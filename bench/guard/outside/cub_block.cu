// CUB's algorithms for blocks and warps, in kernels as its documentation has them.
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_shuffle.cuh>
#include <cub/block/block_store.cuh>
#include <cub/warp/warp_merge_sort.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

extern "C" __global__ void block_reduce(const int* in, int* out) {
    using Load = cub::BlockLoad<int, 256, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
    using Reduce = cub::BlockReduce<int, 256>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Reduce::TempStorage reduce;
    } memory;
    int items[4];
    Load(memory.load).Load(in + blockIdx.x * 1024, items);
    __syncthreads();
    const int sum = Reduce(memory.reduce).Sum(items);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

extern "C" __global__ void block_scan(const int* in, int* out) {
    using Load = cub::BlockLoad<int, 128, 8, cub::BLOCK_LOAD_TRANSPOSE>;
    using Store = cub::BlockStore<int, 128, 8, cub::BLOCK_STORE_TRANSPOSE>;
    using Scan = cub::BlockScan<int, 128, cub::BLOCK_SCAN_RAKING>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Store::TempStorage store;
        typename Scan::TempStorage scan;
    } memory;
    int items[8];
    Load(memory.load).Load(in + blockIdx.x * 1024, items);
    __syncthreads();
    Scan(memory.scan).ExclusiveSum(items, items);
    __syncthreads();
    Store(memory.store).Store(out + blockIdx.x * 1024, items);
}

extern "C" __global__ void block_radix_sort(const unsigned* in, unsigned* out) {
    using Sort = cub::BlockRadixSort<unsigned, 128, 8>;
    __shared__ typename Sort::TempStorage memory;
    unsigned keys[8];
    cub::LoadDirectBlocked(threadIdx.x, in + blockIdx.x * 1024, keys);
    Sort(memory).SortBlockedToStriped(keys);
    cub::StoreDirectStriped<128>(threadIdx.x, out + blockIdx.x * 1024, keys);
}

struct Less {
    __device__ bool operator()(int a, int b) const { return a < b; }
};

extern "C" __global__ void block_merge_sort(const int* in, int* out) {
    using Sort = cub::BlockMergeSort<int, 256, 4>;
    __shared__ typename Sort::TempStorage memory;
    int keys[4];
    cub::LoadDirectBlocked(threadIdx.x, in + blockIdx.x * 1024, keys);
    Sort(memory).Sort(keys, Less());
    cub::StoreDirectBlocked(threadIdx.x, out + blockIdx.x * 1024, keys);
}

extern "C" __global__ void block_histogram(const unsigned char* in, unsigned* out) {
    using Histogram = cub::BlockHistogram<unsigned char, 128, 8, 256, cub::BLOCK_HISTO_SORT>;
    __shared__ typename Histogram::TempStorage memory;
    __shared__ unsigned bins[256];
    unsigned char items[8];
    cub::LoadDirectBlocked(threadIdx.x, in + blockIdx.x * 1024, items);
    Histogram(memory).Histogram(items, bins);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += 128)
        out[blockIdx.x * 256 + i] = bins[i];
}

extern "C" __global__ void block_exchange(const int* in, int* out) {
    using Exchange = cub::BlockExchange<int, 128, 8>;
    __shared__ typename Exchange::TempStorage memory;
    int items[8];
    cub::LoadDirectStriped<128>(threadIdx.x, in + blockIdx.x * 1024, items);
    Exchange(memory).StripedToBlocked(items, items);
    for (int i = 1; i < 8; ++i)
        items[i] += items[i - 1];
    __syncthreads();
    Exchange(memory).BlockedToStriped(items, items);
    cub::StoreDirectStriped<128>(threadIdx.x, out + blockIdx.x * 1024, items);
}

extern "C" __global__ void block_flags(const int* in, int* out) {
    using Heads = cub::BlockDiscontinuity<int, 256>;
    __shared__ typename Heads::TempStorage memory;
    int items[4], flags[4];
    cub::LoadDirectBlocked(threadIdx.x, in + blockIdx.x * 1024, items);
    Heads(memory).FlagHeads(flags, items, cuda::std::not_equal_to<>());
    cub::StoreDirectBlocked(threadIdx.x, out + blockIdx.x * 1024, flags);
}

extern "C" __global__ void warp_scan(const int* in, int* out) {
    using Scan = cub::WarpScan<int>;
    __shared__ typename Scan::TempStorage memory[8];
    const int id = blockIdx.x * 256 + threadIdx.x;
    int value = in[id];
    Scan(memory[threadIdx.x / 32]).InclusiveSum(value, value);
    out[id] = value;
}

extern "C" __global__ void warp_reduce(const int* in, int* out) {
    using Reduce = cub::WarpReduce<int, 16>;
    __shared__ typename Reduce::TempStorage memory[16];
    const int id = blockIdx.x * 256 + threadIdx.x;
    const int sum = Reduce(memory[threadIdx.x / 16]).Reduce(in[id], [](int a, int b) { return a > b ? a : b; });
    if (threadIdx.x % 16 == 0) out[id / 16] = sum;
}

extern "C" __global__ void warp_sort(const int* in, int* out) {
    using Sort = cub::WarpMergeSort<int, 4, 32>;
    __shared__ typename Sort::TempStorage memory[4];
    int keys[4];
    cub::LoadDirectBlocked(threadIdx.x, in + blockIdx.x * 512, keys);
    Sort(memory[threadIdx.x / 32]).Sort(keys, Less());
    cub::StoreDirectBlocked(threadIdx.x, out + blockIdx.x * 512, keys);
}
