// Structures of pointers as parameters: bodies whose places and masses are apart, and images with their sizes.
struct Bodies {
    float *x, *y, *z, *mass;
    float *vx, *vy, *vz;
    int count;
};

extern "C" __global__ void structure_bodies(Bodies bodies, float step) {
    __shared__ float4 tile[256];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float x = bodies.x[i], y = bodies.y[i], z = bodies.z[i];
    float ax = 0, ay = 0, az = 0;
    for (int first = 0; first < bodies.count; first += blockDim.x) {
        const int j = first + threadIdx.x;
        tile[threadIdx.x] = make_float4(bodies.x[j], bodies.y[j], bodies.z[j], bodies.mass[j]);
        __syncthreads();
        for (int k = 0; k < blockDim.x; ++k) {
            const float dx = tile[k].x - x, dy = tile[k].y - y, dz = tile[k].z - z;
            const float r = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-6f);
            const float f = tile[k].w * r * r * r;
            ax += f * dx;
            ay += f * dy;
            az += f * dz;
        }
        __syncthreads();
    }
    bodies.vx[i] += step * ax;
    bodies.vy[i] += step * ay;
    bodies.vz[i] += step * az;
}

struct Image {
    int width, height, stride;
    const float* data;
};

extern "C" __global__ void structure_images(const Image in, float* out, int out_stride) {
    __shared__ float tile[18][18];
    const int x0 = blockIdx.x * 16 - 1, y0 = blockIdx.y * 16 - 1;
    for (int i = threadIdx.y * 16 + threadIdx.x; i < 18 * 18; i += 256) {
        const int x = min(max(x0 + i % 18, 0), in.width - 1), y = min(max(y0 + i / 18, 0), in.height - 1);
        tile[i / 18][i % 18] = in.data[y * in.stride + x];
    }
    __syncthreads();
    float sum = 0;
    for (int dy = 0; dy < 3; ++dy)
        for (int dx = 0; dx < 3; ++dx)
            sum += tile[threadIdx.y + dy][threadIdx.x + dx];
    const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < in.width && y < in.height) out[y * out_stride + x] = sum / 9;
}
