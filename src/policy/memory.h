// The memory of a policy that is interpreted: its context, its stack, the values of its maps and an open record of a
// ring, under addresses of their own. Every object lies far from all others, so an access that leaves one reaches
// nothing; and no address of this process can be seen by a policy.
//
//     bits 63..56  what it is: context, stack, value, map or record
//     bits 55..48  which map
//     bits 47..24  which frame, or which value
//     bits 23..0   which byte; the first is in the middle
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "policy/helpers.h"
#include "policy/hooks.h"
#include "policy/insn.h"
#include "policy/map.h"

namespace ringfence::policy {

class Memory {
public:
    explicit Memory(std::vector<Map>& maps) : maps_(maps) {}

    void set_context(Hook hook, Bytes context) {
        hook_ = hook;
        context_ = context;
    }

    [[nodiscard]] std::uint64_t context_address() const;
    [[nodiscard]] std::uint64_t stack_end_address(std::size_t frame) const;
    [[nodiscard]] std::uint64_t value_address(std::size_t map, std::uint32_t number) const;
    // The address that stands for a map itself. There is no memory at it.
    [[nodiscard]] std::uint64_t map_address(std::size_t map) const;
    [[nodiscard]] std::optional<std::size_t> map_at(std::uint64_t address) const;

    // The bytes at an address; none: they are not all inside of one object, or must not be written.
    [[nodiscard]] std::optional<Bytes> find(std::uint64_t address, std::uint64_t size, bool is_write);

    // The record that a ring's helper has opened, as zeros; it is closed when the next run begins, whatever happened.
    [[nodiscard]] std::uint64_t record_address() const;
    void open_record(std::size_t map, std::uint64_t size);
    void close_record() { record_size_ = 0; }
    [[nodiscard]] bool has_record() const { return record_size_ != 0; }
    [[nodiscard]] std::size_t record_map() const { return record_map_; }
    [[nodiscard]] Bytes record() { return Bytes(record_).first(record_size_); }

    [[nodiscard]] std::array<std::uint8_t, frame_bytes>& frame(std::size_t number) { return stack_[number]; }
    [[nodiscard]] std::vector<Map>& maps() { return maps_; }

    // For tests: all addresses are others from here on. `shift` is less than 64. A policy must not notice.
    void move_addresses(std::uint64_t shift) { first_tag_ = 1 + 4 * shift % 240; }

private:
    [[nodiscard]] std::optional<Bytes> find_context(std::int64_t offset, std::uint64_t size, bool is_write) const;

    std::vector<Map>& maps_;
    std::uint64_t first_tag_ = 1;
    Hook hook_ = Hook::Init;
    Bytes context_;
    alignas(8) std::array<std::array<std::uint8_t, frame_bytes>, most_frames> stack_{};
    std::size_t record_map_ = 0;
    std::uint64_t record_size_ = 0;  // 0: none is open
    alignas(8) std::array<std::uint8_t, largest_record> record_{};
};

}  // namespace ringfence::policy
