// A kernel with a bug: it moves every number up by one place, and the last one has no place to go.
//
// shift.ptx is made by compile.sh, with line numbers.

extern "C" __global__ void shift_up(const int* from, int* to, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    to[i + 1] = from[i];
}
