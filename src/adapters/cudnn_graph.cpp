#include "adapters/cudnn_graph.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <set>
#include <unordered_set>

#include <fmt/core.h>

#include "base/cuda_status.h"

namespace ringfence::adapters::cudnn_calls {
namespace {

namespace wire = channel::cudnn;

constexpr unsigned most_depth = 64;
constexpr std::size_t most_tensors = 512;  // of one graph
constexpr std::size_t most_graph_descriptors = 65536;
constexpr std::int64_t most_targets = 4096;
constexpr std::int64_t most_descriptor_types = 1024;
// The charge for one descriptor, roughly what the library keeps: plans have kernels of their own.
constexpr std::uint64_t descriptor_bytes = 4096;
constexpr std::uint64_t plan_bytes = 256 << 10;

std::uint64_t word_at(std::span<const std::byte> bytes, std::size_t index) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + index * sizeof word, sizeof word);
    return word;
}

const wire::Attribute* find_attribute(const std::vector<wire::Attribute>& attributes, std::int32_t name) {
    const auto found = std::find_if(attributes.begin(), attributes.end(),
                                    [&](const wire::Attribute& attribute) { return attribute.name == name; });
    return found != attributes.end() ? &*found : nullptr;
}

// The most that a library on the processor computes with at a time: what lies between the operations is kept until all
// is done, and an operation has up to three inputs, a result, and what one of them is brought into its shape from.
std::uint64_t numbers_at_work(const GraphTensors& tensors) {
    std::uint64_t all = 0;
    std::uint64_t most = 0;
    for (const auto& [unique_id, reach] : tensors.reaches) {
        if (__builtin_add_overflow(all, reach.elements, &all)) return UINT64_MAX;
        most = std::max(most, reach.elements);
    }
    std::uint64_t operation = 0;
    const bool is_too_much =
        __builtin_mul_overflow(most, std::uint64_t{5}, &operation) || __builtin_add_overflow(all, operation, &all);
    return is_too_much ? UINT64_MAX : all;
}

// The most numbers that host values are made of. Each execution keeps its own until it is done.
std::uint64_t numbers_in(const std::vector<wire::HostValue>& values) {
    return std::accumulate(values.begin(), values.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const wire::HostValue& value) { return sum + value.bytes.size(); });
}

// A descriptor that lives as long as one call.
class Temporary {
public:
    explicit Temporary(const CudnnLibrary& library) : library_(library) {}
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;
    ~Temporary() {
        if (real != nullptr) (void)library_.destroy_descriptor(real);
    }
    void* real = nullptr;

private:
    const CudnnLibrary& library_;
};

}  // namespace

bool GraphDescriptor::hold(const std::shared_ptr<GraphDescriptor>& other) {
    if (other->depth_ + 1 > most_depth) return false;
    depth_ = std::max(depth_, other->depth_ + 1);
    other->is_held = true;
    holds_.push_back(other);
    tensors_.reset();
    return true;
}

void GraphDescriptor::describe(const std::vector<wire::Attribute>& attributes) {
    host_value_ = wire::host_value_of(attributes);
    if (!library_.is_for_card) reach_ = wire::reach_of(attributes);
}

void GraphDescriptor::add_own(GraphTensors& to) const {
    if (host_value_) {
        // Two of one number and different sizes: none that is sent can be both.
        const auto [place, is_new] = to.host_values.insert(*host_value_);
        if (!is_new && place->second != host_value_->second) place->second = UINT32_MAX;
    }
    if (reach_) {
        wire::TensorReach& known = to.reaches[reach_->first];
        known = {std::max(known.bytes, reach_->second.bytes), std::max(known.elements, reach_->second.elements)};
    }
}

// What it stands upon does not change: only a descriptor that nothing holds is ever filled again.
const GraphTensors* GraphDescriptor::tensors() {
    if (tensors_) return &*tensors_;
    GraphTensors found;
    std::unordered_set<const GraphDescriptor*> seen{this};
    std::vector<const GraphDescriptor*> left{this};
    while (!left.empty()) {
        const GraphDescriptor* const one = left.back();
        left.pop_back();
        one->add_own(found);
        if (found.host_values.size() + found.reaches.size() > most_tensors) return nullptr;
        for (const std::shared_ptr<GraphDescriptor>& held : one->holds_)
            if (seen.insert(held.get()).second) left.push_back(held.get());
    }
    tensors_ = std::move(found);
    return &*tensors_;
}

