// How long points of the plane stay near zero, in single and in double precision (no fused operations: the host's
// counts must be the same).
template <typename T, typename Multiply, typename Add>
__device__ unsigned steps(T cx, T cy, unsigned limit, Multiply multiply, Add add) {
    T x = 0;
    T y = 0;
    unsigned count = 0;
    while (count < limit) {
        const T xx = multiply(x, x);
        const T yy = multiply(y, y);
        if (add(xx, yy) > T(4)) break;
        y = add(multiply(T(2), multiply(x, y)), cy);
        x = add(add(xx, -yy), cx);
        ++count;
    }
    return count;
}

extern "C" __global__ void mandelbrot(unsigned char* image, int width, int height, float left, float top, float step,
                                      unsigned limit) {
    const int px = blockIdx.x * blockDim.x + threadIdx.x;
    const int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height) return;
    const float x = __fadd_rn(left, __fmul_rn(float(px), step));
    const float y = __fadd_rn(top, __fmul_rn(float(py), step));
    image[py * width + px] = (unsigned char)steps<float>(
        x, y, limit, [](float a, float b) { return __fmul_rn(a, b); },
        [](float a, float b) { return __fadd_rn(a, b); });
}

extern "C" __global__ void mandelbrot_double(unsigned short* image, int width, int height, double left, double top,
                                             double step, unsigned limit) {
    const int px = blockIdx.x * blockDim.x + threadIdx.x;
    const int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height) return;
    const double x = __dadd_rn(left, __dmul_rn(double(px), step));
    const double y = __dadd_rn(top, __dmul_rn(double(py), step));
    image[py * width + px] = (unsigned short)steps<double>(
        x, y, limit, [](double a, double b) { return __dmul_rn(a, b); },
        [](double a, double b) { return __dadd_rn(a, b); });
}
