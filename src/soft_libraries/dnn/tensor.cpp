#include "soft_libraries/dnn/tensor.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "soft_libraries/blas/scalar.h"

namespace ringfence::soft_libraries::dnn {
namespace {

using blas::BFloat16;
using blas::Half;

// Calls with each element's offset, in the order of Values.
template <class Visit>
void for_each_offset(const Tensor& tensor, Visit visit) {
    Sizes at = {};
    std::int64_t offset = 0;
    const std::int64_t all = tensor.elements();
    for (std::int64_t i = 0; i < all; ++i) {
        visit(static_cast<std::size_t>(i), offset);
        for (std::size_t d = tensor.rank; d-- > 0;) {
            offset += tensor.strides[d];
            if (++at[d] < tensor.dims[d]) break;
            offset -= tensor.strides[d] * tensor.dims[d];
            at[d] = 0;
        }
    }
}

template <class T>
T rounded(double value) {
    if constexpr (std::numeric_limits<T>::is_integer) {
        if (std::isnan(value)) return T{0};
        constexpr auto lowest = static_cast<double>(std::numeric_limits<T>::min());
        constexpr auto highest = static_cast<double>(std::numeric_limits<T>::max());
        if (value <= lowest) return std::numeric_limits<T>::min();
        return value >= highest ? std::numeric_limits<T>::max() : static_cast<T>(std::nearbyint(value));
    } else if constexpr (std::is_same_v<T, double>) {
        return value;
    } else {
        return T(static_cast<float>(value));
    }
}

// Memory need not be aligned: nobody has checked that.
template <class T>
double get(const std::byte* base, std::int64_t offset) {
    T value;
    std::memcpy(&value, base + offset * static_cast<std::int64_t>(sizeof value), sizeof value);
    return static_cast<double>(value);
}
template <class T>
void put(std::byte* base, std::int64_t offset, double value) {
    const T stored = rounded<T>(value);
    std::memcpy(base + offset * static_cast<std::int64_t>(sizeof stored), &stored, sizeof stored);
}

template <class Visit>
void with_type(int type, Visit visit) {
    switch (type) {
        case float_type: return visit(float{});
        case double_type: return visit(double{});
        case half_type: return visit(Half{});
        case bfloat_type: return visit(BFloat16{});
        case int32_type: return visit(std::int32_t{});
        case int64_type: return visit(std::int64_t{});
        case boolean_type: return visit(std::uint8_t{});
        default: return;
    }
}

}  // namespace

std::size_t bytes_of(int type) {
    std::size_t bytes = 0;
    with_type(type, [&](auto zero) { bytes = sizeof zero; });
    return bytes;
}

bool is_floating(int type) {
    return type == float_type || type == double_type || type == half_type || type == bfloat_type;
}

std::int64_t Tensor::elements() const {
    return elements_from(0);
}

std::int64_t Tensor::elements_from(std::size_t first) const {
    std::int64_t all = 1;
    for (std::size_t i = first; i < rank; ++i) {
        if (dims[i] < 1 || dims[i] > most_elements) return 0;
        all *= dims[i];
        if (all > most_elements) return 0;
    }
    return all;
}

bool Tensor::has_shape_of(const Tensor& other) const {
    if (rank != other.rank) return false;
    for (std::size_t i = 0; i < rank; ++i) {
        if (dims[i] != other.dims[i]) return false;
    }
    return true;
}

bool Tensor::spreads_over(const Tensor& other) const {
    if (rank != other.rank) return false;
    for (std::size_t i = 0; i < rank; ++i) {
        if (dims[i] != 1 && dims[i] != other.dims[i]) return false;
    }
    return true;
}

Tensor packed_tensor(int type, std::size_t rank, const Sizes& dims) {
    Tensor tensor{type, rank, dims, {}};
    std::int64_t stride = 1;
    for (std::size_t i = rank; i-- > 0;) {
        tensor.strides[i] = stride;
        if (__builtin_mul_overflow(stride, dims[i], &stride)) return {};
    }
    return tensor;
}

Values load(const Tensor& tensor, const void* from) {
    Values values(static_cast<std::size_t>(tensor.elements()));
    with_type(tensor.type, [&](auto zero) {
        for_each_offset(tensor, [&](std::size_t i, std::int64_t offset) {
            values[i] = get<decltype(zero)>(static_cast<const std::byte*>(from), offset);
        });
    });
    return values;
}

void store(const Tensor& tensor, void* to, const Values& values, double alpha, double beta) {
    auto* base = static_cast<std::byte*>(to);
    with_type(tensor.type, [&](auto zero) {
        using T = decltype(zero);
        for_each_offset(tensor, [&](std::size_t i, std::int64_t offset) {
            const double before = beta != 0 ? beta * get<T>(base, offset) : 0;
            put<T>(base, offset, alpha * values[i] + before);
        });
    });
}

Values spread(const Values& values, const Tensor& tensor, const Tensor& over) {
    Tensor repeated = packed_tensor(double_type, tensor.rank, tensor.dims);
    for (std::size_t i = 0; i < tensor.rank; ++i) {
        if (tensor.dims[i] == 1) repeated.strides[i] = 0;
    }
    repeated.dims = over.dims;
    Values all(static_cast<std::size_t>(repeated.elements()));
    for_each_offset(repeated,
                    [&](std::size_t i, std::int64_t offset) { all[i] = values[static_cast<std::size_t>(offset)]; });
    return all;
}

}  // namespace ringfence::soft_libraries::dnn
