// cuBLAS's functions about handles, and those that only copy. All that compute are made from api/libraries/cublas.api.
#include <cstddef>
#include <cstdint>

#include "api/runtime_entries.h"
#include "channel/library_functions.h"
#include "client/libraries/cublas_status.h"
#include "client/libraries/library_call.h"

namespace {

using namespace ringfence;
using channel::CublasFunction;
using channel::CublasSetting;
using client::LibraryCall;
using client::LibraryObject;

constexpr int success = 0;
constexpr int not_initialized = 1;
constexpr int invalid_value = 7;
constexpr int mapping_error = 11;
constexpr int version = 130100;
constexpr int cudart_version = 13000;
constexpr std::uintptr_t workspace_alignment = 256;

LibraryObject* find(void* handle) {
    return client::find_library_object(client::Library::Cublas, reinterpret_cast<std::uint64_t>(handle));
}

LibraryCall call_of(CublasFunction function, void* handle) {
    return {client::Library::Cublas, static_cast<std::uint32_t>(function), handle};
}

int set(void* handle, CublasSetting setting, int value) {
    LibraryCall call = call_of(CublasFunction::Set, handle);
    if (!call.is_open()) return not_initialized;
    call.add(setting);
    call.add(value);
    if (const int status = call.finish(); status != success) return status;
    find(handle)->settings[static_cast<std::size_t>(setting)] = value;
    return success;
}

int get(void* handle, CublasSetting setting, int* value) {
    const LibraryObject* object = find(handle);
    if (object == nullptr) return not_initialized;
    if (value == nullptr) return invalid_value;
    *value = static_cast<int>(object->settings[static_cast<std::size_t>(setting)]);
    return success;
}

// Programs set stream and workspace before every call, mostly to what they are (PyTorch does): only what differs when a
// call comes is sent.
int send_news(LibraryObject& object) {
    auto* handle = reinterpret_cast<void*>(object.bits);
    std::uint64_t stream = 0;
    if (!client::find_wire_stream(object.stream, stream)) return invalid_value;
    const bool is_back_to_default = object.workspace == nullptr && object.sent_workspace != nullptr;
    if (stream != object.sent_stream || is_back_to_default) {
        LibraryCall call = call_of(CublasFunction::SetStream, handle);
        if (!call.is_open()) return not_initialized;
        call.add(stream);
        if (const int status = call.finish(); status != success) return status;
        object.sent_stream = stream;
        object.sent_workspace = nullptr;
        object.sent_workspace_bytes = 0;
    }
    if (object.workspace == object.sent_workspace && object.workspace_bytes == object.sent_workspace_bytes)
        return success;
    LibraryCall call = call_of(CublasFunction::SetWorkspace, handle);
    if (!call.is_open()) return not_initialized;
    call.add(object.workspace);
    call.add(object.workspace_bytes);
    object.sent_workspace = object.workspace;
    object.sent_workspace_bytes = object.workspace_bytes;
    return call.finish();
}

// The worker's library's; without a worker, that of the toolkit which this shim is like.
channel::LibraryVersion library_version() {
    static const channel::LibraryVersion its =
        client::ask_version(client::Library::Cublas, static_cast<std::uint32_t>(CublasFunction::Version),
                            {.number = version, .parts = {version / 10000, version / 100 % 100, version % 100}});
    return its;
}

// `count` elements, each `step` elements after the one before it; on the stream if there is one.
struct Elements {
    void* address;
    std::int64_t step;
};
// No memory has more, and products of these do not overflow.
constexpr std::int64_t most_elements = std::int64_t{1} << 42;
constexpr std::int64_t most_element_bytes = std::int64_t{1} << 20;

bool is_too_much(std::int64_t bytes, const Elements& to, const Elements& from) {
    return bytes > most_element_bytes || to.step > most_elements || from.step > most_elements;
}

int copy_elements(std::int64_t count, std::int64_t bytes, Elements to, Elements from, bool waits, void* stream) {
    if (count < 0 || bytes <= 0 || to.step <= 0 || from.step <= 0) return invalid_value;
    if (count == 0) return success;
    if (is_too_much(bytes, to, from)) return mapping_error;
    const auto width = static_cast<std::size_t>(bytes);
    const std::size_t to_pitch = static_cast<std::size_t>(to.step) * width;
    const std::size_t from_pitch = static_cast<std::size_t>(from.step) * width;
    const auto rows = static_cast<std::size_t>(count);
    const cudaError_t status =
        waits ? rf_cudaMemcpy2D(to.address, to_pitch, from.address, from_pitch, width, rows, cudaMemcpyDefault)
              : rf_cudaMemcpy2DAsync(to.address, to_pitch, from.address, from_pitch, width, rows, cudaMemcpyDefault,
                                     static_cast<cudaStream_t>(stream));
    return status == cudaSuccess ? success : mapping_error;
}

// A matrix is copied column by column: each of them is one wide row.
int copy_matrix(std::int64_t rows, std::int64_t columns, std::int64_t bytes, Elements to, Elements from, bool waits,
                void* stream) {
    if (rows < 0 || columns < 0 || bytes <= 0 || to.step < rows || from.step < rows || to.step <= 0 || from.step <= 0) {
        return invalid_value;
    }
    if (rows == 0 || columns == 0) return success;
    if (is_too_much(bytes, to, from)) return mapping_error;
    const auto width = static_cast<std::size_t>(rows * bytes);
    const auto to_pitch = static_cast<std::size_t>(to.step * bytes);
    const auto from_pitch = static_cast<std::size_t>(from.step * bytes);
    const auto height = static_cast<std::size_t>(columns);
    const cudaError_t status =
        waits ? rf_cudaMemcpy2D(to.address, to_pitch, from.address, from_pitch, width, height, cudaMemcpyDefault)
              : rf_cudaMemcpy2DAsync(to.address, to_pitch, from.address, from_pitch, width, height, cudaMemcpyDefault,
                                     static_cast<cudaStream_t>(stream));
    return status == cudaSuccess ? success : mapping_error;
}

}  // namespace

