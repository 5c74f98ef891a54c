// Pooling: the largest or the mean of each window.
#pragma once

#include "soft_libraries/dnn/library.h"

namespace ringfence::soft_libraries::dnn {

struct PoolingShape {
    std::int64_t planes = 0;
    Spatial in = {1, 1, 1};
    Spatial out = {1, 1, 1};
    Pooling pooling;
};

int shape_of(const Tensor* x, const Tensor* y, const Pooling* pooling, PoolingShape& shape);

Values forward(const PoolingShape& shape, const Values& x);
// dx. If several elements are the largest, the first gets it.
Values backward(const PoolingShape& shape, const Values& x, const Values& dy);

}  // namespace ringfence::soft_libraries::dnn
