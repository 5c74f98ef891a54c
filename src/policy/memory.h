// The memory of an interpreted policy: its context, its stack, the values of its maps and an open record of a ring, at
// artificial addresses. All objects are far apart, so an access beyond an object reaches nothing; and a policy never
// sees an address of this process.
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
    // The address that stands for a map itself, without memory there.
    [[nodiscard]] std::uint64_t map_address(std::size_t map) const;
    [[nodiscard]] std::optional<std::size_t> map_at(std::uint64_t address) const;

    // The bytes at an address; none if they are not all in one object, or not writable.
    [[nodiscard]] std::optional<Bytes> find(std::uint64_t address, std::uint64_t size, bool is_write);

    // The record that a ring's helper has opened, initially zeros; it is closed at the latest when the next run begins.
    [[nodiscard]] std::uint64_t record_address() const;
    void open_record(std::size_t map, std::uint64_t size);
    void close_record() { record_size_ = 0; }
    [[nodiscard]] bool has_record() const { return record_size_ != 0; }
    [[nodiscard]] std::size_t record_map() const { return record_map_; }
    [[nodiscard]] Bytes record() { return Bytes(record_).first(record_size_); }

    [[nodiscard]] std::array<std::uint8_t, frame_bytes>& frame(std::size_t number) { return stack_[number]; }
    [[nodiscard]] std::vector<Map>& maps() { return maps_; }

    // For tests: changes all addresses, which a policy must not notice. `shift` must be less than 64.
    void move_addresses(std::uint64_t shift) { first_tag_ = 1 + 4 * shift % 240; }

private:
    [[nodiscard]] std::optional<Bytes> find_context(std::int64_t offset, std::uint64_t size, bool is_write) const;

    std::vector<Map>& maps_;
    std::uint64_t first_tag_ = 1;
    Hook hook_ = Hook::Init;
    Bytes context_;
    alignas(8) std::array<std::array<std::uint8_t, frame_bytes>, most_frames> stack_{};
    std::size_t record_map_ = 0;
    std::uint64_t record_size_ = 0;  // 0: no open record
    alignas(8) std::array<std::uint8_t, largest_record> record_{};
};

}  // namespace ringfence::policy
