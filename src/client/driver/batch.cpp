#include "client/driver/batch.h"

#include "client/driver/submit.h"

namespace ringfence::driver {
namespace {

// CUDA's own limit.
constexpr unsigned most_operations = 256;

CUresult add(const CUstreamBatchMemOpParams& asked, BatchWork& work) {
    const auto add_wait = [&](std::uint64_t value, std::uint32_t bytes) -> CUresult {
        WaitValueWork wait;
        RF_CU(wait_value_work(asked.waitValue.address, value, asked.waitValue.flags, bytes, wait));
        work.operations.emplace_back(wait);
        return CUDA_SUCCESS;
    };
    const auto add_write = [&](std::uint64_t value, std::uint32_t bytes) -> CUresult {
        WriteValueWork write;
        RF_CU(write_value_work(asked.writeValue.address, value, asked.writeValue.flags, bytes, write));
        work.operations.emplace_back(write);
        return CUDA_SUCCESS;
    };
    switch (asked.operation) {
        case CU_STREAM_MEM_OP_WAIT_VALUE_32: return add_wait(asked.waitValue.value, 4);
        case CU_STREAM_MEM_OP_WAIT_VALUE_64: return add_wait(asked.waitValue.value64, 8);
        case CU_STREAM_MEM_OP_WRITE_VALUE_32: return add_write(asked.writeValue.value, 4);
        case CU_STREAM_MEM_OP_WRITE_VALUE_64: return add_write(asked.writeValue.value64, 8);
        case CU_STREAM_MEM_OP_BARRIER:
            // The words are written and read in order, and after all that came before, already.
            return asked.memoryBarrier.flags > CU_STREAM_MEMORY_BARRIER_TYPE_GPU ? CUDA_ERROR_INVALID_VALUE
                                                                                 : CUDA_SUCCESS;
        case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES: return CUDA_ERROR_NOT_SUPPORTED;
        default: return CUDA_ERROR_INVALID_VALUE;
    }
}

}  // namespace

CUresult wait_value_work(CUdeviceptr address, std::uint64_t value, unsigned flags, std::uint32_t bytes,
                         WaitValueWork& work) {
    // The condition in the low bits, and one that asks for a flush of remote writes.
    if ((flags & ~(0x3U | CU_STREAM_WAIT_VALUE_FLUSH)) != 0) return CUDA_ERROR_INVALID_VALUE;
    if ((flags & CU_STREAM_WAIT_VALUE_FLUSH) != 0) return CUDA_ERROR_NOT_SUPPORTED;
    if (address % bytes != 0) return CUDA_ERROR_INVALID_VALUE;
    RF_CU(check_device_range(address, bytes));
    work = {address, value, bytes, flags & 0x3};
    return CUDA_SUCCESS;
}

CUresult write_value_work(CUdeviceptr address, std::uint64_t value, unsigned flags, std::uint32_t bytes,
                          WriteValueWork& work) {
    if ((flags & ~static_cast<unsigned>(CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER)) != 0) return CUDA_ERROR_INVALID_VALUE;
    if (address % bytes != 0) return CUDA_ERROR_INVALID_VALUE;
    RF_CU(check_device_range(address, bytes));
    work = {address, value, bytes};
    return CUDA_SUCCESS;
}

CUresult batch_work(const CUstreamBatchMemOpParams* params, unsigned count, unsigned flags, BatchWork& work) {
    if ((params == nullptr && count != 0) || count > most_operations || flags != 0) return CUDA_ERROR_INVALID_VALUE;
    work = {};
    for (unsigned i = 0; i < count; ++i)
        RF_CU(add(params[i], work));
    work.asked.assign(params, params + count);
    return CUDA_SUCCESS;
}

}  // namespace ringfence::driver
