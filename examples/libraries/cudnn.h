// What the example with a network needs of cuDNN: its classic functions, declared here so that it can be built without
// the toolkit, and descriptors that are destroyed with what has them.
#pragma once

#include <array>

#include "libraries/cuda.h"

extern "C" {
int cudnnCreate(void** handle);
int cudnnDestroy(void* handle);
int cudnnCreateTensorDescriptor(void** made);
int cudnnDestroyTensorDescriptor(void* tensor);
int cudnnSetTensor4dDescriptor(void* tensor, int format, int type, int n, int c, int h, int w);
int cudnnCreateFilterDescriptor(void** made);
int cudnnDestroyFilterDescriptor(void* filter);
int cudnnSetFilter4dDescriptor(void* filter, int type, int format, int k, int c, int h, int w);
int cudnnCreateConvolutionDescriptor(void** made);
int cudnnDestroyConvolutionDescriptor(void* convolution);
int cudnnSetConvolution2dDescriptor(void* convolution, int pad_h, int pad_w, int u, int v, int dilation_h,
                                    int dilation_w, int mode, int type);
int cudnnGetConvolution2dForwardOutputDim(void* convolution, void* x, void* w, int* n, int* c, int* h, int* width);
int cudnnCreatePoolingDescriptor(void** made);
int cudnnDestroyPoolingDescriptor(void* pooling);
int cudnnSetPooling2dDescriptor(void* pooling, int mode, int nans, int height, int width, int pad_h, int pad_w,
                                int stride_h, int stride_w);
int cudnnCreateActivationDescriptor(void** made);
int cudnnDestroyActivationDescriptor(void* activation);
int cudnnSetActivationDescriptor(void* activation, int mode, int nans, double coefficient);
int cudnnCreateOpTensorDescriptor(void** made);
int cudnnDestroyOpTensorDescriptor(void* operation);
int cudnnSetOpTensorDescriptor(void* operation, int its, int type, int nans);
int cudnnConvolutionForward(void* handle, const void* alpha, void* x_tensor, const void* x, void* w_tensor,
                            const void* w, void* convolution, int algorithm, void* workspace, std::size_t bytes,
                            const void* beta, void* y_tensor, void* y);
int cudnnConvolutionBackwardData(void* handle, const void* alpha, void* w_tensor, const void* w, void* dy_tensor,
                                 const void* dy, void* convolution, int algorithm, void* workspace, std::size_t bytes,
                                 const void* beta, void* dx_tensor, void* dx);
int cudnnConvolutionBackwardFilter(void* handle, const void* alpha, void* x_tensor, const void* x, void* dy_tensor,
                                   const void* dy, void* convolution, int algorithm, void* workspace, std::size_t bytes,
                                   const void* beta, void* dw_tensor, void* dw);
int cudnnConvolutionBackwardBias(void* handle, const void* alpha, void* dy_tensor, const void* dy, const void* beta,
                                 void* db_tensor, void* db);
int cudnnAddTensor(void* handle, const void* alpha, void* a_tensor, const void* a, const void* beta, void* c_tensor,
                   void* c);
int cudnnOpTensor(void* handle, void* operation, const void* alpha1, void* a_tensor, const void* a, const void* alpha2,
                  void* b_tensor, const void* b, const void* beta, void* c_tensor, void* c);
int cudnnActivationForward(void* handle, void* activation, const void* alpha, void* x_tensor, const void* x,
                           const void* beta, void* y_tensor, void* y);
int cudnnActivationBackward(void* handle, void* activation, const void* alpha, void* y_tensor, const void* y,
                            void* dy_tensor, const void* dy, void* x_tensor, const void* x, const void* beta,
                            void* dx_tensor, void* dx);
int cudnnPoolingForward(void* handle, void* pooling, const void* alpha, void* x_tensor, const void* x, const void* beta,
                        void* y_tensor, void* y);
int cudnnPoolingBackward(void* handle, void* pooling, const void* alpha, void* y_tensor, const void* y, void* dy_tensor,
                         const void* dy, void* x_tensor, const void* x, const void* beta, void* dx_tensor, void* dx);
int cudnnSoftmaxForward(void* handle, int algorithm, int mode, const void* alpha, void* x_tensor, const void* x,
                        const void* beta, void* y_tensor, void* y);
}

