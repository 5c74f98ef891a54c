// Which devices both APIs show (visible.py): prints the statuses and counts.
#include <cstdio>

#include "call_by_name.h"
#include "program.h"

int main() {
    constexpr const char* driver = "libcuda.so.1";
    constexpr const char* runtime = "libcudart.so.13";
    int count = -1;
    int device = -1;
    void* memory = nullptr;
    std::printf("cuInit %d", call(driver, "cuInit", 0U));
    const int counted = call(driver, "cuDeviceGetCount", &count);
    std::printf(", cuDeviceGetCount %d %d", counted, counted == 0 ? count : -1);
    count = -1;
    const int status = call(runtime, "cudaGetDeviceCount", &count);
    std::printf(", cudaGetDeviceCount %d %d", status, count);
    std::printf(", cudaGetLastError %d", call(runtime, "cudaGetLastError"));
    std::printf(", cudaGetDevice %d", call(runtime, "cudaGetDevice", &device));
    std::printf(", cudaSetDevice %d", call(runtime, "cudaSetDevice", 0));
    std::printf(", cudaSetDevice(1) %d", call(runtime, "cudaSetDevice", 1));
    std::printf(", cudaMalloc %d\n", call(runtime, "cudaMalloc", &memory, std::size_t{256}));
    return 0;
}
