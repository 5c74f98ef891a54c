// Many copies in one call, and what managed memory's ranges are told in one.
#include "api/driver_functions.h"
#include "client/driver/copy_params.h"
#include "client/driver/managed_advice.h"
#include "client/driver/state.h"
#include "client/driver/submit.h"

namespace ringfence::driver {
namespace {

constexpr std::size_t no_operation = ~std::size_t{0};

// A batch is put on a stream that the program names: the legacy one is refused, as by CUDA.
CUresult enter_batch(CUstream handle, std::size_t count, Stream*& stream) {
    RF_CU(enter_stream(handle, stream));
    return count == 0 || stream->is_legacy() ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult copy_waits(CUmemcpySrcAccessOrder order, CopyWaits& waits) {
    switch (order) {
        case CU_MEMCPY_SRC_ACCESS_ORDER_STREAM:
        case CU_MEMCPY_SRC_ACCESS_ORDER_ANY: waits = CopyWaits::AsNeeded; return CUDA_SUCCESS;
        // The source may change as soon as the call is over.
        case CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL: waits = CopyWaits::ForHost; return CUDA_SUCCESS;
        default: return CUDA_ERROR_INVALID_VALUE;
    }
}

// Attribute i is for the copies from attrsIdxs[i] on.
CUresult check_attributes(const CUmemcpyAttributes* attributes, const std::size_t* indices, std::size_t attribute_count,
                          std::size_t count) {
    if (attributes == nullptr || indices == nullptr || attribute_count == 0 || attribute_count > count) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (indices[0] != 0) return CUDA_ERROR_INVALID_VALUE;
    for (std::size_t i = 0; i < attribute_count; ++i) {
        CopyWaits waits = CopyWaits::AsNeeded;
        RF_CU(copy_waits(attributes[i].srcAccessOrder, waits));
        if (indices[i] >= count || (i != 0 && indices[i] <= indices[i - 1])) return CUDA_ERROR_INVALID_VALUE;
    }
    return CUDA_SUCCESS;
}

CUresult copy_rows(Stream& stream, const CUdeviceptr* to, const CUdeviceptr* from, const std::size_t* sizes,
                   std::size_t count, const CUmemcpyAttributes* attributes, const std::size_t* indices,
                   std::size_t attribute_count, std::size_t& failed) {
    if (to == nullptr || from == nullptr || sizes == nullptr) return CUDA_ERROR_INVALID_VALUE;
    RF_CU(check_attributes(attributes, indices, attribute_count, count));
    std::size_t attribute = 0;
    for (failed = 0; failed < count; ++failed) {
        if (attribute + 1 < attribute_count && indices[attribute + 1] == failed) ++attribute;
        if (to[failed] == 0 || from[failed] == 0 || sizes[failed] == 0) return CUDA_ERROR_INVALID_VALUE;
        CopyWaits waits = CopyWaits::AsNeeded;
        RF_CU(copy_waits(attributes[attribute].srcAccessOrder, waits));
        RF_CU(put_copy(stream, row_copy(to[failed], from[failed], sizes[failed]), waits));
    }
    return CUDA_SUCCESS;
}

CUresult take_operand(const CUmemcpy3DOperand& operand, const CUextent3D& extent, CUdeviceptr& address,
                      std::size_t& pitch, std::size_t& height) {
    if (operand.type == CU_MEMCPY_OPERAND_TYPE_ARRAY) return CUDA_ERROR_NOT_SUPPORTED;
    if (operand.type != CU_MEMCPY_OPERAND_TYPE_POINTER) return CUDA_ERROR_INVALID_VALUE;
    address = operand.op.ptr.ptr;
    pitch = operand.op.ptr.rowLength != 0 ? operand.op.ptr.rowLength : extent.width;
    height = operand.op.ptr.layerHeight != 0 ? operand.op.ptr.layerHeight : extent.height;
    return address == 0 ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult copy_box_of(Stream& stream, const CUDA_MEMCPY3D_BATCH_OP& operation) {
    CopyWaits waits = CopyWaits::AsNeeded;
    RF_CU(copy_waits(operation.srcAccessOrder, waits));
    CUDA_MEMCPY3D box = {};
    box.srcMemoryType = CU_MEMORYTYPE_UNIFIED;
    box.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
    RF_CU(take_operand(operation.src, operation.extent, box.srcDevice, box.srcPitch, box.srcHeight));
    RF_CU(take_operand(operation.dst, operation.extent, box.dstDevice, box.dstPitch, box.dstHeight));
    box.WidthInBytes = operation.extent.width;
    box.Height = operation.extent.height;
    box.Depth = operation.extent.depth;
    CopyWork work;
    RF_CU(box_copy(box, work));
    return put_copy(stream, work, waits);
}

CUresult copy_boxes(std::size_t count, const CUDA_MEMCPY3D_BATCH_OP* operations, unsigned long long flags,
                    CUstream handle, std::size_t& failed) {
    failed = no_operation;
    Stream* stream = nullptr;
    RF_CU(enter_batch(handle, count, stream));
    if (operations == nullptr || flags != 0) return CUDA_ERROR_INVALID_VALUE;
    for (failed = 0; failed < count; ++failed)
        RF_CU(copy_box_of(*stream, operations[failed]));
    return CUDA_SUCCESS;
}

// Finds the location for range `range`: location i is for the ranges from indices[i] on.
CUresult find_location(const CUmemLocation* locations, const std::size_t* indices, std::size_t count, std::size_t range,
                       CUmemLocation& location) {
    if (locations == nullptr || indices == nullptr || count == 0 || indices[0] != 0) return CUDA_ERROR_INVALID_VALUE;
    std::size_t found = 0;
    while (found + 1 < count && indices[found + 1] <= range) {
        if (indices[found + 1] <= indices[found]) return CUDA_ERROR_INVALID_VALUE;
        ++found;
    }
    location = locations[found];
    return CUDA_SUCCESS;
}

}  // namespace

CUresult cuMemcpyBatchAsync_v2(CUdeviceptr* dsts, CUdeviceptr* srcs, std::size_t* sizes, std::size_t count,
                               CUmemcpyAttributes* attrs, std::size_t* attrsIdxs, std::size_t numAttrs,
                               CUstream hStream) {
    Stream* stream = nullptr;
    RF_CU(enter_batch(hStream, count, stream));
    std::size_t failed = 0;
    return copy_rows(*stream, dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, failed);
}

CUresult cuMemcpyBatchAsync(CUdeviceptr* dsts, CUdeviceptr* srcs, std::size_t* sizes, std::size_t count,
                            CUmemcpyAttributes* attrs, std::size_t* attrsIdxs, std::size_t numAttrs,
                            std::size_t* failIdx, CUstream hStream) {
    if (failIdx != nullptr) *failIdx = no_operation;
    Stream* stream = nullptr;
    RF_CU(enter_batch(hStream, count, stream));
    std::size_t failed = no_operation;
    const CUresult status = copy_rows(*stream, dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, failed);
    if (status != CUDA_SUCCESS && failIdx != nullptr) *failIdx = failed;
    return status;
}

CUresult cuMemcpy3DBatchAsync_v2(std::size_t numOps, CUDA_MEMCPY3D_BATCH_OP* opList, unsigned long long flags,
                                 CUstream hStream) {
    std::size_t failed = 0;
    return copy_boxes(numOps, opList, flags, hStream, failed);
}

CUresult cuMemcpy3DBatchAsync(std::size_t numOps, CUDA_MEMCPY3D_BATCH_OP* opList, std::size_t* failIdx,
                              unsigned long long flags, CUstream hStream) {
    std::size_t failed = no_operation;
    const CUresult status = copy_boxes(numOps, opList, flags, hStream, failed);
    if (failIdx != nullptr) *failIdx = status == CUDA_SUCCESS ? no_operation : failed;
    return status;
}

CUresult cuMemPrefetchBatchAsync(CUdeviceptr* dptrs, std::size_t* sizes, std::size_t count, CUmemLocation* prefetchLocs,
                                 std::size_t* prefetchLocIdxs, std::size_t numPrefetchLocs, unsigned long long flags,
                                 CUstream hStream) {
    Stream* stream = nullptr;
    RF_CU(enter_batch(hStream, count, stream));
    if (dptrs == nullptr || sizes == nullptr || flags != 0) return CUDA_ERROR_INVALID_VALUE;
    for (std::size_t i = 0; i < count; ++i) {
        CUmemLocation location = {};
        RF_CU(find_location(prefetchLocs, prefetchLocIdxs, numPrefetchLocs, i, location));
        RF_CU(cuMemPrefetchAsync_v2(dptrs[i], sizes[i], location, 0, hStream));
    }
    return CUDA_SUCCESS;
}

// Discarding does nothing: a read of discarded memory may return anything, also the old contents.
CUresult cuMemDiscardBatchAsync(CUdeviceptr* dptrs, std::size_t* sizes, std::size_t count, unsigned long long flags,
                                CUstream hStream) {
    Stream* stream = nullptr;
    RF_CU(enter_batch(hStream, count, stream));
    if (dptrs == nullptr || sizes == nullptr || flags != 0) return CUDA_ERROR_INVALID_VALUE;
    for (std::size_t i = 0; i < count; ++i)
        RF_CU(check_managed(dptrs[i], sizes[i]));
    return CUDA_SUCCESS;
}

CUresult cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr* dptrs, std::size_t* sizes, std::size_t count,
                                           CUmemLocation* prefetchLocs, std::size_t* prefetchLocIdxs,
                                           std::size_t numPrefetchLocs, unsigned long long flags, CUstream hStream) {
    RF_CU(cuMemDiscardBatchAsync(dptrs, sizes, count, flags, hStream));
    return cuMemPrefetchBatchAsync(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream);
}

}  // namespace ringfence::driver
