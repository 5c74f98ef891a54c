// Sorting in local memory, by functions that get pointers into it, and a binary heap of a structure.
#include "check.h"

struct Heap {
    int* items;
    int count;
};

__host__ __device__ __noinline__ void sift_down(Heap* heap, int at) {
    for (;;) {
        int most = at;
        for (int child = 2 * at + 1; child <= 2 * at + 2; ++child)
            if (child < heap->count && heap->items[child] > heap->items[most]) most = child;
        if (most == at) return;
        const int kept = heap->items[at];
        heap->items[at] = heap->items[most];
        heap->items[most] = kept;
        at = most;
    }
}

__host__ __device__ __noinline__ void sort(int* first, int* last) {
    Heap heap{first, int(last - first)};
    for (int at = heap.count / 2; at-- > 0;)
        sift_down(&heap, at);
    while (heap.count > 1) {
        const int kept = first[0];
        first[0] = first[--heap.count];
        first[heap.count] = kept;
        sift_down(&heap, 0);
    }
}

__global__ void sorts(int* data, int count) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int items[32];
    for (int i = 0; i < count; ++i)
        items[i] = data[thread * count + i];
    sort(items, items + count);
    for (int i = 0; i < count; ++i)
        data[thread * count + i] = items[i];
}

int main() {
    const int threads = 192, count = 29;
    auto numbers = e2e::filled<int>(threads * count, [](auto i) { return e2e::scramble(i) % 100000; });
    int* data = e2e::device_copy(numbers);
    sorts<<<3, 64>>>(data, count);
    for (int thread = 0; thread < threads; ++thread)
        sort(&numbers[thread * count], &numbers[thread * count] + count);
    e2e::expect_each("sorted", e2e::fetch(data, threads * count), [&](auto i) { return numbers[i]; });
    CHECK(cudaFree(data));
    return e2e::passed();
}
