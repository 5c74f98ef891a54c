// One function per kernel of kernels.cu. The limits are those that the project set itself.
#pragma once

#include "workload.h"

namespace ringfence::bench {

constexpr double plain_limit = 1.5;  // for the kernels that are nothing but arithmetic and memory
constexpr double barrier_limit = 3;  // for tiles and trees with barriers
constexpr double general_limit = 5;  // for everything

// workloads_plain.cpp
Workload saxpy();
Workload matmul();
Workload stencil();
Workload black_scholes();
Workload nbody();
// workloads_barrier.cpp
Workload matmul_tiled();
Workload reduce();
Workload reduce_strided();
Workload histogram();
Workload transpose();
Workload scan();
// workloads_other.cpp
Workload mandelbrot();
Workload spmv();
Workload convolution();
Workload monte_carlo();

// The matrix product, of either kind.
Workload matrix_product(const char* kernel, double limit);

}  // namespace ringfence::bench
