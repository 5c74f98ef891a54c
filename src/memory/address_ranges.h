// Manages the free addresses of a range: the lowest (or highest) are taken first, and returned ones are merged with
// their neighbours.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "backend/device.h"

namespace ringfence::memory {

using backend::Address;

// `alignment` is a power of two. Nothing if the result exceeds 64 bits.
constexpr std::optional<std::uint64_t> round_up(std::uint64_t value, std::uint64_t alignment) {
    const std::uint64_t rounded = (value + alignment - 1) & ~(alignment - 1);
    if (rounded < value) return std::nullopt;
    return rounded;
}

class AddressRanges {
public:
    AddressRanges(Address begin, std::uint64_t bytes);

    std::optional<Address> take(std::uint64_t bytes, std::uint64_t alignment);
    // The same, from the highest addresses.
    std::optional<Address> take_last(std::uint64_t bytes, std::uint64_t alignment);
    // Takes exactly these addresses; false if one of them is in use.
    bool take_at(Address address, std::uint64_t bytes);
    // Releases a range that was taken, or a part of it.
    void give_back(Address address, std::uint64_t bytes);

    // The whole free range that contains this address: its beginning and size.
    std::optional<std::pair<Address, std::uint64_t>> find(Address address) const;

    std::uint64_t free_bytes() const { return free_bytes_; }

private:
    using Ranges = std::map<Address, std::uint64_t>;
    void cut(Ranges::iterator range, Address address, std::uint64_t bytes);

    Ranges free_;  // begin to bytes
    std::uint64_t free_bytes_ = 0;
};

}  // namespace ringfence::memory
