// The numbers of cuBLAS 13's interface: statuses, enumerations, types of elements and of computations.
//
// They are those of NVIDIA's header, which tests/soft_libraries compares them with where it is installed.
#pragma once

namespace ringfence::soft_libraries::cublas {

inline constexpr int version_major = 13;
inline constexpr int version_minor = 1;
inline constexpr int version_patch = 0;
inline constexpr int version = version_major * 10000 + version_minor * 100 + version_patch;

enum Status : int {
    success = 0,
    not_initialized = 1,
    alloc_failed = 3,
    invalid_value = 7,
    arch_mismatch = 8,
    mapping_error = 11,
    execution_failed = 13,
    internal_error = 14,
    not_supported = 15,
    license_error = 16,
};

enum Fill : int { lower = 0, upper = 1 };
enum Diagonal : int { non_unit = 0, unit = 1 };
enum Side : int { left = 0, right = 1 };
enum Operation : int { op_n = 0, op_t = 1, op_c = 2 };
enum PointerMode : int { host_pointers = 0, device_pointers = 1 };
enum AtomicsMode : int { atomics_not_allowed = 0, atomics_allowed = 1 };

// The modes of mathematics are numbers and one flag.
inline constexpr int default_math = 0;
inline constexpr int emulated_bf16x9_math = 4;
inline constexpr int emulated_fp64_math = 8;
inline constexpr int no_reduced_precision_reduction = 16;

// cudaDataType
enum DataType : int { r32f = 0, r64f = 1, r16f = 2, r8i = 3, c32f = 4, c64f = 5, r32i = 10, r16bf = 14 };

// cublasComputeType_t
enum ComputeType : int {
    compute_16f = 64,
    compute_16f_pedantic = 65,
    compute_32f = 68,
    compute_32f_pedantic = 69,
    compute_64f = 70,
    compute_64f_pedantic = 71,
    compute_32i = 72,
    compute_32i_pedantic = 73,
    compute_32f_fast_16f = 74,
    compute_32f_fast_16bf = 75,
    compute_32f_fast_tf32 = 77,
    compute_32f_emulated_16bfx9 = 78,
    compute_64f_emulated_fixedpoint = 79,
};

}  // namespace ringfence::soft_libraries::cublas
