// compile: 75 80
// compile: 90 120
// compile: 86 -lineinfo
// CUB's block and warp primitives.
#include <cub/cub.cuh>

template <typename T>
__global__ void block(T* data, T* out) {
    using Load = cub::BlockLoad<T, 128, 4, cub::BLOCK_LOAD_TRANSPOSE>;
    using Sort = cub::BlockRadixSort<T, 128, 4>;
    using Scan = cub::BlockScan<T, 128>;
    using Reduce = cub::BlockReduce<T, 128>;
    using Store = cub::BlockStore<T, 128, 4, cub::BLOCK_STORE_VECTORIZE>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Sort::TempStorage sort;
        typename Scan::TempStorage scan;
        typename Reduce::TempStorage reduce;
        typename Store::TempStorage store;
    } scratch;
    T items[4], total;
    Load(scratch.load).Load(data, items);
    __syncthreads();
    Sort(scratch.sort).Sort(items);
    __syncthreads();
    Scan(scratch.scan).ExclusiveSum(items, items, total);
    __syncthreads();
    T sum = Reduce(scratch.reduce).Sum(items);
    __syncthreads();
    Store(scratch.store).Store(out, items);
    if (threadIdx.x == 0) out[512] = sum + total;
}
template __global__ void block<int>(int*, int*);
template __global__ void block<float>(float*, float*);

__global__ void warp(int* data, int2* pairs) {
    using Reduce = cub::WarpReduce<int>;
    using Scan = cub::WarpScan<int, 16>;
    using Sort = cub::WarpMergeSort<int, 2, 32>;
    __shared__ typename Reduce::TempStorage reduce;
    __shared__ typename Scan::TempStorage scan;
    __shared__ typename Sort::TempStorage sort;
    int v = data[threadIdx.x];
    int largest = Reduce(reduce).Reduce(v, cuda::maximum<>{});
    Scan(scan).InclusiveSum(v, v);
    int keys[2] = {v, largest};
    Sort(sort).Sort(keys, [](int a, int b) { return a > b; });
    pairs[threadIdx.x] = make_int2(keys[0], keys[1]);
}
