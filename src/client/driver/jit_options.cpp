#include "client/driver/jit_options.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace ringfence::driver {
namespace {

void** value_of(const JitOptions& options, CUjit_option name) {
    if (options.names == nullptr || options.values == nullptr) return nullptr;
    // There are no more than these: a larger number is nonsense, and not followed.
    const unsigned count = std::min<unsigned>(options.count, CU_JIT_NUM_OPTIONS);
    for (unsigned i = 0; i < count; ++i) {
        if (options.names[i] == name) return &options.values[i];
    }
    return nullptr;
}

void write_one(const JitOptions& options, CUjit_option buffer_name, CUjit_option size_name, std::string_view text) {
    void** const buffer = value_of(options, buffer_name);
    void** const size = value_of(options, size_name);
    if (size == nullptr) return;
    // A size is a number in the place of a pointer; what was written goes back the same way.
    const auto room = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(*size));
    std::size_t written = 0;
    if (buffer != nullptr && *buffer != nullptr && room != 0) {
        written = std::min<std::size_t>(text.size(), room - 1);
        std::memcpy(*buffer, text.data(), written);
        static_cast<char*>(*buffer)[written] = '\0';
    }
    *size = reinterpret_cast<void*>(written);
}

}  // namespace

bool takes_errors(const JitOptions& options) {
    void** const buffer = value_of(options, CU_JIT_ERROR_LOG_BUFFER);
    void** const size = value_of(options, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
    return buffer != nullptr && *buffer != nullptr && size != nullptr && *size != nullptr;
}

void write_log(const JitOptions& options, bool is_success, std::string_view log) {
    write_one(options, CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, is_success ? log : "");
    write_one(options, CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, is_success ? "" : log);
}

}  // namespace ringfence::driver
