// The numbers, on the channel, of library functions that are not generated from declarations. Generated ones
// (generated/libraries) have later numbers.
#pragma once

#include <cstdint>

namespace ringfence::channel {

constexpr std::uint32_t first_declared_function = 16;

enum class CublasFunction : std::uint32_t {
    Create,     // handle
    Destroy,    // handle
    SetStream,  // handle, stream
    Set,        // handle, CublasSetting, value
    // handle, address, bytes; both 0: restores the default workspace, as SetStream does, too.
    SetWorkspace,
    Version,  // gives LibraryVersion
};

enum class CublasSetting : std::uint32_t { MathMode, AtomicsMode, SmCountTarget };
constexpr std::uint32_t cublas_setting_count = 3;

// For libraries with several kinds of objects (cuSOLVER, cuRAND, cuSPARSE).
enum class ObjectFunction : std::uint32_t {
    Create,     // object, its kind, a parameter of its constructor
    Destroy,    // object
    SetStream,  // object, stream
};

enum class CufftFunction : std::uint32_t {
    MakePlan,   // plan, PlanShape; gives the size of its work area
    GetSize,    // PlanShape; the same, without a plan
    Destroy,    // plan
    SetStream,  // plan, stream
    Execute,    // plan, from, to, direction
    // plan, address; as many bytes as MakePlan has given
    SetWorkArea,
    Version,  // gives LibraryVersion
};

// The version of the library in the worker.
struct LibraryVersion {
    std::int32_t number = 0;  // as returned by its ...GetVersion
    std::int32_t parts[3] = {};
};

// The types that a cuFFT transform reads, writes and computes with: cudaDataTypes.
struct PlanTypes {
    std::int32_t input = -1;
    std::int32_t output = -1;
    std::int32_t execution = -1;

    friend bool operator==(const PlanTypes&, const PlanTypes&) = default;
};

// The types of a cufftType, which exist only for 32 and 64 bits.
constexpr PlanTypes plan_types(int cufft_type) {
    enum : std::int32_t { R32 = 0, R64 = 1, C32 = 4, C64 = 5 };
    switch (cufft_type) {
        case 0x29: return {C32, C32, C32};  // C2C
        case 0x2a: return {R32, C32, C32};  // R2C
        case 0x2c: return {C32, R32, C32};  // C2R
        case 0x69: return {C64, C64, C64};  // Z2Z
        case 0x6a: return {R64, C64, C64};  // D2Z
        case 0x6c: return {C64, R64, C64};  // Z2D
        default: return {};
    }
}

// All parameters of a cuFFT plan, as cufftXtMakePlanMany takes them.
struct PlanShape {
    std::int64_t n[3] = {};
    std::int64_t inembed[3] = {};
    std::int64_t onembed[3] = {};
    std::int64_t istride = 0;
    std::int64_t idist = 0;
    std::int64_t ostride = 0;
    std::int64_t odist = 0;
    std::int64_t batch = 0;
    std::int32_t rank = 0;
    std::int32_t has_inembed = 0;
    std::int32_t has_onembed = 0;
    std::int32_t has_own_area = 0;  // the program gives it a work area (cufftSetAutoAllocation)
    std::int32_t reserved = 0;
    PlanTypes types;
};

}  // namespace ringfence::channel
