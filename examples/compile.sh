#!/usr/bin/env bash
# Compiles the examples' kernels to PTX, which is kept with the sources: to run them takes no CUDA toolkit. Needs nvcc.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

for kernel in mandelbrot galaxy; do
    nvcc -ptx -arch=compute_90 -std=c++17 -o "$kernel.ptx" "$kernel.cu"
done
nvcc -ptx -arch=compute_90 -std=c++17 -lineinfo -o shift.ptx shift.cu
# The compiler writes the whole path of the source. This machine's folders are nobody's business.
sed -i 's|^\(\s*\.file\s.*"\).*/|\1|' shift.ptx
nvcc -ptx -arch=compute_90 -std=c++17 -o neighbours/neighbour.ptx neighbours/neighbour.cu
nvcc -ptx -arch=compute_90 -std=c++17 -lineinfo -diag-suppress 177 -o neighbours/attacks.ptx neighbours/attacks.cu
sed -i 's|^\(\s*\.file\s.*"\).*/|\1|' neighbours/attacks.ptx
