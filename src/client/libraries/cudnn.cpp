// cuDNN's functions that are not made from api/libraries/cudnn.api: handles, versions, and its graphs. Descriptors and
// what follows from them: cudnn_descriptors.cpp, cudnn_sizes.cpp.
#include <algorithm>
#include <atomic>
#include <cstring>

#include "base/mutex.h"
#include "client/libraries/cudnn_call.h"

namespace {

using namespace ringfence;
using namespace ringfence::client::cudnn;
using channel::cudnn::Function;
using client::LibraryCall;
using client::LibraryObject;
namespace wire = channel::cudnn;

constexpr std::uint64_t known_version = 91900;  // until the worker's is known
constexpr std::uint64_t known_cudart = 13000;
constexpr std::uint64_t known_device = 1210;

Mutex session_mutex;
std::atomic<std::uint64_t> session_bits{0};
std::atomic<std::uint64_t> last_number{0};
wire::Versions versions RF_GUARDED_BY(session_mutex);

LibraryObject* find(void* handle) {
    return client::find_library_object(client::Library::Cudnn, reinterpret_cast<std::uint64_t>(handle));
}

// The object in the worker that this process's descriptors belong to.
int session(std::uint64_t& bits) {
    bits = session_bits.load();
    if (bits != 0 && client::find_library_object(client::Library::Cudnn, bits) != nullptr) return success;
    const MutexLock lock(session_mutex);
    bits = session_bits.load();
    if (bits != 0 && client::find_library_object(client::Library::Cudnn, bits) != nullptr) return success;
    bits = client::new_library_object(client::Library::Cudnn);
    if (bits == 0) return not_initialized;
    std::vector<std::byte> answer;
    if (const int status = call_of(Function::Begin, reinterpret_cast<void*>(bits)).wait(answer); status != success) {
        client::drop_library_object(bits);
        return status;
    }
    if (answer.size() == sizeof versions) std::memcpy(&versions, answer.data(), sizeof versions);
    session_bits = bits;
    return success;
}

// A descriptor of a graph. The worker hears of it when it is finalized, or filled.
struct GraphDescriptor {
    struct Item {
        wire::Attribute attribute;
        std::vector<std::byte> elements;
    };
    std::uint64_t number = ++last_number;
    int type = 0;
    bool is_finalized = false;
    bool is_in_worker = false;
    bool was_executed = false;
    std::vector<Item> items;
    wire::HostValues host_values;

    std::vector<std::byte> attributes() const {
        std::vector<std::byte> list;
        for (const Item& item : items)
            append(list, view(item));
        return list;
    }
    static wire::Attribute view(const Item& item) {
        wire::Attribute attribute = item.attribute;
        attribute.elements = item.elements;
        return attribute;
    }
    const Item* find_item(std::int32_t name) const {
        const auto found =
            std::find_if(items.begin(), items.end(), [&](const Item& item) { return item.attribute.name == name; });
        return found != items.end() ? &*found : nullptr;
    }
};

int failed(int status, const std::vector<std::byte>& answer) {
    last_error().assign(reinterpret_cast<const char*>(answer.data()), answer.size());
    return status;
}

// Copies the values that a plan reads from host memory.
std::vector<std::byte> host_values(const GraphDescriptor& plan, const GraphDescriptor& pack) {
    std::vector<std::byte> list;
    const auto* numbers = pack.find_item(wire::pack_unique_ids);
    const auto* pointers = pack.find_item(wire::pack_data_pointers);
    if (plan.host_values.empty() || numbers == nullptr || pointers == nullptr) return list;
    const std::size_t count = std::min(numbers->elements.size(), pointers->elements.size()) / 8;
    for (std::size_t i = 0; i < count; ++i) {
        wire::HostValue value;
        const std::byte* place = nullptr;
        std::memcpy(&value.unique_id, numbers->elements.data() + i * 8, 8);
        std::memcpy(&place, pointers->elements.data() + i * 8, 8);
        const auto found = plan.host_values.find(value.unique_id);
        if (found == plan.host_values.end() || place == nullptr || found->second == UINT32_MAX) continue;
        value.bytes = {place, found->second};
        append(list, value);
    }
    return list;
}

}  // namespace

