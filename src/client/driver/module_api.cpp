// cuModule*, cuLink*
#include <algorithm>
#include <cstring>

#include "api/driver_functions.h"
#include "client/driver/image.h"
#include "client/driver/jit_options.h"
#include "client/driver/loader.h"
#include "client/driver/read_image.h"
#include "client/driver/state.h"
#include "client/session/tell.h"
#include "fatbin/join.h"

namespace ringfence::driver {
namespace {

CUresult load(CUmodule* module, std::span<const std::byte> image, const JitOptions& options) {
    RF_CU(check_context());
    if (module == nullptr) return CUDA_ERROR_INVALID_VALUE;
    // Allowed while a stream captures: PyTorch compiles kernels when they are first used, and that may be there.
    Module* loaded = nullptr;
    std::string log;
    const CUresult status = load_module(image, loaded, &log);
    if (status != CUDA_SUCCESS && !takes_errors(options) && !log.empty()) client::tell(log);
    write_log(options, status == CUDA_SUCCESS, log);
    RF_CU(status);
    *module = as_api<CUmodule>(loaded->handle);
    return CUDA_SUCCESS;
}

Module* find_module(CUmodule handle) {
    return tables().modules.find(from_api(handle));
}

Linker* find_linker(CUlinkState handle) {
    return tables().linkers.find(from_api(handle));
}

CUresult add_to(Linker& linker, CUjitInputType type, std::span<const std::byte> data) {
    if (type == CU_JIT_INPUT_PTX) data = data.first(std::find(data.begin(), data.end(), std::byte{0}) - data.begin());
    const bool is_known = type == CU_JIT_INPUT_PTX || type == CU_JIT_INPUT_CUBIN || type == CU_JIT_INPUT_FATBINARY;
    if (!is_known) return CUDA_ERROR_NOT_SUPPORTED;
    linker.inputs.emplace_back(data.begin(), data.end());
    return CUDA_SUCCESS;
}

// The inputs themselves are the result: the worker links and compiles them when they are loaded.
std::vector<std::byte> joined(Linker& linker) {
    if (linker.inputs.size() == 1) {
        std::vector<std::byte> image = std::move(linker.inputs.front());
        image.push_back(std::byte{0});  // ends PTX, and does no harm to others
        return image;
    }
    const std::vector<std::span<const std::byte>> parts(linker.inputs.begin(), linker.inputs.end());
    return fatbin::join({}, parts);
}

}  // namespace

CUresult cuModuleLoad(CUmodule* module, const char* fname) {
    RF_CU(check_context());
    if (fname == nullptr) return CUDA_ERROR_INVALID_VALUE;
    std::vector<std::byte> contents;
    RF_CU(read_image(fname, contents));
    return load(module, contents, {});
}

CUresult cuModuleLoadData(CUmodule* module, const void* image) {
    if (image == nullptr) return CUDA_ERROR_INVALID_VALUE;
    return load(module, WholeImage(image).bytes(), {});
}

CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned int numOptions, CUjit_option* options,
                            void** optionValues) {
    if (image == nullptr) return CUDA_ERROR_INVALID_VALUE;
    return load(module, WholeImage(image).bytes(), {options, optionValues, numOptions});
}

CUresult cuModuleLoadFatBinary(CUmodule* module, const void* fatCubin) {
    return cuModuleLoadData(module, fatCubin);
}

