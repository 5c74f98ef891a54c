// Descriptors that calls fill. The adapter makes and destroys them; a wrong one is refused when it is filled.
#include <algorithm>
#include <memory>

#include "soft_libraries/dnn/library.h"

namespace ringfence::soft_libraries::dnn {

namespace {

template <class T>
int make_descriptor(void** made) {
    if (made == nullptr) return refuse(null_pointer, "nowhere to put the descriptor");
    *made = std::make_unique<T>().release();
    return success;
}
template <class T>
int drop_descriptor(void* descriptor) {
    const std::unique_ptr<T> owner(static_cast<T*>(descriptor));
    return success;
}

// The last `count` of them; others stay.
bool read_spatial(int count, const int* from, std::int64_t lowest, Spatial& to) {
    for (int i = 0; i < count; ++i) {
        if (from[i] < lowest) return false;
        to[most_spatial - static_cast<std::size_t>(count - i)] = from[i];
    }
    return true;
}

bool is_spatial_rank(int count) {
    return count >= 1 && count <= static_cast<int>(most_spatial);
}

}  // namespace

#define RF_DESCRIPTOR(name, type)                                         \
    RF_CUDNN_FUNCTION(cudnnCreate##name##Descriptor)(void** made) {       \
        return make_descriptor<type>(made);                               \
    }                                                                     \
    RF_CUDNN_FUNCTION(cudnnDestroy##name##Descriptor)(void* descriptor) { \
        return drop_descriptor<type>(descriptor);                         \
    }

RF_DESCRIPTOR(Tensor, Tensor)
RF_DESCRIPTOR(Filter, Tensor)
RF_DESCRIPTOR(Convolution, Convolution)
RF_DESCRIPTOR(Pooling, Pooling)
RF_DESCRIPTOR(Activation, Activation)
RF_DESCRIPTOR(OpTensor, OpTensor)
RF_DESCRIPTOR(ReduceTensor, Reduction)
RF_DESCRIPTOR(LRN, Lrn)
RF_DESCRIPTOR(Dropout, Dropout)

RF_CUDNN_FUNCTION(cudnnSetTensorNdDescriptor)
(Tensor* tensor, int type, int rank, const int* dims, const int* strides) {
    if (tensor == nullptr || dims == nullptr || strides == nullptr) return refuse(null_pointer, "a tensor is missing");
    if (rank < 1 || rank > static_cast<int>(most_rank)) return refuse(bad_param, "a tensor has 1 to 8 dimensions");
    Tensor filled;
    filled.type = type;
    filled.rank = static_cast<std::size_t>(rank);
    for (std::size_t i = 0; i < filled.rank; ++i) {
        if (dims[i] < 1 || strides[i] < 0) return refuse(bad_param, "a tensor's dimension or stride is negative");
        filled.dims[i] = dims[i];
        filled.strides[i] = strides[i];
    }
    *tensor = filled;
    return success;
}
RF_CUDNN_FUNCTION(cudnnGetTensorNdDescriptor)
(const Tensor* tensor, int wanted, int* type, int* rank, int* dims, int* strides) {
    if (tensor == nullptr || type == nullptr || rank == nullptr) return refuse(null_pointer, "a tensor is missing");
    *type = tensor->type;
    *rank = static_cast<int>(tensor->rank);
    for (int i = 0; i < std::min(wanted, *rank); ++i) {
        dims[i] = static_cast<int>(tensor->dims[static_cast<std::size_t>(i)]);
        strides[i] = static_cast<int>(tensor->strides[static_cast<std::size_t>(i)]);
    }
    return success;
}
// K, C, and the window. In the format NHWC the channels lie beside each other.
RF_CUDNN_FUNCTION(cudnnSetFilterNdDescriptor)(Tensor* filter, int type, int format, int rank, const int* dims) {
    if (filter == nullptr || dims == nullptr) return refuse(null_pointer, "a filter is missing");
    if (rank < 3 || rank > static_cast<int>(most_rank)) return refuse(bad_param, "a filter has 3 to 8 dimensions");
    if (format != 0 && format != 1) return refuse(not_supported, "filters of the software GPU are NCHW or NHWC");
    Sizes sizes = {};
    for (std::size_t i = 0; i < static_cast<std::size_t>(rank); ++i) {
        if (dims[i] < 1) return refuse(bad_param, "a filter's dimension is not positive");
        sizes[i] = dims[i];
    }
    Tensor filled = packed_tensor(type, static_cast<std::size_t>(rank), sizes);
    if (filled.elements() == 0) return refuse(unsupported_shape, "a filter has too many elements");
    if (format == 1) {
        std::int64_t stride = sizes[1];
        filled.strides[1] = 1;
        for (std::size_t i = filled.rank; i-- > 2;) {
            filled.strides[i] = stride;
            stride *= sizes[i];
        }
        filled.strides[0] = stride;
    }
    *filter = filled;
    return success;
}

RF_CUDNN_FUNCTION(cudnnSetConvolutionNdDescriptor)
(Convolution* convolution, int rank, const int* padding, const int* stride, const int* dilation, int mode, int) {
    if (convolution == nullptr) return refuse(null_pointer, "a convolution is missing");
    if (!is_spatial_rank(rank)) return refuse(not_supported, "the software GPU convolves in 1 to 3 dimensions");
    if (mode != 0 && mode != 1) return refuse(bad_param, "no such mode of convolution");
    Convolution filled;
    filled.groups = convolution->groups;
    filled.rank = static_cast<std::size_t>(rank);
    filled.is_cross_correlation = mode == 1;
    if (!read_spatial(rank, padding, 0, filled.before) || !read_spatial(rank, stride, 1, filled.stride) ||
        !read_spatial(rank, dilation, 1, filled.dilation)) {
        return refuse(bad_param, "a padding, stride or dilation of a convolution is too small");
    }
    filled.after = filled.before;
    *convolution = filled;
    return success;
}
RF_CUDNN_FUNCTION(cudnnSetConvolutionGroupCount)(Convolution* convolution, int groups) {
    if (convolution == nullptr || groups < 1) return refuse(bad_param, "a convolution has at least one group");
    convolution->groups = groups;
    return success;
}
// Everything is computed in double precision, in one order.
RF_CUDNN_FUNCTION(cudnnSetConvolutionMathType)(Convolution* convolution, int) {
    return convolution != nullptr ? success : refuse(null_pointer, "a convolution is missing");
}
RF_CUDNN_FUNCTION(cudnnSetConvolutionReorderType)(Convolution* convolution, int) {
    return convolution != nullptr ? success : refuse(null_pointer, "a convolution is missing");
}

RF_CUDNN_FUNCTION(cudnnSetPoolingNdDescriptor)
(Pooling* pooling, int mode, int, int rank, const int* window, const int* padding, const int* stride) {
    if (pooling == nullptr) return refuse(null_pointer, "a pooling is missing");
    if (!is_spatial_rank(rank)) return refuse(not_supported, "the software GPU pools in 1 to 3 dimensions");
    if (mode < 0 || mode > 3) return refuse(bad_param, "no such mode of pooling");
    Pooling filled;
    filled.mode = mode;
    filled.rank = static_cast<std::size_t>(rank);
    if (!read_spatial(rank, window, 1, filled.window) || !read_spatial(rank, padding, 0, filled.padding) ||
        !read_spatial(rank, stride, 1, filled.stride)) {
        return refuse(bad_param, "a window, padding or stride of a pooling is too small");
    }
    *pooling = filled;
    return success;
}
RF_CUDNN_FUNCTION(cudnnSetActivationDescriptor)(Activation* activation, int mode, int, double coefficient) {
    if (activation == nullptr) return refuse(null_pointer, "an activation is missing");
    if (mode < 0 || mode > 6) return refuse(bad_param, "no such activation");
    activation->mode = mode;
    activation->coefficient = coefficient;
    return success;
}
RF_CUDNN_FUNCTION(cudnnSetActivationDescriptorSwishBeta)(Activation* activation, double beta) {
    if (activation == nullptr) return refuse(null_pointer, "an activation is missing");
    activation->swish_beta = beta;
    return success;
}

RF_CUDNN_FUNCTION(cudnnSetOpTensorDescriptor)(OpTensor* its, int operation, int, int nans) {
    if (its == nullptr) return refuse(null_pointer, "an operation is missing");
    if (operation < 0 || operation > 5) return refuse(bad_param, "no such operation of tensors");
    *its = {operation, nans == 1};
    return success;
}
RF_CUDNN_FUNCTION(cudnnSetReduceTensorDescriptor)
(Reduction* its, int operation, int, int nans, int indices, int index_type) {
    if (its == nullptr) return refuse(null_pointer, "a reduction is missing");
    if (operation < 0 || operation > 8) return refuse(bad_param, "no such reduction");
    *its = {operation, nans == 1, indices == 1, index_type};
    return success;
}
RF_CUDNN_FUNCTION(cudnnSetLRNDescriptor)(Lrn* its, unsigned width, double alpha, double beta, double offset) {
    if (its == nullptr) return refuse(null_pointer, "a normalization is missing");
    if (width < 1 || width > 16 || !(beta >= 0.01) || !(offset >= 1e-5)) {
        return refuse(bad_param, "a width of 1 to 16 channels, beta from 0.01, k from 1e-5");
    }
    *its = {static_cast<std::int64_t>(width), alpha, beta, offset};
    return success;
}

}  // namespace ringfence::soft_libraries::dnn
