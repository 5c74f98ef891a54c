// The neighbour's honest work: heat spreads over a plate, cell by cell.
//
// neighbour.ptx is made by ../compile.sh.

extern "C" __global__ void spread(const float* from, float* to, int side) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int cells = side * side;
    if (x >= cells) return;
    const int column = x % side;
    const float left = column > 0 ? from[x - 1] : from[x];
    const float right = column < side - 1 ? from[x + 1] : from[x];
    const float above = x >= side ? from[x - side] : from[x];
    const float below = x < cells - side ? from[x + side] : from[x];
    to[x] = 0.5f * from[x] + 0.125f * (left + right + above + below);
}
