// cuCtx*, cuDevicePrimaryCtx*
#include <algorithm>

#include "api/driver_functions.h"
#include "base/mutex.h"
#include "client/driver/capture.h"
#include "client/driver/context.h"
#include "client/driver/state.h"

namespace ringfence::driver {
namespace {

constexpr unsigned api_version = 3020;

constexpr unsigned known_context_flags = 0x3f | CU_CTX_COREDUMP_ENABLE | CU_CTX_USER_COREDUMP_ENABLE;

Context* find_context(CUcontext handle) {
    return tables().contexts.find(from_api(handle));
}

// Null means the current one.
CUresult find_context_or_current(CUcontext handle, Context*& context) {
    RF_CU(check_initialized());
    context = handle == nullptr ? current_context() : find_context(handle);
    return context == nullptr ? CUDA_ERROR_INVALID_CONTEXT : CUDA_SUCCESS;
}

CUresult create_and_push(CUcontext* pctx, unsigned flags, CUdevice device) {
    RF_CU(check_initialized());
    if (pctx == nullptr || (flags & ~known_context_flags) != 0) return CUDA_ERROR_INVALID_VALUE;
    RF_CU(check_device(device));
    Context* const context = create_context(flags);
    if (context == nullptr) return CUDA_ERROR_OUT_OF_MEMORY;
    thread_state().contexts.push_back(context);
    *pctx = as_api<CUcontext>(context->handle);
    return CUDA_SUCCESS;
}

}  // namespace

CUresult cuDevicePrimaryCtxRetain(CUcontext* pctx, CUdevice dev) {
    RF_CU(check_device(dev));
    if (pctx == nullptr) return CUDA_ERROR_INVALID_VALUE;
    Context* primary = nullptr;
    RF_CU(retain_primary(primary));
    *pctx = as_api<CUcontext>(primary->handle);
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice dev) {
    RF_CU(check_device(dev));
    bool is_last = false;
    {
        const MutexLock lock(state().mutex);
        if (state().primary_references == 0) return CUDA_ERROR_INVALID_CONTEXT;
        is_last = --state().primary_references == 0;
    }
    return is_last ? reset_primary() : CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice dev) {
    return cuDevicePrimaryCtxRelease_v2(dev);
}

CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice dev, unsigned int flags) {
    RF_CU(check_device(dev));
    if ((flags & ~known_context_flags) != 0) return CUDA_ERROR_INVALID_VALUE;
    const MutexLock lock(state().mutex);
    state().primary_flags = flags;
    if (state().primary == nullptr) return CUDA_SUCCESS;
    state().primary->flags = flags;
    wait_as_told(flags);
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice dev, unsigned int flags) {
    return cuDevicePrimaryCtxSetFlags_v2(dev, flags);
}