RF_LIBRARY_FUNCTION(std::size_t, cudnnGetVersion)() {
    const MutexLock lock(session_mutex);
    return versions.library != 0 ? versions.library : known_version;
}
RF_LIBRARY_FUNCTION(std::size_t, cudnnGetCudartVersion)() {
    const MutexLock lock(session_mutex);
    return versions.cudart != 0 ? versions.cudart : known_cudart;
}
RF_LIBRARY_FUNCTION(std::size_t, cudnnGetMaxDeviceVersion)() {
    const MutexLock lock(session_mutex);
    return versions.most_device != 0 ? versions.most_device : known_device;
}
RF_LIBRARY_FUNCTION(int, cudnnGetProperty)(int type, int* value) {
    if (value == nullptr || type < 0 || type > 2) return bad_param;
    const auto version = static_cast<int>(cudnnGetVersion());
    const int parts[] = {version / 10000, version / 100 % 100, version % 100};
    *value = parts[type];
    return success;
}

RF_LIBRARY_FUNCTION(int, cudnnCreate)(void** handle) {
    if (handle == nullptr) return null_pointer;
    std::uint64_t ignored = 0;
    if (const int status = session(ignored); status != success) return status;
    const std::uint64_t bits = client::new_library_object(client::Library::Cudnn);
    if (bits == 0) return not_initialized;
    std::vector<std::byte> nothing;
    auto* made = reinterpret_cast<void*>(bits);
    if (const int status = call_of(Function::Create, made).wait(nothing); status != success) {
        client::drop_library_object(bits);
        return status;
    }
    *handle = made;
    return success;
}
void* ringfence::client::cudnn::own_handle() {
    struct Own {
        Mutex mutex;
        void* handle RF_GUARDED_BY(mutex) = nullptr;
    };
    static auto* const own = new Own;  // calls may come until the program's very end
    const MutexLock lock(own->mutex);
    if (find(own->handle) != nullptr) return own->handle;
    return cudnnCreate(&own->handle) == success ? own->handle : nullptr;
}
RF_LIBRARY_FUNCTION(int, cudnnDestroy)(void* handle) {
    LibraryCall call = call_of(Function::Destroy, handle);
    if (!call.is_open()) return not_initialized;
    const int status = call.finish();
    client::drop_library_object(reinterpret_cast<std::uint64_t>(handle));
    return status;
}
RF_LIBRARY_FUNCTION(int, cudnnSetStream)(void* handle, void* stream) {
    LibraryObject* object = find(handle);
    if (object == nullptr) return not_initialized;
    if (object->settings[0] != 0 && object->stream == stream) return success;  // as PyTorch does before every call
    LibraryCall call = call_of(Function::SetStream, handle);
    if (!call.is_open()) return not_initialized;
    if (!call.add_stream(stream)) return bad_param;
    object->stream = stream;
    object->settings[0] = 1;
    return call.finish();
}
RF_LIBRARY_FUNCTION(int, cudnnGetStream)(void* handle, void** stream) {
    const LibraryObject* object = find(handle);
    if (object == nullptr) return not_initialized;
    if (stream == nullptr) return null_pointer;
    *stream = object->stream;
    return success;
}

