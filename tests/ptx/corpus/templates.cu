// compile: 75 90 -std=c++20
// compile: 80 -std=c++20 -lineinfo
// compile: 86 -std=c++20 -G
// C++ features: variadic templates, lambdas, concepts, constexpr tables, exceptions-free containers, long names.
#include <cstdint>

template <typename T>
concept Number = requires(T a, T b) { a + b; };

template <Number... Ts>
__device__ auto sum(Ts... values) {
    return (values + ...);
}

template <int N>
struct Polynomial {
    double coefficients[N];
    template <typename T>
    __device__ T operator()(T x) const {
        T r = 0;
        for (int i = N - 1; i >= 0; i--) r = r * x + static_cast<T>(coefficients[i]);
        return r;
    }
};

__constant__ constexpr Polynomial<4> cubic{{1, -0.5, 0.25, -0.125}};

template <typename F, typename... Rest>
__device__ void for_each(int* data, F first, Rest... rest) {
    *data = first(*data);
    if constexpr (sizeof...(rest) > 0) for_each(data + 1, rest...);
}

namespace deep::inside::of_names {
template <template <int> class Holder, int... Ns>
struct Collection {
    template <typename Key, Key K>
    static __device__ __noinline__ int lookup(int x) {
        return ((x % (Ns + 1)) + ... + static_cast<int>(K));
    }
};
}  // namespace deep::inside::of_names

enum class Colour : uint8_t { red = 3, green = 5 };

__global__ void evaluate(float* f, double* d, int* n) {
    f[0] = sum(f[1], n[0], 3u);
    d[0] = cubic(d[1]);
    f[2] = cubic(f[3]);
    for_each(n, [](int x) { return x + 1; }, [=](int x) { return x * n[7]; }, [&f](int x) { return x + int(f[4]); });
    n[4] = deep::inside::of_names::Collection<Polynomial, 2, 4, 8>::lookup<Colour, Colour::green>(n[5]);
}

template <unsigned... Steps>
__global__ void unrolled(unsigned* data) {
    ((data[Steps] = __brev(data[Steps]) + Steps), ...);
}
template __global__ void unrolled<0, 3, 9, 27>(unsigned*);
