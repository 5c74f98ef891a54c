// Two galaxies that pass each other: every star attracts every other. And a camera for it.
//
// galaxy.ptx is made by compile.sh.

namespace {

constexpr int tile_size = 256;  // also the number of threads in a block
constexpr float softening = 0.0025f;

// The pull of a star at `other`, whose mass is w, on one at `self`.
__device__ float3 attract(float3 sum, float4 self, float4 other) {
    const float dx = other.x - self.x, dy = other.y - self.y, dz = other.z - self.z;
    const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
    const float force = other.w * inverse * inverse * inverse;
    return {sum.x + dx * force, sum.y + dy * force, sum.z + dz * force};
}

__device__ float blob(float square, float width) { return __expf(-square / (2.0f * width * width)) / (width * width); }

__device__ unsigned channel(float light) {
    return (unsigned)(255.0f * __powf(1.0f - __expf(-light), 1.0f / 2.2f) + 0.5f);
}

}  // namespace

// One step in time. `count` is a multiple of the tile's size. A velocity's w is the star's tint and stays.
extern "C" __global__ void __launch_bounds__(tile_size)
    move_stars(const float4* from, float4* to, float4* velocity, int count, float time_step) {
    __shared__ float4 tile[tile_size];
    const int i = blockIdx.x * tile_size + threadIdx.x;
    const float4 self = from[i];
    float3 sum = {0.0f, 0.0f, 0.0f};
    for (int first = 0; first < count; first += tile_size) {
        tile[threadIdx.x] = from[first + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < tile_size; ++k) sum = attract(sum, self, tile[k]);
        __syncthreads();
    }
    float4 v = velocity[i];
    v.x += sum.x * time_step;
    v.y += sum.y * time_step;
    v.z += sum.z * time_step;
    velocity[i] = v;
    to[i] = {self.x + v.x * time_step, self.y + v.y * time_step, self.z + v.z * time_step, self.w};
}

// Lets the stars' light fall on the film: three numbers per pixel. Not all stars are equally bright.
extern "C" __global__ void expose(const float4* position, const float4* velocity, int count, float* film, int width,
                                  int height, float scale, float brightness) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const float4 star = position[i];
    const float tint = velocity[i].w;  // 0: old and yellow, 1: young and blue
    const float luck = (i * 2654435761u >> 8) * (1.0f / (1 << 24));
    const float own = brightness * (star.w > 0.1f ? 40.0f : 0.25f + 2.2f * luck * luck * luck);
    const float red = own * (1.25f - 0.85f * tint);
    const float green = own * (0.82f - 0.17f * tint);
    const float blue = own * (0.42f + 1.05f * tint);
    const float x = 0.5f * width + star.x * scale, y = 0.5f * height - star.y * scale;
    constexpr int reach = 4;
    const int column = __float2int_rd(x), row = __float2int_rd(y);
    for (int v = max(row - reach, 0); v <= min(row + reach, height - 1); ++v) {
        for (int u = max(column - reach, 0); u <= min(column + reach, width - 1); ++u) {
            const float dx = u + 0.5f - x, dy = v + 0.5f - y;
            const float square = dx * dx + dy * dy;
            const float light = blob(square, 0.75f) + 0.15f * blob(square, 1.6f);
            float* pixel = film + 3 * (v * width + u);
            atomicAdd(pixel, light * red);
            atomicAdd(pixel + 1, light * green);
            atomicAdd(pixel + 2, light * blue);
        }
    }
}

// Spreads light along rows, or along columns: what a lens makes of a bright spot. One thread per number.
extern "C" __global__ void spread(const float* from, float* to, int width, int height, int along_rows) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 3 * width * height) return;
    const int pixel = i / 3;
    const int place = along_rows ? pixel % width : pixel / width;
    const int end = along_rows ? width : height;
    const int stride = along_rows ? 3 : 3 * width;
    float sum = 0.0f, weights = 0.0f;
    for (int k = -36; k <= 36; ++k) {
        const float weight = __expf(-0.5f * k * k / (13.0f * 13.0f));
        weights += weight;
        if (place + k >= 0 && place + k < end) sum += weight * from[i + k * stride];
    }
    to[i] = sum / weights;
}

// Film to picture: red, green, blue and 255.
extern "C" __global__ void develop(const float* film, const float* glow, unsigned* pixels, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const float red = film[3 * i] + 1.1f * glow[3 * i] + 0.0010f;
    const float green = film[3 * i + 1] + 1.1f * glow[3 * i + 1] + 0.0015f;
    const float blue = film[3 * i + 2] + 1.1f * glow[3 * i + 2] + 0.0038f;
    pixels[i] = channel(red) | channel(green) << 8 | channel(blue) << 16 | 255u << 24;
}
