// A tensor as cuDNN describes it, and its elements: this library computes with doubles, and rounds when it stores.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ringfence::soft_libraries::dnn {

constexpr std::size_t most_rank = 8;
// The limit for one tensor. Strides may be zero, so its memory does not bound it.
constexpr std::int64_t most_elements = std::int64_t{1} << 24;

using Sizes = std::array<std::int64_t, most_rank>;
using Values = std::vector<double>;  // all elements, the last dimension's neighbours beside each other

enum DataType : int {
    float_type = 0,
    double_type = 1,
    half_type = 2,
    int32_type = 4,
    bfloat_type = 9,
    int64_type = 10,
    boolean_type = 11,
};
// 0: not here.
std::size_t bytes_of(int type);
bool is_floating(int type);

struct Tensor {
    int type = -1;
    std::size_t rank = 0;
    Sizes dims = {};
    Sizes strides = {};  // in elements

    // 0: too many, or it is not one.
    std::int64_t elements() const;
    // From dimension `first` on.
    std::int64_t elements_from(std::size_t first) const;
    bool has_shape_of(const Tensor& other) const;
    // Each of its dimensions is that of the other, or 1.
    bool spreads_over(const Tensor& other) const;
};

// A packed tensor of that many dimensions.
Tensor packed_tensor(int type, std::size_t rank, const Sizes& dims);

Values load(const Tensor& tensor, const void* from);
// to = alpha * values + beta * to. Where beta is 0, what is there is not read.
void store(const Tensor& tensor, void* to, const Values& values, double alpha = 1, double beta = 0);
// A tensor's values repeated along the dimensions where it has 1 and the other more.
Values spread(const Values& values, const Tensor& tensor, const Tensor& over);

}  // namespace ringfence::soft_libraries::dnn
