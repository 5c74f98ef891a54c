// A seven-point stencil in double precision: blocks of columns march through z and keep three planes in registers.
extern "C" __global__ void laplace(const double* in, double* out, int nx, int ny, int nz) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    const int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x >= nx - 1 || y >= ny - 1) return;
    const int plane = nx * ny;
    int i = y * nx + x;
    double below = in[i];
    double middle = in[i + plane];
    for (int z = 1; z < nz - 1; ++z) {
        i += plane;
        const double above = in[i + plane];
        out[i] = (below + above) + (in[i - 1] + in[i + 1]) + (in[i - nx] + in[i + nx]) - 6.0 * middle;
        below = middle;
        middle = above;
    }
}