CUresult cuDevicePrimaryCtxGetState(CUdevice dev, unsigned int* flags, int* active) {
    RF_CU(check_device(dev));
    const MutexLock lock(state().mutex);
    if (flags != nullptr) *flags = state().primary_flags;
    if (active != nullptr) *active = state().primary_references != 0 ? 1 : 0;
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxReset_v2(CUdevice dev) {
    RF_CU(check_device(dev));
    return reset_primary();
}

CUresult cuDevicePrimaryCtxReset(CUdevice dev) {
    return cuDevicePrimaryCtxReset_v2(dev);
}

CUresult cuCtxCreate_v2(CUcontext* pctx, unsigned int flags, CUdevice dev) {
    return create_and_push(pctx, flags, dev);
}

CUresult cuCtxCreate_v4(CUcontext* pctx, CUctxCreateParams* ctxCreateParams, unsigned int flags, CUdevice dev) {
    if (ctxCreateParams != nullptr) {
        const int affinities = ctxCreateParams->numExecAffinityParams;
        const bool has_graphics = ctxCreateParams->cigParams != nullptr;
        if (affinities < 0 || (affinities != 0 && has_graphics)) return CUDA_ERROR_INVALID_VALUE;
        if (affinities != 0) {
            return cuCtxCreate_v3(pctx, ctxCreateParams->execAffinityParams, affinities, flags, dev);
        }
        // Contexts that share a queue with Direct3D or Vulkan.
        if (has_graphics) return CUDA_ERROR_NOT_SUPPORTED;
    }
    return create_and_push(pctx, flags, dev);
}

CUresult cuCtxDestroy_v2(CUcontext ctx) {
    RF_CU(check_initialized());
    if (ctx == nullptr) return CUDA_ERROR_INVALID_VALUE;
    Context* const context = find_context(ctx);
    if (context == nullptr || context->is_primary) return CUDA_ERROR_INVALID_CONTEXT;
    empty_context(*context);
    std::erase(thread_state().contexts, context);
    context->is_destroyed.store(true);
    const MutexLock lock(state().mutex);
    state().destroyed_contexts.push_back(tables().contexts.erase(context->handle));
    return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent_v2(CUcontext ctx) {
    RF_CU(check_initialized());
    if (ctx == nullptr) return CUDA_ERROR_INVALID_VALUE;
    Context* const context = find_context(ctx);
    if (context == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
    thread_state().contexts.push_back(context);
    return CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent_v2(CUcontext* pctx) {
    RF_CU(check_initialized());
    auto& stack = thread_state().contexts;
    if (stack.empty()) return CUDA_ERROR_INVALID_CONTEXT;
    if (pctx != nullptr) *pctx = as_api<CUcontext>(stack.back()->handle);
    stack.pop_back();
    return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext ctx) {
    RF_CU(check_initialized());
    auto& stack = thread_state().contexts;
    if (ctx == nullptr) {
        if (!stack.empty()) stack.pop_back();
        return CUDA_SUCCESS;
    }
    Context* const context = find_context(ctx);
    if (context == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
    if (stack.empty()) {
        stack.push_back(context);
    } else {
        stack.back() = context;
    }
    return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext* pctx) {
    RF_CU(check_initialized());
    if (pctx == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const Context* const context = current_context();
    *pctx = context == nullptr ? nullptr : as_api<CUcontext>(context->handle);
    return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice* device) {
    RF_CU(check_initialized());
    if (current_context() == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
    if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *device = 0;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice_v2(CUdevice* device, CUcontext ctx) {
    Context* context = nullptr;
    RF_CU(find_context_or_current(ctx, context));
    if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *device = 0;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetFlags(unsigned int* flags) {
    RF_CU(check_initialized());
    if (current_context() == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
    if (flags == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *flags = current_context()->flags;
    return CUDA_SUCCESS;
}

CUresult cuCtxSetFlags(unsigned int flags) {
    RF_CU(check_initialized());
    if (current_context() == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
    if ((flags & ~known_context_flags) != 0) return CUDA_ERROR_INVALID_VALUE;
    current_context()->flags = flags;
    wait_as_told(flags);
    return CUDA_SUCCESS;
}

CUresult cuCtxGetId(CUcontext ctx, unsigned long long* ctxId) {
    Context* context = nullptr;
    RF_CU(find_context_or_current(ctx, context));
    if (ctxId == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *ctxId = context->id;
    return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize() {
    RF_CU(check_context());
    return synchronize_all();
}

CUresult cuCtxSynchronize_v2(CUcontext ctx) {
    Context* context = nullptr;
    RF_CU(find_context_or_current(ctx, context));
    return synchronize_all();
}

CUresult cuCtxSetLimit(CUlimit limit, std::size_t value) {
    RF_CU(check_context());
    if (limit < 0 || limit >= CU_LIMIT_MAX) return CUDA_ERROR_INVALID_VALUE;
    // CUDA may set less than it was asked for, and says so when it is asked.
    const std::uint64_t local = session().local_memory();
    if (limit == CU_LIMIT_STACK_SIZE && local != 0) value = std::min<std::size_t>(value, local);
    current_context()->limits[limit] = value;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetLimit(std::size_t* pvalue, CUlimit limit) {
    RF_CU(check_context());
    if (limit < 0 || limit >= CU_LIMIT_MAX) return CUDA_ERROR_INVALID_VALUE;
    if (pvalue == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *pvalue = current_context()->limits[limit];
    return CUDA_SUCCESS;
}

CUresult cuCtxGetCacheConfig(CUfunc_cache* pconfig) {
    RF_CU(check_context());
    if (pconfig == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *pconfig = current_context()->cache;
    return CUDA_SUCCESS;
}

CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
    RF_CU(check_context());
    if (config < CU_FUNC_CACHE_PREFER_NONE || config > CU_FUNC_CACHE_PREFER_EQUAL) return CUDA_ERROR_INVALID_VALUE;
    current_context()->cache = config;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetSharedMemConfig(CUsharedconfig* pConfig) {
    RF_CU(check_context());
    if (pConfig == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *pConfig = CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE;
    return CUDA_SUCCESS;
}

CUresult cuCtxSetSharedMemConfig(CUsharedconfig config) {
    // Cards since Maxwell have one way only, and accept the call.
    RF_CU(check_context());
    const bool is_known =
        config >= CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE && config <= CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE;
    return is_known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuCtxGetApiVersion(CUcontext ctx, unsigned int* version) {
    Context* context = nullptr;
    RF_CU(find_context_or_current(ctx, context));
    if (version == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *version = api_version;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetStreamPriorityRange(int* leastPriority, int* greatestPriority) {
    RF_CU(check_context());
    if (leastPriority != nullptr) *leastPriority = least_stream_priority;
    if (greatestPriority != nullptr) *greatestPriority = greatest_stream_priority;
    return CUDA_SUCCESS;
}

CUresult cuCtxResetPersistingL2Cache() {
    return check_context();
}

CUresult cuCtxEnablePeerAccess(CUcontext peerContext, unsigned int Flags) {
    RF_CU(check_context());
    if (Flags != 0) return CUDA_ERROR_INVALID_VALUE;
    return find_context(peerContext) == nullptr ? CUDA_ERROR_INVALID_CONTEXT : CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
}

CUresult cuCtxDisablePeerAccess(CUcontext peerContext) {
    RF_CU(check_context());
    return find_context(peerContext) == nullptr ? CUDA_ERROR_INVALID_CONTEXT : CUDA_ERROR_PEER_ACCESS_NOT_ENABLED;
}

CUresult cuCtxCreate_v3(CUcontext* pctx, CUexecAffinityParam* paramsArray, int numParams, unsigned int flags,
                        CUdevice dev) {
    if (numParams < 0 || (numParams != 0 && paramsArray == nullptr)) return CUDA_ERROR_INVALID_VALUE;
    // Without MPS a card says the same.
    if (numParams != 0) return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
    return create_and_push(pctx, flags, dev);
}

CUresult cuCtxGetExecAffinity(CUexecAffinityParam* pExecAffinity, CUexecAffinityType) {
    RF_CU(check_context());
    return pExecAffinity == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
}

CUresult cuCtxAttach(CUcontext* pctx, unsigned int flags) {
    RF_CU(check_context());
    if (pctx == nullptr || flags != 0) return CUDA_ERROR_INVALID_VALUE;
    Context* const context = current_context();
    context->uses.fetch_add(1);
    *pctx = as_api<CUcontext>(context->handle);
    return CUDA_SUCCESS;
}

CUresult cuCtxDetach(CUcontext ctx) {
    RF_CU(check_context());
    Context* const context = find_context(ctx);
    if (context == nullptr || context != current_context()) return CUDA_ERROR_INVALID_CONTEXT;
    return context->uses.fetch_sub(1) == 1 ? cuCtxDestroy_v2(ctx) : CUDA_SUCCESS;
}

}  // namespace ringfence::driver
