// Which addresses of a range are not in use: taken lowest (or highest) first, given back and merged with their
// neighbours.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "backend/device.h"

namespace ringfence::memory {

using backend::Address;

// `alignment` is a power of two. Nothing if the result would not fit into 64 bits.
constexpr std::optional<std::uint64_t> round_up(std::uint64_t value, std::uint64_t alignment) {
    const std::uint64_t rounded = (value + alignment - 1) & ~(alignment - 1);
    if (rounded < value) return std::nullopt;
    return rounded;
}

class AddressRanges {
public:
    AddressRanges(Address begin, std::uint64_t bytes);

    std::optional<Address> take(std::uint64_t bytes, std::uint64_t alignment);
    // The same, highest first.
    std::optional<Address> take_last(std::uint64_t bytes, std::uint64_t alignment);
    // Exactly these addresses; false if one of them is in use.
    bool take_at(Address address, std::uint64_t bytes);
    // Releases a range that was taken, or a part of it.
    void give_back(Address address, std::uint64_t bytes);

    // The whole free range that this address lies in: where it begins, and how many bytes it has.
    std::optional<std::pair<Address, std::uint64_t>> find(Address address) const;

    std::uint64_t free_bytes() const { return free_bytes_; }

private:
    using Ranges = std::map<Address, std::uint64_t>;
    void cut(Ranges::iterator range, Address address, std::uint64_t bytes);

    Ranges free_;  // begin to bytes
    std::uint64_t free_bytes_ = 0;
};

}  // namespace ringfence::memory