RF_LIBRARY_FUNCTION(int, cudnnBackendCreateDescriptor)(int type, void** made) {
    if (made == nullptr) return null_pointer;
    auto* descriptor = new GraphDescriptor;
    descriptor->type = type;
    *made = descriptor;
    return success;
}
RF_LIBRARY_FUNCTION(int, cudnnBackendInitialize)(void* descriptor) {
    return descriptor != nullptr ? success : null_pointer;
}
RF_LIBRARY_FUNCTION(int, cudnnBackendDestroyDescriptor)(void* descriptor) {
    auto* its = static_cast<GraphDescriptor*>(descriptor);
    if (its == nullptr) return success;
    if (its->is_in_worker) {
        LibraryCall call(client::Library::Cudnn, static_cast<std::uint32_t>(Function::Drop));
        if (call.is_open()) (void)call.add(session_bits.load()).add(its->number).finish();
    }
    delete its;
    return success;
}
RF_LIBRARY_FUNCTION(int, cudnnBackendSetAttribute)
(void* descriptor, int name, int type, std::int64_t count, const void* elements) {
    auto* its = static_cast<GraphDescriptor*>(descriptor);
    if (its == nullptr || (elements == nullptr && count != 0)) return null_pointer;
    const std::size_t size = wire::attribute_bytes(type);
    if (size == 0) return 2010;  // an attribute's type
    if (its->is_finalized || count < 0 || static_cast<std::uint64_t>(count) > wire::most_attribute_bytes / size) {
        return bad_param;
    }
    GraphDescriptor::Item item{{name, type, count, {}}, std::vector<std::byte>(static_cast<std::size_t>(count) * size)};
    if (count != 0) std::memcpy(item.elements.data(), elements, item.elements.size());
    if (type == wire::type_descriptor) {
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
            const auto* child = static_cast<GraphDescriptor* const*>(elements)[i];
            if (child == nullptr) return null_pointer;
            if (!child->is_finalized) return not_finalized;
            its->host_values.insert(child->host_values.begin(), child->host_values.end());
            std::memcpy(item.elements.data() + i * size, &child->number, size);
        }
    }
    for (GraphDescriptor::Item& known : its->items) {
        if (known.attribute.name != name) continue;
        known = std::move(item);
        return success;
    }
    its->items.push_back(std::move(item));
    return success;
}
RF_LIBRARY_FUNCTION(int, cudnnBackendFinalize)(void* descriptor) {
    auto* its = static_cast<GraphDescriptor*>(descriptor);
    if (its == nullptr) return null_pointer;
    if (its->is_finalized) return success;
    if (its->type == wire::variant_pack) {  // goes with the call that executes it
        its->is_finalized = true;
        return success;
    }
    std::uint64_t bits = 0;
    if (const int status = session(bits); status != success) return status;
    LibraryCall call(client::Library::Cudnn, static_cast<std::uint32_t>(Function::Finalize));
    if (!call.is_open()) return not_initialized;
    const std::vector<std::byte> list = its->attributes();
    call.add(bits).add(its->number).add(its->type);
    call.add_copy(list.data(), list.size());
    std::vector<std::byte> answer;
    if (const int status = call.wait(answer); status != success) return failed(status, answer);
    its->is_finalized = its->is_in_worker = true;
    if (its->type == wire::tensor) {
        std::vector<wire::Attribute> attributes;
        for (const auto& item : its->items)
            attributes.push_back(GraphDescriptor::view(item));
        if (const auto value = wire::host_value_of(attributes)) its->host_values.insert(*value);
    }
    return success;
}
RF_LIBRARY_FUNCTION(int, cudnnBackendGetAttribute)
(void* descriptor, int name, int type, std::int64_t count, std::int64_t* given, void* elements) {
    auto* its = static_cast<GraphDescriptor*>(descriptor);
    if (its == nullptr || (elements == nullptr && given == nullptr)) return null_pointer;
    if (!its->is_in_worker) return not_finalized;
    // Programs ask how many there are in this way, whatever count they name.
    if (elements == nullptr) count = 0;
    const std::size_t size = wire::attribute_bytes(type);
    if (size == 0) return 2010;
    std::vector<wire::Target> targets;
    if (type == wire::type_descriptor) {
        for (std::int64_t i = 0; i < count; ++i) {
            const auto* target = static_cast<GraphDescriptor* const*>(elements)[i];
            if (target == nullptr) return null_pointer;
            targets.push_back({target->number, target->type});
        }
    }
    std::size_t at = 0;
    for (;;) {
        LibraryCall call(client::Library::Cudnn, static_cast<std::uint32_t>(Function::GetAttribute));
        if (!call.is_open()) return not_initialized;
        call.add(session_bits.load()).add(its->number).add(name).add(type).add(count);
        call.add_copy(targets.data(), targets.size() * sizeof(wire::Target));
        call.add(at);
        std::vector<std::byte> answer;
        if (const int status = call.wait(answer); status != success) return failed(status, answer);
        std::int64_t there = 0;
        if (answer.size() < sizeof there) return bad_param;
        std::memcpy(&there, answer.data(), sizeof there);
        if (given != nullptr) *given = there;
        if (type == wire::type_descriptor) {
            for (std::int64_t i = 0; i < std::min(there, count); ++i) {
                auto* target = static_cast<GraphDescriptor**>(elements)[i];
                target->is_finalized = target->is_in_worker = true;
                target->host_values = its->host_values;
            }
            return success;
        }
        const std::size_t replied = answer.size() - sizeof there;
        const std::size_t bytes = wire::bytes_for_program(there, count, size, at, replied);
        if (bytes == 0) return success;
        std::memcpy(static_cast<std::byte*>(elements) + at, answer.data() + sizeof there, bytes);
        at += bytes;
        if (wire::bytes_for_program(there, count, size, at, 1) == 0) return success;
    }
}
// The first execution of a plan is waited for: programs try the next plan if one fails.
RF_LIBRARY_FUNCTION(int, cudnnBackendExecute)(void* handle, void* plan, void* pack) {
    auto* its_plan = static_cast<GraphDescriptor*>(plan);
    auto* its_pack = static_cast<GraphDescriptor*>(pack);
    if (its_plan == nullptr || its_pack == nullptr) return null_pointer;
    if (!its_plan->is_in_worker || !its_pack->is_finalized) return not_finalized;
    LibraryCall call = call_of(Function::Execute, handle);
    if (!call.is_open()) return not_initialized;
    const std::vector<std::byte> list = its_pack->attributes();
    const std::vector<std::byte> values = host_values(*its_plan, *its_pack);
    call.add(session_bits.load()).add(its_plan->number);
    call.add_copy(list.data(), list.size());
    call.add_copy(values.data(), values.size());
    if (its_plan->was_executed) return call.finish();
    std::vector<std::byte> answer;
    if (const int status = call.wait(answer); status != success) return failed(status, answer);
    its_plan->was_executed = true;
    return success;
}