namespace ringfence::example {

constexpr float zero = 0;
constexpr float one = 1;
constexpr int nchw = 0;
constexpr int float_type = 0;

using Shape = std::array<int, 4>;  // images, channels, rows, columns

inline std::size_t count_of(const Shape& shape) {
    std::size_t all = 1;
    for (const int size : shape)
        all *= static_cast<std::size_t>(size);
    return all;
}

class CudnnObject {
public:
    CudnnObject(int (*create)(void**), int (*destroy)(void*)) : destroy_(destroy) {
        check(create(&its), "cudnnCreate");
    }
    CudnnObject(const CudnnObject&) = delete;
    CudnnObject& operator=(const CudnnObject&) = delete;
    ~CudnnObject() { static_cast<void>(destroy_(its)); }
    void* its = nullptr;

private:
    int (*destroy_)(void*);
};

struct Handle : CudnnObject {
    Handle() : CudnnObject(cudnnCreate, cudnnDestroy) {}
};

// A tensor, with its memory.
class Tensor : public CudnnObject {
public:
    explicit Tensor(const Shape& its_shape) : Tensor(its_shape, std::vector<float>(count_of(its_shape))) {}
    Tensor(const Shape& its_shape, const std::vector<float>& values)
        : CudnnObject(cudnnCreateTensorDescriptor, cudnnDestroyTensorDescriptor), shape(its_shape), memory_(values) {
        check(cudnnSetTensor4dDescriptor(its, nchw, float_type, shape[0], shape[1], shape[2], shape[3]),
              "cudnnSetTensor4dDescriptor");
    }
    float* data() const { return memory_.data(); }
    std::vector<float> get() const { return memory_.fetch(); }
    void put(const std::vector<float>& values) {
        check(cudaMemcpy(memory_.data(), values.data(), values.size() * sizeof(float), 1), "cudaMemcpy to the device");
    }

    const Shape shape;

private:
    DeviceArray<float> memory_;
};

struct Filter : CudnnObject {
    explicit Filter(const Shape& s) : CudnnObject(cudnnCreateFilterDescriptor, cudnnDestroyFilterDescriptor) {
        check(cudnnSetFilter4dDescriptor(its, float_type, nchw, s[0], s[1], s[2], s[3]), "cudnnSetFilter4dDescriptor");
    }
};
// How a filter's window moves: by one.
struct Movement : CudnnObject {
    explicit Movement(int padding) : CudnnObject(cudnnCreateConvolutionDescriptor, cudnnDestroyConvolutionDescriptor) {
        check(cudnnSetConvolution2dDescriptor(its, padding, padding, 1, 1, 1, 1, 1, float_type),
              "cudnnSetConvolution2dDescriptor");
    }
};
struct Rectifier : CudnnObject {
    Rectifier() : CudnnObject(cudnnCreateActivationDescriptor, cudnnDestroyActivationDescriptor) {
        check(cudnnSetActivationDescriptor(its, 1, 0, 0), "cudnnSetActivationDescriptor");
    }
};
// The largest of two by two.
struct Halving : CudnnObject {
    Halving() : CudnnObject(cudnnCreatePoolingDescriptor, cudnnDestroyPoolingDescriptor) {
        check(cudnnSetPooling2dDescriptor(its, 0, 0, 2, 2, 0, 0, 2, 2), "cudnnSetPooling2dDescriptor");
    }
};
struct Addition : CudnnObject {
    Addition() : CudnnObject(cudnnCreateOpTensorDescriptor, cudnnDestroyOpTensorDescriptor) {
        check(cudnnSetOpTensorDescriptor(its, 0, float_type, 0), "cudnnSetOpTensorDescriptor");
    }
};

}  // namespace ringfence::example
