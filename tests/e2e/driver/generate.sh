#!/usr/bin/env bash
# Compiles kernels.cu to kernels.ptx, which is kept: where these programs run there may be no nvcc.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
PATH=$PATH:/usr/local/cuda/bin
nvcc --options-file ../../../tools/nvcc.options -ptx -arch=compute_90 -std=c++17 -o kernels.ptx kernels.cu