RF_LIBRARY_FUNCTION(int, cublasCreate_v2)(void** handle) {
    if (handle == nullptr) return invalid_value;
    const std::uint64_t bits = client::new_library_object(client::Library::Cublas);
    if (bits == 0) return not_initialized;
    auto* made = reinterpret_cast<void*>(bits);
    std::vector<std::byte> nothing;
    if (const int status = call_of(CublasFunction::Create, made).wait(nothing); status != success) {
        client::drop_library_object(bits);
        return status;
    }
    *handle = made;
    return success;
}

RF_LIBRARY_FUNCTION(int, cublasDestroy_v2)(void* handle) {
    LibraryCall call = call_of(CublasFunction::Destroy, handle);
    if (!call.is_open()) return not_initialized;
    const int status = call.finish();
    client::drop_library_object(reinterpret_cast<std::uint64_t>(handle));
    return status;
}

RF_LIBRARY_FUNCTION(int, cublasSetStream_v2)(void* handle, void* stream) {
    LibraryCall call = call_of(CublasFunction::SetStream, handle);
    if (!call.is_open()) return not_initialized;
    if (!call.add_stream(stream)) return invalid_value;
    LibraryObject* object = find(handle);
    object->stream = stream;
    object->workspace = nullptr;
    object->workspace_bytes = 0;
    object->send_news = &send_news;
    return success;
}

RF_LIBRARY_FUNCTION(int, cublasGetStream_v2)(void* handle, void** stream) {
    const LibraryObject* object = find(handle);
    if (object == nullptr) return not_initialized;
    if (stream == nullptr) return invalid_value;
    *stream = object->stream;
    return success;
}

RF_LIBRARY_FUNCTION(int, cublasSetPointerMode_v2)(void* handle, int mode) {
    LibraryObject* object = find(handle);
    if (object == nullptr) return not_initialized;
    if (mode != 0 && mode != 1) return invalid_value;
    object->has_device_scalars = mode == 1;
    return success;
}

