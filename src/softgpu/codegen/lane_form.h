// How the values that a group of lanes has in one register are kept in vector code.
#pragma once

#include <cstdint>

namespace ringfence::softgpu::codegen {

enum class Form : std::uint8_t {
    Uniform,  // the same in all lanes: kept as one scalar
    Strided,  // lane i has base + i * stride: the base is kept
    Varying,  // a vector
};

struct LaneForm {
    Form form = Form::Uniform;
    std::int64_t stride = 0;

    friend bool operator==(const LaneForm&, const LaneForm&) = default;
};

}  // namespace ringfence::softgpu::codegen
