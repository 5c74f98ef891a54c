#include "soft_libraries/fft/problem.h"

namespace ringfence::soft_libraries::fft {

namespace {

// A number that remembers that it did not fit into 63 bits.
class Checked {
public:
    Checked(std::int64_t value) : value_(value) {}
    Checked operator*(Checked other) const {
        Checked result = *this;
        result.fits_ = !__builtin_mul_overflow(value_, other.value_, &result.value_) && fits_ && other.fits_;
        return result;
    }
    Checked operator+(Checked other) const {
        Checked result = *this;
        result.fits_ = !__builtin_add_overflow(value_, other.value_, &result.value_) && fits_ && other.fits_;
        return result;
    }
    bool fits() const { return fits_; }
    std::int64_t value() const { return value_; }

private:
    std::int64_t value_;
    bool fits_ = true;
};

constexpr std::int64_t number_bytes_at_most = 8;

// Steps that are never made may be of any length: none is as good.
void drop_unused_steps(Side& side, std::int64_t batch) {
    if (batch == 1) side.distance = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        if (side.count[i] == 1) side.stride[i] = 0;
    }
}

bool offsets_fit(const Side& side, std::int64_t batch) {
    Checked elements = Checked(batch - 1) * side.distance + 1;
    for (std::size_t i = 0; i < 3; ++i)
        elements = elements + Checked(side.count[i] - 1) * side.stride[i];
    return (elements * number_bytes_at_most * side.numbers).fits();
}

// Row after row, the rows `pitch` apart.
std::optional<Side> packed_side(const Extents& count, Checked pitch, int numbers) {
    const Checked plane = pitch * count[1];
    const Checked whole = plane * count[0];
    if (!whole.fits()) return std::nullopt;
    return Side{count, {plane.value(), pitch.value(), 1}, whole.value(), numbers};
}

std::optional<Side> strided_side(const Extents& count, int rank, const Extents& embed, std::int64_t stride,
                                 std::int64_t distance, int numbers) {
    Side side{count, {0, 0, stride}, distance, numbers};
    Checked step = stride;
    // The dimension that varies slowest has no size in memory that would matter: the first of `embed` is ignored. A
    // step that is never made may overflow.
    for (int i = rank - 1; i > 0; --i) {
        step = step * embed[static_cast<std::size_t>(i)];
        const auto slower = static_cast<std::size_t>(3 - rank + i - 1);
        if (count[slower] == 1) continue;
        if (!step.fits()) return std::nullopt;
        side.stride[slower] = step.value();
    }
    return side;
}

bool is_power_of_two(std::int64_t n) {
    return (n & (n - 1)) == 0;
}

Status check_layout(const Request& request) {
    if (!request.input_embed || !request.output_embed) return Status::Success;
    if (request.input_stride < 1 || request.output_stride < 1) return Status::InvalidValue;
    if (request.input_distance < 0 || request.output_distance < 0) return Status::InvalidValue;
    // Many results in one place are of no use, and no memory would bound their number.
    if (request.output_distance == 0 && request.batch > 1) return Status::InvalidValue;
    for (std::size_t i = 1; i < static_cast<std::size_t>(request.rank); ++i) {
        if ((*request.input_embed)[i] < 1 || (*request.output_embed)[i] < 1) return Status::InvalidValue;
    }
    return Status::Success;
}

bool is_small(Number number) {
    return number == Number::Half || number == Number::Bfloat;
}

// cuFFT documents as unsupported for numbers of 16 bits, besides sizes: strides on the real side, and more elements
// than 32 bits count.
bool is_small_supported(const Request& request) {
    Checked elements = request.batch;
    for (std::size_t i = 0; i < static_cast<std::size_t>(request.rank); ++i)
        elements = elements * request.n[i];
    if (!elements.fits() || elements.value() > std::int64_t{UINT32_MAX}) return false;
    if (!request.input_embed || !request.output_embed) return true;
    switch (request.transform.kind) {
        case Kind::RealToComplex: return request.input_stride == 1;
        case Kind::ComplexToReal: return request.output_stride == 1;
        case Kind::ComplexToComplex: return true;
    }
    return false;
}

Status check_sizes(const Request& request) {
    if (request.batch < 1) return Status::InvalidSize;
    const bool small = is_small(request.transform.number);
    for (std::size_t i = 0; i < static_cast<std::size_t>(request.rank); ++i) {
        if (request.n[i] < 1) return Status::InvalidSize;
        if (small && !is_power_of_two(request.n[i])) return Status::NotSupported;  // as cuFFT
    }
    return Status::Success;
}

struct Grids {
    Extents input, output;
    int input_numbers, output_numbers;
};

Grids grids_of(const Transform& transform, const Extents& n) {
    const Extents spectrum = {n[0], n[1], complex_row(transform, n[2])};
    const bool real_input = transform.kind == Kind::RealToComplex;
    const bool real_output = transform.kind == Kind::ComplexToReal;
    return {real_input ? n : spectrum, real_output ? n : spectrum, real_input ? 1 : 2, real_output ? 1 : 2};
}

bool place_packed(const Grids& grids, Problem& problem) {
    const Checked row = complex_row(problem.transform, problem.n[2]);
    const auto input = packed_side(grids.input, grids.input[2], grids.input_numbers);
    const auto output = packed_side(grids.output, grids.output[2], grids.output_numbers);
    const auto input_in_place = packed_side(grids.input, row * (2 / grids.input_numbers), grids.input_numbers);
    const auto output_in_place = packed_side(grids.output, row * (2 / grids.output_numbers), grids.output_numbers);
    if (!input || !output || !input_in_place || !output_in_place) return false;
    problem.input = *input;
    problem.output = *output;
    problem.input_in_place = *input_in_place;
    problem.output_in_place = *output_in_place;
    return true;
}

bool place_strided(const Grids& grids, const Request& request, Problem& problem) {
    const std::optional<Side> input = strided_side(grids.input, request.rank, *request.input_embed,
                                                   request.input_stride, request.input_distance, grids.input_numbers);
    const std::optional<Side> output =
        strided_side(grids.output, request.rank, *request.output_embed, request.output_stride, request.output_distance,
                     grids.output_numbers);
    if (!input || !output) return false;
    problem.input = problem.input_in_place = *input;
    problem.output = problem.output_in_place = *output;
    return true;
}

std::optional<Number> number_of(DataType complex) {
    switch (complex) {
        case DataType::Complex16: return Number::Half;
        case DataType::ComplexBf16: return Number::Bfloat;
        case DataType::Complex32: return Number::Single;
        case DataType::Complex64: return Number::Double;
        default: return std::nullopt;
    }
}

DataType real_of(Number number) {
    switch (number) {
        case Number::Half: return DataType::Real16;
        case Number::Bfloat: return DataType::RealBf16;
        case Number::Single: return DataType::Real32;
        case Number::Double: return DataType::Real64;
    }
    return DataType::Real32;
}

}  // namespace

