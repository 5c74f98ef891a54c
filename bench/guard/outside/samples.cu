// More kernels of samples and textbooks: options, options' lattices, walks over graphs, filters, games, lists.
extern "C" __global__ void sample_black_scholes(float2* out, const float* price, const float* strike, const float* years,
                                                float rate, float volatility, int n) {
    const int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        const float t = years[i] + 0.25f, root = sqrtf(t);
        const float d1 = (logf((price[i] + 5) / (strike[i] + 1)) + (rate + 0.5f * volatility * volatility) * t) /
                         (volatility * root);
        const float d2 = d1 - volatility * root;
        const float n1 = normcdff(d1), n2 = normcdff(d2), discount = expf(-rate * t);
        const float call = (price[i] + 5) * n1 - (strike[i] + 1) * discount * n2;
        out[i] = make_float2(call, (strike[i] + 1) * discount * (1 - n2) - (price[i] + 5) * (1 - n1));
    }
}

extern "C" __global__ void sample_binomial(float* values, const float* strikes, int options) {
    constexpr int steps = 512, per_thread = 4;
    __shared__ float borders[steps / per_thread + 1];
    const int tid = threadIdx.x;
    const float strike = strikes[blockIdx.x % options] + 0.5f;
    float call[per_thread + 1];
    for (int i = 0; i < per_thread; ++i)
        call[i] = fmaxf(expf(0.02f * (2.0f * (tid * per_thread + i) - steps)) - strike, 0.0f);
    if (tid == 0) borders[steps / per_thread] = fmaxf(expf(0.02f * steps) - strike, 0.0f);
    for (int i = steps; i > 0; --i) {
        borders[tid] = call[0];
        __syncthreads();
        call[per_thread] = borders[tid + 1];
        __syncthreads();
        if (i > tid * per_thread)
            for (int j = 0; j < per_thread; ++j)
                call[j] = 0.501f * call[j + 1] + 0.498f * call[j];
    }
    if (tid == 0) values[blockIdx.x] = call[0];
}

extern "C" __global__ void sample_walsh(float* data, int log2n) {
    extern __shared__ float signal[];
    const int n = 1 << log2n, base = blockIdx.x << log2n;
    for (int pos = threadIdx.x; pos < n; pos += blockDim.x)
        signal[pos] = data[base + pos];
    for (int stride = n >> 1; stride >= 1; stride >>= 1) {
        __syncthreads();
        for (int pos = threadIdx.x; pos < n / 2; pos += blockDim.x) {
            const int low = pos & (stride - 1);
            const int i0 = ((pos - low) << 1) + low, i1 = i0 + stride;
            const float a = signal[i0], b = signal[i1];
            signal[i0] = a + b;
            signal[i1] = a - b;
        }
    }
    __syncthreads();
    for (int pos = threadIdx.x; pos < n; pos += blockDim.x)
        data[base + pos] = signal[pos];
}

extern "C" __global__ void sample_gauss_recursive(const unsigned* in, unsigned* out, int width, int height, float a) {
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= width) return;
    in += x;
    out += x;
    float y = *in & 255;
    for (int row = 0; row < height; ++row) {
        y += a * ((*in & 255) - y);
        *out = static_cast<unsigned>(y);
        in += width;
        out += width;
    }
    in -= width;
    out -= width;
    y = *in & 255;
    for (int row = height - 1; row >= 0; --row) {
        y += a * ((*in & 255) - y);
        *out += static_cast<unsigned>(y);
        in -= width;
        out -= width;
    }
}

extern "C" __global__ void sample_sobel(const unsigned char* in, unsigned char* out, int width, int height, float scale) {
    __shared__ unsigned char block[18][80];
    const int x0 = blockIdx.x * 64, y0 = blockIdx.y * 16;
    for (int y = threadIdx.y; y < 18; y += blockDim.y)
        for (int x = threadIdx.x; x < 66; x += blockDim.x) {
            const int gx = min(max(x0 + x - 1, 0), width - 1), gy = min(max(y0 + y - 1, 0), height - 1);
            block[y][x] = in[gy * width + gx];
        }
    __syncthreads();
    for (int y = threadIdx.y; y < 16; y += blockDim.y)
        for (int x = threadIdx.x; x < 64; x += blockDim.x) {
            const int h = block[y][x + 2] + 2 * block[y + 1][x + 2] + block[y + 2][x + 2] - block[y][x] -
                          2 * block[y + 1][x] - block[y + 2][x];
            const int v = block[y][x] + 2 * block[y][x + 1] + block[y][x + 2] - block[y + 2][x] -
                          2 * block[y + 2][x + 1] - block[y + 2][x + 2];
            if (x0 + x < width && y0 + y < height)
                out[(y0 + y) * width + x0 + x] = min(255, static_cast<int>(scale * (abs(h) + abs(v))));
        }
}

extern "C" __global__ void sample_dct8x8(float* dst, const float* src, int stride) {
    __shared__ float block[16 * 9 * 8];
    const int tx = threadIdx.x & 7, ty = threadIdx.x >> 3;  // 128 threads: 16 blocks of 8 by 8 pixels, a row of each
    const int first = (blockIdx.y * 8) * stride + blockIdx.x * 128 + ty * 8;
    float* mine = block + ty * 72;
    for (int i = 0; i < 8; ++i)
        mine[i * 9 + tx] = src[first + i * stride + tx];
    __syncwarp();
    float row[8];
    for (int i = 0; i < 8; ++i)
        row[i] = mine[tx * 9 + i];
    for (int i = 0; i < 4; ++i) {
        mine[tx * 9 + i] = row[i] + row[7 - i];
        mine[tx * 9 + 4 + i] = (row[i] - row[7 - i]) * 0.7071f;
    }
    __syncwarp();
    for (int i = 0; i < 8; ++i)
        dst[first + i * stride + tx] = mine[i * 9 + tx];
}

