// Sparse vectors beside dense ones.
#include "soft_libraries/sparse/matrix.h"

namespace ringfence::soft_libraries::sparse {
namespace {

bool fit(const DenseVector& y, const channel::sparse::Vector& x) {
    return is_usable(y) && y.type == x.type && y.size == x.size &&
           (x.nonzeros == 0 || (x.indices != 0 && x.values != 0));
}

// Calls `move(place in the dense one, place in the other)` for each index that names something.
template <class Move>
void walk_vector(const channel::sparse::Vector& x, Move move) {
    Watch watch;
    for (Size i = 0; i < x.nonzeros && !watch.has_ended(); ++i) {
        const Size index = load_index(x.indices_type, x.indices, i, x.base);
        if (index >= 0 && index < x.size) move(index, i);
    }
}

// Products of numbers of 16 bits are computed in float.
int compute_type(Size type) {
    return type == f16 || type == bf16 ? f32 : static_cast<int>(type);
}

}  // namespace

RF_SPARSE(cusparseGather)(Handle* h, const DenseVector* y, const channel::sparse::Vector* x) {
    if (!fit(*y, *x)) return invalid_value;
    return submit(h, [from = *y, to = *x] {
        walk_vector(to, [&](Size index, Size i) {
            store_any(to.type, to.values, i, load<Complex>(from.type, from.values, index));
        });
    });
}
RF_SPARSE(cusparseScatter)(Handle* h, const channel::sparse::Vector* x, const DenseVector* y) {
    if (!fit(*y, *x)) return invalid_value;
    return submit(h, [from = *x, to = *y] {
        walk_vector(from, [&](Size index, Size i) {
            store_any(to.type, to.values, index, load<Complex>(from.type, from.values, i));
        });
    });
}

// Y = alpha * X + beta * Y. With beta = 0 the old contents of Y do not matter.
RF_SPARSE(cusparseAxpby)
(Handle* h, const void* alpha, const channel::sparse::Vector* x, const void* beta, const DenseVector* y) {
    if (!fit(*y, *x)) return invalid_value;
    const int compute = compute_type(y->type);
    return submit(h, [from = *x, to = *y, factor = Scalar(h, alpha, compute), old = Scalar(h, beta, compute)] {
        Watch watch;
        const auto alpha = factor.get<Complex>();
        const auto beta = old.get<Complex>();
        for (Size i = 0; i < to.size && !watch.has_ended(); ++i) {
            const Complex scaled = beta == Complex{} ? Complex{} : beta * load<Complex>(to.type, to.values, i);
            store_any(to.type, to.values, i, scaled);
        }
        walk_vector(from, [&](Size index, Size i) {
            const Complex sum =
                load<Complex>(to.type, to.values, index) + alpha * load<Complex>(from.type, from.values, i);
            store_any(to.type, to.values, index, sum);
        });
    });
}

// Where X has elements: X = c * X + s * Y, and Y = c * Y - s * X.
RF_SPARSE(cusparseRot)
(Handle* h, const void* cosine, const void* sine, const channel::sparse::Vector* x, const DenseVector* y) {
    if (!fit(*y, *x)) return invalid_value;
    const int compute = compute_type(y->type);
    return submit(h, [of = *x, with = *y, cosine = Scalar(h, cosine, compute), sine = Scalar(h, sine, compute)] {
        const auto c = cosine.get<Complex>();
        const auto s = sine.get<Complex>();
        walk_vector(of, [&](Size index, Size i) {
            const auto one = load<Complex>(of.type, of.values, i);
            const auto other = load<Complex>(with.type, with.values, index);
            store_any(of.type, of.values, i, c * one + s * other);
            store_any(with.type, with.values, index, c * other - s * one);
        });
    });
}

namespace {

int vector_product_problem(const channel::sparse::Vector& x, const DenseVector& y, int compute) {
    if (!go_together(compute, x.type, y.type)) return not_supported;
    return fit(y, x) ? success : invalid_value;
}

}  // namespace

RF_SPARSE(cusparseSpVV_bufferSize)
(Handle*, int, const channel::sparse::Vector* x, const DenseVector* y, const void*, int compute, Size* bytes) {
    constexpr Size any_work_of_vectors = 8;
    *bytes = any_work_of_vectors;
    return vector_product_problem(*x, *y, compute);
}
RF_SPARSE(cusparseSpVV)
(Handle* h, int op, const channel::sparse::Vector* x, const DenseVector* y, void* result, int compute, void*) {
    if (const int problem = vector_product_problem(*x, *y, compute); problem != success) return problem;
    return submit(h, [=, of = *x, with = *y] {
        Complex sum{};
        walk_vector(of, [&](Size index, Size i) {
            sum += operated(op, load<Complex>(of.type, of.values, i)) * load<Complex>(with.type, with.values, index);
        });
        store_any(compute, reinterpret_cast<std::uint64_t>(result), 0, sum);
    });
}

}  // namespace ringfence::soft_libraries::sparse
