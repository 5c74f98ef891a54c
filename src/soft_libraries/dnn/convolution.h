// Convolution in all directions: one walk over the products, of which each direction sums up another side.
#pragma once

#include "soft_libraries/dnn/library.h"

namespace ringfence::soft_libraries::dnn {

struct ConvolutionShape {
    std::int64_t images = 0;
    std::int64_t groups = 1;
    std::int64_t inputs = 0;   // channels of one group
    std::int64_t outputs = 0;  // channels of one group
    Spatial in = {1, 1, 1};
    Spatial window = {1, 1, 1};
    Spatial out = {1, 1, 1};
    Convolution convolution;
};

// Refuses what does not go together.
int shape_of(const Tensor* x, const Tensor* w, const Tensor* y, const Convolution* convolution,
             ConvolutionShape& shape);

// y, dx or dw. They end early if nobody wants the result any more.
Values forward(const ConvolutionShape& shape, const Values& x, const Values& w);
Values backward_data(const ConvolutionShape& shape, const Values& w, const Values& dy);
Values backward_filter(const ConvolutionShape& shape, const Values& x, const Values& dy);

// One sum for each channel, which is the second dimension.
Values channel_sums(const Tensor& tensor, const Values& values);

}  // namespace ringfence::soft_libraries::dnn
