#include "client/libraries/cudnn_shape.h"

#include <cstring>

namespace ringfence::client::cudnn {
namespace {

Integers integers(const channel::LibraryArguments& told, std::size_t index) {
    const std::span<const std::byte> copy = told.copy(index);
    Integers all(copy.size() / sizeof(int));
    if (!all.empty()) std::memcpy(all.data(), copy.data(), all.size() * sizeof(int));
    return all;
}

}  // namespace

int read_setter(const void* descriptor, Kind kind, Setter setter, std::size_t count,
                std::optional<channel::LibraryArguments>& told) {
    if (descriptor == nullptr) return null_pointer;
    const auto& its = *static_cast<const Descriptor*>(descriptor);
    if (its.kind != kind) return bad_param;
    told = its.find(setter, count);
    return told ? success : bad_param;
}

int read(const void* descriptor, TensorShape& shape) {
    constexpr std::size_t count = 4;  // type, rank, sizes, strides
    std::optional<channel::LibraryArguments> told;
    const int status = read_setter(descriptor, Kind::Tensor, Setter::cudnnSetTensorNdDescriptor, count, told);
    if (status == success) shape = {told->i32(0), integers(*told, 2), integers(*told, 3)};
    return status;
}

int read(const void* descriptor, FilterShape& shape) {
    constexpr std::size_t count = 4;  // type, format, rank, sizes
    std::optional<channel::LibraryArguments> told;
    const int status = read_setter(descriptor, Kind::Filter, Setter::cudnnSetFilterNdDescriptor, count, told);
    if (status == success) shape = {told->i32(0), told->i32(1), integers(*told, 3)};
    return status;
}

int read(const void* descriptor, ConvolutionShape& shape) {
    constexpr std::size_t count = 6;  // rank, padding, stride, dilation, mode, type
    std::optional<channel::LibraryArguments> told;
    const int status = read_setter(descriptor, Kind::Convolution, Setter::cudnnSetConvolutionNdDescriptor, count, told);
    if (status != success) return status;
    shape = {integers(*told, 1), integers(*told, 2), integers(*told, 3), told->i32(4), told->i32(5)};
    const auto groups = static_cast<const Descriptor*>(descriptor)->find(Setter::cudnnSetConvolutionGroupCount, 1);
    if (groups) shape.groups = groups->i32(0);
    return success;
}

int read(const void* descriptor, PoolingShape& shape) {
    constexpr std::size_t count = 6;  // mode, NaNs, rank, window, padding, stride
    std::optional<channel::LibraryArguments> told;
    const int status = read_setter(descriptor, Kind::Pooling, Setter::cudnnSetPoolingNdDescriptor, count, told);
    if (status != success) return status;
    shape = {told->i32(0), told->i32(1), integers(*told, 3), integers(*told, 4), integers(*told, 5)};
    return success;
}

bool packed_strides(int format, const Integers& sizes, Integers& strides) {
    strides.assign(sizes.size(), 1);
    int stride = 1;
    const auto place = [&](std::size_t d) {
        strides[d] = stride;
        return !__builtin_mul_overflow(stride, sizes[d], &stride);
    };
    const std::size_t first = format == nhwc ? 2 : 1;  // from here on in their order
    if (format == nhwc && sizes.size() > 1 && !place(1)) return false;
    for (std::size_t d = sizes.size(); d-- > first;) {
        if (!place(d)) return false;
    }
    return sizes.empty() || place(0);
}

}  // namespace ringfence::client::cudnn
