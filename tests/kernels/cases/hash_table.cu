// A hash table with open addressing: threads insert keys by compare-and-swap, add to their values, look them up, and
// collect the entries.
constexpr unsigned long long empty = ~0ULL;

__device__ unsigned place_of(unsigned long long key, unsigned mask) {
    key ^= key >> 33;
    key *= 0xff51afd7ed558ccdULL;
    key ^= key >> 33;
    return unsigned(key) & mask;
}

extern "C" __global__ void insert(const unsigned long long* keys, unsigned n, unsigned long long* table,
                                  unsigned* values, unsigned mask) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (unsigned at = place_of(keys[i], mask);; at = (at + 1) & mask) {
        const unsigned long long before = atomicCAS(&table[at], empty, keys[i]);
        if (before != empty && before != keys[i]) continue;
        atomicAdd(&values[at], 1);
        return;
    }
}

extern "C" __global__ void look_up(const unsigned long long* keys, unsigned n, const unsigned long long* table,
                                   const unsigned* values, unsigned mask, int* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned at = place_of(keys[i], mask);
    while (table[at] != keys[i] && table[at] != empty)
        at = (at + 1) & mask;
    out[i] = table[at] == empty ? -1 : int(values[at]);
}
