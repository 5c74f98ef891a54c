// The format in which cuDNN's calls are sent to the worker.
//
// A graph's descriptor is a list of attributes, which the shim stores until the descriptor is finalized. Any other
// descriptor is a list of steps, which are the calls that fill it: it is sent by value with every call that uses it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/result.h"

namespace ringfence::channel::cudnn {

// Functions that are declared in api/libraries/cudnn.api have later numbers (first_declared_function).
enum class Function : std::uint32_t {
    Begin,              // session: descriptors of graphs belong to it; gives Versions
    Create,             // handle
    Destroy,            // handle
    SetStream,          // handle, stream
    Finalize,           // session, descriptor, its type, attributes
    GetAttribute,       // session, descriptor, name, type, count, Targets, first byte; gives a count and bytes
    Drop,               // session, descriptor
    Execute,            // handle, session, plan, attributes of the variant pack, host values
    InitializeDropout,  // handle, steps
    GetWeightParams,    // handle, arguments; gives WeightParams
};

struct Versions {
    std::uint64_t library = 0;
    std::uint64_t cudart = 0;
    std::uint64_t most_device = 0;
};

// The descriptors that are filled by calls, in the order of kind_names.
enum class Kind : std::uint8_t {
    Tensor,
    Filter,
    Convolution,
    Activation,
    Pooling,
    Dropout,
    Rnn,
    RnnData,
    CtcLoss,
    Transformer,
    OpTensor,
    ReduceTensor,
    Lrn,
};
constexpr std::size_t kind_count = 13;
constexpr const char* kind_names[kind_count] = {
    "Tensor",  "Filter",  "Convolution",        "Activation", "Pooling",      "Dropout", "RNN",
    "RNNData", "CTCLoss", "SpatialTransformer", "OpTensor",   "ReduceTensor", "LRN"};

constexpr int execution_plan = 5;  // a cudnnBackendDescriptorType_t, like these
constexpr int variant_pack = 16;
constexpr int tensor = 17;

constexpr int type_handle = 0;  // a cudnnBackendAttributeType_t, like these
constexpr int type_void_ptr = 6;
constexpr int type_descriptor = 15;
constexpr int type_int64 = 3;

constexpr int pack_unique_ids = 1000;  // a cudnnBackendAttributeName_t, like this
constexpr int pack_data_pointers = 1001;

// The bytes of one element of an attribute. 0: there is no such type.
std::size_t attribute_bytes(std::int64_t type);
// The bytes of a cudnnDataType_t. 0: there is no such type, or it has less than a byte.
std::size_t data_bytes(std::int64_t type);

// How many bytes a tensor spans from its first element; UINT64_MAX: unknown.
std::uint64_t reach_of(std::int64_t type, std::span<const std::int64_t> sizes, std::span<const std::int64_t> strides);
// How many elements a tensor has. Strides may be 0, so its memory does not limit them. UINT64_MAX: too many.
std::uint64_t elements_of(std::span<const std::int64_t> sizes);

struct Attribute {
    std::int32_t name = 0;
    std::int32_t type = 0;
    std::int64_t count = 0;
    std::span<const std::byte> elements;  // aligned like words
};
void append(std::vector<std::byte>& list, const Attribute& attribute);
Result<std::vector<Attribute>> read_attributes(std::span<const std::byte> list);

// The ids and sizes of tensors that lie in host memory and are read when a plan is executed.
using HostValues = std::map<std::int64_t, std::uint32_t>;
// The id and size of such a tensor; nothing for other descriptors.
std::optional<std::pair<std::int64_t, std::uint32_t>> host_value_of(const std::vector<Attribute>& attributes);

struct TensorReach {
    std::uint64_t bytes = 0;
    std::uint64_t elements = 0;

    bool operator==(const TensorReach&) const = default;
};
// The id of a graph's tensor that is not in host memory, and how far it reaches.
std::optional<std::pair<std::int64_t, TensorReach>> reach_of(const std::vector<Attribute>& attributes);

// The contents of a tensor in host memory.
struct HostValue {
    std::int64_t unique_id = 0;
    std::span<const std::byte> bytes;
};
void append(std::vector<std::byte>& list, const HostValue& value);
Result<std::vector<HostValue>> read_host_values(std::span<const std::byte> list);

// A descriptor that GetAttribute fills.
struct Target {
    std::uint64_t descriptor = 0;
    std::int64_t type = 0;
};
constexpr std::size_t most_answer_bytes = 3072;  // of one reply
// How many bytes of a reply to GetAttribute to copy to the program, which has room for `count` elements of `size` bytes
// and got `at` bytes from earlier replies. `there` is the library's count in this reply, which may differ from earlier
// ones (another thread may refine a heuristic), so it must never lead beyond the room.
std::size_t bytes_for_program(std::int64_t there, std::int64_t count, std::size_t size, std::size_t at,
                              std::size_t replied);
constexpr std::size_t most_attribute_bytes = 1 << 20;
constexpr std::size_t most_integers = 65536;

struct Step {
    std::uint32_t setter = 0;
    std::span<const std::byte> arguments;  // a LibraryFrame
};
void append(std::vector<std::byte>& steps, const Step& step);
Result<std::vector<Step>> read_steps(std::span<const std::byte> steps);

constexpr int most_dimensions = 8;
struct TensorShape {
    std::int32_t type = 0;
    std::int32_t rank = 0;
    std::int32_t dimensions[most_dimensions] = {};
    std::int32_t strides[most_dimensions] = {};
};
struct WeightParams {
    std::uint64_t matrix = 0;
    std::uint64_t bias = 0;
    TensorShape matrix_shape;
    TensorShape bias_shape;
};

}  // namespace ringfence::channel::cudnn
