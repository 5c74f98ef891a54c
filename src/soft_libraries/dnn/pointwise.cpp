#include "soft_libraries/dnn/pointwise.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ringfence::soft_libraries::dnn {
namespace {

// cudnnActivationMode_t.
enum ActivationMode : int {
    sigmoid_mode,
    relu_mode,
    tanh_mode,
    clipped_relu_mode,
    elu_mode,
    identity_mode,
    swish_mode,
};

// cudnnPointwiseMode_t.

enum class Mode : int {
    Add = 0,
    Mul = 1,
    Min = 2,
    Max = 3,
    Sqrt = 4,
    AddSquare = 5,
    Div = 6,
    Mod = 7,
    Pow = 8,
    Sub = 9,
    Abs = 10,
    Ceil = 11,
    Cos = 12,
    Exp = 13,
    Floor = 14,
    Log = 15,
    Neg = 16,
    Rsqrt = 17,
    Sin = 18,
    Tan = 19,
    Erf = 20,
    Identity = 21,
    Reciprocal = 22,
    Atan2 = 23,
    ReluForward = 100,
    TanhForward,
    SigmoidForward,
    EluForward,
    GeluForward,
    SoftplusForward,
    SwishForward,
    GeluTanhForward,
    ReluBackward = 200,
    TanhBackward,
    SigmoidBackward,
    EluBackward,
    GeluBackward,
    SoftplusBackward,
    SwishBackward,
    GeluTanhBackward,
    Equal = 300,
    NotEqual,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
    LogicalAnd = 400,
    LogicalOr,
    LogicalNot,
    GenerateIndex = 501,
    BinarySelect = 601,
};

double sigmoid(double x) {
    return 1 / (1 + std::exp(-x));
}

// The cubic approximation's argument of tanh, and its derivative.
double gelu_inner(double x) {
    return std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x);
}
double gelu_inner_slope(double x) {
    return std::sqrt(2 / std::numbers::pi) * (1 + 3 * 0.044715 * x * x);
}

double clipped(const Pointwise& its, double x) {
    if (x < its.lower_clip) return its.lower_clip + its.lower_slope * (x - its.lower_clip);
    return its.has_upper_clip ? std::min(x, its.upper_clip) : x;
}

double forward_slope(const Pointwise& its, double x) {
    switch (static_cast<Mode>(its.mode)) {
        case Mode::ReluBackward:
            if (x <= its.lower_clip) return its.lower_slope;
            return its.has_upper_clip && x >= its.upper_clip ? 0 : 1;
        case Mode::TanhBackward: return 1 - std::tanh(x) * std::tanh(x);
        case Mode::SigmoidBackward: return sigmoid(x) * (1 - sigmoid(x));
        case Mode::EluBackward: return x >= 0 ? 1 : its.elu_alpha * std::exp(x);
        case Mode::GeluBackward:
            return 0.5 * (1 + std::erf(x / std::numbers::sqrt2)) +
                   x * std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
        case Mode::SoftplusBackward: return sigmoid(its.softplus_beta * x);
        case Mode::SwishBackward: {
            const double part = sigmoid(its.swish_beta * x);
            return part + its.swish_beta * x * part * (1 - part);
        }
        case Mode::GeluTanhBackward: {
            const double inner = std::tanh(gelu_inner(x));
            return 0.5 * (1 + inner) + 0.5 * x * (1 - inner * inner) * gelu_inner_slope(x);
        }
        default: return 0;
    }
}

}  // namespace

// NaNs come through: comparisons are written so.
double activated(const Activation& activation, double x) {
    switch (activation.mode) {
        case sigmoid_mode: return sigmoid(x);
        case relu_mode: return x < 0 ? 0 : x;
        case tanh_mode: return std::tanh(x);
        case clipped_relu_mode: return x < 0 ? 0 : x > activation.coefficient ? activation.coefficient : x;
        case elu_mode: return x < 0 ? activation.coefficient * std::expm1(x) : x;
        case swish_mode: return x * sigmoid(activation.swish_beta * x);
        default: return x;
    }
}

double slope(const Activation& activation, double x, double y) {
    switch (activation.mode) {
        case sigmoid_mode: return y * (1 - y);
        case relu_mode: return x > 0 ? 1 : 0;
        case tanh_mode: return 1 - y * y;
        case clipped_relu_mode: return x > 0 && x < activation.coefficient ? 1 : 0;
        case elu_mode: return x < 0 ? y + activation.coefficient : 1;
        case swish_mode: {
            const double part = sigmoid(activation.swish_beta * x);
            return part + activation.swish_beta * x * part * (1 - part);
        }
        default: return 1;
    }
}

