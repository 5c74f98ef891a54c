// Clocks go on and do not go back; waiting takes as long as it should.
extern "C" __global__ void clocks(unsigned long long* out, unsigned work) {
    unsigned long long time0;
    unsigned long long time1;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time0));
    const long long begin = clock64();
    const unsigned begin32 = (unsigned)clock();
    unsigned x = threadIdx.x + 1;
    for (unsigned i = 0; i < work; ++i)
        x = x * 1664525 + 1013904223;
    const unsigned end32 = (unsigned)clock();
    const long long end = clock64();
    __nanosleep(20000);
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time1));
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[4 * i] = (unsigned long long)(end - begin);
    out[4 * i + 1] = end32 - begin32;
    out[4 * i + 2] = time1 - time0;
    out[4 * i + 3] = x;
}
