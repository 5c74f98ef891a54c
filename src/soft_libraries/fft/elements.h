// Copies the elements of one transform between device memory and the packed buffer that FFTW works on.
//
// Nothing else of this library touches device memory, and this touches the elements that the layout names, no others.
#pragma once

#include "soft_libraries/fft/problem.h"

namespace ringfence::soft_libraries::fft {

// From `memory`, laid out as `side` says, to `packed` (float or double) as `packed_side` says, and back.
void gather(Number number, const void* memory, const Side& side, void* packed, const Side& packed_side);
void scatter(Number number, const void* packed, const Side& packed_side, void* memory, const Side& side);

std::size_t bytes_of(Number number);
// As FFTW computes with it.
std::size_t packed_bytes_of(Number number);

}  // namespace ringfence::soft_libraries::fft
