// cuCoredump*: a dump of the worker's context would reveal other sessions, so there is none, and asking for one is
// refused. The settings for dumps can be written and read back, and have no effect.
#include <unistd.h>

#include <cstring>

#include "api/driver_functions.h"
#include "base/mutex.h"
#include "client/driver/state.h"
#include "client/session/tell.h"

namespace ringfence::driver {
namespace {

constexpr std::size_t most_name_bytes = 1024;  // with the zero at the end
constexpr int known_dump_flags = CU_COREDUMP_SKIP_NONRELOCATED_ELF_IMAGES | CU_COREDUMP_SKIP_GLOBAL_MEMORY |
                                 CU_COREDUMP_SKIP_SHARED_MEMORY | CU_COREDUMP_SKIP_LOCAL_MEMORY |
                                 CU_COREDUMP_SKIP_ABORT | CU_COREDUMP_SKIP_CONSTBANK_MEMORY;

// As CUDA names them unless it is told otherwise.
std::string default_name(const char* what) {
    char host[256] = "";
    (void)gethostname(host, sizeof host - 1);
    return std::string(what) + ".cuda." + host + "." + std::to_string(getpid());
}

template <typename T>
CUresult give_value(T from, void* value, std::size_t* size) {
    if (value != nullptr && *size < sizeof from) return CUDA_ERROR_INVALID_VALUE;
    if (value != nullptr) std::memcpy(value, &from, sizeof from);
    *size = sizeof from;
    return CUDA_SUCCESS;
}

CUresult give_name(const std::string& set, const char* otherwise, void* value, std::size_t* size) {
    const std::string name = set.empty() ? default_name(otherwise) : set;
    if (value != nullptr && *size < name.size() + 1) return CUDA_ERROR_INVALID_VALUE;
    if (value != nullptr) std::memcpy(value, name.c_str(), name.size() + 1);
    *size = name.size() + 1;
    return CUDA_SUCCESS;
}

CUresult give_setting(const CoreDumpSettings& settings, CUcoredumpSettings attribute, void* value, std::size_t* size) {
    if (size == nullptr) return CUDA_ERROR_INVALID_VALUE;
    switch (attribute) {
        case CU_COREDUMP_ENABLE_ON_EXCEPTION:
        case CU_COREDUMP_ENABLE_USER_TRIGGER: return give_value(false, value, size);
        case CU_COREDUMP_TRIGGER_HOST: return give_value(settings.triggers_host, value, size);
        case CU_COREDUMP_LIGHTWEIGHT: return give_value(settings.is_lightweight, value, size);
        case CU_COREDUMP_GENERATION_FLAGS: return give_value(settings.flags, value, size);
        case CU_COREDUMP_FILE: return give_name(settings.file, "core", value, size);
        case CU_COREDUMP_PIPE: return give_name(settings.pipe, "corepipe", value, size);
        default: return CUDA_ERROR_INVALID_VALUE;
    }
}

template <typename T>
CUresult take_value(T& to, const void* value, const std::size_t* size) {
    if (*size != sizeof to) return CUDA_ERROR_INVALID_VALUE;
    if constexpr (std::is_same_v<T, bool>) {
        unsigned char byte = 0;  // the program may have any bits there
        std::memcpy(&byte, value, 1);
        to = byte != 0;
    } else {
        std::memcpy(&to, value, sizeof to);
    }
    return CUDA_SUCCESS;
}

CUresult take_name(std::string& to, const void* value, const std::size_t* size) {
    const auto* const text = static_cast<const char*>(value);
    const std::size_t length = strnlen(text, *size);
    if (length == 0 || length >= most_name_bytes) return CUDA_ERROR_INVALID_VALUE;
    to.assign(text, length);
    return CUDA_SUCCESS;
}

CUresult take_switch(const void* value, const std::size_t* size) {
    bool is_wanted = false;
    RF_CU(take_value(is_wanted, value, size));
    if (!is_wanted) return CUDA_SUCCESS;
    client::tell(
        "there are no core dumps of the GPU: they would show what others have there\n"
        "  remedy: look for the fault with `ringfence run --check`");
    return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult take_flags(int& to, const void* value, const std::size_t* size) {
    int flags = 0;
    RF_CU(take_value(flags, value, size));
    if ((flags & ~known_dump_flags) != 0) return CUDA_ERROR_INVALID_VALUE;
    to = flags;
    return CUDA_SUCCESS;
}

CUresult take_setting(CoreDumpSettings& settings, CUcoredumpSettings attribute, const void* value,
                      const std::size_t* size) {
    if (value == nullptr || size == nullptr) return CUDA_ERROR_INVALID_VALUE;
    switch (attribute) {
        case CU_COREDUMP_ENABLE_ON_EXCEPTION:
        case CU_COREDUMP_ENABLE_USER_TRIGGER: return take_switch(value, size);
        case CU_COREDUMP_TRIGGER_HOST: return take_value(settings.triggers_host, value, size);
        case CU_COREDUMP_LIGHTWEIGHT: return take_value(settings.is_lightweight, value, size);
        case CU_COREDUMP_GENERATION_FLAGS: return take_flags(settings.flags, value, size);
        case CU_COREDUMP_FILE: return take_name(settings.file, value, size);
        case CU_COREDUMP_PIPE: return take_name(settings.pipe, value, size);
        default: return CUDA_ERROR_INVALID_VALUE;
    }
}

// Only the process as a whole can be triggered from outside.
bool is_global_alone(CUcoredumpSettings attribute) {
    return attribute == CU_COREDUMP_ENABLE_USER_TRIGGER || attribute == CU_COREDUMP_PIPE;
}

}  // namespace

CUresult cuCoredumpGetAttribute(CUcoredumpSettings attrib, void* value, std::size_t* size) {
    RF_CU(check_context());
    const MutexLock lock(state().mutex);
    return give_setting(current_context()->core_dump.value_or(state().core_dump), attrib, value, size);
}

CUresult cuCoredumpGetAttributeGlobal(CUcoredumpSettings attrib, void* value, std::size_t* size) {
    const MutexLock lock(state().mutex);
    return give_setting(state().core_dump, attrib, value, size);
}

CUresult cuCoredumpSetAttribute(CUcoredumpSettings attrib, void* value, std::size_t* size) {
    RF_CU(check_context());
    if (is_global_alone(attrib)) return CUDA_ERROR_NOT_PERMITTED;
    const MutexLock lock(state().mutex);
    CoreDumpSettings settings = current_context()->core_dump.value_or(state().core_dump);
    RF_CU(take_setting(settings, attrib, value, size));
    current_context()->core_dump = settings;
    return CUDA_SUCCESS;
}

CUresult cuCoredumpSetAttributeGlobal(CUcoredumpSettings attrib, void* value, std::size_t* size) {
    const MutexLock lock(state().mutex);
    return take_setting(state().core_dump, attrib, value, size);
}

}  // namespace ringfence::driver
