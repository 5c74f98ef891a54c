// How much memory the execution of a cuFFT plan can touch: what an adapter holds against the caller's allocations
// before the library sees a pointer.
//
// An extent is the number of bytes from the pointer to the end of the highest element that the plan's layout names. It
// is exact: the last byte belongs to an element. Element (x, y, z) of transform b of the batch lies, as cuFFT
// documents, at
//     b * dist + ((x * nembed[1] + y) * nembed[2] + z) * stride,
// nembed[0] not being used.
//
// Where no extent can be given, there is none, and the plan must be refused: sizes that are not positive, strides,
// distances and embedding sizes that are negative or zero where they matter, what exceeds 63 bits, and the case that
// only one of inembed and onembed is there, of which cuFFT's documentation can be read in two ways.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace ringfence::adapters {

enum class FftKind : std::uint8_t { ComplexToComplex, RealToComplex, ComplexToReal };

struct FftType {
    FftKind kind = FftKind::ComplexToComplex;
    std::uint8_t number_bytes = 4;  // of a real number: 2, 4 or 8; a complex one has two of them

    friend bool operator==(const FftType&, const FftType&) = default;
};

// From the cudaDataTypes of cufftXtMakePlanMany. Nothing: cuFFT has no such transform.
std::optional<FftType> fft_type(int input_type, int output_type, int execution_type);

using FftSizes = std::array<std::int64_t, 3>;  // the first `rank` of them count

struct FftPlan {
    FftType type;
    int rank = 1;
    FftSizes n = {};
    // Both missing: packed, strides and distances are ignored.
    std::optional<FftSizes> inembed = std::nullopt, onembed = std::nullopt;
    std::int64_t istride = 1, idist = 0;
    std::int64_t ostride = 1, odist = 0;
    std::int64_t batch = 1;
};

struct FftExtent {
    std::uint64_t input = 0;   // bytes from the input pointer
    std::uint64_t output = 0;  // bytes from the output pointer

    friend bool operator==(const FftExtent&, const FftExtent&) = default;
};

// In place: input and output pointer are equal. Packed rows of real numbers are padded then. The direction of a complex
// transform makes no difference. cuFFT may write all over the input of a complex-to-real transform: check it as
// written.
std::optional<FftExtent> fft_extent(const FftPlan& plan, bool in_place);

}  // namespace ringfence::adapters
