// A call of each of CUB's device algorithms, for int and double. Nobody runs it: families.py counts its kernels.
#include <cub/cub.cuh>

struct Twice {
    template <typename T>
    __host__ __device__ T operator()(T x) const {
        return x + x;
    }
};
struct Positive {
    template <typename T>
    __host__ __device__ bool operator()(T x) const {
        return x > T(0);
    }
};
struct Touch {
    template <typename T>
    __device__ void operator()(T& x) const {
        x += T(1);
    }
};
struct At {
    __device__ void operator()(int) const {}
};
struct InExtents {
    __device__ void operator()(int, int, int) const {}
};
struct Product {
    template <typename T>
    __host__ __device__ T operator()(T x, T y) const {
        return x * y;
    }
};

// What all of them are given.
template <typename T>
struct Given {
    void* temporary = nullptr;
    std::size_t bytes = 0;
    T *in = nullptr, *other = nullptr, *out = nullptr, *values = nullptr, *values_out = nullptr;
    T **many = nullptr, **many_out = nullptr;
    int *counts = nullptr, *begins = nullptr, *ends = nullptr, *sizes = nullptr;
    char* flags = nullptr;
    int n = 1 << 20, segments = 100;
};

template <typename T>
void reductions(Given<T> g) {
    cuda::std::plus<> plus;
    cub::DeviceReduce::Reduce(g.temporary, g.bytes, g.in, g.out, g.n, plus, T(0));
    cub::DeviceReduce::Sum(g.temporary, g.bytes, g.in, g.out, g.n);
    cub::DeviceReduce::Min(g.temporary, g.bytes, g.in, g.out, g.n);
    cub::DeviceReduce::Max(g.temporary, g.bytes, g.in, g.out, g.n);
    cub::DeviceReduce::ArgMin(g.temporary, g.bytes, g.in, g.out, g.counts, g.n);
    cub::DeviceReduce::ArgMax(g.temporary, g.bytes, g.in, g.out, g.counts, g.n);
    cub::DeviceReduce::TransformReduce(g.temporary, g.bytes, g.in, g.out, g.n, plus, Twice(), T(0));
    cub::DeviceReduce::ReduceByKey(g.temporary, g.bytes, g.in, g.other, g.values, g.values_out, g.counts, plus, g.n);
    cub::DeviceSegmentedReduce::Sum(g.temporary, g.bytes, g.in, g.out, g.segments, g.begins, g.ends);
    cub::DeviceSegmentedReduce::Min(g.temporary, g.bytes, g.in, g.out, g.segments, g.begins, g.ends);
    cub::DeviceSegmentedReduce::Max(g.temporary, g.bytes, g.in, g.out, g.segments, g.begins, g.ends);
}

template <typename T>
void scans(Given<T> g) {
    cuda::maximum<> most;
    cub::DeviceScan::ExclusiveSum(g.temporary, g.bytes, g.in, g.out, g.n);
    cub::DeviceScan::InclusiveSum(g.temporary, g.bytes, g.in, g.out, g.n);
    cub::DeviceScan::ExclusiveScan(g.temporary, g.bytes, g.in, g.out, most, T(0), g.n);
    cub::DeviceScan::InclusiveScan(g.temporary, g.bytes, g.in, g.out, most, g.n);
    cub::DeviceScan::InclusiveScanInit(g.temporary, g.bytes, g.in, g.out, most, T(0), g.n);
    cub::DeviceScan::ExclusiveSumByKey(g.temporary, g.bytes, g.counts, g.in, g.out, g.n);
    cub::DeviceScan::InclusiveSumByKey(g.temporary, g.bytes, g.counts, g.in, g.out, g.n);
    cub::DeviceScan::ExclusiveScanByKey(g.temporary, g.bytes, g.counts, g.in, g.out, most, T(0), g.n);
    cub::DeviceScan::InclusiveScanByKey(g.temporary, g.bytes, g.counts, g.in, g.out, most, g.n);
}

