// CUB's device-wide radix sort: the kernels that this host function would launch. The test launches them itself, with
// the sizes of the policy that they were compiled for.
#include <cub/device/device_radix_sort.cuh>

void instantiate(void* scratch, size_t& scratch_bytes, const unsigned* in, unsigned* out, int n) {
    cub::DeviceRadixSort::SortKeys(scratch, scratch_bytes, in, out, n);
}

using Policy = cub::detail::radix::policy_hub<unsigned, cub::NullType, unsigned>::MaxPolicy::ActivePolicy;

extern "C" __global__ void sizes(int* out) {
    out[0] = Policy::SingleTilePolicy::BLOCK_THREADS;
    out[1] = Policy::HistogramPolicy::BLOCK_THREADS;
    out[2] = Policy::ExclusiveSumPolicy::BLOCK_THREADS;
    out[3] = Policy::OnesweepPolicy::BLOCK_THREADS;
    out[4] = Policy::OnesweepPolicy::ITEMS_PER_THREAD;
    out[5] = Policy::ONESWEEP_RADIX_BITS;
}