CUresult cuModuleUnload(CUmodule hmod) {
    RF_CU(check_context());
    Module* const module = find_module(hmod);
    if (module == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    return unload_module(module);
}

CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode* mode) {
    if (mode == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *mode = CU_MODULE_LAZY_LOADING;
    return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction* hfunc, CUmodule hmod, const char* name) {
    RF_CU(check_context());
    if (hfunc == nullptr || name == nullptr || *name == '\0') return CUDA_ERROR_INVALID_VALUE;
    Module* const module = find_module(hmod);
    if (module == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    Function* function = nullptr;
    RF_CU(find_function(*module, name, function));
    *hfunc = as_api<CUfunction>(function->handle);
    return CUDA_SUCCESS;
}

CUresult cuModuleGetFunctionCount(unsigned int* count, CUmodule mod) {
    RF_CU(check_context());
    Module* const module = find_module(mod);
    if (module == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    if (count == nullptr) return CUDA_ERROR_INVALID_VALUE;
    std::vector<std::string> names;
    RF_CU(list_functions(*module, names));
    *count = static_cast<unsigned>(names.size());
    return CUDA_SUCCESS;
}

CUresult cuModuleEnumerateFunctions(CUfunction* functions, unsigned int numFunctions, CUmodule mod) {
    RF_CU(check_context());
    Module* const module = find_module(mod);
    if (module == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    if (functions == nullptr || numFunctions == 0) return CUDA_ERROR_INVALID_VALUE;
    std::vector<std::string> names;
    RF_CU(list_functions(*module, names));
    for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), numFunctions); ++i) {
        Function* function = nullptr;
        RF_CU(find_function(*module, names[i], function));
        functions[i] = as_api<CUfunction>(function->handle);
    }
    return CUDA_SUCCESS;
}

CUresult cuModuleGetGlobal_v2(CUdeviceptr* dptr, std::size_t* bytes, CUmodule hmod, const char* name) {
    RF_CU(check_context());
    if (name == nullptr || (dptr == nullptr && bytes == nullptr)) return CUDA_ERROR_INVALID_VALUE;
    Module* const module = find_module(hmod);
    if (module == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    GlobalVariable variable;
    RF_CU(find_global(*module, name, variable));
    if (dptr != nullptr) *dptr = variable.address;
    if (bytes != nullptr) *bytes = variable.bytes;
    return CUDA_SUCCESS;
}

CUresult cuLinkCreate_v2(unsigned int, CUjit_option*, void**, CUlinkState* stateOut) {
    RF_CU(check_context());
    if (stateOut == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const Handle handle = tables().linkers.insert(std::make_unique<Linker>());
    if (handle.bits == 0) return CUDA_ERROR_OUT_OF_MEMORY;
    tables().linkers.find(handle)->handle = handle;
    *stateOut = as_api<CUlinkState>(handle);
    return CUDA_SUCCESS;
}

CUresult cuLinkAddData_v2(CUlinkState linkState, CUjitInputType type, void* data, std::size_t size, const char*,
                          unsigned int, CUjit_option*, void**) {
    RF_CU(check_context());
    Linker* const linker = find_linker(linkState);
    if (linker == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    if (data == nullptr || size == 0) return CUDA_ERROR_INVALID_VALUE;
    return add_to(*linker, type, {static_cast<const std::byte*>(data), size});
}

CUresult cuLinkAddFile_v2(CUlinkState linkState, CUjitInputType type, const char* path, unsigned int, CUjit_option*,
                          void**) {
    RF_CU(check_context());
    Linker* const linker = find_linker(linkState);
    if (linker == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    if (path == nullptr) return CUDA_ERROR_INVALID_VALUE;
    std::vector<std::byte> contents;
    RF_CU(read_image(path, contents));
    return add_to(*linker, type, contents);
}

CUresult cuLinkComplete(CUlinkState linkState, void** cubinOut, std::size_t* sizeOut) {
    RF_CU(check_context());
    Linker* const linker = find_linker(linkState);
    if (linker == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    if (cubinOut == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (!linker->inputs.empty()) linker->image = joined(*linker);
    linker->inputs.clear();
    if (linker->image.empty()) return CUDA_ERROR_INVALID_IMAGE;
    *cubinOut = linker->image.data();
    if (sizeOut != nullptr) *sizeOut = linker->image.size();
    return CUDA_SUCCESS;
}

CUresult cuLinkDestroy(CUlinkState linkState) {
    RF_CU(check_context());
    return tables().linkers.erase(from_api(linkState)) == nullptr ? CUDA_ERROR_INVALID_HANDLE : CUDA_SUCCESS;
}

}  // namespace ringfence::driver
