// The library itself, and what it refuses.
#include "soft_libraries/fft/library.h"

extern "C" __attribute__((visibility("default"))) void ringfence_soft_library_begin(
    ringfence::soft_libraries::Host* host) {
    ringfence::soft_libraries::fft::state().host = host;
}

namespace ringfence::soft_libraries::fft {

RINGFENCE_CUFFT Status cufftGetVersion(int* number) {
    if (number != nullptr) *number = version;  // cuFFT is content with null
    return Status::Success;
}

RINGFENCE_CUFFT Status cufftGetProperty(LibraryProperty property, int* value) {
    if (value == nullptr) return Status::InvalidValue;
    switch (property) {
        case LibraryProperty::Major: *value = version_major; return Status::Success;
        case LibraryProperty::Minor: *value = version_minor; return Status::Success;
        case LibraryProperty::Patch: *value = version_patch; return Status::Success;
    }
    return Status::InvalidType;
}

// Callbacks are functions on the device. cuFFT's own shared library has none of the older kind either.
#define REFUSED(name, parameters, status)    \
    RINGFENCE_CUFFT Status name parameters { \
        return status;                       \
    }
REFUSED(cufftXtSetCallback, (Handle, void**, CallbackType, void**), Status::NotImplemented)
REFUSED(cufftXtClearCallback, (Handle, CallbackType), Status::NotImplemented)
REFUSED(cufftXtSetCallbackSharedSize, (Handle, CallbackType, std::size_t), Status::NotImplemented)
REFUSED(cufftXtSetJITCallback, (Handle, const char*, const void*, std::size_t, CallbackType, void**),
        Status::NotSupported)

// Several GPUs.
REFUSED(cufftXtExecDescriptor, (Handle, void*, void*, int), Status::NotSupported)
REFUSED(cufftXtExecDescriptorC2C, (Handle, void*, void*, int), Status::NotSupported)
REFUSED(cufftXtExecDescriptorR2C, (Handle, void*, void*), Status::NotSupported)
REFUSED(cufftXtExecDescriptorC2R, (Handle, void*, void*), Status::NotSupported)
REFUSED(cufftXtExecDescriptorZ2Z, (Handle, void*, void*, int), Status::NotSupported)
REFUSED(cufftXtExecDescriptorD2Z, (Handle, void*, void*), Status::NotSupported)
REFUSED(cufftXtExecDescriptorZ2D, (Handle, void*, void*), Status::NotSupported)
REFUSED(cufftXtSetGPUs, (Handle, int, int*), Status::NotSupported)
REFUSED(cufftXtMalloc, (Handle, void**, SubFormat), Status::NotSupported)
REFUSED(cufftXtMemcpy, (Handle, void*, void*, CopyType), Status::NotSupported)
REFUSED(cufftXtFree, (void*), Status::NotSupported)
REFUSED(cufftXtQueryPlan, (Handle, void*, QueryType), Status::NotSupported)
#undef REFUSED

}  // namespace ringfence::soft_libraries::fft
