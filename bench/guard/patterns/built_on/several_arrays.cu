// Several arrays in one block of dynamic shared memory, of several types, and as long as parameters say.
extern "C" __global__ void arrays_by_key(const int* keys, const float* values, float* sums, int* counts, int n, int k) {
    extern __shared__ char memory[];
    float* sum = (float*)memory;
    int* count = (int*)(sum + k);
    float* weight = (float*)(count + k);
    for (int i = threadIdx.x; i < k; i += blockDim.x) {
        sum[i] = 0;
        count[i] = 0;
        weight[i] = 1.0f / (i + 1);
    }
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const int key = keys[i] % k;
        if (key >= 0) {
            atomicAdd(&sum[key], values[i] * weight[key]);
            atomicAdd(&count[key], 1);
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < k; i += blockDim.x) {
        atomicAdd(&sums[i], sum[i]);
        atomicAdd(&counts[i], count[i]);
    }
}

extern "C" __global__ void arrays_of_points(const float3* points, const float3* centres, int* nearest, int n, int k) {
    extern __shared__ float buffer[];
    float* cx = buffer;
    float* cy = &buffer[k];
    float* cz = &buffer[2 * k];
    for (int i = threadIdx.x; i < k; i += blockDim.x) {
        cx[i] = centres[i].x;
        cy[i] = centres[i].y;
        cz[i] = centres[i].z;
    }
    __syncthreads();
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= n) return;
    const float3 p = points[id];
    float best = 1e30f;
    int which = 0;
    for (int i = 0; i < k; ++i) {
        const float dx = p.x - cx[i], dy = p.y - cy[i], dz = p.z - cz[i];
        const float d = dx * dx + dy * dy + dz * dz;
        if (d < best) {
            best = d;
            which = i;
        }
    }
    nearest[id] = which;
}
