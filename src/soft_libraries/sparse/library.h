// The parts of every routine of the software GPU's cuSPARSE: handles, descriptors, work for a stream, elements.
//
// Whatever lies in device memory is data of somebody who may be hostile, and may change at any time. An index is read
// once, and one that names nothing is passed over; offsets end where the arrays do.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <type_traits>

#include "channel/cusparse_state.h"
#include "soft_libraries/blas/scalar.h"
#include "soft_libraries/host.h"

#define RF_SPARSE(name) extern "C" __attribute__((visibility("default"))) int name

namespace ringfence::soft_libraries::sparse {

using Size = std::int64_t;
using blas::conjugate;
using channel::sparse::DenseVector;
using channel::sparse::MatrixType;
using namespace channel::sparse;

enum Status : int {
    success = 0,
    not_initialized = 1,
    invalid_value = 3,
    execution_failed = 6,
    not_supported = 10,
    insufficient_resources = 11,
};

enum DataType : int { f32 = 0, f64 = 1, f16 = 2, c32 = 4, c64 = 5, bf16 = 14 };

inline bool is_complex_type(Size type) {
    return type == c32 || type == c64;
}
inline bool is_type(Size type) {
    return type == f32 || type == f64 || type == f16 || type == bf16 || is_complex_type(type);
}

// Of one that is a type.
inline std::size_t bytes_of_type(Size type) {
    if (type == c64) return 16;
    if (type == c32 || type == f64) return 8;
    return type == f32 ? 4 : 2;
}

struct Handle {
    void* stream = nullptr;
    int pointer_mode = 0;
};

// A number that is known when the stream comes there.
struct Later {
    Size number = -1;
};

struct SparseMatrix {
    Matrix its;
    // How many nonzeros it will have, if work in progress counts them, and where that work is.
    std::shared_ptr<Later> count;
    void* stream = nullptr;
};

// SpSV, SpSM and SpGEMM keep nothing; bsrsv2, bsrsm2 and incomplete factors keep the zero pivot, which counts from
// where the matrix's indices do.
struct Info {
    std::shared_ptr<Later> pivot = std::make_shared<Later>();
};

Host*& host();
int submit(const Handle* h, std::function<void()> work);
inline int tell_pivot(const Handle* h, const Info* info, int* position) {
    return submit(h, [pivot = info->pivot, position] { *position = static_cast<int>(pivot->number); });
}

// Asked once in a while by work: whether nobody wants it any more. `cost`: how many elements are touched until it is
// asked again. A program decides how many those are, so that steps alone say nothing of time.
class Watch {
public:
    bool has_ended(Size cost = 1) {
        constexpr Size ask_every = 1 << 14;
        left_ -= cost;
        if (left_ > 0) return ended_;
        left_ = ask_every;
        ended_ = ended_ || host()->is_unwanted();
        return ended_;
    }

private:
    Size left_ = 0;
    bool ended_ = false;
};

// All is computed in double precision, real or complex, and rounded when it is stored.
using Real = double;
using Complex = std::complex<double>;

template <class Number>
Number load(Size type, std::uint64_t values, Size index) {
    // Addresses are aligned to 4 bytes at least, and not always to more.
    const auto at = [&](auto element) {
        std::memcpy(&element, reinterpret_cast<const decltype(element)*>(values) + index, sizeof element);
        return element;
    };
    if constexpr (std::is_same_v<Number, Complex>) {
        if (type == c32) return Complex(at(std::complex<float>{}));
        if (type == c64) return at(Complex{});
    }
    switch (type) {
        case f32: return static_cast<Real>(at(float{}));
        case f64: return at(double{});
        case f16: return static_cast<Real>(static_cast<float>(at(blas::Half{})));
        case bf16: return static_cast<Real>(static_cast<float>(at(blas::BFloat16{})));
        default: return Number{};
    }
}

template <class Number>
void store(Size type, std::uint64_t values, Size index, Number value) {
    const auto put = [&](auto element) {
        std::memcpy(reinterpret_cast<decltype(element)*>(values) + index, &element, sizeof element);
    };
    if constexpr (std::is_same_v<Number, Complex>) {
        if (type == c32) put(std::complex<float>(value));
        if (type == c64) put(value);
    } else {
        switch (type) {
            case f32: put(static_cast<float>(value)); break;
            case f64: put(value); break;
            case f16: put(blas::Half(static_cast<float>(value))); break;
            case bf16: put(blas::BFloat16(static_cast<float>(value))); break;
            default: break;
        }
    }
}

inline void store_any(Size type, std::uint64_t values, Size at, Complex value) {
    if (is_complex_type(type)) {
        store(type, values, at, value);
    } else {
        store(type, values, at, value.real());
    }
}

// Where work must look itself: in host memory scalars are gone by then.
class Scalar {
public:
    Scalar(const Handle* h, const void* place, int type) : type_(type) {
        if (h->pointer_mode != 0) {
            place_ = reinterpret_cast<std::uint64_t>(place);
        } else {
            value_ = load<Complex>(type, reinterpret_cast<std::uint64_t>(place), 0);
        }
    }
    template <class Number>
    Number get() const {
        const Complex value = place_ != 0 ? load<Complex>(type_, place_, 0) : value_;
        if constexpr (std::is_same_v<Number, Complex>) {
            return value;
        } else {
            return value.real();
        }
    }

private:
    int type_;
    std::uint64_t place_ = 0;
    Complex value_;
};

// Once, whatever is written there meanwhile; from 0 on.
inline Size load_index(std::int32_t type, std::uint64_t indices, Size at, std::int32_t base) {
    const auto* words = reinterpret_cast<const volatile std::uint32_t*>(indices);
    std::uint64_t index = 0;
    if (type == index_32) {
        index = static_cast<std::uint64_t>(static_cast<std::int32_t>(words[at]));
    } else {
        index = words[2 * at];
        index |= std::uint64_t{words[2 * at + 1]} << 32;
    }
    return static_cast<Size>(index - static_cast<std::uint64_t>(base));
}
inline void store_index(std::int32_t type, std::uint64_t indices, Size at, Size value) {
    if (type == index_32) {
        reinterpret_cast<std::int32_t*>(indices)[at] = static_cast<std::int32_t>(value);
    } else {
        std::memcpy(reinterpret_cast<std::int64_t*>(indices) + at, &value, sizeof value);
    }
}

// Calls `go(Number{})` with what is computed with.
template <class Go>
void with_number(bool is_complex, Go go) {
    if (is_complex) {
        go(Complex{});
    } else {
        go(Real{});
    }
}

// All of them real, or all complex, and known.
template <class... Types>
bool go_together(int compute, Types... types) {
    const bool is_complex = is_complex_type(compute);
    const bool is_known = compute == f32 || compute == f64 || is_complex;
    return is_known && ((is_type(types) && is_complex_type(types) == is_complex) && ...);
}

}  // namespace ringfence::soft_libraries::sparse
