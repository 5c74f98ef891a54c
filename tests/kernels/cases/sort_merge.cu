// A merge sort: insertion sort of runs of 32 by one thread each, then merges in which every thread finds the place of
// its own value by binary search in the other run.
extern "C" __global__ void sort_runs(long long* data, unsigned n) {
    const unsigned begin = (blockIdx.x * blockDim.x + threadIdx.x) * 32;
    if (begin >= n) return;
    const unsigned end = min(begin + 32, n);
    for (unsigned i = begin + 1; i < end; ++i) {
        const long long value = data[i];
        unsigned j = i;
        for (; j > begin && data[j - 1] > value; --j)
            data[j] = data[j - 1];
        data[j] = value;
    }
}

__device__ unsigned count_below(const long long* run, unsigned size, long long value, bool or_equal) {
    unsigned low = 0;
    unsigned high = size;
    while (low < high) {
        const unsigned middle = (low + high) / 2;
        if (run[middle] < value || (or_equal && run[middle] == value)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

extern "C" __global__ void merge_runs(const long long* in, long long* out, unsigned n, unsigned run) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned pair = i / (2 * run) * (2 * run);
    const unsigned middle = min(pair + run, n);
    const unsigned end = min(pair + 2 * run, n);
    const bool left = i < middle;
    const unsigned others = left ? count_below(in + middle, end - middle, in[i], false)
                                 : count_below(in + pair, middle - pair, in[i], true);
    out[left ? i + others : pair + (i - middle) + others] = in[i];
}
