// compile: 75 90
// compile: 80 -lineinfo
// compile: 120 -G
// libcu++ in device code: complex numbers, tuples, optional, variant, spans, bit operations, chrono, math.
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/chrono>
#include <cuda/std/complex>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/variant>

namespace std_ = cuda::std;

__global__ void complex_numbers(std_::complex<float>* c, std_::complex<double>* d) {
    c[0] = c[1] * c[2] + c[3] / c[4];
    c[5] = std_::exp(c[6]);
    c[7] = std_::polar(std_::abs(c[8]), std_::arg(c[9]));
    d[0] = std_::sqrt(d[1]) * std_::conj(d[2]);
}

__device__ std_::optional<int> halved(int x) {
    if (x & 1) return std_::nullopt;
    return x / 2;
}

__global__ void vocabulary(int* out, int n) {
    auto [a, b, c] = std_::make_tuple(n, 2.5f, 'x');
    std_::array<int, 4> values = {a, static_cast<int>(b), c, out[4]};
    std_::span<int> view(out, n);
    for (int& v : view.subspan(1, 2)) v += values[n & 3];
    out[0] = halved(n).value_or(-1);
    std_::variant<int, float> either = n > 3 ? std_::variant<int, float>(n) : std_::variant<int, float>(1.5f);
    out[1] = std_::visit([](auto v) { return static_cast<int>(v * 2); }, either);
    out[2] = std_::popcount(static_cast<unsigned>(n)) + std_::countl_zero(static_cast<unsigned>(n)) +
             std_::rotl(static_cast<unsigned>(n), 5) + std_::bit_cast<int>(b);
    out[3] = static_cast<int>(std_::chrono::system_clock::now().time_since_epoch().count());
}