Answer GraphSession::failed(int status) const {
    Answer answer{.status = status};
    const std::string why = library_.last_error();
    const auto bytes = std::as_bytes(std::span(why));
    answer.bytes.assign(bytes.begin(), bytes.end());
    return answer;
}

Result<int> GraphSession::make(Caller& caller, std::int64_t type, std::size_t bytes, Shared& made) const {
    if (type < 0 || type >= most_descriptor_types || type == wire::variant_pack) return bad_param;
    RF_TRY(Account::Holding memory,
           caller.charge((type == wire::execution_plan ? plan_bytes : descriptor_bytes) + bytes));
    void* real = nullptr;
    if (const int status = library_.create_descriptor(static_cast<int>(type), &real); status != success) return status;
    if (real == nullptr) return not_supported;
    made = std::make_shared<GraphDescriptor>(library_, real, type);
    made->memory = std::move(memory);
    return success;
}

Result<int> GraphSession::set(Caller& caller, GraphDescriptor& to, const wire::Attribute& attribute) {
    const auto count = static_cast<std::size_t>(attribute.count);
    const void* elements = attribute.elements.data();
    std::vector<void*> reals;
    switch (attribute.type) {
        case wire::type_void_ptr:
            return refused("cudnnBackendSetAttribute", "only variant packs have attributes that are pointers");
        case wire::type_descriptor:
            for (std::size_t i = 0; i < count; ++i) {
                const auto found = descriptors_.find(word_at(attribute.elements, i));
                if (found == descriptors_.end()) {
                    return refused("cudnnBackendSetAttribute", "an element is no finalized descriptor");
                }
                if (!to.hold(found->second)) {
                    return refused("cudnnBackendSetAttribute", "too many descriptors stand one upon the other");
                }
                reals.push_back(found->second->real);
            }
            break;
        case wire::type_handle:
            for (std::size_t i = 0; i < count; ++i) {
                Object* object = caller.find(word_at(attribute.elements, i));
                if (object == nullptr || object->library != channel::Library::Cudnn ||
                    static_cast<CudnnObject*>(object)->part != Part::Handle) {
                    return refused("cudnnBackendSetAttribute", "an element is no handle");
                }
                to.hold(static_cast<CudnnHandle*>(object)->own);
                reals.push_back(static_cast<CudnnHandle*>(object)->real);
            }
            break;
        default: break;
    }
    if (!reals.empty()) elements = reals.data();
    return library_.set_attribute(to.real, attribute.name, attribute.type, attribute.count, elements);
}

Result<Answer> GraphSession::finalize(Caller& caller, std::uint64_t number, std::int64_t type,
                                      std::span<const std::byte> list) {
    RF_TRY(const auto attributes, wire::read_attributes(list));
    if (descriptors_.count(number) != 0) return refused("cudnnBackendFinalize", "it is finalized already");
    if (descriptors_.size() >= most_graph_descriptors) {
        return Error::bad_input("cudnnBackendFinalize: the session has too many descriptors")
            .with_status(cuda_status::out_of_memory);
    }
    Shared made;
    RF_TRY(const int status, make(caller, type, list.size(), made));
    if (status != success) return failed(status);
    for (const wire::Attribute& attribute : attributes) {
        RF_TRY(const int is_set, set(caller, *made, attribute));
        if (is_set != success) return failed(is_set);
    }
    if (const int finalized = library_.finalize(made->real); finalized != success) return failed(finalized);
    if (type == wire::tensor) made->describe(attributes);
    descriptors_.emplace(number, std::move(made));
    return Answer{};
}