extern "C" __global__ void sample_bfs(const int* begins, const int* edges, int* level, int* changed, int depth, int n) {
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n || level[v] != depth) return;
    for (int e = begins[v]; e < begins[v + 1]; ++e) {
        const int to = edges[e] & (n - 1);
        if (level[to] > depth + 1) {
            level[to] = depth + 1;
            *changed = 1;
        }
    }
}

extern "C" __global__ void sample_list(const int* next, int* out, int hops, int n) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    const int id = at;
    if (id >= n) return;
    for (int i = 0; i < hops; ++i)
        at = next[at];
    out[id] = at;
}

extern "C" __global__ void sample_nw(int* score, const int* reference, int columns, int penalty, int diagonal) {
    __shared__ int temp[17][17];
    __shared__ int ref[16][16];
    const int bx = blockIdx.x, by = diagonal - 1 - bx, tx = threadIdx.x;
    const int base = columns * 16 * by + 16 * bx + tx + columns + 1;
    if (tx == 0) temp[tx][0] = score[columns * 16 * by + 16 * bx];
    for (int ty = 0; ty < 16; ++ty)
        ref[ty][tx] = reference[base + columns * ty] & 15;
    temp[tx + 1][0] = score[columns * 16 * by + 16 * bx + columns * (tx + 1)];
    temp[0][tx + 1] = score[base - columns];
    __syncthreads();
    for (int m = 0; m < 16; ++m) {
        if (tx <= m) {
            const int x = tx + 1, y = m - tx + 1;
            temp[y][x] = max(temp[y - 1][x - 1] + ref[y - 1][x - 1], max(temp[y][x - 1], temp[y - 1][x]) - penalty);
        }
        __syncthreads();
    }
    for (int m = 14; m >= 0; --m) {
        if (tx <= m) {
            const int x = tx + 16 - m, y = 16 - tx;
            temp[y][x] = max(temp[y - 1][x - 1] + ref[y - 1][x - 1], max(temp[y][x - 1], temp[y - 1][x]) - penalty);
        }
        __syncthreads();
    }
    for (int ty = 0; ty < 16; ++ty)
        score[base + ty * columns] = temp[ty + 1][tx + 1];
}

extern "C" __global__ void sample_hotspot(const float* power, const float* from, float* to, int columns, int rows,
                                          int turns) {
    __shared__ float now[16][16];
    __shared__ float next[16][16];
    const int small = 16 - turns * 2;
    const int y = small * blockIdx.y - turns + threadIdx.y, x = small * blockIdx.x - turns + threadIdx.x;
    const int tx = threadIdx.x, ty = threadIdx.y;
    const bool inside = y >= 0 && y < rows && x >= 0 && x < columns;
    now[ty][tx] = inside ? from[columns * y + x] : 0.0f;
    const float heat = inside ? power[columns * y + x] : 0.0f;
    __syncthreads();
    bool computed = false;
    for (int i = 0; i < turns; ++i) {
        computed = false;
        if (tx >= i + 1 && tx <= 14 - i && ty >= i + 1 && ty <= 14 - i && inside) {
            computed = true;
            next[ty][tx] = now[ty][tx] + 0.1f * (heat + now[ty + 1][tx] + now[ty - 1][tx] + now[ty][tx + 1] +
                                                 now[ty][tx - 1] - 4.0f * now[ty][tx]);
        }
        __syncthreads();
        if (i == turns - 1) break;
        if (computed) now[ty][tx] = next[ty][tx];
        __syncthreads();
    }
    if (computed) to[columns * y + x] = next[ty][tx];
}

extern "C" __global__ void sample_lud_diagonal(float* m, int dim, int offset) {
    __shared__ float shadow[16][16];
    int at = offset * dim + offset + blockIdx.x * 16 * dim;
    for (int i = 0; i < 16; ++i, at += dim)
        shadow[i][threadIdx.x] = m[at + threadIdx.x] + (i == threadIdx.x ? 16.0f : 0.0f);
    __syncthreads();
    for (int i = 0; i < 15; ++i) {
        if (threadIdx.x > i) {
            for (int j = 0; j < i; ++j)
                shadow[threadIdx.x][i] -= shadow[threadIdx.x][j] * shadow[j][i];
            shadow[threadIdx.x][i] /= shadow[i][i];
        }
        __syncthreads();
        if (threadIdx.x > i)
            for (int j = 0; j < i + 1; ++j)
                shadow[i + 1][threadIdx.x] -= shadow[i + 1][j] * shadow[j][threadIdx.x];
        __syncthreads();
    }
    at = (offset + 1) * dim + offset + blockIdx.x * 16 * dim;
    for (int i = 1; i < 16; ++i, at += dim)
        m[at + threadIdx.x] = shadow[i][threadIdx.x];
}

extern "C" __global__ void sample_eigen_count(const float* diagonal, const float* beside, const float* at, int* out,
                                              int n) {
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float d[256];
    __shared__ float s[256];
    int count = 0;
    float delta = 1;
    for (int first = 0; first < n; first += blockDim.x) {
        __syncthreads();
        d[threadIdx.x] = diagonal[first + threadIdx.x];
        s[threadIdx.x] = beside[first + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < min(n - first, static_cast<int>(blockDim.x)); ++k) {
            delta = d[k] - at[id] - s[k] * s[k] / delta;
            count += delta < 0;
        }
    }
    out[id] = count;
}
