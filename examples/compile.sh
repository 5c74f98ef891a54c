#!/usr/bin/env bash
# Compiles the examples' kernels to PTX, which is kept with the sources: to run them takes no CUDA toolkit. Needs nvcc.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

to_ptx() { nvcc --options-file ../tools/nvcc.options -ptx -arch=compute_90 -std=c++17 "$@"; }

for kernel in mandelbrot galaxy; do
    to_ptx -o "$kernel.ptx" "$kernel.cu"
done
to_ptx -lineinfo -o shift.ptx shift.cu
# The compiler writes the whole path of the source. This machine's folders are nobody's business.
sed -i 's|^\(\s*\.file\s.*"\).*/|\1|' shift.ptx
to_ptx -o neighbours/neighbour.ptx neighbours/neighbour.cu
to_ptx -lineinfo -diag-suppress 177 -o neighbours/attacks.ptx neighbours/attacks.cu
sed -i 's|^\(\s*\.file\s.*"\).*/|\1|' neighbours/attacks.ptx
