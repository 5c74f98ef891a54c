// Where the parameters of a kernel lie, as ptxas lays them out; everybody who needs to know asks here.
//
// Each lies at the next multiple of its alignment: that of its type (of an element, if it is an array), or what
// `.align` says if that is more. ptxas takes no notice of an `.align` that is less. Beyond 16 bytes it aligns the place
// in the card's memory, not the offset: such an offset depends on where a card's parameters begin, 0x210 on sm_90,
// 0x160 before, 0x380 after it. tests/guard/parameter_layout_test.cpp compares this with what ptxas does.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ptx/model.h"

namespace ringfence::ptx {

// Up to this, offsets are the same on all cards.
constexpr std::uint32_t most_portable_alignment = 16;

// The effective alignment of a parameter: at least 1.
std::uint32_t parameter_alignment(const Variable& parameter);

struct ParameterPlaces {
    std::vector<std::uint64_t> offsets;
    std::uint64_t bytes = 0;  // UINT64_MAX: there is no such amount of memory
    // So many of the first ones lie there on any card: no alignment is larger, and all have a size.
    std::size_t portable = 0;
};

// `begin`: where the first one would lie on the card.
ParameterPlaces place_parameters(std::span<const Variable* const> parameters, std::uint64_t begin = 0);

}  // namespace ringfence::ptx