PointwiseKind kind_of(int mode) {
    switch (static_cast<Mode>(mode)) {
        case Mode::Add:
        case Mode::Mul:
        case Mode::Min:
        case Mode::Max:
        case Mode::AddSquare:
        case Mode::Div:
        case Mode::Mod:
        case Mode::Pow:
        case Mode::Sub:
        case Mode::Atan2:
        case Mode::Equal:
        case Mode::NotEqual:
        case Mode::Greater:
        case Mode::GreaterOrEqual:
        case Mode::Less:
        case Mode::LessOrEqual:
        case Mode::LogicalAnd:
        case Mode::LogicalOr: return PointwiseKind::Binary;
        case Mode::LogicalNot: return PointwiseKind::Unary;
        case Mode::GenerateIndex: return PointwiseKind::Index;
        case Mode::BinarySelect: return PointwiseKind::Select;
        default: break;
    }
    const auto is_between = [&](Mode first, Mode last) {
        return mode >= static_cast<int>(first) && mode <= static_cast<int>(last);
    };
    if (is_between(Mode::Sqrt, Mode::Sqrt) || is_between(Mode::Abs, Mode::Reciprocal)) return PointwiseKind::Unary;
    if (is_between(Mode::ReluForward, Mode::GeluTanhForward)) return PointwiseKind::Unary;
    return is_between(Mode::ReluBackward, Mode::GeluTanhBackward) ? PointwiseKind::Backward : PointwiseKind::Unknown;
}

double unary(const Pointwise& its, double x) {
    switch (static_cast<Mode>(its.mode)) {
        case Mode::Sqrt: return std::sqrt(x);
        case Mode::Abs: return std::abs(x);
        case Mode::Ceil: return std::ceil(x);
        case Mode::Cos: return std::cos(x);
        case Mode::Exp: return std::exp(x);
        case Mode::Floor: return std::floor(x);
        case Mode::Log: return std::log(x);
        case Mode::Neg: return -x;
        case Mode::Rsqrt: return 1 / std::sqrt(x);
        case Mode::Sin: return std::sin(x);
        case Mode::Tan: return std::tan(x);
        case Mode::Erf: return std::erf(x);
        case Mode::Reciprocal: return 1 / x;
        case Mode::ReluForward: return clipped(its, x);
        case Mode::TanhForward: return std::tanh(x);
        case Mode::SigmoidForward: return sigmoid(x);
        case Mode::EluForward: return x < 0 ? its.elu_alpha * std::expm1(x) : x;
        case Mode::GeluForward: return 0.5 * x * (1 + std::erf(x / std::numbers::sqrt2));
        case Mode::SoftplusForward: return std::log1p(std::exp(its.softplus_beta * x)) / its.softplus_beta;
        case Mode::SwishForward: return x * sigmoid(its.swish_beta * x);
        case Mode::GeluTanhForward: return 0.5 * x * (1 + std::tanh(gelu_inner(x)));
        case Mode::LogicalNot: return x == 0 ? 1 : 0;
        default: return x;
    }
}

double binary(const Pointwise& its, double x, double b) {
    switch (static_cast<Mode>(its.mode)) {
        case Mode::Add: return x + b;
        case Mode::Mul: return x * b;
        case Mode::Min: return b < x ? b : x;
        case Mode::Max: return b > x ? b : x;
        case Mode::AddSquare: return x + b * b;
        case Mode::Div: return x / b;
        case Mode::Mod: return std::fmod(x, b);
        case Mode::Pow: return std::pow(x, b);
        case Mode::Sub: return x - b;
        case Mode::Atan2: return std::atan2(x, b);
        case Mode::Equal: return x == b ? 1 : 0;
        case Mode::NotEqual: return x != b ? 1 : 0;
        case Mode::Greater: return x > b ? 1 : 0;
        case Mode::GreaterOrEqual: return x >= b ? 1 : 0;
        case Mode::Less: return x < b ? 1 : 0;
        case Mode::LessOrEqual: return x <= b ? 1 : 0;
        case Mode::LogicalAnd: return x != 0 && b != 0 ? 1 : 0;
        default: return x != 0 || b != 0 ? 1 : 0;
    }
}

double backward(const Pointwise& its, double dy, double x) {
    return dy * forward_slope(its, x);
}

}  // namespace ringfence::soft_libraries::dnn
