// Parameters by value: structures with gaps, arrays with an index that is not constant, many small ones of mixed sizes,
// and structures handed on to functions that are not inlined.
struct Inner {
    signed char tag;
    short counts[3];
    double weight;
};

struct Settings {
    unsigned char flags;
    Inner inner[4];
    float table[10];
    const int* data;
    signed char last;
};

__device__ __noinline__ double weigh(Inner inner, int scale) {
    double sum = inner.weight * scale + inner.tag;
    for (short count : inner.counts)
        sum += count;
    return sum;
}

__device__ __noinline__ Inner next(Inner inner) {
    inner.tag += 1;
    inner.counts[1] = (short)(inner.counts[1] * -2);
    inner.weight /= 2;
    return inner;
}

extern "C" __global__ void use(Settings settings, double* out, float* tables, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Inner& chosen = settings.inner[i % 4];
    out[i] = weigh(next(chosen), settings.flags) + settings.data[i] + settings.last;
    tables[i] = settings.table[i * 7 % 10];
    settings.table[i % 10] += 1;  // each thread has its own copy
    tables[i] += settings.table[i % 10];
}

extern "C" __global__ void many(unsigned char a, short b, unsigned c, long long d, float e, double f, signed char g,
                                short4 h, unsigned long long* out, bool i) {
    unsigned long long sum = a;
    sum = sum * 31 + (unsigned short)b;
    sum = sum * 31 + c;
    sum = sum * 31 + (unsigned long long)d;
    sum = sum * 31 + __float_as_uint(e);
    sum = sum * 31 + (unsigned long long)__double_as_longlong(f);
    sum = sum * 31 + (unsigned char)g;
    sum = sum * 31 + (unsigned short)(h.x + h.y * 2 + h.z * 3 + h.w * 4);
    sum = sum * 31 + (i ? 1 : 0);
    out[threadIdx.x] = sum + threadIdx.x;
}
