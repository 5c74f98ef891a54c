// Tables that threads fill at once: open addressing, cuckoo hashing by exchanges, a Bloom filter, a trie of nodes in a
// pool.
#include <algorithm>

#include "check.h"

constexpr unsigned none = 0xffffffff;
using Entry = unsigned long long;  // the key above, the value below

__host__ __device__ unsigned mix(unsigned x) {
    x = (x ^ x >> 16) * 0x85ebca6b;
    x = (x ^ x >> 13) * 0xc2b2ae35;
    return x ^ x >> 16;
}

__global__ void add_values(unsigned* keys, unsigned* sums, unsigned capacity, const unsigned* in, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    for (unsigned slot = mix(in[i]) % capacity;; slot = (slot + 1) % capacity) {
        const unsigned found = atomicCAS(&keys[slot], none, in[i]);
        if (found != none && found != in[i]) continue;
        atomicAdd(&sums[slot], 1);
        return;
    }
}

__global__ void place(Entry* table, unsigned half, int count, int* failed) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    Entry entry = Entry(i) << 32 | i % 100;
    bool is_second = false;
    for (int kick = 0; kick < 200; ++kick) {
        const unsigned key = unsigned(entry >> 32);
        const unsigned slot = is_second ? half + mix(key * 31 + 7) % half : mix(key) % half;
        entry = atomicExch(&table[slot], entry);
        if (entry == ~Entry(0)) return;
        is_second = slot < half;
    }
    atomicAdd(failed, 1);
}

__global__ void add_to_filter(unsigned* words, unsigned bits, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    for (unsigned hash = 0; hash < 5; ++hash) {
        const unsigned bit = mix(i + hash * 0x9e3779b9) % bits;
        atomicOr(&words[bit / 32], 1u << bit % 32);
    }
}

__global__ void count_found(const unsigned* words, unsigned bits, unsigned first, int count, int* found) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool is_in = i < count;
    for (unsigned hash = 0; is_in && hash < 5; ++hash) {
        const unsigned bit = mix(first + i + hash * 0x9e3779b9) % bits;
        is_in = __ldg(&words[bit / 32]) >> bit % 32 & 1;
    }
    const int in_block = __syncthreads_count(is_in);
    if (threadIdx.x == 0) atomicAdd(found, in_block);
}

struct Node {
    int children[4];  // 0: none, -1: somebody makes it
    int words;
};

__global__ void add_words(Node* pool, int* used, const unsigned* words, int letters, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    int at = 0;
    for (int k = 0; k < letters; ++k) {
        int* const child = &pool[at].children[words[i] >> 2 * k & 3];
        int next = *(volatile int*)child;
        while (next <= 0) {
            if (next == 0 && atomicCAS(child, 0, -1) == 0) {
                next = atomicAdd(used, 1);
                __threadfence();
                atomicExch(child, next);
            } else {
                next = *(volatile int*)child;
            }
        }
        at = next;
    }
    atomicAdd(&pool[at].words, 1);
}

int main() {
    constexpr int count = 10000, keys_count = 3000;
    constexpr unsigned capacity = 8192;
    const auto in = e2e::filled<unsigned>(count, [](auto i) { return e2e::scramble(i) % keys_count; });
    unsigned* keys = e2e::device_copy(std::vector<unsigned>(capacity, none));
    unsigned* sums = e2e::device_copy(std::vector<unsigned>(capacity));
    add_values<<<(count + 255) / 256, 256>>>(keys, sums, capacity, e2e::device_copy(in), count);
    const auto got_keys = e2e::fetch(keys, capacity), got_sums = e2e::fetch(sums, capacity);
    std::vector<unsigned> counts(keys_count), expected(keys_count);
    for (const unsigned key : in)
        ++expected[key];
    for (unsigned slot = 0; slot < capacity; ++slot)
        if (got_keys[slot] != none) counts[got_keys[slot]] += got_sums[slot];
    e2e::expect_each("counts", counts, [&](auto i) { return expected[i]; });

    Entry* table = e2e::device_copy(std::vector<Entry>(capacity, ~Entry(0)));
    int* numbers = e2e::device_copy(std::vector<int>(4));
    place<<<10, 256>>>(table, capacity / 2, 2500, numbers);
    const auto entries = e2e::fetch(table, capacity);
    const auto placed = std::count_if(entries.begin(), entries.end(), [](Entry entry) { return entry != ~Entry(0); });
    EXPECT(e2e::fetch(numbers, 1)[0] == 0 && placed == 2500, "%d are placed", int(placed));

    constexpr unsigned bits = 1 << 16;
    unsigned* words = e2e::device_copy(std::vector<unsigned>(bits / 32));
    add_to_filter<<<20, 256>>>(words, bits, 5000);
    count_found<<<20, 256>>>(words, bits, 0, 5000, numbers + 1);
    count_found<<<20, 256>>>(words, bits, 1000000, 5000, numbers + 2);
    const auto found = e2e::fetch(numbers, 3);
    EXPECT(found[1] == 5000 && found[2] < 200, "found %d, and %d of those that are not there", found[1], found[2]);

    constexpr int letters = 6, nodes = 8000;
    const auto texts = e2e::filled<unsigned>(2000, [](auto i) { return e2e::scramble(i % 700) % 4096; });
    Node* pool = e2e::device_copy(std::vector<Node>(nodes));
    int* used = e2e::device_copy(std::vector<int>{1});
    add_words<<<16, 128>>>(pool, used, e2e::device_copy(texts), letters, 2000);
    int total = 0;
    for (const Node& node : e2e::fetch(pool, e2e::fetch(used, 1)[0]))
        total += node.words;
    EXPECT(total == 2000, "%d words", total);
    return e2e::passed();
}