RF_LIBRARY_FUNCTION(int, cublasGetPointerMode_v2)(void* handle, int* mode) {
    const LibraryObject* object = find(handle);
    if (object == nullptr) return not_initialized;
    if (mode == nullptr) return invalid_value;
    *mode = object->has_device_scalars ? 1 : 0;
    return success;
}

RF_LIBRARY_FUNCTION(int, cublasSetMathMode)(void* handle, int mode) {
    return set(handle, CublasSetting::MathMode, mode);
}
RF_LIBRARY_FUNCTION(int, cublasGetMathMode)(void* handle, int* mode) {
    return get(handle, CublasSetting::MathMode, mode);
}
RF_LIBRARY_FUNCTION(int, cublasSetAtomicsMode)(void* handle, int mode) {
    return set(handle, CublasSetting::AtomicsMode, mode);
}
RF_LIBRARY_FUNCTION(int, cublasGetAtomicsMode)(void* handle, int* mode) {
    return get(handle, CublasSetting::AtomicsMode, mode);
}
RF_LIBRARY_FUNCTION(int, cublasSetSmCountTarget)(void* handle, int count) {
    return set(handle, CublasSetting::SmCountTarget, count);
}
RF_LIBRARY_FUNCTION(int, cublasGetSmCountTarget)(void* handle, int* count) {
    return get(handle, CublasSetting::SmCountTarget, count);
}

// The worker uses it if the program has a context of its own; where others share it, one of its own of the same size.
RF_LIBRARY_FUNCTION(int, cublasSetWorkspace_v2)(void* handle, void* workspace, std::size_t bytes) {
    LibraryObject* object = find(handle);
    if (object == nullptr) return not_initialized;
    if (reinterpret_cast<std::uintptr_t>(workspace) % workspace_alignment != 0) return invalid_value;
    object->workspace = workspace;
    object->workspace_bytes = bytes;
    object->send_news = &send_news;
    return success;
}

RF_LIBRARY_FUNCTION(int, cublasGetVersion_v2)(void* handle, int* its_version) {
    if (find(handle) == nullptr) return not_initialized;
    if (its_version == nullptr) return invalid_value;
    *its_version = library_version().number;
    return success;
}

RF_LIBRARY_FUNCTION(int, cublasGetProperty)(int type, int* value) {
    if (value == nullptr || type < 0 || type > 2) return invalid_value;
    *value = library_version().parts[type];
    return success;
}

RF_LIBRARY_FUNCTION(std::size_t, cublasGetCudartVersion)() {
    return cudart_version;
}

RF_LIBRARY_FUNCTION(const char*, cublasGetStatusName)(int status) {
    return client::cublas_status_name(status);
}
RF_LIBRARY_FUNCTION(const char*, cublasGetStatusString)(int status) {
    return client::cublas_status_name(status);
}

RF_LIBRARY_FUNCTION(int, cublasLoggerConfigure)(int, int, int, const char*) {
    return success;
}
RF_LIBRARY_FUNCTION(int, cublasSetLoggerCallback)(void*) {
    return success;
}
RF_LIBRARY_FUNCTION(int, cublasGetLoggerCallback)(void** callback) {
    if (callback == nullptr) return invalid_value;
    *callback = nullptr;
    return success;
}

