#include "channel/cudnn_wire.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "channel/status.h"

namespace ringfence::channel::cudnn {
namespace {

constexpr std::size_t word_size = 8;
constexpr std::size_t most_host_value_bytes = 4096;
constexpr int type_boolean = 2;
constexpr int tensor_data_type = 901;
constexpr int tensor_dimensions = 902;
constexpr int tensor_strides = 903;
constexpr int tensor_unique_id = 906;
constexpr int tensor_is_by_value = 908;

Error malformed(const char* what) {
    return Error::bad_input(std::string("cuDNN: ") + what).with_status(invalid_value);
}

std::size_t padded(std::size_t bytes) {
    return (bytes + word_size - 1) / word_size * word_size;
}

// Appends a head and bytes, padded to whole words.
template <typename Head>
void append_piece(std::vector<std::byte>& list, const Head& head, std::span<const std::byte> bytes) {
    const std::size_t begin = list.size();
    list.resize(begin + sizeof head + padded(bytes.size()));
    std::memcpy(list.data() + begin, &head, sizeof head);
    if (!bytes.empty()) std::memcpy(list.data() + begin + sizeof head, bytes.data(), bytes.size());
}

template <typename Head>
bool take_head(std::span<const std::byte>& list, Head& head) {
    if (list.size() < sizeof head) return false;
    std::memcpy(&head, list.data(), sizeof head);
    list = list.subspan(sizeof head);
    return true;
}

bool take_bytes(std::span<const std::byte>& list, std::uint64_t bytes, std::span<const std::byte>& taken) {
    if (bytes > list.size() || padded(bytes) > list.size()) return false;
    taken = list.subspan(0, bytes);
    list = list.subspan(padded(bytes));
    return true;
}

struct AttributeHead {
    std::int32_t name = 0;
    std::int32_t type = 0;
    std::int64_t count = 0;
};
struct ValueHead {
    std::int64_t unique_id = 0;
    std::uint64_t bytes = 0;
};
struct StepHead {
    std::uint32_t setter = 0;
    std::uint32_t bytes = 0;
};

template <typename T>
T element(const Attribute& attribute, std::size_t index) {
    T value{};
    std::memcpy(&value, attribute.elements.data() + index * sizeof value, sizeof value);
    return value;
}

}  // namespace

std::size_t attribute_bytes(std::int64_t type) {
    constexpr std::array<std::uint8_t, 31> sizes = {
        8,                        // handle
        4,                        // data type
        1,                        // boolean
        8,                        // int64
        4,                        // float
        8,                        // double
        8,                        // pointer
        4,  4, 4, 4, 4, 4, 4, 4,  // convolution mode, heuristics, knob, NaN, notes, layout, attribute, pointwise
        8,                        // descriptor
        4,  4, 4, 4, 4, 4, 4,     // statistics (two), reduction, behaviour, reordering, resampling, padding
        4,                        // int32
        1,                        // char
        4,                        // signal
        16,                       // fraction
        4,  4, 4, 4,              // normalization (two), random numbers, mixture of experts
    };
    return type >= 0 && type < static_cast<std::int64_t>(sizes.size()) ? sizes[static_cast<std::size_t>(type)] : 0;
}

std::size_t data_bytes(std::int64_t type) {
    constexpr std::array<std::uint8_t, 22> sizes = {4, 8, 2, 1, 4, 4, 1, 4, 32, 2, 8, 1, 1, 1, 4, 1, 0, 0, 0, 4, 8, 16};
    return type >= 0 && type < static_cast<std::int64_t>(sizes.size()) ? sizes[static_cast<std::size_t>(type)] : 0;
}

void append(std::vector<std::byte>& list, const Attribute& attribute) {
    append_piece(list, AttributeHead{attribute.name, attribute.type, attribute.count}, attribute.elements);
}

Result<std::vector<Attribute>> read_attributes(std::span<const std::byte> list) {
    std::vector<Attribute> attributes;
    while (!list.empty()) {
        AttributeHead head;
        if (!take_head(list, head)) return malformed("an attribute is cut off");
        const std::size_t size = attribute_bytes(head.type);
        if (size == 0) return malformed("an attribute has a type that is not known");
        Attribute attribute{head.name, head.type, head.count, {}};
        if (head.count < 0 || static_cast<std::uint64_t>(head.count) > list.size() / size ||
            !take_bytes(list, static_cast<std::uint64_t>(head.count) * size, attribute.elements)) {
            return malformed("an attribute has more elements than were sent");
        }
        attributes.push_back(attribute);
    }
    return attributes;
}

std::optional<std::pair<std::int64_t, std::uint32_t>> host_value_of(const std::vector<Attribute>& attributes) {
    bool is_by_value = false;
    std::int64_t unique_id = 0;
    std::uint64_t bytes = 0;
    std::uint64_t count = 1;
    for (const Attribute& attribute : attributes) {
        if (attribute.count < 1) continue;
        if (attribute.name == tensor_is_by_value && attribute.type == type_boolean) {
            is_by_value = attribute.elements[0] != std::byte{0};
        } else if (attribute.name == tensor_unique_id && attribute.type == type_int64) {
            unique_id = element<std::int64_t>(attribute, 0);
        } else if (attribute.name == tensor_data_type && attribute_bytes(attribute.type) == 4) {
            bytes = data_bytes(element<std::int32_t>(attribute, 0));
        } else if (attribute.name == tensor_dimensions && attribute.type == type_int64) {
            count = 1;
            for (std::size_t i = 0; i < static_cast<std::size_t>(attribute.count); ++i) {
                const auto size = static_cast<std::uint64_t>(element<std::int64_t>(attribute, i));
                count = size > most_host_value_bytes ? most_host_value_bytes + 1 : count * size;
                if (count > most_host_value_bytes) break;
            }
        }
    }
    if (!is_by_value) return std::nullopt;
    const std::uint64_t all = bytes * count;
    // UINT32_MAX if it is too large or of an unknown type: no value has that size, so it can never be given.
    return std::pair{unique_id,
                     all != 0 && all <= most_host_value_bytes ? static_cast<std::uint32_t>(all) : UINT32_MAX};
}

void append(std::vector<std::byte>& list, const HostValue& value) {
    append_piece(list, ValueHead{value.unique_id, value.bytes.size()}, value.bytes);
}

Result<std::vector<HostValue>> read_host_values(std::span<const std::byte> list) {
    std::vector<HostValue> values;
    while (!list.empty()) {
        ValueHead head;
        HostValue value;
        if (!take_head(list, head) || !take_bytes(list, head.bytes, value.bytes)) {
            return malformed("a host value is cut off");
        }
        value.unique_id = head.unique_id;
        values.push_back(value);
    }
    return values;
}

void append(std::vector<std::byte>& steps, const Step& step) {
    append_piece(steps, StepHead{step.setter, static_cast<std::uint32_t>(step.arguments.size())}, step.arguments);
}

Result<std::vector<Step>> read_steps(std::span<const std::byte> list) {
    std::vector<Step> steps;
    while (!list.empty()) {
        StepHead head;
        Step step;
        if (!take_head(list, head) || !take_bytes(list, head.bytes, step.arguments)) {
            return malformed("a descriptor is cut off");
        }
        step.setter = head.setter;
        steps.push_back(step);
    }
    return steps;
}

std::uint64_t reach_of(std::int64_t type, std::span<const std::int64_t> sizes, std::span<const std::int64_t> strides) {
    const std::size_t bytes = data_bytes(type);
    if (bytes == 0 || sizes.empty() || sizes.size() != strides.size()) return UINT64_MAX;
    std::int64_t last = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        std::int64_t offset = 0;
        if (sizes[i] < 1 || strides[i] < 0 || __builtin_mul_overflow(sizes[i] - 1, strides[i], &offset) ||
            __builtin_add_overflow(last, offset, &last)) {
            return UINT64_MAX;
        }
    }
    std::uint64_t all = 0;
    const bool is_too_far = __builtin_mul_overflow(static_cast<std::uint64_t>(last) + 1, bytes, &all);
    return is_too_far ? UINT64_MAX : all;
}

