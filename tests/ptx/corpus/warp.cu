// compile: 75 80 90 100
// compile: 86 -G
// Warp-level operations: shuffles, votes, matches, reductions, masks, barriers, special registers.

template <typename T>
__global__ void shuffles(T* data, int lane) {
    T v = data[threadIdx.x];
    v += __shfl_sync(0xffffffffu, v, lane);
    v += __shfl_up_sync(0xffffffffu, v, 1);
    v += __shfl_down_sync(0x0000ffffu, v, 2, 16);
    v += __shfl_xor_sync(0xffffffffu, v, 4, 8);
    data[threadIdx.x] = v;
}
template __global__ void shuffles<int>(int*, int);
template __global__ void shuffles<float>(float*, int);
template __global__ void shuffles<double>(double*, int);
template __global__ void shuffles<unsigned long long>(unsigned long long*, int);

__global__ void votes(unsigned* out, int value, unsigned long long wide) {
    unsigned active = __activemask();
    int uniform;
    out[0] = __all_sync(active, value > 1);
    out[1] = __any_sync(active, value > 2);
    out[2] = __ballot_sync(0xffffffffu, value > 3);
    out[3] = __match_any_sync(active, value) + __match_any_sync(active, wide);
    out[4] = __match_all_sync(active, value, &uniform) + uniform;
    out[5] = __match_all_sync(active, wide, &uniform) + uniform;
    __syncwarp();
    __syncwarp(active);
    out[6] = __syncthreads_count(value) + __syncthreads_and(value > 4) + __syncthreads_or(value > 5);
}

#if __CUDA_ARCH__ >= 800
__global__ void reductions(unsigned* out, unsigned v, float f) {
    out[0] = __reduce_add_sync(~0u, v) + __reduce_add_sync(~0u, static_cast<int>(v));
    out[1] = __reduce_min_sync(~0u, v) + __reduce_min_sync(~0u, static_cast<int>(v));
    out[2] = __reduce_max_sync(~0u, v) + __reduce_max_sync(~0u, static_cast<int>(v));
    out[3] = __reduce_and_sync(~0u, v) ^ __reduce_or_sync(~0u, v) ^ __reduce_xor_sync(~0u, v);
}
#endif

__global__ void special(unsigned long long* out) {
    unsigned v;
    __nanosleep(100);
    out[0] = clock() + clock64();
#define READ(index, name) \
    asm volatile("mov.u32 %0, %%" name ";" : "=r"(v)); \
    out[index] = v;
    READ(1, "laneid") READ(2, "warpid") READ(3, "nwarpid") READ(4, "smid") READ(5, "nsmid")
    READ(6, "lanemask_eq") READ(7, "lanemask_le") READ(8, "lanemask_lt") READ(9, "lanemask_ge") READ(10, "lanemask_gt")
    READ(11, "clock_hi") READ(12, "globaltimer_lo") READ(13, "dynamic_smem_size") READ(14, "total_smem_size")
    READ(15, "envreg7") READ(16, "pm3")
#if __CUDA_ARCH__ >= 800
    READ(17, "reserved_smem_offset_begin")
#endif
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(out[20]));
    asm volatile("mov.u64 %0, %%gridid;" : "=l"(out[21]));
    out[22] = threadIdx.x + threadIdx.y * blockDim.y + threadIdx.z * blockDim.z + blockIdx.z * gridDim.y + warpSize;
}
