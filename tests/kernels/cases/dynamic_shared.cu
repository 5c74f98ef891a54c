// Shared memory whose size the launch chooses: arrays of several types cut out of it, more than 48 KiB of it, and its
// size as the kernel sees it.
extern __shared__ __align__(16) unsigned char dynamic[];

extern "C" __global__ void three_arrays(const double* a, const int* b, const unsigned char* c, double* out,
                                        unsigned n) {
    double* doubles = reinterpret_cast<double*>(dynamic);
    int* ints = reinterpret_cast<int*>(doubles + n);
    unsigned char* bytes = reinterpret_cast<unsigned char*>(ints + n);
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x) {
        doubles[i] = a[i];
        ints[i] = b[i];
        bytes[i] = c[i];
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x) {
        out[i] = doubles[n - 1 - i] * ints[(i * 7) % n] + bytes[(i * 13) % n];
    }
}

// Reverses what fits into the window, which is as big as the launch says.
extern "C" __global__ void reverse(unsigned* data, unsigned n, unsigned* sizes) {
    __shared__ unsigned fixed[3];
    unsigned* words = reinterpret_cast<unsigned*>(dynamic);
    if (threadIdx.x < 3) fixed[threadIdx.x] = threadIdx.x + 1;
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x)
        words[i] = data[i];
    __syncthreads();
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x)
        data[i] = words[n - 1 - i] + fixed[i % 3];
    if (threadIdx.x == 0) asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(sizes[0]));
}
