// The Fourier transform by its definition, in long double.
#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <vector>

namespace ringfence::soft_libraries::fft {

using Exact = std::complex<long double>;

// sign: -1 forward, 1 inverse; not normalised. Row-major, `n` from the slowest dimension to the fastest.
void transform_by_definition(std::vector<Exact>& values, const std::array<std::int64_t, 3>& n, int sign);

// All of a spectrum of real values, from the half that is kept.
std::vector<Exact> whole_spectrum(const std::vector<Exact>& half, const std::array<std::int64_t, 3>& n);

}  // namespace ringfence::soft_libraries::fft