template <typename T>
void sorts(Given<T> g) {
    cuda::std::less<> less;
    cub::DeviceRadixSort::SortKeys(g.temporary, g.bytes, g.in, g.out, g.n);
    cub::DeviceRadixSort::SortKeysDescending(g.temporary, g.bytes, g.in, g.out, g.n);
    cub::DeviceRadixSort::SortPairs(g.temporary, g.bytes, g.in, g.out, g.values, g.values_out, g.n);
    cub::DeviceRadixSort::SortPairsDescending(g.temporary, g.bytes, g.in, g.out, g.values, g.values_out, g.n);
    cub::DeviceMergeSort::SortKeys(g.temporary, g.bytes, g.in, g.n, less);
    cub::DeviceMergeSort::SortKeysCopy(g.temporary, g.bytes, g.in, g.out, g.n, less);
    cub::DeviceMergeSort::SortPairs(g.temporary, g.bytes, g.in, g.values, g.n, less);
    cub::DeviceMergeSort::StableSortPairs(g.temporary, g.bytes, g.in, g.values, g.n, less);
    cub::DeviceSegmentedRadixSort::SortKeys(g.temporary, g.bytes, g.in, g.out, g.n, g.segments, g.begins, g.ends);
    cub::DeviceSegmentedRadixSort::SortPairsDescending(g.temporary, g.bytes, g.in, g.out, g.values, g.values_out, g.n,
                                                       g.segments, g.begins, g.ends);
    cub::DeviceSegmentedSort::SortKeys(g.temporary, g.bytes, g.in, g.out, g.n, g.segments, g.begins, g.ends);
    cub::DeviceSegmentedSort::SortPairs(g.temporary, g.bytes, g.in, g.out, g.values, g.values_out, g.n, g.segments,
                                        g.begins, g.ends);
    cub::DeviceSegmentedSort::StableSortPairsDescending(g.temporary, g.bytes, g.in, g.out, g.values, g.values_out, g.n,
                                                        g.segments, g.begins, g.ends);
    cub::DeviceMerge::MergeKeys(g.temporary, g.bytes, g.in, g.n, g.other, g.n, g.out, less);
    cub::DeviceMerge::MergePairs(g.temporary, g.bytes, g.in, g.values, g.n, g.other, g.values, g.n, g.out, g.values_out,
                                 less);
}

template <typename T>
void choices(Given<T> g) {
    cub::DeviceSelect::If(g.temporary, g.bytes, g.in, g.out, g.counts, g.n, Positive());
    cub::DeviceSelect::If(g.temporary, g.bytes, g.in, g.counts, g.n, Positive());
    cub::DeviceSelect::Flagged(g.temporary, g.bytes, g.in, g.flags, g.out, g.counts, g.n);
    cub::DeviceSelect::FlaggedIf(g.temporary, g.bytes, g.in, g.flags, g.out, g.counts, g.n, Positive());
    cub::DeviceSelect::Unique(g.temporary, g.bytes, g.in, g.out, g.counts, g.n);
    cub::DeviceSelect::UniqueByKey(g.temporary, g.bytes, g.in, g.values, g.out, g.values_out, g.counts, g.n);
    cub::DevicePartition::Flagged(g.temporary, g.bytes, g.in, g.flags, g.out, g.counts, g.n);
    cub::DevicePartition::If(g.temporary, g.bytes, g.in, g.out, g.counts, g.n, Positive());
    cub::DevicePartition::If(g.temporary, g.bytes, g.in, g.out, g.other, g.values, g.counts, g.n, Positive(), Twice());
    cub::DeviceRunLengthEncode::Encode(g.temporary, g.bytes, g.in, g.out, g.begins, g.counts, g.n);
    cub::DeviceRunLengthEncode::NonTrivialRuns(g.temporary, g.bytes, g.in, g.begins, g.ends, g.counts, g.n);
    cub::DeviceHistogram::HistogramEven(g.temporary, g.bytes, g.in, g.counts, 257, T(0), T(256), g.n);
    cub::DeviceHistogram::HistogramRange(g.temporary, g.bytes, g.in, g.counts, 257, g.other, g.n);
}

template <typename T>
void maps(Given<T> g) {
    cub::DeviceAdjacentDifference::SubtractLeft(g.temporary, g.bytes, g.in, g.n);
    cub::DeviceAdjacentDifference::SubtractLeftCopy(g.temporary, g.bytes, g.in, g.out, g.n);
    cub::DeviceAdjacentDifference::SubtractRight(g.temporary, g.bytes, g.in, g.n);
    cub::DeviceAdjacentDifference::SubtractRightCopy(g.temporary, g.bytes, g.in, g.out, g.n);
    cub::DeviceCopy::Batched(g.temporary, g.bytes, g.many, g.many_out, g.sizes, g.segments);
    cub::DeviceMemcpy::Batched(g.temporary, g.bytes, g.many, g.many_out, g.sizes, g.segments);
    cub::DeviceFor::ForEach(g.in, g.in + g.n, Touch());
    cub::DeviceFor::ForEachN(g.in, g.n, Touch());
    cub::DeviceFor::ForEachCopyN(g.in, g.n, At());
    cub::DeviceFor::Bulk(g.n, At());
    cub::DeviceFor::ForEachInExtents(cuda::std::extents<int, 8, 16>(), InExtents());
    cub::DeviceTransform::Transform(g.in, g.out, g.n, Twice());
    cub::DeviceTransform::Transform(cuda::std::tuple(g.in, g.other), g.out, g.n, Product());
}

template <typename T>
void all() {
    const Given<T> given;
    reductions(given);
    scans(given);
    sorts(given);
    choices(given);
    maps(given);
}

int main() {
    all<int>();
    all<double>();
    return 0;
}
