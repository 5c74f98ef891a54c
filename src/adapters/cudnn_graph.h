// cuDNN's descriptors of graphs (its "backend" functions), by the types of their attributes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "adapters/cudnn_library.h"

namespace ringfence::adapters::cudnn_calls {

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

    void* const real;
    const std::int64_t type;
    bool is_held = false;  // by another, once
    channel::cudnn::HostValues host_values;
    // By their numbers, how far the tensors that it stands upon reach: not for a card (CudnnLibrary::is_for_card).
    std::map<std::int64_t, channel::cudnn::TensorReach> reaches;
    Account::Holding memory;

private:
    const CudnnLibrary& library_;
    std::vector<std::shared_ptr<RealHandle>> handles_;
    std::vector<std::shared_ptr<GraphDescriptor>> holds_;
    unsigned depth_ = 0;
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
    Result<int> set_pack(Caller& caller, void* pack, const GraphDescriptor& plan,
                         const std::vector<channel::cudnn::Attribute>& attributes,
                         const std::vector<channel::cudnn::HostValue>& values) const;
    Result<void> check_tensor(Caller& caller, const GraphDescriptor& plan, std::int64_t unique_id,
                              std::uint64_t address) const;
    Answer failed(int status) const;
    Result<int> find_targets(Caller& caller, std::span<const std::byte> targets, std::int64_t count,
                             std::vector<std::pair<std::uint64_t, Shared>>& found) const;

    const CudnnLibrary& library_;
    std::unordered_map<std::uint64_t, Shared> descriptors_;
};

}  // namespace ringfence::adapters::cudnn_calls
