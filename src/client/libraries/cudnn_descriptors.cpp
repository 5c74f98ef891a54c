// The forms of cuDNN's descriptors with four or two dimensions, which are written upon those with any number of them,
// and the functions that tell what a descriptor was told.
#include <bit>

#include "client/libraries/cudnn_shape.h"

namespace {

using namespace ringfence::client::cudnn;
using ringfence::channel::LibraryArguments;

int set_packed_tensor(void* tensor, int format, int type, const Integers& sizes) {
    if (format < nchw || format > nchw_vector) return bad_param;
    if (format == nchw_vector) return not_supported;
    Integers strides;
    for (const int size : sizes) {
        if (size < 1) return bad_param;
    }
    if (!packed_strides(format, sizes, strides)) return not_supported;
    return cudnnSetTensorNdDescriptor(tensor, type, static_cast<int>(sizes.size()), sizes.data(), strides.data());
}

}  // namespace

RF_LIBRARY_FUNCTION(int, cudnnSetTensor4dDescriptor)
(void* tensor, int format, int type, int images, int channels, int height, int width) {
    return set_packed_tensor(tensor, format, type, {images, channels, height, width});
}
RF_LIBRARY_FUNCTION(int, cudnnSetTensor4dDescriptorEx)
(void* tensor, int type, int images, int channels, int height, int width, int image_stride, int channel_stride,
 int row_stride, int stride) {
    const Integers sizes = {images, channels, height, width};
    const Integers strides = {image_stride, channel_stride, row_stride, stride};
    return cudnnSetTensorNdDescriptor(tensor, type, 4, sizes.data(), strides.data());
}
RF_LIBRARY_FUNCTION(int, cudnnSetTensorNdDescriptorEx)
(void* tensor, int format, int type, int rank, const int* sizes) {
    if (sizes == nullptr) return null_pointer;
    if (rank < 1) return bad_param;
    if (rank > ringfence::channel::cudnn::most_dimensions) return not_supported;
    return set_packed_tensor(tensor, format, type, Integers(sizes, sizes + rank));
}
RF_LIBRARY_FUNCTION(int, cudnnGetTensor4dDescriptor)
(void* tensor, int* type, int* images, int* channels, int* height, int* width, int* image_stride, int* channel_stride,
 int* row_stride, int* stride) {
    TensorShape shape;
    if (const int status = read(tensor, shape); status != success) return status;
    if (shape.sizes.size() != 4) return bad_param;
    give(type, shape.type);
    int* const sizes[] = {images, channels, height, width};
    int* const strides[] = {image_stride, channel_stride, row_stride, stride};
    for (std::size_t i = 0; i < 4; ++i) {
        give(sizes[i], shape.sizes[i]);
        give(strides[i], shape.strides[i]);
    }
    return success;
}
RF_LIBRARY_FUNCTION(int, cudnnGetTensorNdDescriptor)
(void* tensor, int wanted, int* type, int* rank, int* sizes, int* strides) {
    TensorShape shape;
    if (const int status = read(tensor, shape); status != success) return status;
    give(type, shape.type);
    give(rank, static_cast<int>(shape.sizes.size()));
    give(sizes, wanted, shape.sizes);
    give(strides, wanted, shape.strides);
    return success;
}

RF_LIBRARY_FUNCTION(int, cudnnSetFilter4dDescriptor)
(void* filter, int type, int format, int outputs, int inputs, int height, int width) {
    const Integers sizes = {outputs, inputs, height, width};
    return cudnnSetFilterNdDescriptor(filter, type, format, 4, sizes.data());
}
RF_LIBRARY_FUNCTION(int, cudnnGetFilter4dDescriptor)
(void* filter, int* type, int* format, int* outputs, int* inputs, int* height, int* width) {
    FilterShape shape;
    if (const int status = read(filter, shape); status != success) return status;
    if (shape.sizes.size() != 4) return bad_param;
    give(type, shape.type);
    give(format, shape.format);
    int* const sizes[] = {outputs, inputs, height, width};
    for (std::size_t i = 0; i < 4; ++i)
        give(sizes[i], shape.sizes[i]);
    return success;
}
RF_LIBRARY_FUNCTION(int, cudnnGetFilterNdDescriptor)
(void* filter, int wanted, int* type, int* format, int* rank, int* sizes) {
    FilterShape shape;
    if (const int status = read(filter, shape); status != success) return status;
    give(type, shape.type);
    give(format, shape.format);
    give(rank, static_cast<int>(shape.sizes.size()));
    give(sizes, wanted, shape.sizes);
    return success;
}