namespace {

// One that the library gave: where there are no such weights it has no dimensions.
int set_tensor(void* tensor, const wire::TensorShape& shape) {
    return Arguments()
        .value(shape.type)
        .value(shape.rank)
        .integers(shape.dimensions, shape.rank)
        .integers(shape.strides, shape.rank)
        .fill_descriptor(tensor, Kind::Tensor, Setter::cudnnSetTensorNdDescriptor, shape.type);
}

}  // namespace

// The states are made once, here; the descriptor then names them.
RF_LIBRARY_FUNCTION(int, cudnnSetDropoutDescriptor)
(void* descriptor, void* handle, float dropout, void* states, std::size_t bytes, unsigned long long seed) {
    if (descriptor == nullptr) return null_pointer;
    Arguments arguments;
    arguments.value(dropout)
        .between(dropout, 0, 1)
        .memory(states)
        .value(std::uint64_t{bytes})
        .value(std::uint64_t{seed});
    if (states == nullptr) {
        return arguments.fill_descriptor(descriptor, Kind::Dropout, Setter::cudnnSetDropoutDescriptor);
    }
    if (arguments.problem() != success) return arguments.problem();
    std::vector<std::byte> steps;
    append(steps, wire::Step{static_cast<std::uint32_t>(Setter::cudnnSetDropoutDescriptor), arguments.bytes()});
    LibraryCall call = call_of(Function::InitializeDropout, handle);
    if (!call.is_open()) return not_initialized;
    call.add_copy(steps.data(), steps.size());
    if (const int status = call.finish(); status != success) return status;
    return arguments.fill_descriptor(descriptor, Kind::Dropout, Setter::cudnnRestoreDropoutDescriptor);
}

RF_LIBRARY_FUNCTION(int, cudnnGetRNNWeightParams)
(void* handle, void* network, std::int32_t layer, std::size_t bytes, const void* weights, std::int32_t part,
 void* matrix, void** matrix_at, void* bias, void** bias_at) {
    // Programs ask for one of the two, and pass nulls for the other.
    if (matrix_at == nullptr && bias_at == nullptr) return null_pointer;
    Arguments arguments;
    arguments.descriptor(network, Kind::Rnn, false)
        .value(layer)
        .value(std::uint64_t{bytes})
        .memory(weights)
        .value(part);
    if (arguments.problem() != success) return arguments.problem();
    LibraryCall call = call_of(Function::GetWeightParams, handle);
    if (!call.is_open()) return not_initialized;
    const std::vector<std::byte> list = arguments.bytes();
    call.add_copy(list.data(), list.size());
    std::vector<std::byte> answer;
    if (const int status = call.wait(answer); status != success) return status;
    wire::WeightParams params;
    if (answer.size() != sizeof params) return bad_param;
    std::memcpy(&params, answer.data(), sizeof params);
    if (matrix_at != nullptr) *matrix_at = reinterpret_cast<void*>(params.matrix);
    if (bias_at != nullptr) *bias_at = reinterpret_cast<void*>(params.bias);
    if (matrix != nullptr) {
        if (const int status = set_tensor(matrix, params.matrix_shape); status != success) return status;
    }
    return bias != nullptr ? set_tensor(bias, params.bias_shape) : success;
}
