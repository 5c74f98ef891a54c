// cuDNN's functions as samples and textbooks call them: descriptors with four and two dimensions, and what works on
// them.
#pragma once

#include "dnn.h"

extern "C" {
int cudnnCreate(void** handle);
int cudnnDestroy(void* handle);
const char* cudnnGetErrorString(int status);
int cudnnGraphVersionCheck();
int cudnnOpsVersionCheck();
int cudnnCnnVersionCheck();
int cudnnAdvVersionCheck();

int cudnnCreateTensorDescriptor(void** made);
int cudnnDestroyTensorDescriptor(void* tensor);
int cudnnSetTensor4dDescriptor(void* tensor, int format, int type, int n, int c, int h, int w);
int cudnnSetTensor4dDescriptorEx(void* tensor, int type, int n, int c, int h, int w, int n_stride, int c_stride,
                                 int h_stride, int w_stride);
int cudnnGetTensor4dDescriptor(void* tensor, int* type, int* n, int* c, int* h, int* w, int* n_stride, int* c_stride,
                               int* h_stride, int* w_stride);
int cudnnSetTensorNdDescriptor(void* tensor, int type, int rank, const int* sizes, const int* strides);
int cudnnSetTensorNdDescriptorEx(void* tensor, int format, int type, int rank, const int* sizes);
int cudnnGetTensorNdDescriptor(void* tensor, int wanted, int* type, int* rank, int* sizes, int* strides);
int cudnnGetTensorSizeInBytes(void* tensor, std::size_t* bytes);
int cudnnDeriveBNTensorDescriptor(void* derived, void* tensor, int mode);

int cudnnCreateFilterDescriptor(void** made);
int cudnnDestroyFilterDescriptor(void* filter);
int cudnnSetFilter4dDescriptor(void* filter, int type, int format, int k, int c, int h, int w);
int cudnnGetFilter4dDescriptor(void* filter, int* type, int* format, int* k, int* c, int* h, int* w);
int cudnnSetFilterNdDescriptor(void* filter, int type, int format, int rank, const int* sizes);
int cudnnGetFilterNdDescriptor(void* filter, int wanted, int* type, int* format, int* rank, int* sizes);
int cudnnGetFilterSizeInBytes(void* filter, std::size_t* bytes);

int cudnnCreateConvolutionDescriptor(void** made);
int cudnnDestroyConvolutionDescriptor(void* convolution);
int cudnnSetConvolution2dDescriptor(void* convolution, int pad_h, int pad_w, int u, int v, int dilation_h,
                                    int dilation_w, int mode, int type);
int cudnnGetConvolution2dDescriptor(void* convolution, int* pad_h, int* pad_w, int* u, int* v, int* dilation_h,
                                    int* dilation_w, int* mode, int* type);
int cudnnSetConvolutionNdDescriptor(void* convolution, int rank, const int* padding, const int* stride,
                                    const int* dilation, int mode, int type);
int cudnnGetConvolutionNdDescriptor(void* convolution, int wanted, int* rank, int* padding, int* stride, int* dilation,
                                    int* mode, int* type);
int cudnnSetConvolutionGroupCount(void* convolution, int groups);
int cudnnGetConvolutionGroupCount(void* convolution, int* groups);
int cudnnSetConvolutionMathType(void* convolution, int type);
int cudnnGetConvolutionMathType(void* convolution, int* type);
int cudnnGetConvolutionReorderType(void* convolution, int* type);
int cudnnGetConvolution2dForwardOutputDim(void* convolution, void* x, void* w, int* n, int* c, int* h, int* width);
int cudnnGetConvolutionNdForwardOutputDim(void* convolution, void* x, void* w, int rank, int* sizes);

int cudnnCreatePoolingDescriptor(void** made);
int cudnnDestroyPoolingDescriptor(void* pooling);
int cudnnSetPooling2dDescriptor(void* pooling, int mode, int nans, int height, int width, int pad_h, int pad_w,
                                int stride_h, int stride_w);
int cudnnGetPooling2dDescriptor(void* pooling, int* mode, int* nans, int* height, int* width, int* pad_h, int* pad_w,
                                int* stride_h, int* stride_w);
int cudnnSetPoolingNdDescriptor(void* pooling, int mode, int nans, int rank, const int* window, const int* padding,
                                const int* stride);
int cudnnGetPoolingNdDescriptor(void* pooling, int wanted, int* mode, int* nans, int* rank, int* window, int* padding,
                                int* stride);
int cudnnGetPooling2dForwardOutputDim(void* pooling, void* x, int* n, int* c, int* h, int* w);
int cudnnGetPoolingNdForwardOutputDim(void* pooling, void* x, int rank, int* sizes);

int cudnnCreateActivationDescriptor(void** made);
int cudnnDestroyActivationDescriptor(void* activation);
int cudnnSetActivationDescriptor(void* activation, int mode, int nans, double coefficient);
int cudnnGetActivationDescriptor(void* activation, int* mode, int* nans, double* coefficient);
int cudnnSetActivationDescriptorSwishBeta(void* activation, double beta);
int cudnnGetActivationDescriptorSwishBeta(void* activation, double* beta);
int cudnnCreateOpTensorDescriptor(void** made);
int cudnnDestroyOpTensorDescriptor(void* operation);
int cudnnSetOpTensorDescriptor(void* operation, int its, int type, int nans);
int cudnnGetOpTensorDescriptor(void* operation, int* its, int* type, int* nans);
int cudnnCreateReduceTensorDescriptor(void** made);
int cudnnDestroyReduceTensorDescriptor(void* reduction);
int cudnnSetReduceTensorDescriptor(void* reduction, int its, int type, int nans, int indices, int index_type);
int cudnnGetReduceTensorDescriptor(void* reduction, int* its, int* type, int* nans, int* indices, int* index_type);
int cudnnCreateLRNDescriptor(void** made);
int cudnnDestroyLRNDescriptor(void* normalization);
int cudnnSetLRNDescriptor(void* normalization, unsigned n, double alpha, double beta, double k);
int cudnnGetLRNDescriptor(void* normalization, unsigned* n, double* alpha, double* beta, double* k);
int cudnnCreateDropoutDescriptor(void** made);
int cudnnDestroyDropoutDescriptor(void* dropout);
int cudnnSetDropoutDescriptor(void* dropout, void* handle, float rate, void* states, std::size_t bytes,
                              unsigned long long seed);
int cudnnRestoreDropoutDescriptor(void* dropout, void* handle, float rate, void* states, std::size_t bytes,
                                  unsigned long long seed);
int cudnnGetDropoutDescriptor(void* dropout, void* handle, float* rate, void** states, unsigned long long* seed);
int cudnnDropoutGetStatesSize(void* handle, std::size_t* bytes);
int cudnnDropoutGetReserveSpaceSize(void* x, std::size_t* bytes);

int cudnnGetConvolutionForwardAlgorithmMaxCount(void* handle, int* count);
int cudnnGetConvolutionBackwardDataAlgorithmMaxCount(void* handle, int* count);
int cudnnGetConvolutionBackwardFilterAlgorithmMaxCount(void* handle, int* count);
int cudnnFindConvolutionForwardAlgorithm(void* handle, void* x, void* w, void* convolution, void* y, int wanted,
                                         int* given, void* results);
int cudnnFindConvolutionBackwardDataAlgorithm(void* handle, void* w, void* dy, void* convolution, void* dx, int wanted,
                                              int* given, void* results);
int cudnnFindConvolutionBackwardFilterAlgorithm(void* handle, void* x, void* dy, void* convolution, void* dw,
                                                int wanted, int* given, void* results);
int cudnnGetConvolutionForwardAlgorithm_v7(void* handle, void* x, void* w, void* convolution, void* y, int wanted,
                                           int* given, void* results);
int cudnnGetConvolutionForwardWorkspaceSize(void* handle, void* x, void* w, void* convolution, void* y, int algorithm,
                                            std::size_t* bytes);
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
int cudnnPoolingForward(void* handle, void* pooling, const void* alpha, void* x_tensor, const void* x, const void* beta,
                        void* y_tensor, void* y);
int cudnnPoolingBackward(void* handle, void* pooling, const void* alpha, void* y_tensor, const void* y, void* dy_tensor,
                         const void* dy, void* x_tensor, const void* x, const void* beta, void* dx_tensor, void* dx);
int cudnnActivationForward(void* handle, void* activation, const void* alpha, void* x_tensor, const void* x,
                           const void* beta, void* y_tensor, void* y);
int cudnnActivationBackward(void* handle, void* activation, const void* alpha, void* y_tensor, const void* y,
                            void* dy_tensor, const void* dy, void* x_tensor, const void* x, const void* beta,
                            void* dx_tensor, void* dx);
int cudnnSoftmaxForward(void* handle, int algorithm, int mode, const void* alpha, void* x_tensor, const void* x,
                        const void* beta, void* y_tensor, void* y);
int cudnnBatchNormalizationForwardInference(void* handle, int mode, const void* alpha, const void* beta, void* x_tensor,
                                            const void* x, void* y_tensor, void* y, void* parameters, const void* scale,
                                            const void* bias, const void* mean, const void* variance, double epsilon);
int cudnnAddTensor(void* handle, const void* alpha, void* a_tensor, const void* a, const void* beta, void* c_tensor,
                   void* c);
int cudnnSetTensor(void* handle, void* tensor, void* y, const void* value);
int cudnnScaleTensor(void* handle, void* tensor, void* y, const void* alpha);
int cudnnOpTensor(void* handle, void* operation, const void* alpha1, void* a_tensor, const void* a, const void* alpha2,
                  void* b_tensor, const void* b, const void* beta, void* c_tensor, void* c);
int cudnnReduceTensor(void* handle, void* reduction, void* indices, std::size_t index_bytes, void* workspace,
                      std::size_t bytes, const void* alpha, void* a_tensor, const void* a, const void* beta,
                      void* c_tensor, void* c);
int cudnnGetReductionIndicesSize(void* handle, void* reduction, void* a, void* c, std::size_t* bytes);
int cudnnGetReductionWorkspaceSize(void* handle, void* reduction, void* a, void* c, std::size_t* bytes);
int cudnnLRNCrossChannelForward(void* handle, void* normalization, int mode, const void* alpha, void* x_tensor,
                                const void* x, const void* beta, void* y_tensor, void* y);
int cudnnLRNCrossChannelBackward(void* handle, void* normalization, int mode, const void* alpha, void* y_tensor,
                                 const void* y, void* dy_tensor, const void* dy, void* x_tensor, const void* x,
                                 const void* beta, void* dx_tensor, void* dx);
int cudnnDropoutForward(void* handle, void* dropout, void* x_tensor, const void* x, void* y_tensor, void* y,
                        void* reserve, std::size_t bytes);
int cudnnDropoutBackward(void* handle, void* dropout, void* dy_tensor, const void* dy, void* dx_tensor, void* dx,
                         void* reserve, std::size_t bytes);
}

