// What descriptors were told is what they tell, in the forms with four, two and any dimensions; wrong arguments are
// refused at once, with the statuses that cuDNN documents.
#include <cstring>
#include <functional>

#include "dnn_classic.h"

namespace {

template <class T>
void check_equal(const T& got, const T& wanted, const std::string& what) {
    ++cases;
    check(got == wanted, what);
}

using Told = std::vector<int>;

Told told_of_tensor(void* tensor) {
    Told all(9, -1);
    check_status(cudnnGetTensor4dDescriptor(tensor, &all[0], &all[1], &all[2], &all[3], &all[4], &all[5], &all[6],
                                            &all[7], &all[8]),
                 dnn_success, "get a tensor");
    return all;
}

void check_tensors() {
    const TensorDescriptor tensor;
    check_equal(cudnnSetTensor4dDescriptor(tensor.its, nchw, float_type, 2, 3, 4, 5), dnn_success, "a tensor, NCHW");
    check_equal(told_of_tensor(tensor.its), Told{0, 2, 3, 4, 5, 60, 20, 5, 1}, "its strides");
    check_equal(cudnnSetTensor4dDescriptor(tensor.its, nhwc, half_type, 2, 3, 4, 5), dnn_success, "a tensor, NHWC");
    check_equal(told_of_tensor(tensor.its), Told{2, 2, 3, 4, 5, 60, 1, 15, 3}, "its strides, channels first");
    check_equal(cudnnSetTensor4dDescriptorEx(tensor.its, double_type, 2, 3, 4, 5, 100, 30, 7, 1), dnn_success, "Ex");
    check_equal(told_of_tensor(tensor.its), Told{1, 2, 3, 4, 5, 100, 30, 7, 1}, "its own strides");
    const int sizes[] = {2, 3, 4, 5, 6};
    check_equal(cudnnSetTensorNdDescriptorEx(tensor.its, nhwc, float_type, 5, sizes), dnn_success, "NdEx");
    Told all(12, -1);
    check_equal(cudnnGetTensorNdDescriptor(tensor.its, 4, &all[0], &all[1], &all[2], &all[6]), dnn_success, "get Nd");
    check_equal(all, Told{0, 5, 2, 3, 4, 5, 360, 1, 90, 18, -1, -1}, "as many as were asked for");
    check_equal(cudnnGetTensor4dDescriptor(tensor.its, &all[0], &all[0], &all[0], &all[0], &all[0], &all[0], &all[0],
                                           &all[0], &all[0]),
                bad_param, "five dimensions are not four");

    check_equal(cudnnSetTensor4dDescriptor(tensor.its, nchw, float_type, 2, 0, 4, 5), bad_param, "no channels");
    check_equal(cudnnSetTensor4dDescriptor(tensor.its, nchw, float_type, -2, 3, 4, 5), bad_param, "a negative size");
    check_equal(cudnnSetTensor4dDescriptor(tensor.its, 3, float_type, 2, 3, 4, 5), bad_param, "no such format");
    check_equal(cudnnSetTensor4dDescriptor(tensor.its, nchw, 99, 2, 3, 4, 5), bad_param, "no such type");
    check_equal(cudnnSetTensor4dDescriptor(nullptr, nchw, float_type, 2, 3, 4, 5), null_pointer, "no descriptor");
    check_equal(cudnnSetTensor4dDescriptor(tensor.its, nchw, float_type, 65536, 65536, 1, 1), dnn_not_supported,
                "more than 2^31 elements");
    const int many[] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    check_equal(cudnnSetTensorNdDescriptor(tensor.its, float_type, 9, many, many), dnn_not_supported,
                "nine dimensions");
    check_equal(cudnnSetTensorNdDescriptor(tensor.its, float_type, 4, nullptr, many), null_pointer, "no sizes");
    const TensorDescriptor empty;
    check_equal(cudnnGetTensorNdDescriptor(empty.its, 4, &all[0], &all[1], &all[2], &all[6]), bad_param,
                "a tensor that was told nothing");
    const FilterDescriptor filter;
    check_equal(cudnnSetTensor4dDescriptor(filter.its, nchw, float_type, 2, 3, 4, 5), bad_param,
                "another kind of descriptor");
}

void check_filters() {
    const FilterDescriptor filter;
    Told all(6, -1);
    check_equal(cudnnSetFilter4dDescriptor(filter.its, float_type, nhwc, 8, 3, 5, 4), dnn_success, "a filter");
    check_equal(cudnnGetFilter4dDescriptor(filter.its, &all[0], &all[1], &all[2], &all[3], &all[4], &all[5]),
                dnn_success, "get a filter");
    check_equal(all, Told{0, 1, 8, 3, 5, 4}, "what it was told");
    Told nd(7, -1);
    check_equal(cudnnGetFilterNdDescriptor(filter.its, 4, &nd[0], &nd[1], &nd[2], &nd[3]), dnn_success, "get Nd");
    check_equal(nd, Told{0, 1, 4, 8, 3, 5, 4}, "the same");
    check_equal(cudnnSetFilter4dDescriptor(filter.its, float_type, nchw, 8, 3, -5, 4), bad_param, "a negative size");
    check_equal(cudnnSetFilter4dDescriptor(filter.its, float_type, 7, 8, 3, 5, 4), bad_param, "no such format");
}

void check_convolutions() {
    const ConvolutionDescriptor convolution;
    Told all(8, -1);
    const auto get = [&] {
        return cudnnGetConvolution2dDescriptor(convolution.its, &all[0], &all[1], &all[2], &all[3], &all[4], &all[5],
                                               &all[6], &all[7]);
    };
    check_equal(cudnnSetConvolution2dDescriptor(convolution.its, 1, 2, 3, 4, 5, 6, 1, 0), dnn_success, "a convolution");
    check_equal(get(), dnn_success, "get a convolution");
    check_equal(all, Told{1, 2, 3, 4, 5, 6, 1, 0}, "what it was told");
    const int padding[] = {0, 1}, stride[] = {2, 3}, dilation[] = {1, 2};
    check_equal(cudnnSetConvolutionNdDescriptor(convolution.its, 2, padding, stride, dilation, 0, 1), dnn_success,
                "Nd");
    check_equal(get(), dnn_success, "get a convolution");
    check_equal(all, Told{0, 1, 2, 3, 1, 2, 0, 1}, "what it was told last");
    Told nd(9, -1);
    check_equal(cudnnGetConvolutionNdDescriptor(convolution.its, 2, &nd[0], &nd[1], &nd[3], &nd[5], &nd[7], &nd[8]),
                dnn_success, "get Nd");
    check_equal(nd, Told{2, 0, 1, 2, 3, 1, 2, 0, 1}, "the same");
    int number = -1;
    check_equal(cudnnGetConvolutionGroupCount(convolution.its, &number), dnn_success, "get groups");
    check_equal(number, 1, "one group");
    check_equal(cudnnSetConvolutionGroupCount(convolution.its, 3), dnn_success, "three groups");
    check_equal(cudnnGetConvolutionGroupCount(convolution.its, &number), dnn_success, "get groups");
    check_equal(number, 3, "three groups");
    check_equal(cudnnSetConvolutionMathType(convolution.its, 1), dnn_success, "a type of arithmetic");
    check_equal(cudnnGetConvolutionMathType(convolution.its, &number), dnn_success, "get it");
    check_equal(number, 1, "it is that");
    check_equal(cudnnGetConvolutionReorderType(convolution.its, &number), dnn_success, "get the order");
    check_equal(number, 0, "it is the default");

    const auto set = [&](int pad, int step, int dilated, int mode) {
        return cudnnSetConvolution2dDescriptor(convolution.its, 0, pad, 1, step, dilated, 1, mode, 0);
    };
    check_equal(set(-1, 1, 1, 1), bad_param, "a negative padding");
    check_equal(set(0, 0, 1, 1), bad_param, "no stride");
    check_equal(set(0, 1, 0, 1), bad_param, "no dilation");
    check_equal(set(0, 1, 1, 2), bad_param, "no such mode");
    check_equal(cudnnSetConvolutionGroupCount(convolution.its, 0), bad_param, "no groups");
    check_equal(get(), dnn_success, "get a convolution");
    check_equal(all, Told{0, 1, 2, 3, 1, 2, 0, 1}, "what was refused was not kept");
}

void check_pooling() {
    const PoolingDescriptor pooling;
    Told all(8, -1);
    check_equal(cudnnSetPooling2dDescriptor(pooling.its, 2, 1, 3, 4, 1, 2, 5, 6), dnn_success, "a pooling");
    check_equal(cudnnGetPooling2dDescriptor(pooling.its, &all[0], &all[1], &all[2], &all[3], &all[4], &all[5], &all[6],
                                            &all[7]),
                dnn_success, "get a pooling");
    check_equal(all, Told{2, 1, 3, 4, 1, 2, 5, 6}, "what it was told");
    Told nd(9, -1);
    check_equal(cudnnGetPoolingNdDescriptor(pooling.its, 2, &nd[0], &nd[1], &nd[2], &nd[3], &nd[5], &nd[7]),
                dnn_success, "get Nd");
    check_equal(nd, Told{2, 1, 2, 3, 4, 1, 2, 5, 6}, "the same");
    const int window[] = {2, 2}, padding[] = {0, 0}, stride[] = {1, 1};
    check_equal(cudnnSetPoolingNdDescriptor(pooling.its, 0, 0, 2, window, padding, stride), dnn_success, "Nd");
    check_equal(cudnnSetPooling2dDescriptor(pooling.its, 1, 0, 4, 3, 2, 1, 6, 5), dnn_success, "and 2d again");
    check_equal(cudnnGetPoolingNdDescriptor(pooling.its, 2, &nd[0], &nd[1], &nd[2], &nd[3], &nd[5], &nd[7]),
                dnn_success, "get Nd");
    check_equal(nd, Told{1, 0, 2, 4, 3, 2, 1, 6, 5}, "what it was told last");
    check_equal(cudnnSetPooling2dDescriptor(pooling.its, 4, 1, 3, 4, 1, 2, 5, 6), bad_param, "no such mode");
    check_equal(cudnnSetPooling2dDescriptor(pooling.its, 0, 1, 0, 4, 1, 2, 5, 6), bad_param, "no window");
    check_equal(cudnnSetPooling2dDescriptor(pooling.its, 0, 1, 3, 4, -1, 2, 5, 6), bad_param, "a negative padding");
    check_equal(cudnnSetPooling2dDescriptor(pooling.its, 0, 1, 3, 4, 1, 2, 5, 0), bad_param, "no stride");
}

void check_activations() {
    const ActivationDescriptor activation;
    Told all(2, -1);
    double number = 0;
    check_equal(cudnnSetActivationDescriptor(activation.its, 3, 1, 0.25), dnn_success, "an activation");
    check_equal(cudnnGetActivationDescriptor(activation.its, &all[0], &all[1], &number), dnn_success, "get it");
    check_equal(all, Told{3, 1}, "its mode");
    check_equal(number, 0.25, "its coefficient");
    check_equal(cudnnSetActivationDescriptorSwishBeta(activation.its, 1.5), dnn_success, "beta");
    check_equal(cudnnGetActivationDescriptorSwishBeta(activation.its, &number), dnn_success, "get beta");
    check_equal(number, 1.5, "its beta");
    check_equal(cudnnSetActivationDescriptor(activation.its, 7, 1, 0), bad_param, "no such activation");
    check_equal(cudnnSetActivationDescriptor(activation.its, 1, 2, 0), bad_param, "no such rule for NaNs");
}

void check_arithmetic_descriptors() {
    const Descriptor operation(cudnnCreateOpTensorDescriptor, cudnnDestroyOpTensorDescriptor);
    Told all(5, -1);
    check_equal(cudnnSetOpTensorDescriptor(operation.its, 3, 1, 1), dnn_success, "an operation");
    check_equal(cudnnGetOpTensorDescriptor(operation.its, &all[0], &all[1], &all[2]), dnn_success, "get it");
    check_equal(all, Told{3, 1, 1, -1, -1}, "what it was told");
    check_equal(cudnnSetOpTensorDescriptor(operation.its, 6, 0, 1), bad_param, "no such operation");

    const Descriptor reduction(cudnnCreateReduceTensorDescriptor, cudnnDestroyReduceTensorDescriptor);
    check_equal(cudnnSetReduceTensorDescriptor(reduction.its, 2, 0, 1, 1, 0), dnn_success, "a reduction");
    check_equal(cudnnGetReduceTensorDescriptor(reduction.its, &all[0], &all[1], &all[2], &all[3], &all[4]), dnn_success,
                "get it");
    check_equal(all, Told{2, 0, 1, 1, 0}, "what it was told");
    check_equal(cudnnSetReduceTensorDescriptor(reduction.its, 9, 0, 0, 0, 0), bad_param, "no such reduction");

    const Descriptor normalization(cudnnCreateLRNDescriptor, cudnnDestroyLRNDescriptor);
    unsigned width = 0;
    double alpha = 0, beta = 0, k = 0;
    check_equal(cudnnSetLRNDescriptor(normalization.its, 5, 1e-4, 0.75, 2), dnn_success, "a normalization");
    check_equal(cudnnGetLRNDescriptor(normalization.its, &width, &alpha, &beta, &k), dnn_success, "get it");
    check_equal(Numbers{static_cast<double>(width), alpha, beta, k}, Numbers{5, 1e-4, 0.75, 2}, "what it was told");
    check_equal(cudnnSetLRNDescriptor(normalization.its, 17, 1e-4, 0.75, 2), bad_param, "too wide");
    check_equal(cudnnSetLRNDescriptor(normalization.its, 0, 1e-4, 0.75, 2), bad_param, "no width");
    check_equal(cudnnSetLRNDescriptor(normalization.its, 5, 1e-4, 0.001, 2), bad_param, "beta too small");
    check_equal(cudnnSetLRNDescriptor(normalization.its, 5, 1e-4, 0.75, 0), bad_param, "k too small");
}

void check_statuses() {
    check_equal(std::string(cudnnGetErrorString(0)), std::string("CUDNN_STATUS_SUCCESS"), "the text of success");
    check_equal(std::string(cudnnGetErrorString(2008)), std::string("CUDNN_STATUS_BAD_PARAM_SHAPE_MISMATCH"), "2008");
    check_equal(std::string(cudnnGetErrorString(3004)), std::string("CUDNN_STATUS_NOT_SUPPORTED_LAYOUT"), "3004");
    check_equal(std::string(cudnnGetErrorString(2999)), std::string("CUDNN_STATUS_BAD_PARAM"), "that of a category");
    check_equal(cudnnGraphVersionCheck(), dnn_success, "the version of graphs");
    check_equal(cudnnOpsVersionCheck(), dnn_success, "the version of operations");
    check_equal(cudnnCnnVersionCheck(), dnn_success, "the version of convolutions");
    check_equal(cudnnAdvVersionCheck(), dnn_success, "the version of the rest");
}

void check_bytes() {
    const TensorDescriptor tensor;
    const FilterDescriptor filter;
    std::size_t bytes = 0;
    check_status(cudnnSetTensor4dDescriptor(tensor.its, nhwc, half_type, 2, 3, 4, 5), dnn_success, "a tensor");
    check_equal(cudnnGetTensorSizeInBytes(tensor.its, &bytes), dnn_success, "its size");
    check_equal(bytes, std::size_t{240}, "2 bytes for each of 120 elements");
    check_status(cudnnSetTensor4dDescriptorEx(tensor.its, float_type, 2, 3, 4, 5, 100, 30, 7, 1), dnn_success, "gaps");
    check_equal(cudnnGetTensorSizeInBytes(tensor.its, &bytes), dnn_success, "its size");
    check_equal(bytes, std::size_t{744}, "up to the last element");
    check_status(cudnnSetFilter4dDescriptor(filter.its, double_type, nchw, 8, 3, 5, 4), dnn_success, "a filter");
    check_equal(cudnnGetFilterSizeInBytes(filter.its, &bytes), dnn_success, "its size");
    check_equal(bytes, std::size_t{3840}, "all its elements");
}

void check_derived() {
    const TensorDescriptor tensor, derived;
    check_status(cudnnSetTensor4dDescriptor(tensor.its, nchw, half_type, 2, 3, 4, 5), dnn_success, "a tensor");
    check_equal(cudnnDeriveBNTensorDescriptor(derived.its, tensor.its, 1), dnn_success, "parameters of channels");
    check_equal(told_of_tensor(derived.its), Told{0, 1, 3, 1, 1, 3, 1, 1, 1}, "floats, one for each channel");
    check_equal(cudnnDeriveBNTensorDescriptor(derived.its, tensor.its, 0), dnn_success, "parameters of places");
    check_equal(told_of_tensor(derived.its), Told{0, 1, 3, 4, 5, 60, 20, 5, 1}, "one for each place of an image");
    check_equal(cudnnDeriveBNTensorDescriptor(derived.its, tensor.its, 3), bad_param, "no such mode");
}

void check_output_sizes() {
    const TensorDescriptor x;
    const FilterDescriptor w;
    const ConvolutionDescriptor convolution;
    const PoolingDescriptor pooling;
    Told sizes(4, -1);
    const auto ask = [&] {
        return cudnnGetConvolution2dForwardOutputDim(convolution.its, x.its, w.its, &sizes[0], &sizes[1], &sizes[2],
                                                     &sizes[3]);
    };
    check_status(cudnnSetTensor4dDescriptor(x.its, nchw, float_type, 2, 6, 11, 9), dnn_success, "x");
    check_status(cudnnSetFilter4dDescriptor(w.its, float_type, nchw, 8, 3, 3, 2), dnn_success, "w");
    check_status(cudnnSetConvolution2dDescriptor(convolution.its, 1, 0, 2, 3, 2, 1, 1, 0), dnn_success, "convolution");
    check_equal(ask(), bad_param, "channels of one group");
    check_status(cudnnSetConvolutionGroupCount(convolution.its, 2), dnn_success, "groups");
    check_equal(ask(), dnn_success, "with two groups");
    // (11 + 2 - 5) / 2 + 1 rows, (9 - 2) / 3 + 1 columns.
    check_equal(sizes, Told{2, 8, 5, 3}, "the sizes of the result");
    Told nd(4, -1);
    check_equal(cudnnGetConvolutionNdForwardOutputDim(convolution.its, x.its, w.its, 4, nd.data()), dnn_success, "Nd");
    check_equal(nd, sizes, "the same sizes");
    check_equal(cudnnGetConvolutionNdForwardOutputDim(convolution.its, x.its, w.its, 5, nd.data()), bad_param,
                "another number of dimensions");
    check_status(cudnnSetFilter4dDescriptor(w.its, float_type, nchw, 8, 3, 8, 2), dnn_success, "w");
    check_equal(ask(), bad_param, "a window that is larger than the image");
    check_equal(cudnnGetConvolution2dForwardOutputDim(convolution.its, nullptr, w.its, &sizes[0], &sizes[1], &sizes[2],
                                                      &sizes[3]),
                null_pointer, "no tensor");

    check_status(cudnnSetPooling2dDescriptor(pooling.its, 0, 0, 3, 2, 1, 0, 2, 3), dnn_success, "pooling");
    check_equal(cudnnGetPooling2dForwardOutputDim(pooling.its, x.its, &sizes[0], &sizes[1], &sizes[2], &sizes[3]),
                dnn_success, "a pooling's result");
    check_equal(sizes, Told{2, 6, 6, 3}, "its sizes");
    check_equal(cudnnGetPoolingNdForwardOutputDim(pooling.its, x.its, 4, nd.data()), dnn_success, "Nd");
    check_equal(nd, sizes, "the same sizes");
}

}  // namespace

void check_classic_descriptors() {
    check_tensors();
    check_filters();
    check_convolutions();
    check_pooling();
    check_activations();
    check_arithmetic_descriptors();
    check_statuses();
}

void check_sizes() {
    check_bytes();
    check_derived();
    check_output_sizes();
}