std::optional<Transform> transform_of(Type type) {
    switch (type) {
        case Type::C2C: return Transform{Kind::ComplexToComplex, Number::Single};
        case Type::R2C: return Transform{Kind::RealToComplex, Number::Single};
        case Type::C2R: return Transform{Kind::ComplexToReal, Number::Single};
        case Type::Z2Z: return Transform{Kind::ComplexToComplex, Number::Double};
        case Type::D2Z: return Transform{Kind::RealToComplex, Number::Double};
        case Type::Z2D: return Transform{Kind::ComplexToReal, Number::Double};
    }
    return std::nullopt;
}

std::optional<Transform> transform_of(DataType input, DataType output, DataType execution) {
    const std::optional<Number> number = number_of(execution);
    if (!number) return std::nullopt;
    const DataType real = real_of(*number);
    if (input == execution && output == execution) return Transform{Kind::ComplexToComplex, *number};
    if (input == real && output == execution) return Transform{Kind::RealToComplex, *number};
    if (input == execution && output == real) return Transform{Kind::ComplexToReal, *number};
    return std::nullopt;
}

std::int64_t complex_row(const Transform& transform, std::int64_t n) {
    return transform.kind == Kind::ComplexToComplex ? n : n / 2 + 1;
}

Status check(const Request& request, Problem& problem) {
    if (const Status status = check_sizes(request); status != Status::Success) return status;
    if (const Status status = check_layout(request); status != Status::Success) return status;
    if (is_small(request.transform.number) && !is_small_supported(request)) return Status::NotSupported;
    problem.transform = request.transform;
    problem.batch = request.batch;
    problem.n = {1, 1, 1};
    const auto rank = static_cast<std::size_t>(request.rank);
    for (std::size_t i = 0; i < rank; ++i)
        problem.n[3 - rank + i] = request.n[i];
    const Grids grids = grids_of(problem.transform, problem.n);
    const bool basic = !request.input_embed || !request.output_embed;
    if (!(basic ? place_packed(grids, problem) : place_strided(grids, request, problem))) return Status::InvalidSize;
    for (Side* side : {&problem.input, &problem.output, &problem.input_in_place, &problem.output_in_place}) {
        drop_unused_steps(*side, problem.batch);
        if (!offsets_fit(*side, problem.batch)) return Status::InvalidSize;
    }
    // The packed copy of one transform, see packed.h.
    const Checked packed = Checked(problem.n[0]) * problem.n[1] * complex_row(problem.transform, problem.n[2]);
    return (packed * 2 * number_bytes_at_most).fits() ? Status::Success : Status::InvalidSize;
}

}  // namespace ringfence::soft_libraries::fft
