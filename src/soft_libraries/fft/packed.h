// One transform, in place in a packed buffer, by FFTW.
//
// The buffer holds rows of complex numbers, those of real numbers padded to the same length. FFTW knows nothing of the
// application's memory and layout: elements are copied (elements.h). So one FFTW plan serves all addresses, in place
// and out of place, the input stays as it is, and a layout that no one thought of costs time, not memory safety.
#pragma once

#include <cstddef>
#include <memory>

#include "soft_libraries/fft/problem.h"

namespace ringfence::soft_libraries::fft {

// The alignment of buffers, which FFTW's plans rely on.
inline constexpr std::size_t buffer_alignment = 64;

class PackedTransform {
public:
    virtual ~PackedTransform() = default;
    // `direction` matters for complex transforms only. Several threads may run it at once, each with its own buffer.
    virtual void run(void* buffer, int direction) const = 0;
};

// Null: FFTW could not. Ask fftw_has_memory_for before, as FFTW ends the process when there is none.
std::unique_ptr<PackedTransform> plan_packed(const Transform& transform, const Extents& n);

std::size_t packed_bytes(const Problem& problem);
Side packed_input(const Problem& problem);
Side packed_output(const Problem& problem);

// True if this machine has the memory that FFTW may take for transforms of that many bytes.
bool fftw_has_memory_for(std::size_t bytes);

}  // namespace ringfence::soft_libraries::fft
