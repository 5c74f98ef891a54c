#include "channel/cublaslt_state.h"

#include <array>

namespace ringfence::channel::lt {
namespace {

#define RF_ATTRIBUTE(number, Descriptor, member) \
    { number, offsetof(Descriptor, member), sizeof(Descriptor::member) }

constexpr std::array layout_attributes = {
    Attribute RF_ATTRIBUTE(0, MatrixLayout, type),       Attribute RF_ATTRIBUTE(1, MatrixLayout, order),
    Attribute RF_ATTRIBUTE(2, MatrixLayout, rows),       Attribute RF_ATTRIBUTE(3, MatrixLayout, cols),
    Attribute RF_ATTRIBUTE(4, MatrixLayout, ld),         Attribute RF_ATTRIBUTE(5, MatrixLayout, batch_count),
    Attribute RF_ATTRIBUTE(6, MatrixLayout, stride),     Attribute RF_ATTRIBUTE(7, MatrixLayout, plane_offset),
    Attribute RF_ATTRIBUTE(8, MatrixLayout, batch_mode),
};

constexpr std::array matmul_attributes = {
    Attribute RF_ATTRIBUTE(0, MatmulDesc, compute_type),
    Attribute RF_ATTRIBUTE(1, MatmulDesc, scale_type),
    Attribute RF_ATTRIBUTE(2, MatmulDesc, pointer_mode),
    Attribute RF_ATTRIBUTE(3, MatmulDesc, trans_a),
    Attribute RF_ATTRIBUTE(4, MatmulDesc, trans_b),
    Attribute RF_ATTRIBUTE(5, MatmulDesc, trans_c),
    Attribute RF_ATTRIBUTE(6, MatmulDesc, fill_mode),
    Attribute RF_ATTRIBUTE(7, MatmulDesc, epilogue),
    Attribute RF_ATTRIBUTE(8, MatmulDesc, bias),
    Attribute RF_ATTRIBUTE(10, MatmulDesc, bias_stride),
    Attribute RF_ATTRIBUTE(11, MatmulDesc, aux),
    Attribute RF_ATTRIBUTE(12, MatmulDesc, aux_ld),
    Attribute RF_ATTRIBUTE(13, MatmulDesc, aux_stride),
    Attribute RF_ATTRIBUTE(14, MatmulDesc, alpha_stride),
    Attribute RF_ATTRIBUTE(15, MatmulDesc, sm_count_target),
    Attribute RF_ATTRIBUTE(17, MatmulDesc, a_scale),
    Attribute RF_ATTRIBUTE(18, MatmulDesc, b_scale),
    Attribute RF_ATTRIBUTE(19, MatmulDesc, c_scale),
    Attribute RF_ATTRIBUTE(20, MatmulDesc, d_scale),
    Attribute RF_ATTRIBUTE(21, MatmulDesc, d_amax),
    Attribute RF_ATTRIBUTE(22, MatmulDesc, aux_type),
    Attribute RF_ATTRIBUTE(23, MatmulDesc, aux_scale),
    Attribute RF_ATTRIBUTE(24, MatmulDesc, aux_amax),
    Attribute{25, offsetof(MatmulDesc, fast_accumulation), 1},
    Attribute RF_ATTRIBUTE(26, MatmulDesc, bias_type),
    Attribute RF_ATTRIBUTE(31, MatmulDesc, a_scale_mode),
    Attribute RF_ATTRIBUTE(32, MatmulDesc, b_scale_mode),
    Attribute RF_ATTRIBUTE(33, MatmulDesc, c_scale_mode),
    Attribute RF_ATTRIBUTE(34, MatmulDesc, d_scale_mode),
    Attribute RF_ATTRIBUTE(35, MatmulDesc, aux_scale_mode),
    Attribute RF_ATTRIBUTE(36, MatmulDesc, d_out_scale),
    Attribute RF_ATTRIBUTE(37, MatmulDesc, d_out_scale_mode),
};

constexpr std::array preference_attributes = {
    Attribute RF_ATTRIBUTE(0, Preference, search_mode),          Attribute RF_ATTRIBUTE(1, Preference, most_workspace),
    Attribute RF_ATTRIBUTE(3, Preference, reduction_mask),       Attribute RF_ATTRIBUTE(5, Preference, alignment[0]),
    Attribute RF_ATTRIBUTE(6, Preference, alignment[1]),         Attribute RF_ATTRIBUTE(7, Preference, alignment[2]),
    Attribute RF_ATTRIBUTE(8, Preference, alignment[3]),         Attribute RF_ATTRIBUTE(9, Preference, most_waves),
    Attribute RF_ATTRIBUTE(12, Preference, implementation_mask),
};

constexpr std::array transform_attributes = {
    Attribute RF_ATTRIBUTE(0, TransformDesc, scale_type),
    Attribute RF_ATTRIBUTE(1, TransformDesc, pointer_mode),
    Attribute RF_ATTRIBUTE(2, TransformDesc, trans_a),
    Attribute RF_ATTRIBUTE(3, TransformDesc, trans_b),
};

#undef RF_ATTRIBUTE

}  // namespace

template <>
std::span<const Attribute> attributes<MatrixLayout>() {
    return layout_attributes;
}
template <>
std::span<const Attribute> attributes<MatmulDesc>() {
    return matmul_attributes;
}
template <>
std::span<const Attribute> attributes<Preference>() {
    return preference_attributes;
}
template <>
std::span<const Attribute> attributes<TransformDesc>() {
    return transform_attributes;
}

bool is_epilogue(std::uint32_t epilogue) {
    switch (epilogue) {
        case epilogue_default:
        case epilogue_bias:
        case epilogue_relu:
        case epilogue_relu | epilogue_aux:
        case epilogue_relu | epilogue_bias:
        case epilogue_relu | epilogue_aux | epilogue_bias:
        case epilogue_drelu | epilogue_aux:
        case epilogue_drelu | epilogue_aux | epilogue_bgrad:
        case epilogue_gelu:
        case epilogue_gelu | epilogue_aux:
        case epilogue_gelu | epilogue_bias:
        case epilogue_gelu | epilogue_aux | epilogue_bias:
        case epilogue_dgelu | epilogue_aux:
        case epilogue_dgelu | epilogue_aux | epilogue_bgrad:
        case epilogue_bgrad_a:
        case epilogue_bgrad_b: return true;
        default: return false;
    }
}

std::uint32_t type_bits(std::int64_t type) {
    switch (type) {
        case 16:  // int4
        case 18:  // unsigned int4
        case 33:  // float4
            return 4;
        case 3:   // int8
        case 8:   // unsigned int8
        case 17:  // complex int4
        case 19:  // complex unsigned int4
        case 28:  // float8, in three forms
        case 29:
        case 30: return 8;
        case 2:   // half
        case 14:  // bfloat16
        case 7:   // complex int8
        case 9:   // complex unsigned int8
        case 20:  // int16
        case 22: return 16;
        case 0:   // float
        case 6:   // complex half
        case 10:  // int32
        case 12:  // unsigned int32
        case 15:  // complex bfloat16
        case 21:  // complex int16
        case 23: return 32;
        case 1:   // double
        case 4:   // complex float
        case 11:  // complex int32
        case 13:  // complex unsigned int32
        case 24:  // int64
        case 26: return 64;
        case 5:   // complex double
        case 25:  // complex int64
        case 27: return 128;
        default: return 0;
    }
}

}  // namespace ringfence::channel::lt
