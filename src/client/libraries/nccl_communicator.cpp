#include "client/libraries/nccl_communicator.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <utility>

#include "api/runtime_entries.h"
#include "base/mutex.h"
#include "base/per_thread.h"

namespace ringfence::client::nccl {
namespace {

struct Communicators {
    Mutex mutex;
    std::unordered_map<const void*, Shared> living RF_GUARDED_BY(mutex);
};

Communicators& communicators() {
    // Never destroyed: the program's own destructors may still call us.
    static auto* const all = new Communicators();
    return *all;
}

// One for the process, as NCCL has it: the thread that asks need not be the one that failed.
struct LastError {
    Mutex mutex;
    std::array<char, 1024> text RF_GUARDED_BY(mutex) = {};
};
// A thread's own copy of the error that it asked for: other threads may fail while it reads.
struct GivenError {
    std::array<char, 1024> text = {};
};
LastError& the_last_error() {
    static auto* const error = new LastError();
    return *error;
}

}  // namespace

int fail(Status status, const std::string& text) {
    LastError& error = the_last_error();
    const MutexLock lock(error.mutex);
    const std::size_t length = std::min(text.size(), error.text.size() - 1);
    std::memcpy(error.text.data(), text.data(), length);
    error.text[length] = '\0';
    return status;
}

const char* last_error() {
    LastError& error = the_last_error();
    GivenError& given = PerThread<GivenError>::get();
    const MutexLock lock(error.mutex);
    given.text = error.text;
    return given.text.data();
}

int from_cuda(int status, const char* what) {
    if (status == cudaSuccess) return success;
    const char* const text = rf_cudaGetErrorString(static_cast<cudaError_t>(status));
    return fail(unhandled_cuda_error,
                std::string(what) + ": Cuda failure " + std::to_string(status) + " '" + text + "'");
}

std::size_t bytes_of(DataType type) {
    switch (type) {
        case int8:
        case uint8:
        case e4m3:
        case e5m2: return 1;
        case float16:
        case bfloat16: return 2;
        case int32:
        case uint32:
        case float32: return 4;
        case int64:
        case uint64:
        case float64: return 8;
    }
    return 0;
}

Communicator* make_communicator(int& status) {
    auto made = std::make_shared<Communicator>();
    status = from_cuda(rf_cudaGetDevice(&made->device), "cudaGetDevice");
    // The context is made here, as NCCL does, and not when the first collective finds that there is none.
    if (status == success) status = from_cuda(rf_cudaFree(nullptr), "cudaFree");
    if (status != success) return nullptr;
    Communicator* const handle = made.get();
    const MutexLock lock(communicators().mutex);
    communicators().living.emplace(handle, std::move(made));
    return handle;
}

Shared find_communicator(const void* handle, const char* function, int& status) {
    if (handle == nullptr) {
        status = fail(invalid_argument, std::string(function) + " : comm argument is NULL");
        return nullptr;
    }
    const MutexLock lock(communicators().mutex);
    const auto found = communicators().living.find(handle);
    if (found != communicators().living.end()) return found->second;
    status = fail(invalid_argument, std::string(function) + " : comm is no communicator, or was destroyed");
    return nullptr;
}

Shared find_working_communicator(const void* handle, const char* function, int& status) {
    Shared found = find_communicator(handle, function, status);
    if (found == nullptr || (!found->is_finalized && !found->is_revoked)) return found;
    const char* const what =
        found->is_revoked ? " : the communicator was revoked" : " : the communicator was finalized";
    status = fail(invalid_usage, std::string(function) + what);
    return nullptr;
}

void drop_communicator(const void* handle) {
    const MutexLock lock(communicators().mutex);
    communicators().living.erase(handle);
}

std::uint32_t next_number() {
    static std::atomic<std::uint32_t> last = 0;
    return last.fetch_add(1) + 1;
}

}  // namespace ringfence::client::nccl