RF_LIBRARY_FUNCTION(int, cudnnSetConvolution2dDescriptor)
(void* convolution, int pad_height, int pad_width, int row_stride, int stride, int row_dilation, int dilation, int mode,
 int compute_type) {
    const Integers padding = {pad_height, pad_width};
    const Integers strides = {row_stride, stride};
    const Integers dilations = {row_dilation, dilation};
    return cudnnSetConvolutionNdDescriptor(convolution, 2, padding.data(), strides.data(), dilations.data(), mode,
                                           compute_type);
}
RF_LIBRARY_FUNCTION(int, cudnnGetConvolution2dDescriptor)
(void* convolution, int* pad_height, int* pad_width, int* row_stride, int* stride, int* row_dilation, int* dilation,
 int* mode, int* compute_type) {
    ConvolutionShape shape;
    if (const int status = read(convolution, shape); status != success) return status;
    if (shape.padding.size() != 2) return bad_param;
    give(pad_height, shape.padding[0]);
    give(pad_width, shape.padding[1]);
    give(row_stride, shape.stride[0]);
    give(stride, shape.stride[1]);
    give(row_dilation, shape.dilation[0]);
    give(dilation, shape.dilation[1]);
    give(mode, shape.mode);
    give(compute_type, shape.compute_type);
    return success;
}
RF_LIBRARY_FUNCTION(int, cudnnGetConvolutionNdDescriptor)
(void* convolution, int wanted, int* rank, int* padding, int* strides, int* dilations, int* mode, int* compute_type) {
    ConvolutionShape shape;
    if (const int status = read(convolution, shape); status != success) return status;
    give(rank, static_cast<int>(shape.padding.size()));
    give(padding, wanted, shape.padding);
    give(strides, wanted, shape.stride);
    give(dilations, wanted, shape.dilation);
    give(mode, shape.mode);
    give(compute_type, shape.compute_type);
    return success;
}

namespace {

// What a descriptor has when nothing was told: 1 group, and 0 for the types of arithmetic and of reordering.
int get_number(const void* convolution, Setter setter, int otherwise, int* value) {
    if (convolution == nullptr || value == nullptr) return null_pointer;
    std::optional<LibraryArguments> told;
    const int status = read_setter(convolution, Kind::Convolution, setter, 1, told);
    *value = status == success ? told->i32(0) : otherwise;
    return static_cast<const Descriptor*>(convolution)->kind == Kind::Convolution ? success : bad_param;
}

}  // namespace

RF_LIBRARY_FUNCTION(int, cudnnGetConvolutionGroupCount)(void* convolution, int* groups) {
    return get_number(convolution, Setter::cudnnSetConvolutionGroupCount, 1, groups);
}
RF_LIBRARY_FUNCTION(int, cudnnGetConvolutionMathType)(void* convolution, int* type) {
    return get_number(convolution, Setter::cudnnSetConvolutionMathType, 0, type);
}
RF_LIBRARY_FUNCTION(int, cudnnGetConvolutionReorderType)(void* convolution, int* type) {
    return get_number(convolution, Setter::cudnnSetConvolutionReorderType, 0, type);
}

