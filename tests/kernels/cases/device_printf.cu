// printf from device code: every kind of argument, and lines from several threads.
#include <cstdio>

extern "C" __global__ void formats(const char* word, int n) {
    printf("plain\n");
    printf("%d %u %x %X %o %c|%5d|%-5d|%05d|%+d\n", -n, 3000000000u, 0xbeef, 0xBEEF, 8, 'z', n, n, n, n);
    printf("%lld %llu %llx %hd %i\n", -1234567890123LL, 18446744073709551615ULL, 0x123456789abcdefULL, short(-2), 3);
    printf("%f %.3f %e %g %8.2f|\n", 1.5, 3.14159f, 12345.678, 0.0001, -2.5);
    printf("%s and %10s and %-6s|%.2s%%\n", word, "text", "left", "cut");
    printf("%*d %#x % d\n", 6, n, 255, n);
}

extern "C" __global__ void many(int base) {
    printf("thread %d of block %d says %.1f\n", int(threadIdx.x), int(blockIdx.x), double(base) + threadIdx.x * 0.5);
}
