#include "soft_libraries/dnn/library.h"

#include <algorithm>
#include <cstring>
#include <memory>

#include "soft_libraries/turns.h"

namespace ringfence::soft_libraries::dnn {
namespace {

std::string& last_error() {
    static thread_local std::string text;
    return text;
}

// Each may hold some tensors' values, of most_elements each.
constexpr std::size_t most_at_once = 8;
constexpr std::size_t most_of_one_tenant = 2;

Turns& turns() {
    static Turns all(most_at_once, most_of_one_tenant);
    return all;
}

class Turn {
public:
    explicit Turn(std::uint64_t tenant) : tenant_(tenant) { turns().begin(tenant_); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn() { turns().end(tenant_); }

private:
    const std::uint64_t tenant_;
};

}  // namespace

Host*& host() {
    static Host* the_worker = nullptr;
    return the_worker;
}

int refuse(Status status, std::string why) {
    last_error() = std::move(why);
    return status;
}

int enqueue(const Handle* handle, std::function<void()> work) {
    if (handle == nullptr || host() == nullptr) return refuse(null_pointer, "no handle");
    const bool taken = host()->enqueue(handle->stream, [work = std::move(work)] {
        const Turn turn(host()->tenant());
        if (!host()->is_unwanted()) work();
    });
    return taken ? success : refuse(execution_failed, "the stream takes no more work");
}

double scalar_of(const void* place, int type) {
    if (type == double_type) {
        double value = 0;
        std::memcpy(&value, place, sizeof value);
        return value;
    }
    float value = 0;
    std::memcpy(&value, place, sizeof value);
    return static_cast<double>(value);
}

Scale scale_of(const void* alpha, const void* beta, int type) {
    return {scalar_of(alpha, type), scalar_of(beta, type)};
}

int check_tensor(const Tensor* tensor, const char* name) {
    if (tensor == nullptr) return refuse(null_pointer, std::string(name) + " is missing");
    if (!is_floating(tensor->type)) {
        return refuse(unsupported_type,
                      std::string(name) + ": the software GPU's cuDNN has float, double, half and bfloat16");
    }
    if (tensor->elements() == 0) {
        return refuse(unsupported_shape, std::string(name) + ": the software GPU's cuDNN takes up to 2^24 elements");
    }
    return success;
}

int check_alike(std::initializer_list<const Tensor*> tensors) {
    for (const Tensor* tensor : tensors) {
        if (const int status = check_tensor(tensor, "a tensor"); status != success) return status;
        if (!tensor->has_shape_of(**tensors.begin())) return refuse(bad_shape, "the tensors have different shapes");
    }
    return success;
}

int check_memory(std::initializer_list<const void*> pointers) {
    const bool is_there = std::find(pointers.begin(), pointers.end(), nullptr) == pointers.end();
    return is_there ? success : refuse(null_pointer, "memory is missing");
}

extern "C" __attribute__((visibility("default"))) void ringfence_soft_library_begin(
    ringfence::soft_libraries::Host* worker) {
    host() = worker;
}
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" __attribute__((visibility("default"))) std::size_t cudnnGetVersion() {
    return 91901;
}
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" __attribute__((visibility("default"))) std::size_t cudnnGetCudartVersion() {
    return 13000;
}
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" __attribute__((visibility("default"))) std::size_t cudnnGetMaxDeviceVersion() {
    return 1210;
}
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" __attribute__((visibility("default"))) void cudnnGetLastErrorString(char* text, std::size_t bytes) {
    if (text == nullptr || bytes == 0) return;
    const std::size_t length = std::min(bytes - 1, last_error().size());
    std::memcpy(text, last_error().data(), length);
    text[length] = '\0';
    last_error().clear();
}
RF_CUDNN_FUNCTION(cudnnCreate)(Handle** made) {
    if (made == nullptr) return refuse(null_pointer, "nowhere to put the handle");
    *made = std::make_unique<Handle>().release();
    return success;
}
RF_CUDNN_FUNCTION(cudnnDestroy)(Handle* handle) {
    const std::unique_ptr<Handle> owner(handle);
    return success;
}
RF_CUDNN_FUNCTION(cudnnSetStream)(Handle* handle, void* stream) {
    if (handle == nullptr) return refuse(null_pointer, "no handle");
    handle->stream = stream;
    return success;
}

}  // namespace ringfence::soft_libraries::dnn
