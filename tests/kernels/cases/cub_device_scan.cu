// CUB's device-wide scan: the kernels that this host function would launch. The test launches them itself, with the
// sizes of the policy that they were compiled for.
#include <cub/device/device_scan.cuh>

void instantiate(void* scratch, size_t& scratch_bytes, const unsigned* in, unsigned* out, int n) {
    cub::DeviceScan::ExclusiveSum(scratch, scratch_bytes, in, out, n);
}

using Policy = cub::detail::scan::policy_hub<unsigned, unsigned, unsigned, unsigned,
                                             cuda::std::plus<>>::MaxPolicy::ActivePolicy::ScanPolicyT;

extern "C" __global__ void sizes(int* out) {
    out[0] = Policy::BLOCK_THREADS;
    out[1] = Policy::ITEMS_PER_THREAD;
}
