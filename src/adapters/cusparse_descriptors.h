// cuSPARSE's descriptors in the worker. The program's live in the program, and come by value with each call; here is
// one of the library's for each of them, so that what the library remembers with one call is there for the next.
#pragma once

#include <cstddef>
#include <span>

#include "adapters/declared.h"
#include "channel/cusparse_state.h"

namespace ringfence::adapters::cusparse_calls {

using channel::sparse::Kind;

// The functions that the library must have for descriptors: LibraryDeclaration::helpers.
std::span<const char* const> descriptor_functions();

// The library's descriptor for the one that was sent, after a check of all memory that it names. A pointer that is null
// names none.
Result<void*> descriptor(const DeclaredLibrary& library, DeclaredObject& handle, Call& call, std::size_t index,
                         const char* name, Kind kind);

// Of a scalar that goes with the vector that was sent there. 0: there is none.
std::size_t scalar_bytes(const Call& call, std::size_t index);

// The library may have changed how many nonzeros a matrix has. Rows, columns and nonzeros are written to `place`, on
// the software GPU when the stream comes there.
void tell_size(const DeclaredLibrary& library, const DeclaredObject& handle, void* real, void* place);

}  // namespace ringfence::adapters::cusparse_calls