std::uint64_t elements_of(std::span<const std::int64_t> sizes) {
    std::uint64_t all = 1;
    for (const std::int64_t size : sizes)
        if (size < 0 || __builtin_mul_overflow(all, static_cast<std::uint64_t>(size), &all)) return UINT64_MAX;
    return all;
}

std::optional<std::pair<std::int64_t, TensorReach>> reach_of(const std::vector<Attribute>& attributes) {
    if (host_value_of(attributes)) return std::nullopt;
    std::int64_t unique_id = 0;
    std::int64_t type = -1;
    std::vector<std::int64_t> sizes;
    std::vector<std::int64_t> strides;
    for (const Attribute& attribute : attributes) {
        if (attribute.name == tensor_data_type) {
            const bool is_type = attribute_bytes(attribute.type) == 4 && attribute.count > 0;
            type = is_type ? element<std::int32_t>(attribute, 0) : -1;
        } else if (attribute.name == tensor_unique_id && attribute.type == type_int64 && attribute.count > 0) {
            unique_id = element<std::int64_t>(attribute, 0);
        } else if (attribute.name == tensor_dimensions || attribute.name == tensor_strides) {
            std::vector<std::int64_t>& to = attribute.name == tensor_strides ? strides : sizes;
            to.clear();
            if (attribute.type != type_int64 || attribute.count > most_dimensions) continue;
            for (std::size_t i = 0; i < static_cast<std::size_t>(attribute.count); ++i)
                to.push_back(element<std::int64_t>(attribute, i));
        }
    }
    return std::pair{unique_id, TensorReach{reach_of(type, sizes, strides), elements_of(sizes)}};
}

std::size_t bytes_for_program(std::int64_t there, std::int64_t count, std::size_t size, std::size_t at,
                              std::size_t replied) {
    const std::int64_t filled = std::min(there, count);
    std::size_t all = 0;
    if (filled <= 0 || __builtin_mul_overflow(static_cast<std::size_t>(filled), size, &all)) return 0;
    return all > at ? std::min(all - at, replied) : 0;
}

}  // namespace ringfence::channel::cudnn
