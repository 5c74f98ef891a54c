// Grids and blocks of three dimensions: every thread writes where it is, and a field is rotated.
extern "C" __global__ void places(uint4* out) {
    const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned lane;
    unsigned warp;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm volatile("mov.u32 %0, %%nwarpid;" : "=r"(warp));
    const unsigned size = blockDim.x * blockDim.y * blockDim.z;
    uint4 r;
    r.x = threadIdx.x | threadIdx.y << 10 | threadIdx.z << 20;
    r.y = blockIdx.x | blockIdx.y << 10 | blockIdx.z << 20;
    r.z = lane | (warp > 0 ? 1u << 31 : 0);
    r.w = blockDim.x + blockDim.y * 100 + blockDim.z * 10000 + gridDim.x * 7 + gridDim.y * 700 + gridDim.z * 70000;
    out[block * size + thread] = r;
}

extern "C" __global__ void rotate(const int* in, int* out, int nx, int ny, int nz) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < nx && y < ny && z < nz) out[(x * nz + z) * ny + y] = in[(z * ny + y) * nx + x];
}
