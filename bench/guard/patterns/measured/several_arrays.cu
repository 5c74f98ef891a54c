// Several arrays in one block of dynamic shared memory: attention by tiles, and doubles before bytes.
extern "C" __global__ void arrays_attention(const float* q, const float* k, const float* v, float* o, int n, int d,
                                            int bc, int br, float scale) {
    extern __shared__ float sram[];
    const int tx = threadIdx.x;
    const int tile_size = bc * d;
    float* qi = sram;
    float* kj = &sram[tile_size];
    float* vj = &sram[tile_size * 2];
    float* s = &sram[tile_size * 3];
    const int base = blockIdx.x * n * d;
    for (int j = 0; j < n / bc; ++j) {
        for (int x = 0; x < d; ++x) {
            kj[tx * d + x] = k[base + tile_size * j + tx * d + x];
            vj[tx * d + x] = v[base + tile_size * j + tx * d + x];
        }
        __syncthreads();
        for (int i = 0; i < n / br; ++i) {
            for (int x = 0; x < d; ++x)
                qi[tx * d + x] = q[base + tile_size * i + tx * d + x];
            float largest = -1e30f;
            for (int y = 0; y < bc; ++y) {
                float sum = 0;
                for (int x = 0; x < d; ++x)
                    sum += qi[tx * d + x] * kj[y * d + x];
                sum *= scale;
                s[bc * tx + y] = sum;
                largest = fmaxf(largest, sum);
            }
            for (int y = 0; y < bc; ++y)
                s[bc * tx + y] = expf(s[bc * tx + y] - largest);
            for (int x = 0; x < d; ++x) {
                float sum = 0;
                for (int y = 0; y < bc; ++y)
                    sum += s[bc * tx + y] * vj[y * d + x];
                o[base + tile_size * i + tx * d + x] += sum;
            }
        }
        __syncthreads();
    }
}

extern "C" __global__ void arrays_mixed(const double* in, double* out, unsigned char* flags, int n) {
    extern __shared__ double first[];
    const int count = blockDim.x;
    double* values = first;
    int* order = (int*)&values[count];
    unsigned char* marks = (unsigned char*)&order[count];
    const int tid = threadIdx.x, id = blockIdx.x * count + tid;
    values[tid] = id < n ? in[id] : 0;
    marks[tid] = 0;
    __syncthreads();
    int rank = 0;
    for (int i = 0; i < count; ++i)
        rank += values[i] < values[tid] || (values[i] == values[tid] && i < tid);
    order[tid] = rank;
    if (tid + 1 < count) marks[tid] = values[tid] > values[tid + 1];
    __syncthreads();
    if (id < n) {
        out[blockIdx.x * count + order[tid]] = values[tid];
        flags[id] = marks[tid];
    }
}
