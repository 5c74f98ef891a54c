#include "workload.h"

#include "workloads.h"

namespace ringfence::bench {

std::vector<WorkloadEntry> all_workloads() {
    return {
        {"saxpy", saxpy},
        {"matmul", matmul},
        {"stencil", stencil},
        {"black-scholes", black_scholes},
        {"n-body", nbody},
        {"matmul, tiled", matmul_tiled},
        {"reduction", reduce},
        {"reduction, strided", reduce_strided},
        {"histogram", histogram},
        {"transpose", transpose},
        {"mandelbrot", mandelbrot},
        {"scan per block", scan},
        {"spmv, csr", spmv},
        {"convolution 5x5", convolution},
        {"monte carlo pi", monte_carlo},
    };
}

}  // namespace ringfence::bench
