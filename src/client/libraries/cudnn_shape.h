// The contents of cuDNN's descriptors, for functions that only compute with them.
#pragma once

#include <vector>

#include "client/libraries/cudnn_call.h"

// Made from api/libraries/cudnn.api. They refuse what cuDNN refuses at once.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" {
int cudnnSetTensorNdDescriptor(void* tensor, int type, int rank, const void* sizes, const void* strides);
int cudnnSetFilterNdDescriptor(void* filter, int type, int format, int rank, const void* sizes);
int cudnnSetConvolutionNdDescriptor(void* convolution, int rank, const void* padding, const void* stride,
                                    const void* dilation, int mode, int compute_type);
int cudnnSetPoolingNdDescriptor(void* pooling, int mode, int nans, int rank, const void* window, const void* padding,
                                const void* stride);
}
// NOLINTEND(readability-identifier-naming)

namespace ringfence::client::cudnn {

// cudnnTensorFormat_t.
enum Format : int { nchw = 0, nhwc = 1, nchw_vector = 2 };

using Integers = std::vector<int>;

struct TensorShape {
    int type = 0;
    Integers sizes;
    Integers strides;
};
struct FilterShape {
    int type = 0;
    int format = nchw;
    Integers sizes;
};
struct ConvolutionShape {
    Integers padding;
    Integers stride;
    Integers dilation;
    int mode = 0;
    int compute_type = 0;
    int groups = 1;
};
struct PoolingShape {
    int mode = 0;
    int nans = 0;
    Integers window;
    Integers padding;
    Integers stride;
};

// These return a status: bad parameter if it is not a descriptor, of another kind, or not set yet.
int read(const void* descriptor, TensorShape& shape);
int read(const void* descriptor, FilterShape& shape);
int read(const void* descriptor, ConvolutionShape& shape);
int read(const void* descriptor, PoolingShape& shape);

// The same for a descriptor that has only numbers.
int read_setter(const void* descriptor, Kind kind, Setter setter, std::size_t count,
                std::optional<channel::LibraryArguments>& told);

// Strides without gaps. False if they exceed an int.
bool packed_strides(int format, const Integers& sizes, Integers& strides);

// Skips null pointers, which programs pass for values that they do not need.
template <typename T>
void give(T* place, T value) {
    if (place != nullptr) *place = value;
}
inline void give(int* places, int wanted, const Integers& values) {
    for (int i = 0; places != nullptr && i < wanted && i < static_cast<int>(values.size()); ++i)
        places[i] = values[static_cast<std::size_t>(i)];
}

}  // namespace ringfence::client::cudnn
