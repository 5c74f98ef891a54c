// Text: where a word occurs (by all positions, in order of the blocks' atomics), words counted, letters changed, and
// the distance of strings by edits, one string a thread.
extern "C" __global__ void find_word(const signed char* text, unsigned n, const signed char* word, unsigned length,
                                     unsigned* places, unsigned* count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + length > n) return;
    for (unsigned k = 0; k < length; ++k) {
        if (text[i + k] != word[k]) return;
    }
    places[atomicAdd(count, 1)] = i;
}

__device__ bool is_letter(signed char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

extern "C" __global__ void count_words(const signed char* text, unsigned n, unsigned* count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool begins = i < n && is_letter(text[i]) && (i == 0 || !is_letter(text[i - 1]));
    const int in_block = __syncthreads_count(begins);
    if (threadIdx.x == 0) atomicAdd(count, in_block);
}

extern "C" __global__ void capitals(signed char* text, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && text[i] >= 'a' && text[i] <= 'z') text[i] -= 'a' - 'A';
}

constexpr int longest = 24;

extern "C" __global__ void edit_distance(const signed char* strings, const signed char* target, int* out, unsigned n) {
    const unsigned s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= n) return;
    const signed char* mine = strings + size_t(s) * longest;
    unsigned char row[longest + 1];
    int length = 0;
    while (length < longest && target[length] != 0)
        ++length;
    for (int j = 0; j <= length; ++j)
        row[j] = (unsigned char)j;
    for (int i = 1; i <= longest && mine[i - 1] != 0; ++i) {
        int diagonal = row[0];
        row[0] = (unsigned char)i;
        for (int j = 1; j <= length; ++j) {
            const int change = diagonal + (mine[i - 1] != target[j - 1]);
            diagonal = row[j];
            row[j] = (unsigned char)min(change, min(row[j], row[j - 1]) + 1);
        }
    }
    out[s] = row[length];
}
