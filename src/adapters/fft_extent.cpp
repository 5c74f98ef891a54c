#include "adapters/fft_extent.h"

#include <cstddef>

namespace ringfence::adapters {

namespace {

// One side of the transform: its input or output.
struct FftSide {
    int rank;
    FftSizes count;  // elements in each dimension
    FftSizes pitch;  // what the previous dimension's offset is multiplied with; the first is not used
    std::int64_t stride;
    std::int64_t distance;
    std::int64_t element_bytes;
};

bool add_product(std::int64_t& sum, std::int64_t a, std::int64_t b) {
    std::int64_t product = 0;
    return !__builtin_mul_overflow(a, b, &product) && !__builtin_add_overflow(sum, product, &sum);
}

bool multiply(std::int64_t& value, std::int64_t by) {
    return !__builtin_mul_overflow(value, by, &value);
}

std::optional<std::uint64_t> extent_of(const FftSide& side, std::int64_t batch) {
    std::int64_t last = 0;  // the highest element of the first transform
    for (std::size_t i = 0; i < static_cast<std::size_t>(side.rank); ++i) {
        if (i > 0 && !multiply(last, side.pitch[i])) return std::nullopt;
        if (!add_product(last, side.count[i] - 1, 1)) return std::nullopt;
    }
    if (!multiply(last, side.stride)) return std::nullopt;
    if (!add_product(last, batch - 1, side.distance) || !add_product(last, 1, 1)) return std::nullopt;
    if (!multiply(last, side.element_bytes)) return std::nullopt;
    return static_cast<std::uint64_t>(last);
}

// Rows `pitch` apart, transforms as far apart as they are large.
std::optional<FftSide> packed_side(const FftPlan& plan, const FftSizes& count, std::int64_t pitch,
                                   std::int64_t element_bytes) {
    const auto last = static_cast<std::size_t>(plan.rank) - 1;
    FftSide side{plan.rank, count, count, 1, pitch, element_bytes};
    side.pitch[last] = pitch;
    for (std::size_t i = 0; i < last; ++i) {
        if (!multiply(side.distance, count[i])) return std::nullopt;
    }
    return side;
}

std::optional<FftSide> strided_side(const FftPlan& plan, const FftSizes& count, const FftSizes& embed,
                                    std::int64_t stride, std::int64_t distance, std::int64_t element_bytes) {
    if (stride < 1 || distance < 0) return std::nullopt;
    for (std::size_t i = 1; i < static_cast<std::size_t>(plan.rank); ++i) {
        if (embed[i] < 1) return std::nullopt;
    }
    return FftSide{plan.rank, count, embed, stride, distance, element_bytes};
}

bool sizes_are_valid(const FftPlan& plan) {
    if (plan.rank < 1 || plan.rank > 3 || plan.batch < 1) return false;
    for (std::size_t i = 0; i < static_cast<std::size_t>(plan.rank); ++i) {
        if (plan.n[i] < 1) return false;
    }
    if (plan.inembed.has_value() != plan.onembed.has_value()) return false;
    // All results in one place: nothing bounds how many there are.
    return !plan.inembed || plan.odist != 0 || plan.batch == 1;
}

std::uint8_t number_bytes_of(int complex_type) {
    switch (complex_type) {
        case 4: return 4;   // CUDA_C_32F
        case 5: return 8;   // CUDA_C_64F
        case 6:             // CUDA_C_16F
        case 15: return 2;  // CUDA_C_16BF
        default: return 0;
    }
}

int real_type_of(int complex_type) {
    return complex_type == 15 ? 14 : complex_type - 4;  // CUDA_R_16BF; CUDA_R_32F, CUDA_R_64F, CUDA_R_16F
}

}  // namespace

std::optional<FftType> fft_type(int input_type, int output_type, int execution_type) {
    const std::uint8_t bytes = number_bytes_of(execution_type);
    if (bytes == 0) return std::nullopt;
    const int real = real_type_of(execution_type);
    if (input_type == execution_type && output_type == execution_type) return FftType{FftKind::ComplexToComplex, bytes};
    if (input_type == real && output_type == execution_type) return FftType{FftKind::RealToComplex, bytes};
    if (input_type == execution_type && output_type == real) return FftType{FftKind::ComplexToReal, bytes};
    return std::nullopt;
}

std::optional<FftExtent> fft_extent(const FftPlan& plan, bool in_place) {
    if (!sizes_are_valid(plan)) return std::nullopt;
    const auto last = static_cast<std::size_t>(plan.rank) - 1;
    const bool real_input = plan.type.kind == FftKind::RealToComplex;
    const bool real_output = plan.type.kind == FftKind::ComplexToReal;
    FftSizes spectrum = plan.n;
    if (real_input || real_output) spectrum[last] = plan.n[last] / 2 + 1;
    const FftSizes& input = real_input ? plan.n : spectrum;
    const FftSizes& output = real_output ? plan.n : spectrum;
    const std::int64_t real_bytes = plan.type.number_bytes;
    const std::int64_t input_bytes = real_input ? real_bytes : 2 * real_bytes;
    const std::int64_t output_bytes = real_output ? real_bytes : 2 * real_bytes;

    std::optional<FftSide> from, to;
    if (plan.inembed) {
        from = strided_side(plan, input, *plan.inembed, plan.istride, plan.idist, input_bytes);
        to = strided_side(plan, output, *plan.onembed, plan.ostride, plan.odist, output_bytes);
    } else {
        // At most 2^62 + 1 complex numbers: twice as many real ones may be too many.
        std::int64_t padded = spectrum[last];
        if ((real_input || real_output) && in_place && !multiply(padded, 2)) return std::nullopt;
        from = packed_side(plan, input, real_input && in_place ? padded : input[last], input_bytes);
        to = packed_side(plan, output, real_output && in_place ? padded : output[last], output_bytes);
    }
    if (!from || !to) return std::nullopt;
    const std::optional<std::uint64_t> input_extent = extent_of(*from, plan.batch);
    const std::optional<std::uint64_t> output_extent = extent_of(*to, plan.batch);
    if (!input_extent || !output_extent) return std::nullopt;
    return FftExtent{*input_extent, *output_extent};
}

}  // namespace ringfence::adapters
