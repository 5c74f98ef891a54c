// The intruder's attacks on a neighbour in the same context. It knows where the neighbour's memory lies: `target` is
// its address, `own` is memory of the intruder's. Each kernel is launched with one warp.
//
// attacks.ptx is made by ../compile.sh, with line numbers.

constexpr unsigned mark = 0xbad;

extern "C" __global__ void store(unsigned* own, unsigned long long target) {
    reinterpret_cast<unsigned*>(target)[threadIdx.x] = mark;
}

extern "C" __global__ void spy(unsigned* own, unsigned long long target) {
    own[threadIdx.x] = reinterpret_cast<const unsigned*>(target)[threadIdx.x];
}

// The address comes out of memory, where it was a number.
extern "C" __global__ void loaded_pointer(unsigned* own, unsigned long long target) {
    *reinterpret_cast<volatile unsigned long long*>(own) = target;
    unsigned* const pointer = *reinterpret_cast<unsigned* volatile*>(own);
    pointer[threadIdx.x] = mark;
}

// An index so large that it leads from the intruder's own array to the neighbour's, round the end of the addresses if
// need be.
extern "C" __global__ void wrapping_index(unsigned* own, unsigned long long target) {
    const unsigned long long index = (target - reinterpret_cast<unsigned long long>(own)) / sizeof(unsigned);
    own[index + threadIdx.x] = mark;
}

// As atomicAdd does, whose line would be one of CUDA's own headers.
extern "C" __global__ void atomic(unsigned* own, unsigned long long target) {
    asm volatile("red.global.add.u32 [%0], %1;" ::"l"(target + 4 * threadIdx.x), "r"(mark) : "memory");
}

extern "C" __global__ void vector_store(unsigned* own, unsigned long long target) {
    reinterpret_cast<uint4*>(target)[threadIdx.x] = make_uint4(mark, mark, mark, mark);
}

// A copy that another unit of the card makes, by itself, from shared memory.
extern "C" __global__ void bulk_copy(unsigned* own, unsigned long long target) {
    __shared__ __align__(16) unsigned words[32];
    words[threadIdx.x] = mark;
    __syncthreads();
    if (threadIdx.x != 0) return;
    asm volatile("fence.proxy.async;" ::: "memory");
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 128;" ::"l"(target),
                 "l"(__cvta_generic_to_shared(words))
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

// A call to where the neighbour's memory lies.
extern "C" __global__ void forged_call(unsigned* own, unsigned long long target) {
    reinterpret_cast<void (*)(unsigned*)>(target)(own);
}

// One block's shared memory is all that a block may use; what lies behind it is others'.
extern "C" __global__ void shared_overflow(unsigned* own, unsigned long long target) {
    __shared__ unsigned words[32];
    words[threadIdx.x + (target & 0xff) + 1000000] = mark;
    __syncthreads();
    own[threadIdx.x] = words[threadIdx.x];
}
