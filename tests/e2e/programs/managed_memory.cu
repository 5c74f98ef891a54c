// Memory that host and device use in turns.
#include "check.h"

__global__ void add_index(int* data, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) data[i] += i;
}

struct Node {
    int value;
    Node* next;
};

__global__ void sum_list(const Node* node, int* sum) {
    for (*sum = 0; node; node = node->next)
        *sum += node->value;
}

int main() {
    const int count = 20000;
    int* data;
    CHECK(cudaMallocManaged(&data, count * sizeof(int)));
    for (int i = 0; i < count; ++i)
        data[i] = 1;
    for (int round = 0; round < 3; ++round) {
        add_index<<<(count + 255) / 256, 256>>>(data, count);
        CHECK(cudaDeviceSynchronize());
        data[round] = -100;
    }
    e2e::expect_each("data", data, count, [](int i) { return i < 3 ? -100 + (2 - i) * i : 1 + 3 * i; });

    CHECK(cudaMemset(data, 0, 100 * sizeof(int)));
    CHECK(cudaDeviceSynchronize());
    EXPECT(data[99] == 0 && data[100] == 301, "after memset: %d %d", data[99], data[100]);

    Node* list = nullptr;
    std::vector<Node*> nodes(50);
    for (int i = 0; i < 50; ++i) {
        CHECK(cudaMallocManaged(&nodes[i], sizeof(Node), cudaMemAttachGlobal));
        *nodes[i] = {i, list};
        list = nodes[i];
    }
    sum_list<<<1, 1>>>(list, data);
    CHECK(cudaDeviceSynchronize());
    EXPECT(data[0] == 49 * 50 / 2, "the list's sum is %d", data[0]);

    for (Node* node : nodes)
        CHECK(cudaFree(node));
    CHECK(cudaFree(data));
    return e2e::passed();
}
