// cuTensorMap*
//
// The 128 bytes are the device's own form, so the worker is asked for them, which checks all that is not a pointer.
#include <algorithm>
#include <cstring>
#include <vector>

#include "api/driver_functions.h"
#include "base/tensor_map.h"
#include "client/driver/state.h"
#include "client/driver/told_why.h"

namespace ringfence::driver {
namespace {

constexpr std::uintptr_t map_alignment = 64;

bool is_possible(const CUtensorMap* map) {
    return map != nullptr && reinterpret_cast<std::uintptr_t>(map) % map_alignment == 0;
}

template <typename Record>
CUresult ask_for_map(const Record& record, std::span<const std::byte> payload, CUtensorMap* map) {
    typename Record::Reply reply;
    std::vector<std::byte> bytes;
    RF_CU(told_why(session().call(record, reply, payload, &bytes)));
    if (bytes.size() != sizeof *map) return CUDA_ERROR_UNKNOWN;
    std::memcpy(map, bytes.data(), sizeof *map);
    return CUDA_SUCCESS;
}

CUresult encode(const TensorMapDescription& description, CUtensorMap* map) {
    return ask_for_map(wire::EncodeTensorMap{}, std::as_bytes(std::span(&description, 1)), map);
}

// The arguments that both kinds of maps have.
CUresult describe(TensorMapDescription& description, CUtensorMapDataType type, cuuint32_t rank, void* address,
                  const cuuint64_t* dimensions, const cuuint64_t* strides, const cuuint32_t* steps) {
    if (rank == 0 || rank > most_tensor_dimensions) return CUDA_ERROR_INVALID_VALUE;
    if (dimensions == nullptr || steps == nullptr || (strides == nullptr && rank > 1)) return CUDA_ERROR_INVALID_VALUE;
    description.type = static_cast<std::uint32_t>(type);
    description.rank = rank;
    description.address = reinterpret_cast<std::uint64_t>(address);
    std::copy_n(dimensions, rank, description.dimensions.begin());
    std::copy_n(strides, rank - 1, description.strides.begin());
    std::copy_n(steps, rank, description.steps.begin());
    return CUDA_SUCCESS;
}

}  // namespace

CUresult cuTensorMapEncodeTiled(CUtensorMap* tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank,
                                void* globalAddress, const cuuint64_t* globalDim, const cuuint64_t* globalStrides,
                                const cuuint32_t* boxDim, const cuuint32_t* elementStrides,
                                CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill) {
    RF_CU(check_context());
    TensorMapDescription description{.kind = static_cast<std::uint32_t>(TensorMapKind::Tiles),
                                     .interleave = static_cast<std::uint32_t>(interleave),
                                     .swizzle = static_cast<std::uint32_t>(swizzle),
                                     .promotion = static_cast<std::uint32_t>(l2Promotion),
                                     .fill = static_cast<std::uint32_t>(oobFill)};
    if (!is_possible(tensorMap) || boxDim == nullptr) return CUDA_ERROR_INVALID_VALUE;
    RF_CU(describe(description, tensorDataType, tensorRank, globalAddress, globalDim, globalStrides, elementStrides));
    std::copy_n(boxDim, tensorRank, description.box.begin());
    return encode(description, tensorMap);
}

CUresult cuTensorMapEncodeIm2col(CUtensorMap* tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank,
                                 void* globalAddress, const cuuint64_t* globalDim, const cuuint64_t* globalStrides,
                                 const int* pixelBoxLowerCorner, const int* pixelBoxUpperCorner,
                                 cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn,
                                 const cuuint32_t* elementStrides, CUtensorMapInterleave interleave,
                                 CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion,
                                 CUtensorMapFloatOOBfill oobFill) {
    RF_CU(check_context());
    TensorMapDescription description{.kind = static_cast<std::uint32_t>(TensorMapKind::Columns),
                                     .interleave = static_cast<std::uint32_t>(interleave),
                                     .swizzle = static_cast<std::uint32_t>(swizzle),
                                     .promotion = static_cast<std::uint32_t>(l2Promotion),
                                     .fill = static_cast<std::uint32_t>(oobFill),
                                     .channels = channelsPerPixel,
                                     .pixels = pixelsPerColumn};
    if (!is_possible(tensorMap) || pixelBoxLowerCorner == nullptr || pixelBoxUpperCorner == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    RF_CU(describe(description, tensorDataType, tensorRank, globalAddress, globalDim, globalStrides, elementStrides));
    if (tensorRank < 3) return CUDA_ERROR_INVALID_VALUE;
    std::copy_n(pixelBoxLowerCorner, tensorRank - 2, description.lower.begin());
    std::copy_n(pixelBoxUpperCorner, tensorRank - 2, description.upper.begin());
    return encode(description, tensorMap);
}

CUresult cuTensorMapReplaceAddress(CUtensorMap* tensorMap, void* globalAddress) {
    RF_CU(check_context());
    if (!is_possible(tensorMap)) return CUDA_ERROR_INVALID_VALUE;
    const wire::MoveTensorMap record{.address = reinterpret_cast<std::uint64_t>(globalAddress)};
    return ask_for_map(record, std::as_bytes(std::span(tensorMap, 1)), tensorMap);
}

}  // namespace ringfence::driver
