// The edge of the Mandelbrot set, coloured and lit.
//
// A point's colour is how long it takes to escape, counted smoothly. Its brightness is as if the distance to the set
// were a landscape with the sun in the upper left. Four samples make a pixel.
//
// mandelbrot.ptx is made by compile.sh.

namespace {

struct Colour {
    float red, green, blue;
};

constexpr float pi = 3.14159265f;

__device__ float wave(float t, float phase) { return 0.5f + 0.5f * __cosf(2.0f * pi * (t + phase)); }

// Night blue, through teal and sand to rust, and round again.
__device__ Colour palette(float t) {
    const float crest = wave(2.0f * t, 0.5f);
    return {0.04f + 0.96f * __powf(wave(t, 0.50f), 1.3f), 0.07f + 0.68f * __powf(wave(t, 0.58f), 1.2f) + 0.10f * crest,
            0.20f + 0.55f * wave(t, 0.85f) * wave(t, 0.85f) + 0.12f * crest};
}

__device__ Colour sample(double cx, double cy, int limit) {
    double x = 0.0, y = 0.0;    // z
    double dx = 0.0, dy = 0.0;  // its derivative by c
    double xx = 0.0, yy = 0.0;
    int count = 0;
    while (count < limit && xx + yy < 65536.0) {
        const double next_dx = 2.0 * (x * dx - y * dy) + 1.0;
        dy = 2.0 * (x * dy + y * dx);
        dx = next_dx;
        y = 2.0 * x * y + cy;
        x = xx - yy + cx;
        xx = x * x;
        yy = y * y;
        ++count;
    }
    if (count == limit) return {0.0f, 0.0f, 0.0f};

    const float smooth = (float)count - __log2f(0.5f * __log2f((float)(xx + yy)));
    // z / z' points away from the set.
    const double ux = x * dx + y * dy, uy = y * dx - x * dy;
    const double scale = rsqrt(ux * ux + uy * uy);
    const float slope = (float)((0.8 * uy - 0.6 * ux) * scale);
    const float light = 0.45f + 0.55f * fmaxf(0.0f, (slope + 1.3f) / 2.3f);

    const Colour base = palette(0.11f * __log2f(smooth + 1.0f) * __log2f(smooth + 1.0f) * 0.35f);
    return {base.red * light, base.green * light, base.blue * light};
}

__device__ unsigned channel(float sum) {
    return (unsigned)(255.0f * __powf(fminf(fmaxf(sum * 0.25f, 0.0f), 1.0f), 1.0f / 1.8f) + 0.5f);
}

}  // namespace

// `pixels` gets red, green, blue and 255, row by row from the top. `step` is a pixel's width.
extern "C" __global__ void mandelbrot(unsigned* pixels, int width, int height, double centre_x, double centre_y,
                                      double step, int limit) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column >= width || row >= height) return;

    Colour sum = {0.0f, 0.0f, 0.0f};
    for (int i = 0; i < 4; ++i) {
        const double x = centre_x + (column - 0.5 * width + 0.25 + 0.5 * (i & 1)) * step;
        const double y = centre_y - (row - 0.5 * height + 0.25 + 0.5 * (i >> 1)) * step;
        const Colour part = sample(x, y, limit);
        sum.red += part.red;
        sum.green += part.green;
        sum.blue += part.blue;
    }
    pixels[row * width + column] =
        channel(sum.red) | channel(sum.green) << 8 | channel(sum.blue) << 16 | 255u << 24;
}
