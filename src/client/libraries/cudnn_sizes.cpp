// What follows from cuDNN's descriptors: the sizes of results and of memory, and the tensor of a normalization.
#include "client/libraries/cudnn_shape.h"

namespace {

using namespace ringfence::client::cudnn;
using ringfence::channel::cudnn::data_bytes;

// How many places a window has in a direction. 0: none.
int places(int size, int padding, int window, int stride) {
    const std::int64_t room = std::int64_t{size} + 2 * std::int64_t{padding} - window;
    return room < 0 ? 0 : static_cast<int>(room / stride + 1);
}

int convolved(const void* convolution, const void* tensor, const void* filter, Integers& sizes) {
    ConvolutionShape its;
    TensorShape from;
    FilterShape window;
    if (const int status = read(convolution, its); status != success) return status;
    if (const int status = read(tensor, from); status != success) return status;
    if (const int status = read(filter, window); status != success) return status;
    const std::size_t rank = from.sizes.size();
    if (rank != its.padding.size() + 2 || window.sizes.size() != rank) return bad_param;
    if (std::int64_t{window.sizes[1]} * its.groups != from.sizes[1]) return bad_param;
    sizes = {from.sizes[0], window.sizes[0]};
    for (std::size_t d = 2; d < rank; ++d) {
        const std::int64_t covered = std::int64_t{window.sizes[d] - 1} * its.dilation[d - 2] + 1;
        if (covered > INT32_MAX) return bad_param;
        sizes.push_back(places(from.sizes[d], its.padding[d - 2], static_cast<int>(covered), its.stride[d - 2]));
        if (sizes.back() < 1) return bad_param;
    }
    return success;
}

int pooled(const void* pooling, const void* tensor, Integers& sizes) {
    PoolingShape its;
    TensorShape from;
    if (const int status = read(pooling, its); status != success) return status;
    if (const int status = read(tensor, from); status != success) return status;
    if (from.sizes.size() != its.window.size() + 2) return bad_param;
    sizes = {from.sizes[0], from.sizes[1]};
    for (std::size_t d = 2; d < from.sizes.size(); ++d) {
        sizes.push_back(places(from.sizes[d], its.padding[d - 2], its.window[d - 2], its.stride[d - 2]));
        if (sizes.back() < 1) return bad_param;
    }
    return success;
}

int give_all(int status, const Integers& sizes, int rank, int* to) {
    if (status != success) return status;
    if (to == nullptr) return null_pointer;
    if (rank != static_cast<int>(sizes.size())) return bad_param;
    give(to, rank, sizes);
    return success;
}

int give_four(int status, const Integers& sizes, int* images, int* channels, int* height, int* width) {
    if (status != success) return status;
    if (sizes.size() != 4) return bad_param;
    give(images, sizes[0]);
    give(channels, sizes[1]);
    give(height, sizes[2]);
    give(width, sizes[3]);
    return success;
}

}  // namespace

RF_LIBRARY_FUNCTION(int, cudnnGetConvolution2dForwardOutputDim)
(void* convolution, void* tensor, void* filter, int* images, int* channels, int* height, int* width) {
    Integers sizes;
    return give_four(convolved(convolution, tensor, filter, sizes), sizes, images, channels, height, width);
}
RF_LIBRARY_FUNCTION(int, cudnnGetConvolutionNdForwardOutputDim)
(void* convolution, void* tensor, void* filter, int rank, int* to) {
    Integers sizes;
    return give_all(convolved(convolution, tensor, filter, sizes), sizes, rank, to);
}
RF_LIBRARY_FUNCTION(int, cudnnGetPooling2dForwardOutputDim)
(void* pooling, void* tensor, int* images, int* channels, int* height, int* width) {
    Integers sizes;
    return give_four(pooled(pooling, tensor, sizes), sizes, images, channels, height, width);
}
RF_LIBRARY_FUNCTION(int, cudnnGetPoolingNdForwardOutputDim)(void* pooling, void* tensor, int rank, int* to) {
    Integers sizes;
    return give_all(pooled(pooling, tensor, sizes), sizes, rank, to);
}

// From the first element to the last.
RF_LIBRARY_FUNCTION(int, cudnnGetTensorSizeInBytes)(void* tensor, std::size_t* bytes) {
    TensorShape shape;
    if (bytes == nullptr) return null_pointer;
    if (const int status = read(tensor, shape); status != success) return status;
    const std::vector<std::int64_t> sizes(shape.sizes.begin(), shape.sizes.end());
    const std::vector<std::int64_t> strides(shape.strides.begin(), shape.strides.end());
    const std::uint64_t reach = ringfence::channel::cudnn::reach_of(shape.type, sizes, strides);
    if (reach == UINT64_MAX) return not_supported;
    *bytes = reach;
    return success;
}
// A filter has no gaps. Where its channels lie in vectors, it counts single bytes.
RF_LIBRARY_FUNCTION(int, cudnnGetFilterSizeInBytes)(void* filter, std::size_t* bytes) {
    FilterShape shape;
    if (bytes == nullptr) return null_pointer;
    if (const int status = read(filter, shape); status != success) return status;
    std::size_t all = shape.format == nchw_vector ? 1 : data_bytes(shape.type);
    for (const int size : shape.sizes) {
        if (__builtin_mul_overflow(all, static_cast<std::size_t>(size), &all)) return not_supported;
    }
    *bytes = all;
    return success;
}

// One parameter for each channel, or for each place of an image; of floats where the tensor's elements are shorter.
RF_LIBRARY_FUNCTION(int, cudnnDeriveBNTensorDescriptor)(void* derived, void* tensor, int mode) {
    constexpr int float_type = 0;
    constexpr int double_type = 1;
    constexpr int per_activation = 0;
    constexpr int spatial_persistent = 2;
    TensorShape shape;
    if (const int status = read(tensor, shape); status != success) return status;
    const std::size_t rank = shape.sizes.size();
    if (derived == nullptr) return null_pointer;
    if (mode < per_activation || mode > spatial_persistent || rank < 3) return bad_param;
    for (std::size_t d = 0; d < rank; ++d) {
        if (d != 1 && (d == 0 || mode != per_activation)) shape.sizes[d] = 1;
    }
    Integers strides;
    if (!packed_strides(nchw, shape.sizes, strides)) return not_supported;
    return cudnnSetTensorNdDescriptor(derived, shape.type == double_type ? double_type : float_type,
                                      static_cast<int>(rank), shape.sizes.data(), strides.data());
}
