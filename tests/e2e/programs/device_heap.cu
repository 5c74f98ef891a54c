// Memory that kernels allocate: lists built by many threads at once, matrices with destructors, one block for all
// threads.
#include "check.h"

struct Node {
    int value;
    Node* next;
};

__device__ Node* heads[64];

__global__ void push(int each) {
    auto* const head = reinterpret_cast<unsigned long long*>(&heads[threadIdx.x % 64]);
    for (int i = 0; i < each; ++i) {
        auto* const node = static_cast<Node*>(malloc(sizeof(Node)));
        node->value = threadIdx.x * each + i;
        unsigned long long seen = *reinterpret_cast<volatile unsigned long long*>(head), found;
        do {
            found = seen;
            node->next = reinterpret_cast<Node*>(found);
            __threadfence();
            seen = atomicCAS(head, found, reinterpret_cast<unsigned long long>(node));
        } while (seen != found);
    }
}

__global__ void drain(unsigned long long* sum) {
    for (Node* node = heads[threadIdx.x]; node != nullptr;) {
        atomicAdd(sum, 1ull << 32 | node->value);
        Node* const next = node->next;
        free(node);
        node = next;
    }
}

class Matrix {
public:
    __device__ explicit Matrix(int size) : size_(size), values_(new double[size * size]()) {}
    __device__ ~Matrix() { delete[] values_; }
    __device__ double& at(int row, int column) { return values_[row * size_ + column]; }

private:
    int size_;
    double* values_;
};

__global__ void square(double* results, int size) {
    Matrix matrix(size), product(size);
    for (int i = 0; i < size; ++i) {
        matrix.at(i, i) = 1;
        if (i + 1 < size) matrix.at(i, i + 1) = 0.5;
    }
    for (int i = 0; i < size; ++i)
        for (int j = 0; j < size; ++j)
            for (int k = 0; k < size; ++k)
                product.at(i, j) += matrix.at(i, k) * matrix.at(k, j);
    results[threadIdx.x] = product.at(0, 1) + product.at(0, 2);
}

__global__ void one_for_all(int* sums, int each) {
    __shared__ int* memory;
    if (threadIdx.x == 0) memory = static_cast<int*>(malloc(each * blockDim.x * sizeof(int)));
    __syncthreads();
    for (int i = 0; i < each; ++i)
        memory[i * blockDim.x + threadIdx.x] = i + threadIdx.x;
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < each; ++i)
        sum += memory[i * blockDim.x + (threadIdx.x + 1) % blockDim.x];
    sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0) free(memory);
}

int main() {
    CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 32 << 20));
    auto* sum = e2e::device_copy(std::vector<unsigned long long>(1));
    constexpr unsigned long long nodes = 256 * 20;
    push<<<1, 256>>>(20);
    drain<<<1, 64>>>(sum);
    const unsigned long long got = e2e::fetch(sum, 1)[0];
    EXPECT(got >> 32 == nodes && (got & 0xffffffff) == nodes * (nodes - 1) / 2, "%llx", got);

    double* results = e2e::device_array<double>(32);
    square<<<1, 32>>>(results, 10);
    e2e::expect_each("squares", e2e::fetch(results, 32), [](auto) { return 1.25; });

    int* sums = e2e::device_array<int>(512);
    one_for_all<<<4, 128>>>(sums, 30);
    e2e::expect_each("sums", e2e::fetch(sums, 512), [](auto i) { return 435 + 30 * ((i + 1) % 128); });
    return e2e::passed();
}