RF_LIBRARY_FUNCTION(int, cudnnSetPooling2dDescriptor)
(void* pooling, int mode, int nans, int height, int width, int pad_height, int pad_width, int row_stride, int stride) {
    const Integers window = {height, width};
    const Integers padding = {pad_height, pad_width};
    const Integers strides = {row_stride, stride};
    return cudnnSetPoolingNdDescriptor(pooling, mode, nans, 2, window.data(), padding.data(), strides.data());
}
RF_LIBRARY_FUNCTION(int, cudnnGetPooling2dDescriptor)
(void* pooling, int* mode, int* nans, int* height, int* width, int* pad_height, int* pad_width, int* row_stride,
 int* stride) {
    PoolingShape shape;
    if (const int status = read(pooling, shape); status != success) return status;
    if (shape.window.size() != 2) return bad_param;
    give(mode, shape.mode);
    give(nans, shape.nans);
    give(height, shape.window[0]);
    give(width, shape.window[1]);
    give(pad_height, shape.padding[0]);
    give(pad_width, shape.padding[1]);
    give(row_stride, shape.stride[0]);
    give(stride, shape.stride[1]);
    return success;
}
RF_LIBRARY_FUNCTION(int, cudnnGetPoolingNdDescriptor)
(void* pooling, int wanted, int* mode, int* nans, int* rank, int* window, int* padding, int* strides) {
    PoolingShape shape;
    if (const int status = read(pooling, shape); status != success) return status;
    give(mode, shape.mode);
    give(nans, shape.nans);
    give(rank, static_cast<int>(shape.window.size()));
    give(window, wanted, shape.window);
    give(padding, wanted, shape.padding);
    give(strides, wanted, shape.stride);
    return success;
}

RF_LIBRARY_FUNCTION(int, cudnnGetActivationDescriptor)
(void* activation, int* mode, int* nans, double* coefficient) {
    std::optional<LibraryArguments> told;
    const int status = read_setter(activation, Kind::Activation, Setter::cudnnSetActivationDescriptor, 3, told);
    if (status != success) return status;
    give(mode, told->i32(0));
    give(nans, told->i32(1));
    give(coefficient, told->f64(2));
    return success;
}
RF_LIBRARY_FUNCTION(int, cudnnGetActivationDescriptorSwishBeta)(void* activation, double* beta) {
    std::optional<LibraryArguments> told;
    const int status =
        read_setter(activation, Kind::Activation, Setter::cudnnSetActivationDescriptorSwishBeta, 1, told);
    if (status == success) give(beta, told->f64(0));
    return status;
}
RF_LIBRARY_FUNCTION(int, cudnnGetOpTensorDescriptor)(void* operation, int* its, int* compute_type, int* nans) {
    std::optional<LibraryArguments> told;
    const int status = read_setter(operation, Kind::OpTensor, Setter::cudnnSetOpTensorDescriptor, 3, told);
    if (status != success) return status;
    give(its, told->i32(0));
    give(compute_type, told->i32(1));
    give(nans, told->i32(2));
    return success;
}
RF_LIBRARY_FUNCTION(int, cudnnGetReduceTensorDescriptor)
(void* reduction, int* its, int* compute_type, int* nans, int* indices, int* index_type) {
    std::optional<LibraryArguments> told;
    const int status = read_setter(reduction, Kind::ReduceTensor, Setter::cudnnSetReduceTensorDescriptor, 5, told);
    if (status != success) return status;
    int* const places[] = {its, compute_type, nans, indices, index_type};
    for (std::size_t i = 0; i < 5; ++i)
        give(places[i], told->i32(i));
    return success;
}
RF_LIBRARY_FUNCTION(int, cudnnGetLRNDescriptor)
(void* normalization, unsigned* width, double* alpha, double* beta, double* offset) {
    std::optional<LibraryArguments> told;
    const int status = read_setter(normalization, Kind::Lrn, Setter::cudnnSetLRNDescriptor, 4, told);
    if (status != success) return status;
    give(width, static_cast<unsigned>(told->word(0)));
    give(alpha, told->f64(1));
    give(beta, told->f64(2));
    give(offset, told->f64(3));
    return success;
}
RF_LIBRARY_FUNCTION(int, cudnnGetDropoutDescriptor)
(void* dropout, void* handle, float* rate, void** states, unsigned long long* seed) {
    constexpr std::size_t count = 4;  // rate, states, their size, seed
    if (dropout == nullptr || handle == nullptr) return null_pointer;
    const auto& steps = static_cast<const Descriptor*>(dropout)->steps;
    const Setter last = steps.empty() ? Setter::cudnnSetDropoutDescriptor : steps.back().first;
    std::optional<LibraryArguments> told;
    const int status = read_setter(dropout, Kind::Dropout, last, count, told);
    if (status != success) return status;
    give(rate, static_cast<float>(told->f64(0)));
    give(states, std::bit_cast<void*>(told->word(1)));
    give(seed, static_cast<unsigned long long>(told->word(3)));
    return success;
}
