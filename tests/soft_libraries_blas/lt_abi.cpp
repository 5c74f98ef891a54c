// Our view of cublasLt's descriptors against NVIDIA's header.
#include <cublasLt.h>

#include <cstddef>

#include <gtest/gtest.h>

#include "channel/cublaslt_state.h"

namespace ringfence::channel::lt {
namespace {

static_assert(sizeof(HeuristicResult) == sizeof(cublasLtMatmulHeuristicResult_t));
static_assert(offsetof(HeuristicResult, workspace) == offsetof(cublasLtMatmulHeuristicResult_t, workspaceSize));
static_assert(offsetof(HeuristicResult, state) == offsetof(cublasLtMatmulHeuristicResult_t, state));
static_assert(sizeof(Algorithm) == sizeof(cublasLtMatmulAlgo_t));
static_assert(sizeof(cublasLtMatrixLayoutOpaque_t) == 64 && sizeof(cublasLtMatmulDescOpaque_t) == 256);
static_assert(sizeof(cublasLtMatmulPreferenceOpaque_t) == 64 && sizeof(cublasLtMatrixTransformDescOpaque_t) == 64);
static_assert(order_row == CUBLASLT_ORDER_ROW && order_col32_2r_4r4 == CUBLASLT_ORDER_COL32_2R_4R4);
static_assert(pointers_alpha_vector_beta_host == CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST);
static_assert(scale_outer_vector == CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F);
static_assert(scale_block128 == CUBLASLT_MATMUL_MATRIX_SCALE_BLK128x128_32F);
static_assert((epilogue_gelu | epilogue_aux | epilogue_bias) == CUBLASLT_EPILOGUE_GELU_AUX_BIAS);
static_assert((epilogue_drelu | epilogue_aux | epilogue_bgrad) == CUBLASLT_EPILOGUE_DRELU_BGRAD);
static_assert(epilogue_bgrad_b == CUBLASLT_EPILOGUE_BGRADB);

#define RF_IS_AT(number, Descriptor, member)                           \
    ASSERT_NE(find_attribute<Descriptor>(number), nullptr) << #number; \
    EXPECT_EQ(find_attribute<Descriptor>(number)->offset, offsetof(Descriptor, member)) << #number

TEST(CublasLtAbi, AttributesHaveTheirNumbers) {
    RF_IS_AT(CUBLASLT_MATRIX_LAYOUT_TYPE, MatrixLayout, type);
    RF_IS_AT(CUBLASLT_MATRIX_LAYOUT_ORDER, MatrixLayout, order);
    RF_IS_AT(CUBLASLT_MATRIX_LAYOUT_ROWS, MatrixLayout, rows);
    RF_IS_AT(CUBLASLT_MATRIX_LAYOUT_COLS, MatrixLayout, cols);
    RF_IS_AT(CUBLASLT_MATRIX_LAYOUT_LD, MatrixLayout, ld);
    RF_IS_AT(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, MatrixLayout, batch_count);
    RF_IS_AT(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, MatrixLayout, stride);
    RF_IS_AT(CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET, MatrixLayout, plane_offset);
    RF_IS_AT(CUBLASLT_MATRIX_LAYOUT_BATCH_MODE, MatrixLayout, batch_mode);
    RF_IS_AT(CUBLASLT_MATMUL_DESC_POINTER_MODE, MatmulDesc, pointer_mode);
    RF_IS_AT(CUBLASLT_MATMUL_DESC_TRANSA, MatmulDesc, trans_a);
    RF_IS_AT(CUBLASLT_MATMUL_DESC_TRANSB, MatmulDesc, trans_b);
    RF_IS_AT(CUBLASLT_MATMUL_DESC_FILL_MODE, MatmulDesc, fill_mode);
    RF_IS_AT(CUBLASLT_MATMUL_DESC_EPILOGUE, MatmulDesc, epilogue);
    RF_IS_AT(CUBLASLT_MATMUL_DESC_BIAS_POINTER, MatmulDesc, bias);
    RF_IS_AT(CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, MatmulDesc, bias_stride);
    RF_IS_AT(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, MatmulDesc, aux);
    RF_IS_AT(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, MatmulDesc, aux_ld);
    RF_IS_AT(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, MatmulDesc, aux_stride);
    RF_IS_AT(CUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE, MatmulDesc, alpha_stride);
    RF_IS_AT(CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET, MatmulDesc, sm_count_target);
    RF_IS_AT(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, MatmulDesc, a_scale);
    RF_IS_AT(CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, MatmulDesc, d_scale);
    RF_IS_AT(CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, MatmulDesc, d_amax);
    RF_IS_AT(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, MatmulDesc, aux_type);
    RF_IS_AT(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER, MatmulDesc, aux_scale);
    RF_IS_AT(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_AMAX_POINTER, MatmulDesc, aux_amax);
    RF_IS_AT(CUBLASLT_MATMUL_DESC_FAST_ACCUM, MatmulDesc, fast_accumulation);
    RF_IS_AT(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, MatmulDesc, bias_type);
    RF_IS_AT(CUBLASLT_MATMUL_DESC_A_SCALE_MODE, MatmulDesc, a_scale_mode);
    RF_IS_AT(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_MODE, MatmulDesc, aux_scale_mode);
    RF_IS_AT(CUBLASLT_MATMUL_DESC_D_OUT_SCALE_POINTER, MatmulDesc, d_out_scale);
    RF_IS_AT(CUBLASLT_MATMUL_DESC_D_OUT_SCALE_MODE, MatmulDesc, d_out_scale_mode);
    RF_IS_AT(CUBLASLT_MATMUL_PREF_SEARCH_MODE, Preference, search_mode);
    RF_IS_AT(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, Preference, most_workspace);
    RF_IS_AT(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, Preference, reduction_mask);
    RF_IS_AT(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, Preference, alignment[0]);
    RF_IS_AT(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, Preference, alignment[3]);
    RF_IS_AT(CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT, Preference, most_waves);
    RF_IS_AT(CUBLASLT_MATMUL_PREF_IMPL_MASK, Preference, implementation_mask);
    RF_IS_AT(CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSB, TransformDesc, trans_b);
}

}  // namespace
}  // namespace ringfence::channel::lt