Result<int> GraphSession::find_targets(Caller& caller, std::span<const std::byte> targets, std::int64_t count,
                                       std::vector<std::pair<std::uint64_t, Shared>>& found) const {
    if (count > most_targets || targets.size() != static_cast<std::size_t>(count) * sizeof(wire::Target)) {
        return refused("cudnnBackendGetAttribute", fmt::format("{} bytes for {} descriptors", targets.size(), count));
    }
    std::set<std::uint64_t> seen;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        wire::Target target;
        std::memcpy(&target, targets.data() + i * sizeof target, sizeof target);
        if (!seen.insert(target.descriptor).second) {
            return refused("cudnnBackendGetAttribute", "one descriptor is to be filled twice");
        }
        Shared shared;
        if (const auto is_there = descriptors_.find(target.descriptor); is_there != descriptors_.end()) {
            shared = is_there->second;
            // Then nothing that it could come to hold holds it.
            if (shared->is_held || shared->type != target.type) {
                return refused("cudnnBackendGetAttribute", "a descriptor that is in use is to be filled");
            }
        } else {
            if (descriptors_.size() + found.size() >= most_graph_descriptors) {
                return Error::bad_input("cudnnBackendGetAttribute: the session has too many descriptors")
                    .with_status(cuda_status::out_of_memory);
            }
            RF_TRY(const int status, make(caller, target.type, 0, shared));
            if (status != success) return status;
        }
        found.emplace_back(target.descriptor, std::move(shared));
    }
    return success;
}

Result<Answer> GraphSession::get_attribute(Caller& caller, std::uint64_t number, std::int64_t name, std::int64_t type,
                                           std::int64_t count, std::span<const std::byte> targets,
                                           std::uint64_t first_byte) {
    const auto from = descriptors_.find(number);
    if (from == descriptors_.end()) return Answer{.status = not_finalized};
    const Shared source = from->second;
    const std::size_t size = wire::attribute_bytes(type);
    if (size == 0 || type == wire::type_handle || type == wire::type_void_ptr) return Answer{.status = not_supported};
    if (count < 0 || static_cast<std::uint64_t>(count) > wire::most_attribute_bytes / size) {
        return refused("cudnnBackendGetAttribute", fmt::format("{} elements are too many", count));
    }
    std::vector<std::pair<std::uint64_t, Shared>> filled;
    std::vector<std::uint64_t> buffer((static_cast<std::size_t>(count) * size + 7) / 8);
    if (type == wire::type_descriptor) {
        RF_TRY(const int status, find_targets(caller, targets, count, filled));
        if (status != success) return failed(status);
        for (std::size_t i = 0; i < filled.size(); ++i) {
            if (filled[i].second == source) return refused("cudnnBackendGetAttribute", "it cannot fill itself");
            buffer[i] = reinterpret_cast<std::uint64_t>(filled[i].second->real);
        }
    }
    std::int64_t given = 0;
    const int status = library_.get_attribute(source->real, static_cast<int>(name), static_cast<int>(type), count,
                                              &given, count != 0 ? buffer.data() : nullptr);
    if (status != success) return failed(status);
    const auto there = static_cast<std::size_t>(std::clamp<std::int64_t>(given, 0, count));
    Answer answer;
    answer.bytes.resize(sizeof given);
    std::memcpy(answer.bytes.data(), &given, sizeof given);
    if (type == wire::type_descriptor) {
        for (std::size_t i = 0; i < there; ++i) {
            auto& [its_number, shared] = filled[i];
            if (!shared->hold(source)) {
                // The library has filled them, and what they stand upon now is neither kept nor known.
                for (const auto& target : filled)
                    descriptors_.erase(target.first);
                return refused("cudnnBackendGetAttribute", "too many descriptors stand one upon the other");
            }
            descriptors_[its_number] = shared;
        }
        return answer;
    }
    const auto all = std::as_bytes(std::span(buffer)).subspan(0, there * size);
    const std::size_t begin = std::min<std::uint64_t>(first_byte, all.size());
    const auto part = all.subspan(begin, std::min(all.size() - begin, wire::most_answer_bytes));
    answer.bytes.insert(answer.bytes.end(), part.begin(), part.end());
    return answer;
}

Result<void> GraphSession::check_tensor(Caller& caller, const GraphTensors& tensors, std::int64_t unique_id,
                                        std::uint64_t address) {
    const auto reach = tensors.reaches.find(unique_id);
    if (const auto checked = caller.check(address, reach != tensors.reaches.end() ? reach->second.bytes : 1);
        !checked.ok()) {
        return refused("cudnnBackendExecute", fmt::format("tensor {} at {:#x} is not the session's: {}", unique_id,
                                                          address, checked.error().message));
    }
    return {};
}

