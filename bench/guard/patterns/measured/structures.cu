// Structures of pointers: cells with neighbours in nested structures, and vectors in an array of pointers.
struct Vectors {
    float* data[4];
    unsigned lengths[4];
};

extern "C" __global__ void structure_vectors(const Vectors in, Vectors out, float factor) {
    __shared__ float line[4][64];
    const unsigned which = threadIdx.y;
    const unsigned i = blockIdx.x * 64 + threadIdx.x;
    const float* from = which == 0 ? in.data[0] : which == 1 ? in.data[1] : which == 2 ? in.data[2] : in.data[3];
    line[which][threadIdx.x] = i < in.lengths[0] ? from[i] : 0;
    __syncthreads();
    if (which == 0 && i < out.lengths[0]) {
        float sum = 0;
        for (unsigned k = 0; k < 4; ++k)
            sum += line[k][threadIdx.x];
        out.data[0][i] = factor * sum;
        out.data[1][i] = line[1][63 - threadIdx.x];
    }
}

struct Field {
    const float* values;
    int nx, ny;
};
struct Problem {
    Field speed, pressure;
    float* result;
    float dt;
};

extern "C" __global__ void structure_fields(Problem problem) {
    __shared__ float tile[10][34];
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const int nx = problem.pressure.nx, ny = problem.pressure.ny;
    for (int dy = threadIdx.y; dy < 10; dy += 8)
        for (int dx = threadIdx.x; dx < 34; dx += 32) {
            const int gx = min(max(int(blockIdx.x * 32) + dx - 1, 0), nx - 1);
            const int gy = min(max(int(blockIdx.y * 8) + dy - 1, 0), ny - 1);
            tile[dy][dx] = problem.pressure.values[gy * nx + gx];
        }
    __syncthreads();
    if (x >= nx || y >= ny) return;
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const float laplace = tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx] - 4 * tile[ty][tx];
    problem.result[y * nx + x] = tile[ty][tx] + problem.dt * problem.speed.values[y * problem.speed.nx + x] * laplace;
}
