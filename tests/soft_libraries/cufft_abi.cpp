// Does not compile if src/soft_libraries/fft says of cuFFT's interface what the toolkit's headers do not say.
#include "soft_libraries/fft/cufft_abi.h"

#include <cufft.h>
#include <cufftXt.h>

#include <type_traits>

namespace ringfence::soft_libraries::fft {
namespace {

// Enumerations and pointers are named differently: what counts is how they are passed.
template <class A, class B>
constexpr bool passed_alike =
    sizeof(A) == sizeof(B) && std::is_pointer_v<A> == std::is_pointer_v<B>&& std::is_floating_point_v<A> ==
                                  std::is_floating_point_v<B>;

template <class A, class B>
constexpr bool called_alike = false;
template <class A, class... As, class B, class... Bs>
requires(sizeof...(As) == sizeof...(Bs)) constexpr bool called_alike<A(As...), B(Bs...)> = passed_alike<A, B> &&
                                                                                           (... &&
                                                                                            passed_alike<As, Bs>);

#define CUFFT_FUNCTION(name, parameters) static_assert(called_alike<name##_function, decltype(::name)>, #name);
#include "soft_libraries/fft/cufft_functions.inc"
#undef CUFFT_FUNCTION

#define SAME(ours, theirs) static_assert(static_cast<long long>(ours) == static_cast<long long>(theirs))
SAME(null_handle, CUFFT_PLAN_NULL);
SAME(Status::Success, CUFFT_SUCCESS);
SAME(Status::InvalidPlan, CUFFT_INVALID_PLAN);
SAME(Status::AllocFailed, CUFFT_ALLOC_FAILED);
SAME(Status::InvalidType, CUFFT_INVALID_TYPE);
SAME(Status::InvalidValue, CUFFT_INVALID_VALUE);
SAME(Status::InternalError, CUFFT_INTERNAL_ERROR);
SAME(Status::ExecFailed, CUFFT_EXEC_FAILED);
SAME(Status::SetupFailed, CUFFT_SETUP_FAILED);
SAME(Status::InvalidSize, CUFFT_INVALID_SIZE);
SAME(Status::NoWorkspace, CUFFT_NO_WORKSPACE);
SAME(Status::NotImplemented, CUFFT_NOT_IMPLEMENTED);
SAME(Status::NotSupported, CUFFT_NOT_SUPPORTED);
SAME(Type::R2C, CUFFT_R2C);
SAME(Type::C2R, CUFFT_C2R);
SAME(Type::C2C, CUFFT_C2C);
SAME(Type::D2Z, CUFFT_D2Z);
SAME(Type::Z2D, CUFFT_Z2D);
SAME(Type::Z2Z, CUFFT_Z2Z);
SAME(DataType::Real32, CUDA_R_32F);
SAME(DataType::Real64, CUDA_R_64F);
SAME(DataType::Real16, CUDA_R_16F);
SAME(DataType::Complex32, CUDA_C_32F);
SAME(DataType::Complex64, CUDA_C_64F);
SAME(DataType::Complex16, CUDA_C_16F);
SAME(DataType::RealBf16, CUDA_R_16BF);
SAME(DataType::ComplexBf16, CUDA_C_16BF);
SAME(forward, CUFFT_FORWARD);
SAME(inverse, CUFFT_INVERSE);
SAME(WorkAreaPolicy::Minimal, CUFFT_WORKAREA_MINIMAL);
SAME(WorkAreaPolicy::User, CUFFT_WORKAREA_USER);
SAME(WorkAreaPolicy::Performance, CUFFT_WORKAREA_PERFORMANCE);
SAME(PlanProperty::PatientJit, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT);
SAME(PlanProperty::MaxHostThreads, NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS);
SAME(LibraryProperty::Major, MAJOR_VERSION);
SAME(LibraryProperty::Minor, MINOR_VERSION);
SAME(LibraryProperty::Patch, PATCH_LEVEL);
SAME(CallbackType::LoadComplex, CUFFT_CB_LD_COMPLEX);
SAME(SubFormat::Input, CUFFT_XT_FORMAT_INPUT);
SAME(CopyType::HostToDevice, CUFFT_COPY_HOST_TO_DEVICE);
SAME(QueryType::Factors, CUFFT_QUERY_1D_FACTORS);
SAME(version_major, CUFFT_VER_MAJOR);
#if CUFFT_VERSION == 12000
SAME(version, CUFFT_VERSION);
SAME(version_minor, CUFFT_VER_MINOR);
SAME(version_patch, CUFFT_VER_PATCH);
#endif
#undef SAME

}  // namespace
}  // namespace ringfence::soft_libraries::fft
