// compile: 75 90 100
// CUB's device-wide algorithms: select, run length encoding, segmented reduction, histogram.
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cub/device/device_select.cuh>

struct Odd {
    __host__ __device__ bool operator()(int x) const { return x & 1; }
};

void run(void* scratch, size_t bytes, int* in, int* out, int* counts, int* number, int n) {
    cub::DeviceSelect::If(scratch, bytes, in, out, number, n, Odd());
    cub::DeviceRunLengthEncode::Encode(scratch, bytes, in, out, counts, number, n);
    cub::DeviceSegmentedReduce::Sum(scratch, bytes, in, out, n, counts, counts + 1);
    cub::DeviceHistogram::HistogramEven(scratch, bytes, in, counts, 65, 0, 64, n);
}