// Pointers are the session's, or lead to copies of host values that the plan reads.
Result<int> GraphSession::set_pack(Caller& caller, void* pack, const GraphTensors& tensors,
                                   const std::vector<wire::Attribute>& attributes,
                                   const std::vector<wire::HostValue>& values) const {
    const wire::Attribute* numbers = find_attribute(attributes, wire::pack_unique_ids);
    std::set<std::int32_t> names;
    for (const wire::Attribute& attribute : attributes) {
        if (!names.insert(attribute.name).second) return refused("cudnnBackendExecute", "an attribute comes twice");
        if (attribute.type == wire::type_descriptor || attribute.type == wire::type_handle) return bad_param;
        const bool are_tensors = attribute.name == wire::pack_data_pointers;
        // Addresses by another name: nobody would check them.
        if (are_tensors && attribute.type != wire::type_void_ptr) return bad_param;
        if (attribute.type != wire::type_void_ptr) {
            const int status = library_.set_attribute(pack, attribute.name, attribute.type, attribute.count,
                                                      attribute.elements.data());
            if (status != success) return status;
            continue;
        }
        if (are_tensors &&
            (numbers == nullptr || numbers->type != wire::type_int64 || numbers->count != attribute.count)) {
            return bad_param;
        }
        std::vector<const void*> pointers;
        for (std::size_t i = 0; i < static_cast<std::size_t>(attribute.count); ++i) {
            const std::uint64_t address = word_at(attribute.elements, i);
            const auto unique_id = are_tensors ? static_cast<std::int64_t>(word_at(numbers->elements, i)) : 0;
            const auto expected = are_tensors ? tensors.host_values.find(unique_id) : tensors.host_values.end();
            if (expected != tensors.host_values.end()) {
                const auto value = std::find_if(values.begin(), values.end(), [&](const wire::HostValue& one) {
                    return one.unique_id == unique_id && one.bytes.size() == expected->second;
                });
                if (tensors.reaches.count(unique_id) != 0) {
                    return refused("cudnnBackendExecute", fmt::format("two tensors have the number {}", unique_id));
                }
                if (value == values.end()) {
                    return refused("cudnnBackendExecute", fmt::format("tensor {} must come with its value", unique_id));
                }
                pointers.push_back(value->bytes.data());
                continue;
            }
            if (address != 0) RF_RETURN_IF_ERROR(check_tensor(caller, tensors, unique_id, address));
            // A tensor that the plan does not have: nobody knows how far the library would reach for it.
            const bool is_unknown = are_tensors && !library_.is_for_card && tensors.reaches.count(unique_id) == 0;
            pointers.push_back(is_unknown ? nullptr : reinterpret_cast<const void*>(address));
        }
        const int status =
            library_.set_attribute(pack, attribute.name, attribute.type, attribute.count, pointers.data());
        if (status != success) return status;
    }
    return library_.finalize(pack);
}

Result<Answer> GraphSession::execute(Caller& caller, CudnnHandle& handle, std::uint64_t number,
                                     std::span<const std::byte> list, std::span<const std::byte> value_list) {
    const auto found = descriptors_.find(number);
    if (found == descriptors_.end() || found->second->type != wire::execution_plan) {
        return refused("cudnnBackendExecute", "there is no such plan");
    }
    const GraphTensors* const tensors = found->second->tensors();
    if (tensors == nullptr) return refused("cudnnBackendExecute", "the plan stands upon too many tensors");
    RF_TRY(const auto attributes, wire::read_attributes(list));
    RF_TRY(const auto values, wire::read_host_values(value_list));
    Temporary pack(library_);
    if (const int status = library_.create_descriptor(wire::variant_pack, &pack.real); status != success) {
        return failed(status);
    }
    RF_TRY(const int status, set_pack(caller, pack.real, *tensors, attributes, values));
    if (status != success) return failed(status);
    caller.uses(found->second);
    RF_TRY(Work work, begin(library_, caller, handle, numbers_at_work(*tensors), numbers_in(values)));
    const int executed = library_.execute(handle.real, found->second->real, pack.real);
    if (executed != success) return failed(executed);
    RF_RETURN_IF_ERROR(finish(caller, work));
    return Answer{.stream = handle.stream};
}

}  // namespace ringfence::adapters::cudnn_calls
