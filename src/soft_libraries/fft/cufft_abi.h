// cuFFT 12's C interface in our own words: the numbers of its types, and its functions (cufft_functions.inc).
//
// tests/soft_libraries/cufft_abi.cpp holds both against the toolkit's headers, where these are installed.
#pragma once

#include <cstddef>

namespace ringfence::soft_libraries::fft {

using Handle = int;
inline constexpr Handle null_handle = -1;  // may be destroyed, and is nothing

enum class Status : unsigned {
    Success = 0,
    InvalidPlan = 1,
    AllocFailed = 2,
    InvalidType = 3,
    InvalidValue = 4,
    InternalError = 5,
    ExecFailed = 6,
    SetupFailed = 7,
    InvalidSize = 8,
    NoWorkspace = 13,
    NotImplemented = 14,
    NotSupported = 16,
};

enum class Type : unsigned { R2C = 0x2a, C2R = 0x2c, C2C = 0x29, D2Z = 0x6a, Z2D = 0x6c, Z2Z = 0x69 };

// The element types of the Xt functions; CUDA has more.
enum class DataType : unsigned {
    Real32 = 0,
    Real64 = 1,
    Real16 = 2,
    Complex32 = 4,
    Complex64 = 5,
    Complex16 = 6,
    RealBf16 = 14,
    ComplexBf16 = 15,
};

inline constexpr int forward = -1;
inline constexpr int inverse = 1;

enum class WorkAreaPolicy : unsigned { Minimal = 0, User = 1, Performance = 2 };
enum class PlanProperty : unsigned { PatientJit = 1, MaxHostThreads = 2 };
enum class LibraryProperty : unsigned { Major = 0, Minor = 1, Patch = 2 };
enum class CallbackType : unsigned { LoadComplex = 0 };  // all are refused
enum class SubFormat : unsigned { Input = 0 };           // multi-GPU, refused
enum class CopyType : unsigned { HostToDevice = 0 };     // multi-GPU, refused
enum class QueryType : unsigned { Factors = 0 };         // multi-GPU, refused

inline constexpr int version_major = 12;
inline constexpr int version_minor = 0;
inline constexpr int version_patch = 0;
inline constexpr int version = 12000;

using int64 = long long;  // as cuFFT spells it

// A type for each function: cufftPlan1d_function and so on.
#define CUFFT_FUNCTION(name, parameters) using name##_function = Status parameters;
#include "soft_libraries/fft/cufft_functions.inc"
#undef CUFFT_FUNCTION

}  // namespace ringfence::soft_libraries::fft
