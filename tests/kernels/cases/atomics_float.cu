// Atomics on floating-point numbers of all widths (sums of small integers, which are exact in any order), on 64-bit
// and 16-bit words, in shared memory, and a maximum of floats made of integer atomics.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

extern "C" __global__ void sums(const float* in, unsigned n, float* f, double* d, half* h, half2* h2, __nv_bfloat16* b,
                                __nv_bfloat162* b2) {
    __shared__ float shared_f;
    __shared__ double shared_d;
    if (threadIdx.x == 0) {
        shared_f = 0;
        shared_d = 0;
    }
    __syncthreads();
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        atomicAdd(&shared_f, in[i]);
        atomicAdd(&shared_d, double(in[i]));
        atomicAdd(&f[1], in[i]);
        atomicAdd(&d[1], double(in[i]));
        if (i < 64) {
            atomicAdd(h, __float2half(in[i]));
            atomicAdd(h2, __floats2half2_rn(in[i], -in[i]));
            atomicAdd(b, __float2bfloat16(in[i]));
            atomicAdd(b2, __floats2bfloat162_rn(in[i], 2.0f * in[i]));
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(&f[0], shared_f);
        atomicAdd(&d[0], shared_d);
    }
}

// The order of floats is the order of integers with the right sign.
extern "C" __global__ void extremes(const float* in, unsigned n, float* high, float* low) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (in[i] >= 0) {
        atomicMax(reinterpret_cast<int*>(high), __float_as_int(in[i]));
        atomicMin(reinterpret_cast<int*>(low), __float_as_int(in[i]));
    } else {
        atomicMin(reinterpret_cast<unsigned*>(high), __float_as_uint(in[i]));
        atomicMax(reinterpret_cast<unsigned*>(low), __float_as_uint(in[i]));
    }
}

extern "C" __global__ void words(unsigned long long* w, unsigned short* s, unsigned* counters, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    atomicMax(&w[0], (unsigned long long)i << 33);
    atomicMin(reinterpret_cast<long long*>(&w[1]), -(long long)i);
    atomicXor(&w[2], 0x123456789abcdefULL * i);
    atomicAnd(&w[3], ~(1ULL << (i % 60)));
    atomicOr(&w[4], 1ULL << (i % 64));
    unsigned short old = s[0];
    while (true) {
        const unsigned short before = atomicCAS(&s[0], old, (unsigned short)(old + 3));
        if (before == old) break;
        old = before;
    }
    atomicInc(&counters[0], 9);
    atomicDec(&counters[1], 12);
    atomicSub(&counters[2], i);
    if (blockIdx.x == 0) atomicAdd_block(&counters[3], 2);
    atomicAdd_system(&counters[4], 3);
}
