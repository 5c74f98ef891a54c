// Memory from the device's heap: linked lists made by one kernel, walked and freed by another; blocks shared by a
// block.
struct Node {
    Node* next;
    unsigned value;
};

extern "C" __global__ void make_lists(Node** heads, unsigned length) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    Node* head = nullptr;
    for (unsigned k = 0; k < length + i % 4; ++k) {
        Node* node = static_cast<Node*>(malloc(sizeof(Node)));
        if (node == nullptr) break;
        node->next = head;
        node->value = i * 1000 + k;
        head = node;
    }
    heads[i] = head;
}

extern "C" __global__ void sum_and_free(Node** heads, unsigned long long* sums) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long sum = 0;
    for (Node* node = heads[i]; node != nullptr;) {
        sum += node->value;
        Node* next = node->next;
        free(node);
        node = next;
    }
    heads[i] = nullptr;
    sums[i] = sum;
}

extern "C" __global__ void block_buffer(unsigned* out) {
    __shared__ unsigned* buffer;
    if (threadIdx.x == 0) buffer = new unsigned[blockDim.x];
    __syncthreads();
    if (buffer == nullptr) return;
    buffer[threadIdx.x] = blockIdx.x * 100 + threadIdx.x;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = buffer[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) delete[] buffer;
}

// Addresses are aligned and apart from each other.
extern "C" __global__ void addresses(unsigned long long* out, unsigned size) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned char* memory = static_cast<unsigned char*>(malloc(size));
    for (unsigned k = 0; k < size; ++k)
        memory[k] = (unsigned char)i;
    __syncthreads();
    bool whole = true;
    for (unsigned k = 0; k < size; ++k)
        whole = whole && memory[k] == (unsigned char)i;
    out[i] = whole && reinterpret_cast<unsigned long long>(memory) % 16 == 0;
    free(memory);
}
