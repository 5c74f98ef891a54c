#include "policy/memory.h"

#include <algorithm>

namespace ringfence::policy {
namespace {

enum Tag : std::uint64_t { ContextTag, StackTag, ValueTag, MapTag, RecordTag };
constexpr std::uint64_t middle = std::uint64_t{1} << 23U;

std::uint64_t address_of(std::uint64_t tag, std::uint64_t map, std::uint64_t number) {
    return tag << 56U | map << 48U | number << 24U | middle;
}

std::uint64_t map_in(std::uint64_t address) {
    return address >> 48U & 0xffU;
}
std::uint32_t number_in(std::uint64_t address) {
    return static_cast<std::uint32_t>(address >> 24U & 0xffffffU);
}

// The part of `object` from `offset` on.
std::optional<Bytes> inside(Bytes object, std::int64_t offset, std::uint64_t size) {
    if (offset < 0 || static_cast<std::uint64_t>(offset) > object.size()) return std::nullopt;
    const auto begin = static_cast<std::size_t>(offset);
    if (size > object.size() - begin) return std::nullopt;
    return object.subspan(begin, size);
}

}  // namespace

std::uint64_t Memory::context_address() const {
    return address_of(first_tag_ + ContextTag, 0, 0);
}

std::uint64_t Memory::stack_end_address(std::size_t frame) const {
    return address_of(first_tag_ + StackTag, 0, frame);
}

std::uint64_t Memory::value_address(std::size_t map, std::uint32_t number) const {
    return address_of(first_tag_ + ValueTag, map, number);
}

std::uint64_t Memory::map_address(std::size_t map) const {
    return address_of(first_tag_ + MapTag, map, 0);
}

std::uint64_t Memory::record_address() const {
    return address_of(first_tag_ + RecordTag, 0, 0);
}

void Memory::open_record(std::size_t map, std::uint64_t size) {
    record_map_ = map;
    record_size_ = size;
    std::ranges::fill(record(), std::uint8_t{0});
}

std::optional<std::size_t> Memory::map_at(std::uint64_t address) const {
    const std::size_t map = map_in(address);
    if (map >= maps_.size() || address != map_address(map)) return std::nullopt;
    return map;
}

std::optional<Bytes> Memory::find(std::uint64_t address, std::uint64_t size, bool is_write) {
    const auto offset = static_cast<std::int64_t>(address & 0xffffffU) - static_cast<std::int64_t>(middle);
    switch ((address >> 56U) - first_tag_) {
        case ContextTag:
            if (map_in(address) != 0 || number_in(address) != 0) return std::nullopt;
            return find_context(offset, size, is_write);
        case StackTag:
            if (map_in(address) != 0 || number_in(address) >= most_frames) return std::nullopt;
            return inside(stack_[number_in(address)], offset + frame_bytes, size);
        case ValueTag: {
            if (map_in(address) >= maps_.size()) return std::nullopt;
            Map& map = maps_[map_in(address)];
            if (!map.has_value(number_in(address)) || (is_write && map.spec().is_read_only)) return std::nullopt;
            return inside(map.value(number_in(address)), offset, size);
        }
        case RecordTag:
            if (map_in(address) != 0 || number_in(address) != 0 || !has_record()) return std::nullopt;
            return inside(record(), offset, size);
        default: return std::nullopt;
    }
}

std::optional<Bytes> Memory::find_context(std::int64_t offset, std::uint64_t size, bool is_write) const {
    const HookInfo& hook = info_of(hook_);
    if (!has_bytes(hook, offset, size) || (is_write && read_only_field(hook, offset, size) != nullptr))
        return std::nullopt;
    return inside(context_, offset, size);
}

}  // namespace ringfence::policy
