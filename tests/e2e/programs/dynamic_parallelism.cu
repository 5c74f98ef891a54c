// A kernel that launches kernels. The software GPU cannot, and says what to do about it.
#include <cuda.h>

#include <cstring>
#include <string>

#include "check.h"

__global__ void child(int* data, int factor) {
    data[threadIdx.x] = factor * static_cast<int>(threadIdx.x);
}

__global__ void parent(int* data) {
    child<<<1, 32>>>(data + 32 * threadIdx.x, static_cast<int>(threadIdx.x) + 1);
}

bool is_on_software() {
    cudaDeviceProp properties = {};
    CHECK(cudaGetDeviceProperties(&properties, 0));
    return std::strstr(properties.name, "oftware") != nullptr;
}

int main() {
    int* data = e2e::device_array<int>(64);
    parent<<<1, 2>>>(data);
    if (is_on_software()) {
        EXPECT_STATUS(cudaErrorInvalidPtx, cudaGetLastError());
        std::string said(4096, '\0');
        std::size_t bytes = said.size();
        CHECK(cuLogsDumpToMemory(nullptr, said.data(), &bytes, 0));
        said.resize(bytes);
        for (const char* const part : {"kernels that launch kernels", "remedy: "})
            EXPECT(said.find(part) != std::string::npos, "the log does not have '%s': %s", part, said.c_str());
        // It is no harm to the rest of the program.
        CHECK(cudaMemset(data, 0, 64 * sizeof(int)));
        CHECK(cudaDeviceSynchronize());
    } else {
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
        e2e::expect_each("data", e2e::fetch(data, 64), [](auto i) { return (i / 32 + 1) * (i % 32); });
    }
    CHECK(cudaFree(data));
    return e2e::passed();
}
