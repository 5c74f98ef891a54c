// CUDA arrays in the client: a shape, and the number of the worker's array, or a level of one.
#pragma once

#include "base/array_shape.h"
#include "client/driver/state.h"

namespace ringfence::driver {

ArrayShape shape_of(const CUDA_ARRAY3D_DESCRIPTOR& asked);
CUDA_ARRAY3D_DESCRIPTOR descriptor_of(const Array& array);

// Asks the worker for an array. If that fails and the status does not say enough, tells the user the reason.
CUresult create_array(const ArrayShape& shape, Array*& array);
// Destroys the array with all of its levels. Not for levels.
CUresult destroy_array(Array& array);
// Destroys the arrays that were made in the context.
void destroy_arrays(const Context& context);
// Call it when the worker has destroyed all arrays.
void forget_arrays();

// Null if there is none. A mipmapped array as a whole does not count as an array, but its levels do.
Array* find_array(CUarray handle);
Array* find_mipmapped(CUmipmappedArray handle);
// Returns the same object for a level as long as the array exists.
CUresult find_level(Array& mipmapped, unsigned level, Array*& result);

}  // namespace ringfence::driver
