// CUB's primitives of a block: reduction, scan, radix sort, and the exchange between layouts.
#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>

constexpr int threads = 128;
constexpr int items = 4;

extern "C" __global__ void block_sums(const int* in, int* out) {
    using Reduce = cub::BlockReduce<int, threads>;
    __shared__ typename Reduce::TempStorage storage;
    const int sum = Reduce(storage).Sum(in[blockIdx.x * threads + threadIdx.x]);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

extern "C" __global__ void block_scan(int* in, int* out) {
    using Load = cub::BlockLoad<int, threads, items, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
    using Store = cub::BlockStore<int, threads, items, cub::BLOCK_STORE_TRANSPOSE>;
    using Scan = cub::BlockScan<int, threads>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Store::TempStorage store;
        typename Scan::TempStorage scan;
    } storage;
    int values[items];
    const int base = blockIdx.x * threads * items;
    Load(storage.load).Load(in + base, values);
    __syncthreads();
    Scan(storage.scan).ExclusiveSum(values, values);
    __syncthreads();
    Store(storage.store).Store(out + base, values);
}

extern "C" __global__ void block_sort(float* keys, int* values) {
    using Sort = cub::BlockRadixSort<float, threads, items, int>;
    __shared__ typename Sort::TempStorage storage;
    float k[items];
    int v[items];
    const int base = blockIdx.x * threads * items;
    cub::LoadDirectBlocked(threadIdx.x, keys + base, k);
    cub::LoadDirectBlocked(threadIdx.x, values + base, v);
    Sort(storage).SortDescending(k, v);
    cub::StoreDirectBlocked(threadIdx.x, keys + base, k);
    cub::StoreDirectBlocked(threadIdx.x, values + base, v);
}
