// A cooperative launch: all blocks wait for each other between the steps of an iteration.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// Jacobi's method on a line: each step needs all of the step before.
extern "C" __global__ void jacobi(double* a, double* b, unsigned n, unsigned steps) {
    const cg::grid_group grid = cg::this_grid();
    double* from = a;
    double* to = b;
    for (unsigned step = 0; step < steps; ++step) {
        for (unsigned long long i = grid.thread_rank(); i < n; i += grid.size()) {
            to[i] = i == 0 || i == n - 1 ? from[i] : 0.25 * from[i - 1] + 0.5 * from[i] + 0.25 * from[i + 1];
        }
        grid.sync();
        double* keep = from;
        from = to;
        to = keep;
    }
}

// Each block adds what its neighbour wrote before the barrier.
extern "C" __global__ void rotate(unsigned* values, unsigned rounds) {
    const cg::grid_group grid = cg::this_grid();
    for (unsigned round = 0; round < rounds; ++round) {
        const unsigned next = values[(blockIdx.x + 1) % gridDim.x];
        grid.sync();
        if (threadIdx.x == 0) values[blockIdx.x] = next * 3 + round;
        grid.sync();
    }
}
