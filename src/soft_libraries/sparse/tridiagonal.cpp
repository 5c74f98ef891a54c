// Tridiagonal systems.
#include <utility>
#include <vector>

#include "soft_libraries/sparse/typed.h"

namespace ringfence::soft_libraries::sparse {
namespace {

// One system. Its diagonals are as long as its solution; their elements are `step` apart.
template <class T>
struct Tridiagonal {
    int size;
    const T* below;
    const T* diagonal;
    const T* above;
    Size step = 1;

    Tridiagonal moved(Size distance) const {
        return {size, below + distance, diagonal + distance, above + distance, step};
    }
};

// With partial pivoting, in the worker's memory. `x` is the right side before and the solution after.
template <class T>
void solve_tridiagonal(const Tridiagonal<T>& system, T* x) {
    using Number = NumberOf<T>;
    const auto n = static_cast<std::size_t>(system.size);
    const auto copied = [&](const T* from) {
        std::vector<Number> to(n);
        for (std::size_t i = 0; i < n; ++i)
            to[i] = load<Number>(type_of<T>, reinterpret_cast<std::uint64_t>(from), static_cast<Size>(i) * system.step);
        return to;
    };
    std::vector<Number> below = copied(system.below);
    std::vector<Number> diagonal = copied(system.diagonal);
    std::vector<Number> above = copied(system.above);
    std::vector<Number> further(n);  // appears where rows are exchanged
    std::vector<Number> solution = copied(x);
    above[n - 1] = Number{};
    for (std::size_t i = 0; i + 1 < n; ++i) {
        Number next_above = i + 2 < n ? above[i + 1] : Number{};
        if (std::abs(below[i + 1]) > std::abs(diagonal[i])) {
            std::swap(diagonal[i], below[i + 1]);
            std::swap(above[i], diagonal[i + 1]);
            further[i] = next_above;
            next_above = Number{};
            std::swap(solution[i], solution[i + 1]);
        }
        const Number factor = below[i + 1] / diagonal[i];
        diagonal[i + 1] -= factor * above[i];
        if (i + 2 < n) above[i + 1] = next_above - factor * further[i];
        solution[i + 1] -= factor * solution[i];
    }
    for (std::size_t i = n; i-- > 0;) {
        if (i + 1 < n) solution[i] -= above[i] * solution[i + 1];
        if (i + 2 < n) solution[i] -= further[i] * solution[i + 2];
        solution[i] /= diagonal[i];
        store(type_of<T>, reinterpret_cast<std::uint64_t>(x), static_cast<Size>(i) * system.step, solution[i]);
    }
}

// `count` right sides, `distance` apart; the systems are `system_distance` apart.
template <class T>
int solve_tridiagonals(const Handle* h, const Tridiagonal<T>& first, Size system_distance, T* x, Size count,
                       Size distance) {
    return submit(h, [=] {
        for (Size i = 0; i < count && !host()->is_unwanted(); ++i)
            solve_tridiagonal(first.moved(i * system_distance), x + i * distance);
    });
}

int give_work_bytes(Size* bytes) {
    *bytes = 8;
    return success;
}

}  // namespace

#define RF_TRIDIAGONAL(X, T)                                                                        \
    RF_SPARSE(cusparse##X##gtsv2StridedBatch_bufferSizeExt)                                         \
    (Handle*, int, const T*, const T*, const T*, const T*, int, int, Size* bytes) {                 \
        return give_work_bytes(bytes);                                                              \
    }                                                                                               \
    RF_SPARSE(cusparse##X##gtsv2StridedBatch)                                                       \
    (Handle * h, int m, const T* dl, const T* d, const T* du, T* x, int count, int stride, void*) { \
        return solve_tridiagonals<T>(h, {m, dl, d, du}, stride, x, count, stride);                  \
    }                                                                                               \
    RF_SPARSE(cusparse##X##gtsv2_bufferSizeExt)                                                     \
    (Handle*, int, int, const T*, const T*, const T*, const T*, int, Size* bytes) {                 \
        return give_work_bytes(bytes);                                                              \
    }                                                                                               \
    RF_SPARSE(cusparse##X##gtsv2)                                                                   \
    (Handle * h, int m, int n, const T* dl, const T* d, const T* du, T* b, int ldb, void*) {        \
        return solve_tridiagonals<T>(h, {m, dl, d, du}, 0, b, n, ldb);                              \
    }                                                                                               \
    RF_SPARSE(cusparse##X##gtsv2_nopivot_bufferSizeExt)                                             \
    (Handle*, int, int, const T*, const T*, const T*, const T*, int, Size* bytes) {                 \
        return give_work_bytes(bytes);                                                              \
    }                                                                                               \
    RF_SPARSE(cusparse##X##gtsv2_nopivot)                                                           \
    (Handle * h, int m, int n, const T* dl, const T* d, const T* du, T* b, int ldb, void*) {        \
        return solve_tridiagonals<T>(h, {m, dl, d, du}, 0, b, n, ldb);                              \
    }                                                                                               \
    RF_SPARSE(cusparse##X##gtsvInterleavedBatch_bufferSizeExt)                                      \
    (Handle*, int, int, const T*, const T*, const T*, const T*, int, Size* bytes) {                 \
        return give_work_bytes(bytes);                                                              \
    }                                                                                               \
    RF_SPARSE(cusparse##X##gtsvInterleavedBatch)                                                    \
    (Handle * h, int, int m, T* dl, T* d, T* du, T* x, int count, void*) {                          \
        return solve_tridiagonals<T>(h, {m, dl, d, du, count}, 1, x, count, 1);                     \
    }

RF_TRIDIAGONAL(S, float)
RF_TRIDIAGONAL(D, double)
RF_TRIDIAGONAL(C, std::complex<float>)
RF_TRIDIAGONAL(Z, std::complex<double>)

}  // namespace ringfence::soft_libraries::sparse
