// cuFunc*
#include "api/driver_functions.h"
#include "client/driver/function_attributes.h"
#include "client/driver/loader.h"
#include "client/driver/state.h"

namespace ringfence::driver {

CUresult get_attribute(const Function& function, CUfunction_attribute attribute, int* value) {
    if (value == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const auto& info = function.info;
    switch (attribute) {
        case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = static_cast<int>(info.max_threads_per_block); break;
        case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = static_cast<int>(info.static_shared); break;
        case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *value = static_cast<int>(info.constant_bytes); break;
        case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *value = static_cast<int>(info.local_bytes); break;
        case CU_FUNC_ATTRIBUTE_NUM_REGS: *value = static_cast<int>(info.registers); break;
        case CU_FUNC_ATTRIBUTE_PTX_VERSION: *value = info.ptx_version; break;
        case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *value = info.binary_version; break;
        case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: *value = function.max_dynamic_shared.load(); break;
        case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: *value = function.carveout.load(); break;
        case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED: *value = function.large_clusters.load(); break;
        case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE: *value = function.cluster_policy.load(); break;
        default:
            if (attribute < 0 || attribute >= CU_FUNC_ATTRIBUTE_MAX) return CUDA_ERROR_INVALID_VALUE;
            *value = 0;
    }
    return CUDA_SUCCESS;
}

namespace {

// The worker need not know these: it accepts clusters as large as the device can run, and places blocks freely.
CUresult set_cluster_attribute(Function& function, CUfunction_attribute attribute, int value) {
    const bool is_policy = attribute == CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE;
    if (!is_policy && attribute != CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED) return CUDA_ERROR_NOT_SUPPORTED;
    const int most = is_policy ? CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING : 1;
    if (value < 0 || value > most) return CUDA_ERROR_INVALID_VALUE;
    (is_policy ? function.cluster_policy : function.large_clusters).store(value);
    return CUDA_SUCCESS;
}

bool is_cache_preference(CUfunc_cache config) {
    return config >= CU_FUNC_CACHE_PREFER_NONE && config <= CU_FUNC_CACHE_PREFER_EQUAL;
}

}  // namespace

CUresult set_attribute(Function& function, CUfunction_attribute attribute, int value) {
    if (attribute == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT) {
        if (value < -1 || value > 100) return CUDA_ERROR_INVALID_VALUE;
        function.carveout.store(value);
    } else if (attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) {
        const auto most = session().device().shared_per_block_optin;
        if (value < 0 || static_cast<std::uint64_t>(value) + function.info.static_shared > most) {
            return CUDA_ERROR_INVALID_VALUE;
        }
    } else if (attribute >= CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET && attribute < CU_FUNC_ATTRIBUTE_MAX) {
        return set_cluster_attribute(function, attribute, value);
    } else {
        return CUDA_ERROR_INVALID_VALUE;
    }
    const wire::SetFunctionAttribute record{.function = function.handle.bits, .attribute = attribute, .value = value};
    RF_CU(static_cast<CUresult>(session().call(record)));
    if (attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) function.max_dynamic_shared.store(value);
    return CUDA_SUCCESS;
}

CUresult get_parameter(const Function& function, std::size_t index, std::size_t* offset, std::size_t* bytes) {
    if (offset == nullptr || index >= function.parameters.size()) return CUDA_ERROR_INVALID_VALUE;
    *offset = function.parameters[index].offset;
    if (bytes != nullptr) *bytes = function.parameters[index].bytes;
    return CUDA_SUCCESS;
}

CUresult cuFuncGetAttribute(int* pi, CUfunction_attribute attrib, CUfunction hfunc) {
    RF_CU(check_context());
    Function* function = nullptr;
    RF_CU(resolve_function(hfunc, function));
    return get_attribute(*function, attrib, pi);
}

CUresult cuFuncSetAttribute(CUfunction hfunc, CUfunction_attribute attrib, int value) {
    RF_CU(check_context());
    Function* function = nullptr;
    RF_CU(resolve_function(hfunc, function));
    return set_attribute(*function, attrib, value);
}

CUresult cuFuncSetCacheConfig(CUfunction hfunc, CUfunc_cache config) {
    // A preference: there is nothing to prefer that the results would show.
    RF_CU(check_context());
    Function* function = nullptr;
    RF_CU(resolve_function(hfunc, function));
    return is_cache_preference(config) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuFuncSetSharedMemConfig(CUfunction hfunc, CUsharedconfig config) {
    const bool is_known =
        config >= CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE && config <= CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE;
    if (!is_known) return CUDA_ERROR_INVALID_VALUE;
    return cuFuncSetCacheConfig(hfunc, CU_FUNC_CACHE_PREFER_NONE);
}

CUresult cuFuncGetModule(CUmodule* hmod, CUfunction hfunc) {
    RF_CU(check_context());
    if (hmod == nullptr) return CUDA_ERROR_INVALID_VALUE;
    Function* function = nullptr;
    RF_CU(resolve_function(hfunc, function));
    *hmod = as_api<CUmodule>(function->module);
    return CUDA_SUCCESS;
}

CUresult cuFuncGetName(const char** name, CUfunction hfunc) {
    RF_CU(check_context());
    if (name == nullptr) return CUDA_ERROR_INVALID_VALUE;
    Function* function = nullptr;
    RF_CU(resolve_function(hfunc, function));
    *name = function->name.c_str();
    return CUDA_SUCCESS;
}

CUresult cuFuncGetParamInfo(CUfunction func, std::size_t paramIndex, std::size_t* paramOffset, std::size_t* paramSize) {
    RF_CU(check_context());
    Function* function = nullptr;
    RF_CU(resolve_function(func, function));
    return get_parameter(*function, paramIndex, paramOffset, paramSize);
}

CUresult cuFuncIsLoaded(CUfunctionLoadingState* loading, CUfunction function) {
    RF_CU(check_context());
    if (loading == nullptr) return CUDA_ERROR_INVALID_VALUE;
    Function* found = nullptr;
    RF_CU(resolve_function(function, found));
    *loading = CU_FUNCTION_LOADING_STATE_LOADED;
    return CUDA_SUCCESS;
}

CUresult cuFuncLoad(CUfunction function) {
    RF_CU(check_context());
    Function* found = nullptr;
    return resolve_function(function, found);
}

}  // namespace ringfence::driver
