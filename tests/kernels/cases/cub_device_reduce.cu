// CUB's device-wide reduction: the kernels that this host function would launch. The test launches them itself, with
// the sizes of the policy that they were compiled for.
#include <cub/device/device_reduce.cuh>

void instantiate(void* scratch, size_t& scratch_bytes, const int* in, long long* out, int n) {
    cub::DeviceReduce::Reduce(scratch, scratch_bytes, in, out, n, cuda::std::plus<>(), 0LL);
}

using Policy = cub::detail::reduce::policy_hub<long long, unsigned, cuda::std::plus<>>::MaxPolicy::ActivePolicy;

extern "C" __global__ void sizes(int* out) {
    out[0] = Policy::ReducePolicy::BLOCK_THREADS;
    out[1] = Policy::ReducePolicy::ITEMS_PER_THREAD;
    out[2] = Policy::SingleTilePolicy::BLOCK_THREADS;
}
