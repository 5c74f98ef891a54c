// CUDA arrays as the client knows them: a shape, and which of the worker's arrays they are, or a level of one.
#pragma once

#include "base/array_shape.h"
#include "client/driver/state.h"

namespace ringfence::driver {

ArrayShape shape_of(const CUDA_ARRAY3D_DESCRIPTOR& asked);
CUDA_ARRAY3D_DESCRIPTOR descriptor_of(const Array& array);

// Asks the worker for one, and tells the user why there is none if the status does not.
CUresult create_array(const ArrayShape& shape, Array*& array);
// With all of its levels. Not for a level.
CUresult destroy_array(Array& array);
// Destroys the arrays that were made in the context.
void destroy_arrays(const Context& context);
// All of them are gone in the worker.
void forget_arrays();

// Null if there is none. A mipmapped array is none as a whole, but its levels are.
Array* find_array(CUarray handle);
Array* find_mipmapped(CUmipmappedArray handle);
// The same one for as long as the array is there.
CUresult find_level(Array& mipmapped, unsigned level, Array*& result);

}  // namespace ringfence::driver
