// Functions of one element: activations, and what graphs have between their larger operations.
#pragma once

#include <optional>

#include "soft_libraries/dnn/library.h"

namespace ringfence::soft_libraries::dnn {

double activated(const Activation& activation, double x);
// The derivative at x, where y is its value.
double slope(const Activation& activation, double x, double y);

// cudnnPointwiseMode_t, with what a mode can be told.
struct Pointwise {
    int mode = 0;
    double lower_clip = 0;
    double upper_clip = 0;
    bool has_upper_clip = false;
    double lower_slope = 0;
    double elu_alpha = 1;
    double softplus_beta = 1;
    double swish_beta = 1;
    std::int64_t axis = -1;
};

enum class PointwiseKind { Unknown, Unary, Binary, Backward, Select, Index };
PointwiseKind kind_of(int mode);

double unary(const Pointwise& its, double x);
double binary(const Pointwise& its, double x, double b);
// dx, of dy and x.
double backward(const Pointwise& its, double dy, double x);

}  // namespace ringfence::soft_libraries::dnn
