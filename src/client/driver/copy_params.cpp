#include "client/driver/copy_params.h"

#include "client/driver/objects.h"
#include "client/driver/state.h"

namespace ringfence::driver {
namespace {

struct AskedSide {
    std::size_t x = 0;
    std::size_t y = 0;
    std::size_t z = 0;
    CUmemorytype type = CU_MEMORYTYPE_HOST;
    std::uint64_t host = 0;
    std::uint64_t device = 0;
    std::size_t pitch = 0;
    std::size_t height = 0;
};

CUresult find_box(const AskedSide& asked, const client::BoxSize& size, client::Box& box) {
    switch (asked.type) {
        case CU_MEMORYTYPE_HOST: box.address = asked.host; break;
        case CU_MEMORYTYPE_DEVICE:
        case CU_MEMORYTYPE_UNIFIED: box.address = asked.device; break;
        case CU_MEMORYTYPE_ARRAY: return CUDA_ERROR_NOT_SUPPORTED;
        default: return CUDA_ERROR_INVALID_VALUE;
    }
    // A pitch of 0 means: as wide as what is copied.
    box.pitch = asked.pitch == 0 ? asked.x + size.width : asked.pitch;
    const std::size_t height = asked.height == 0 ? asked.y + size.height : asked.height;
    const bool has_rows = size.height > 1 || asked.y != 0;
    if (has_rows && box.pitch < asked.x + size.width) return CUDA_ERROR_INVALID_VALUE;
    if (size.depth > 1 && height < asked.y + size.height) return CUDA_ERROR_INVALID_VALUE;
    if (__builtin_mul_overflow(box.pitch, height, &box.slice)) return CUDA_ERROR_INVALID_VALUE;
    box.address = box.at(asked.x, asked.y, asked.z);
    return CUDA_SUCCESS;
}

}  // namespace

CopyWork row_copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
    CopyWork work;
    work.to = {to, bytes, bytes};
    work.from = {from, bytes, bytes};
    work.size = {bytes, 1, 1};
    work.asked.srcMemoryType = CU_MEMORYTYPE_UNIFIED;
    work.asked.srcDevice = from;
    work.asked.srcPitch = bytes;
    work.asked.srcHeight = 1;
    work.asked.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
    work.asked.dstDevice = to;
    work.asked.dstPitch = bytes;
    work.asked.dstHeight = 1;
    work.asked.WidthInBytes = bytes;
    work.asked.Height = 1;
    work.asked.Depth = 1;
    return work;
}

CUresult box_copy(const CUDA_MEMCPY3D& asked, CopyWork& work) {
    work.asked = asked;
    work.size = {asked.WidthInBytes, asked.Height, asked.Depth};
    // A copy of nothing is never wrong, whatever else is said.
    if (work.size.is_empty()) return CUDA_SUCCESS;
    if (const CUresult status = memory_from(asked, work.from); status != CUDA_SUCCESS) return status;
    return memory_to(asked, work.to);
}

CUresult memory_from(const CUDA_MEMCPY3D& asked, client::Box& box) {
    const AskedSide from{asked.srcXInBytes,         asked.srcY,      asked.srcZ,     asked.srcMemoryType,
                         address_of(asked.srcHost), asked.srcDevice, asked.srcPitch, asked.srcHeight};
    return find_box(from, {asked.WidthInBytes, asked.Height, asked.Depth}, box);
}

CUresult memory_to(const CUDA_MEMCPY3D& asked, client::Box& box) {
    const AskedSide to{asked.dstXInBytes,         asked.dstY,      asked.dstZ,     asked.dstMemoryType,
                       address_of(asked.dstHost), asked.dstDevice, asked.dstPitch, asked.dstHeight};
    return find_box(to, {asked.WidthInBytes, asked.Height, asked.Depth}, box);
}

bool has_array(const CUDA_MEMCPY3D& asked) {
    return asked.srcMemoryType == CU_MEMORYTYPE_ARRAY || asked.dstMemoryType == CU_MEMORYTYPE_ARRAY;
}

CUresult check_named_sides(const CopyWork& work) {
    if (work.size.is_empty()) return CUDA_SUCCESS;
    const auto is_known = [](CUmemorytype type, std::uint64_t address) {
        return type != CU_MEMORYTYPE_DEVICE || session().allocations().find(address);
    };
    const bool are_known =
        is_known(work.asked.srcMemoryType, work.from.address) && is_known(work.asked.dstMemoryType, work.to.address);
    return are_known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUDA_MEMCPY3D as_3d(const CUDA_MEMCPY2D& asked) {
    CUDA_MEMCPY3D box = {};
    box.srcXInBytes = asked.srcXInBytes;
    box.srcY = asked.srcY;
    box.srcMemoryType = asked.srcMemoryType;
    box.srcHost = asked.srcHost;
    box.srcDevice = asked.srcDevice;
    box.srcArray = asked.srcArray;
    box.srcPitch = asked.srcPitch;
    box.dstXInBytes = asked.dstXInBytes;
    box.dstY = asked.dstY;
    box.dstMemoryType = asked.dstMemoryType;
    box.dstHost = asked.dstHost;
    box.dstDevice = asked.dstDevice;
    box.dstArray = asked.dstArray;
    box.dstPitch = asked.dstPitch;
    box.WidthInBytes = asked.WidthInBytes;
    box.Height = asked.Height;
    box.Depth = 1;
    return box;
}

CUDA_MEMCPY3D as_3d(const CUDA_MEMCPY3D_PEER& asked) {
    CUDA_MEMCPY3D box = {};
    box.srcXInBytes = asked.srcXInBytes;
    box.srcY = asked.srcY;
    box.srcZ = asked.srcZ;
    box.srcMemoryType = asked.srcMemoryType;
    box.srcHost = asked.srcHost;
    box.srcDevice = asked.srcDevice;
    box.srcArray = asked.srcArray;
    box.srcPitch = asked.srcPitch;
    box.srcHeight = asked.srcHeight;
    box.dstXInBytes = asked.dstXInBytes;
    box.dstY = asked.dstY;
    box.dstZ = asked.dstZ;
    box.dstMemoryType = asked.dstMemoryType;
    box.dstHost = asked.dstHost;
    box.dstDevice = asked.dstDevice;
    box.dstArray = asked.dstArray;
    box.dstPitch = asked.dstPitch;
    box.dstHeight = asked.dstHeight;
    box.WidthInBytes = asked.WidthInBytes;
    box.Height = asked.Height;
    box.Depth = asked.Depth;
    return box;
}

}  // namespace ringfence::driver
