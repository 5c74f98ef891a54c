// printf on the device: formats, and the order of launches on a stream.
#include "check.h"

__global__ void formats() {
    printf("integers %d %i %u %x %X %o %lld %llu\n", -1, 42, 4000000000u, 255, 255, 8, -5000000000ll, 1ull << 63);
    printf("widths [%5d] [%-5d] [%05d] [%+d] [%#x]\n", 42, 42, 42, 42, 42);
    printf("floats %f %.3f %e %g %10.2f|\n", 1.5, 3.14159265, 12345.678, 0.0001, 2.5f);
    printf("text %s %c %%\n", "inside", 'z');
    printf("result %d\n", printf("three words\n") >= 0);
    printf("no newline at the end, ");
    printf("then one\n");
}

__global__ void one_line(int number) {
    printf("launch %d, block %d\n", number, int(blockIdx.x));
}

__global__ void several(int limit) {
    if (threadIdx.x == 0) {
        for (int i = 0; i < limit; ++i)
            printf("line %d\n", i);
    }
}

int main() {
    printf("host: begin\n");
    fflush(stdout);
    formats<<<1, 1>>>();
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 5; ++i)
        one_line<<<1, 1>>>(i);
    CHECK(cudaDeviceSynchronize());
    printf("host: between\n");
    fflush(stdout);
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    several<<<1, 32, 0, stream>>>(20);
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaStreamDestroy(stream));
    std::size_t bytes = 0;
    CHECK(cudaDeviceGetLimit(&bytes, cudaLimitPrintfFifoSize));
    EXPECT(bytes >= 65536, "printf's buffer has %zu bytes", bytes);
    return e2e::passed();
}
