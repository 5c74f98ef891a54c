// Our numbers and the parameters of our functions against NVIDIA's header: this file does not compile where they
// differ.
#include "soft_libraries/blas/cublas_abi.h"

#include <cublas_api.h>

#include <type_traits>

#include "soft_libraries/blas/scalar.h"
#include "soft_libraries/blas/work.h"

namespace ringfence::soft_libraries::blas {

static_assert(cublas::version == CUBLAS_VERSION);
static_assert(cublas::success == CUBLAS_STATUS_SUCCESS);
static_assert(cublas::not_initialized == CUBLAS_STATUS_NOT_INITIALIZED);
static_assert(cublas::alloc_failed == CUBLAS_STATUS_ALLOC_FAILED);
static_assert(cublas::invalid_value == CUBLAS_STATUS_INVALID_VALUE);
static_assert(cublas::arch_mismatch == CUBLAS_STATUS_ARCH_MISMATCH);
static_assert(cublas::mapping_error == CUBLAS_STATUS_MAPPING_ERROR);
static_assert(cublas::execution_failed == CUBLAS_STATUS_EXECUTION_FAILED);
static_assert(cublas::internal_error == CUBLAS_STATUS_INTERNAL_ERROR);
static_assert(cublas::not_supported == CUBLAS_STATUS_NOT_SUPPORTED);
static_assert(cublas::license_error == CUBLAS_STATUS_LICENSE_ERROR);
static_assert(cublas::lower == CUBLAS_FILL_MODE_LOWER && cublas::upper == CUBLAS_FILL_MODE_UPPER);
static_assert(cublas::non_unit == CUBLAS_DIAG_NON_UNIT && cublas::unit == CUBLAS_DIAG_UNIT);
static_assert(cublas::left == CUBLAS_SIDE_LEFT && cublas::right == CUBLAS_SIDE_RIGHT);
static_assert(cublas::op_n == CUBLAS_OP_N && cublas::op_t == CUBLAS_OP_T && cublas::op_c == CUBLAS_OP_C);
static_assert(cublas::host_pointers == CUBLAS_POINTER_MODE_HOST);
static_assert(cublas::device_pointers == CUBLAS_POINTER_MODE_DEVICE);
static_assert(cublas::atomics_not_allowed == CUBLAS_ATOMICS_NOT_ALLOWED);
static_assert(cublas::atomics_allowed == CUBLAS_ATOMICS_ALLOWED);
static_assert(cublas::default_math == CUBLAS_DEFAULT_MATH);
static_assert(cublas::emulated_bf16x9_math == CUBLAS_FP32_EMULATED_BF16X9_MATH);
static_assert(cublas::emulated_fp64_math == CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH);
static_assert(cublas::no_reduced_precision_reduction == CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION);
static_assert(cublas::r32f == CUDA_R_32F && cublas::r64f == CUDA_R_64F && cublas::r16f == CUDA_R_16F);
static_assert(cublas::r16bf == CUDA_R_16BF && cublas::r8i == CUDA_R_8I && cublas::r32i == CUDA_R_32I);
static_assert(cublas::c32f == CUDA_C_32F && cublas::c64f == CUDA_C_64F);
static_assert(cublas::compute_16f == CUBLAS_COMPUTE_16F);
static_assert(cublas::compute_16f_pedantic == CUBLAS_COMPUTE_16F_PEDANTIC);
static_assert(cublas::compute_32f == CUBLAS_COMPUTE_32F);
static_assert(cublas::compute_32f_pedantic == CUBLAS_COMPUTE_32F_PEDANTIC);
static_assert(cublas::compute_32f_fast_16f == CUBLAS_COMPUTE_32F_FAST_16F);
static_assert(cublas::compute_32f_fast_16bf == CUBLAS_COMPUTE_32F_FAST_16BF);
static_assert(cublas::compute_32f_fast_tf32 == CUBLAS_COMPUTE_32F_FAST_TF32);
static_assert(cublas::compute_32f_emulated_16bfx9 == CUBLAS_COMPUTE_32F_EMULATED_16BFX9);
static_assert(cublas::compute_64f == CUBLAS_COMPUTE_64F);
static_assert(cublas::compute_64f_pedantic == CUBLAS_COMPUTE_64F_PEDANTIC);
static_assert(cublas::compute_64f_emulated_fixedpoint == CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT);
static_assert(cublas::compute_32i == CUBLAS_COMPUTE_32I);
static_assert(cublas::compute_32i_pedantic == CUBLAS_COMPUTE_32I_PEDANTIC);

// Elements are the same in size, all else is of the same kind: pointers to pointers, constant or not, integers by size.
template <class Ours, class Theirs>
constexpr bool same_parameter() {
    if constexpr (std::is_same_v<Ours, Handle*>)
        return std::is_same_v<Theirs, cublasHandle_t>;
    else if constexpr (std::is_pointer_v<Ours> && std::is_pointer_v<Theirs>) {
        using Our = std::remove_pointer_t<Ours>;
        using Their = std::remove_pointer_t<Theirs>;
        if constexpr (std::is_pointer_v<Our> || std::is_function_v<Our> || std::is_void_v<Our> || std::is_void_v<Their>)
            return std::is_const_v<Our> == std::is_const_v<Their>;
        else
            return std::is_const_v<Our> == std::is_const_v<Their> && sizeof(Our) == sizeof(Their);
    } else
        return !std::is_pointer_v<Ours> && !std::is_pointer_v<Theirs> && sizeof(Ours) == sizeof(Theirs) &&
               !std::is_floating_point_v<Theirs>;
}

template <class Ours, class Theirs>
constexpr bool same_function = false;
template <class... Ours, class... Theirs>
constexpr bool same_function<int(Ours...), cublasStatus_t(Theirs...)> = [] {
    if constexpr (sizeof...(Ours) == sizeof...(Theirs))
        return (same_parameter<Ours, Theirs>() && ...);
    else
        return false;
}();

// NVIDIA's header has two versions of three functions, one of them for older sources. These are the exported ones.
using Op = cublasOperation_t;
using GemmEx = cublasStatus_t(cublasHandle_t, Op, Op, int, int, int, const void*, const void*, cudaDataType, int,
                              const void*, cudaDataType, int, const void*, void*, cudaDataType, int,
                              cublasComputeType_t, cublasGemmAlgo_t);
using GemmBatchedEx = cublasStatus_t(cublasHandle_t, Op, Op, int, int, int, const void*, const void* const*,
                                     cudaDataType, int, const void* const*, cudaDataType, int, const void*,
                                     void* const*, cudaDataType, int, int, cublasComputeType_t, cublasGemmAlgo_t);
using GemmStridedBatchedEx = cublasStatus_t(cublasHandle_t, Op, Op, int, int, int, const void*, const void*,
                                            cudaDataType, int, long long, const void*, cudaDataType, int, long long,
                                            const void*, void*, cudaDataType, int, long long, int, cublasComputeType_t,
                                            cublasGemmAlgo_t);
constexpr GemmEx& exported_gemm_ex = ::cublasGemmEx;
constexpr GemmBatchedEx& exported_gemm_batched_ex = ::cublasGemmBatchedEx;
constexpr GemmStridedBatchedEx& exported_gemm_strided_batched_ex = ::cublasGemmStridedBatchedEx;
#define cublasGemmEx exported_gemm_ex
#define cublasGemmBatchedEx exported_gemm_batched_ex
#define cublasGemmStridedBatchedEx exported_gemm_strided_batched_ex

#define FUNCTION(name, parameters, body) \
    static_assert(same_function<int parameters, std::remove_reference_t<decltype(name)>>, #name);
#include "soft_libraries/blas/functions.inc"
#undef FUNCTION

}  // namespace ringfence::soft_libraries::blas