RF_LIBRARY_FUNCTION(int, cublasSetVector)(int n, int bytes, void* from, int from_step, void* to, int to_step) {
    return copy_elements(n, bytes, {to, to_step}, {from, from_step}, true, nullptr);
}
RF_LIBRARY_FUNCTION(int, cublasGetVector)(int n, int bytes, void* from, int from_step, void* to, int to_step) {
    return copy_elements(n, bytes, {to, to_step}, {from, from_step}, true, nullptr);
}
RF_LIBRARY_FUNCTION(int, cublasSetVectorAsync)
(int n, int bytes, void* from, int from_step, void* to, int to_step, void* stream) {
    return copy_elements(n, bytes, {to, to_step}, {from, from_step}, false, stream);
}
RF_LIBRARY_FUNCTION(int, cublasGetVectorAsync)
(int n, int bytes, void* from, int from_step, void* to, int to_step, void* stream) {
    return copy_elements(n, bytes, {to, to_step}, {from, from_step}, false, stream);
}
RF_LIBRARY_FUNCTION(int, cublasSetMatrix)
(int rows, int columns, int bytes, void* from, int from_step, void* to, int to_step) {
    return copy_matrix(rows, columns, bytes, {to, to_step}, {from, from_step}, true, nullptr);
}
RF_LIBRARY_FUNCTION(int, cublasGetMatrix)
(int rows, int columns, int bytes, void* from, int from_step, void* to, int to_step) {
    return copy_matrix(rows, columns, bytes, {to, to_step}, {from, from_step}, true, nullptr);
}
RF_LIBRARY_FUNCTION(int, cublasSetMatrixAsync)
(int rows, int columns, int bytes, void* from, int from_step, void* to, int to_step, void* stream) {
    return copy_matrix(rows, columns, bytes, {to, to_step}, {from, from_step}, false, stream);
}
RF_LIBRARY_FUNCTION(int, cublasGetMatrixAsync)
(int rows, int columns, int bytes, void* from, int from_step, void* to, int to_step, void* stream) {
    return copy_matrix(rows, columns, bytes, {to, to_step}, {from, from_step}, false, stream);
}

RF_LIBRARY_FUNCTION(int, cublasSetVector_64)
(std::int64_t n, std::int64_t bytes, void* from, std::int64_t from_step, void* to, std::int64_t to_step) {
    return copy_elements(n, bytes, {to, to_step}, {from, from_step}, true, nullptr);
}
RF_LIBRARY_FUNCTION(int, cublasSetVectorAsync_64)
(std::int64_t n, std::int64_t bytes, void* from, std::int64_t from_step, void* to, std::int64_t to_step, void* stream) {
    return copy_elements(n, bytes, {to, to_step}, {from, from_step}, false, stream);
}
RF_LIBRARY_FUNCTION(int, cublasGetVector_64)
(std::int64_t n, std::int64_t bytes, void* from, std::int64_t from_step, void* to, std::int64_t to_step) {
    return copy_elements(n, bytes, {to, to_step}, {from, from_step}, true, nullptr);
}
RF_LIBRARY_FUNCTION(int, cublasGetVectorAsync_64)
(std::int64_t n, std::int64_t bytes, void* from, std::int64_t from_step, void* to, std::int64_t to_step, void* stream) {
    return copy_elements(n, bytes, {to, to_step}, {from, from_step}, false, stream);
}
RF_LIBRARY_FUNCTION(int, cublasSetMatrix_64)
(std::int64_t rows, std::int64_t columns, std::int64_t bytes, void* from, std::int64_t from_step, void* to,
 std::int64_t to_step) {
    return copy_matrix(rows, columns, bytes, {to, to_step}, {from, from_step}, true, nullptr);
}
RF_LIBRARY_FUNCTION(int, cublasSetMatrixAsync_64)
(std::int64_t rows, std::int64_t columns, std::int64_t bytes, void* from, std::int64_t from_step, void* to,
 std::int64_t to_step, void* stream) {
    return copy_matrix(rows, columns, bytes, {to, to_step}, {from, from_step}, false, stream);
}
RF_LIBRARY_FUNCTION(int, cublasGetMatrix_64)
(std::int64_t rows, std::int64_t columns, std::int64_t bytes, void* from, std::int64_t from_step, void* to,
 std::int64_t to_step) {
    return copy_matrix(rows, columns, bytes, {to, to_step}, {from, from_step}, true, nullptr);
}
RF_LIBRARY_FUNCTION(int, cublasGetMatrixAsync_64)
(std::int64_t rows, std::int64_t columns, std::int64_t bytes, void* from, std::int64_t from_step, void* to,
 std::int64_t to_step, void* stream) {
    return copy_matrix(rows, columns, bytes, {to, to_step}, {from, from_step}, false, stream);
}
