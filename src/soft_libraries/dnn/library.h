// Shared by all functions of this library: statuses, the last error, descriptors, and the start of work.
#pragma once

#include <array>
#include <functional>
#include <string>

#include "soft_libraries/dnn/tensor.h"
#include "soft_libraries/host.h"

#define RF_CUDNN_FUNCTION(name) extern "C" __attribute__((visibility("default"))) int name

namespace ringfence::soft_libraries::dnn {

// cudnnStatus_t.
enum Status : int {
    success = 0,
    bad_param = 2000,
    null_pointer = 2002,
    not_finalized = 2004,
    bad_shape = 2008,
    bad_type = 2010,
    not_supported = 3000,
    unsupported_pattern = 3001,
    unsupported_shape = 3002,
    unsupported_type = 3003,
    execution_failed = 5000,
};

Host*& host();

// Keeps the text for cudnnGetLastErrorString.
int refuse(Status status, std::string why);

struct Handle {
    void* stream = nullptr;
};

// Runs it on the handle's stream, when others' work leaves room. It must own all that it needs.
int enqueue(const Handle* handle, std::function<void()> work);

// A number in host memory: a double where the tensor's elements are, else a float.
double scalar_of(const void* place, int type);

// Work of one call: y = alpha * made() + beta * y.
struct Scale {
    double alpha = 1;
    double beta = 0;
};
Scale scale_of(const void* alpha, const void* beta, int type);

constexpr std::size_t most_spatial = 3;
using Spatial = std::array<std::int64_t, most_spatial>;  // those that are missing are in front, and are 1

struct Convolution {
    std::size_t rank = 0;  // of the window
    Spatial before = {};   // padding
    Spatial after = {};
    Spatial stride = {1, 1, 1};
    Spatial dilation = {1, 1, 1};
    bool is_cross_correlation = true;
    std::int64_t groups = 1;
};

struct Pooling {
    int mode = 0;
    std::size_t rank = 0;
    Spatial window = {1, 1, 1};
    Spatial padding = {};
    Spatial stride = {1, 1, 1};
};

struct Activation {
    int mode = 5;  // identity
    double coefficient = 0;
    double swish_beta = 1;
};

struct OpTensor {
    int operation = 0;
    bool propagates_nans = false;
};

struct Reduction {
    int operation = 0;
    bool propagates_nans = false;
    bool gives_indices = false;
    int index_type = 0;
};

// Response normalization across channels.
struct Lrn {
    std::int64_t width = 5;  // channels of a window
    double alpha = 1e-4;
    double beta = 0.75;
    double offset = 2;
};

struct Dropout {
    double rate = 0;
    void* states = nullptr;
};

// The same for all: floating-point elements, few enough of them.
int check_tensor(const Tensor* tensor, const char* name);
// All of one shape.
int check_alike(std::initializer_list<const Tensor*> tensors);
int check_memory(std::initializer_list<const void*> pointers);

}  // namespace ringfence::soft_libraries::dnn