constexpr int bad_param = 2000;
constexpr int null_pointer = 2002;
constexpr int dnn_not_supported = 3000;
constexpr int float_type = 0;
constexpr int double_type = 1;
constexpr int half_type = 2;
constexpr int nchw = 0;
constexpr int nhwc = 1;
constexpr double zero = 0;
constexpr double one = 1;

struct TensorDescriptor : Descriptor {
    TensorDescriptor() : Descriptor(cudnnCreateTensorDescriptor, cudnnDestroyTensorDescriptor) {}
};
struct FilterDescriptor : Descriptor {
    FilterDescriptor() : Descriptor(cudnnCreateFilterDescriptor, cudnnDestroyFilterDescriptor) {}
};
struct ConvolutionDescriptor : Descriptor {
    ConvolutionDescriptor() : Descriptor(cudnnCreateConvolutionDescriptor, cudnnDestroyConvolutionDescriptor) {}
};
struct PoolingDescriptor : Descriptor {
    PoolingDescriptor() : Descriptor(cudnnCreatePoolingDescriptor, cudnnDestroyPoolingDescriptor) {}
};
struct ActivationDescriptor : Descriptor {
    ActivationDescriptor() : Descriptor(cudnnCreateActivationDescriptor, cudnnDestroyActivationDescriptor) {}
};

// The parts of the program.
void check_classic_descriptors();
void check_sizes();
void check_layers();
void check_arithmetic();
void check_dropout();
void check_fused_normalization();
void check_network();
