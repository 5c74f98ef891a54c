// cuDNN's descriptors of graphs (its "backend" functions), by the types of their attributes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "adapters/cudnn_library.h"

namespace ringfence::adapters::cudnn_calls {

// The tensors of a plan, by their numbers.
struct GraphTensors {
    channel::cudnn::HostValues host_values;
    // How far the others reach: not for a card (CudnnLibrary::is_for_card).
    std::map<std::int64_t, channel::cudnn::TensorReach> reaches;
};

// One that is finalized, or that GetAttribute has filled. It holds all that it was made from: a client may destroy them
// in any order.
class GraphDescriptor {
public:
    GraphDescriptor(const CudnnLibrary& library, void* its_real, std::int64_t its_type)
        : real(its_real), type(its_type), library_(library) {}
    GraphDescriptor(const GraphDescriptor&) = delete;
    GraphDescriptor& operator=(const GraphDescriptor&) = delete;
    ~GraphDescriptor() { (void)library_.destroy_descriptor(real); }

    // False: too many stand one upon the other.
    bool hold(const std::shared_ptr<GraphDescriptor>& other);
    void hold(std::shared_ptr<RealHandle> handle) { handles_.push_back(std::move(handle)); }
    // Of a tensor: what it is, by its attributes.
    void describe(const std::vector<channel::cudnn::Attribute>& attributes);
    // All tensors that it stands upon, found when they are first asked for. Null: there are too many.
    const GraphTensors* tensors();

    void* const real;
    const std::int64_t type;
    bool is_held = false;  // by another, once
    Account::Holding memory;

private:
    void add_own(GraphTensors& to) const;

    const CudnnLibrary& library_;
    std::vector<std::shared_ptr<RealHandle>> handles_;
    std::vector<std::shared_ptr<GraphDescriptor>> holds_;
    unsigned depth_ = 0;
    std::optional<std::pair<std::int64_t, std::uint32_t>> host_value_;
    std::optional<std::pair<std::int64_t, channel::cudnn::TensorReach>> reach_;
    std::optional<GraphTensors> tensors_;
};

class GraphSession final : public CudnnObject {
public:
    explicit GraphSession(const CudnnLibrary& library) : CudnnObject(Part::Session), library_(library) {}

    Result<Answer> finalize(Caller& caller, std::uint64_t number, std::int64_t type,
                            std::span<const std::byte> attributes);
    Result<Answer> get_attribute(Caller& caller, std::uint64_t number, std::int64_t name, std::int64_t type,
                                 std::int64_t count, std::span<const std::byte> targets, std::uint64_t first_byte);
    void drop(std::uint64_t number) { descriptors_.erase(number); }
    Result<Answer> execute(Caller& caller, CudnnHandle& handle, std::uint64_t plan,
                           std::span<const std::byte> attributes, std::span<const std::byte> values);

private:
    using Shared = std::shared_ptr<GraphDescriptor>;

    Result<int> make(Caller& caller, std::int64_t type, std::size_t bytes, Shared& made) const;
    Result<int> set(Caller& caller, GraphDescriptor& to, const channel::cudnn::Attribute& attribute);
    Result<int> set_pack(Caller& caller, void* pack, const GraphTensors& tensors,
                         const std::vector<channel::cudnn::Attribute>& attributes,
                         const std::vector<channel::cudnn::HostValue>& values) const;
    static Result<void> check_tensor(Caller& caller, const GraphTensors& tensors, std::int64_t unique_id,
                                     std::uint64_t address);
    Answer failed(int status) const;
    Result<int> find_targets(Caller& caller, std::span<const std::byte> targets, std::int64_t count,
                             std::vector<std::pair<std::uint64_t, Shared>>& found) const;

    const CudnnLibrary& library_;
    std::unordered_map<std::uint64_t, Shared> descriptors_;
};

}  // namespace ringfence::adapters::cudnn_calls
