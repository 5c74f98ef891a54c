// How much memory a call of cublasLt can touch: what its adapter holds against the caller's allocations.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/reach.h"
#include "channel/cublaslt_state.h"

namespace ringfence::adapters::lt {

// Memory that a call can touch, from an address on.
struct Piece {
    const char* name;  // of the argument or the attribute
    std::uint64_t address = 0;
    reach::Wide bytes = 0;
    std::uint32_t alignment = 1;
};

struct Pieces {
    std::vector<Piece> all;
    // The argument or attribute whose reach nobody here can tell. Empty: there is none.
    std::string unknown;
};

// A factor (alpha, beta) that lies in host memory is a copy of the worker's, and no device memory.
struct Factor {
    std::uint64_t address = 0;
    bool is_host = true;
    bool is_zero = false;  // known to be
};

struct MatmulMemory {
    std::uint64_t a = 0, b = 0, c = 0, d = 0;
    Factor alpha, beta;
};

struct TransformMemory {
    std::uint64_t a = 0, b = 0, c = 0;
    Factor alpha, beta;
};

// Bytes that a matrix (or `batch` of them) takes from its pointer on. Nothing: that cannot be told; `why` names the
// attribute.
std::optional<reach::Wide> matrix_bytes(const channel::lt::MatrixLayout& layout, std::int64_t batch, const char** why);

// True if the sizes of the matrices match, as cublasLt demands. The functions below rely on it.
bool is_consistent(const channel::lt::Problem& problem);
bool is_consistent(const channel::lt::Transform& transform);

// Pointers that the epilogue does not use become null.
void drop_unused(channel::lt::MatmulDesc& desc);

// `padded`: with what the library may touch beyond what is documented, in tensors of scales. A consistent problem.
Pieces matmul_pieces(const channel::lt::Problem& problem, const MatmulMemory& memory, bool padded);
Pieces transform_pieces(const channel::lt::Transform& transform, const TransformMemory& memory);

// The attribute that holds a number that cublasLt does not document, or a size beyond what it counts with: not to be
// shown to closed code in a domain of many. Null: there is none.
const char* undocumented(const channel::lt::Problem& problem);
const char* undocumented(const channel::lt::Preference& preference);
const char* undocumented(const channel::lt::Transform& transform);

}  // namespace ringfence::adapters::lt
