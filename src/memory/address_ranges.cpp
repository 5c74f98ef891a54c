#include "memory/address_ranges.h"

#include <iterator>

namespace ringfence::memory {

AddressRanges::AddressRanges(Address begin, std::uint64_t bytes) : free_bytes_(bytes) {
    if (bytes > 0) free_.emplace(begin, bytes);
}

std::optional<Address> AddressRanges::take(std::uint64_t bytes, std::uint64_t alignment) {
    if (bytes == 0) return std::nullopt;
    for (auto range = free_.begin(); range != free_.end(); ++range) {
        const auto address = round_up(range->first, alignment);
        if (!address) return std::nullopt;
        const std::uint64_t skipped = *address - range->first;
        if (skipped >= range->second || range->second - skipped < bytes) continue;
        cut(range, *address, bytes);
        return address;
    }
    return std::nullopt;
}

std::optional<Address> AddressRanges::take_last(std::uint64_t bytes, std::uint64_t alignment) {
    if (bytes == 0) return std::nullopt;
    for (auto range = free_.rbegin(); range != free_.rend(); ++range) {
        if (range->second < bytes) continue;
        const Address address = (range->first + range->second - bytes) & ~(alignment - 1);
        if (address < range->first) continue;
        cut(std::prev(range.base()), address, bytes);
        return address;
    }
    return std::nullopt;
}

std::optional<std::pair<Address, std::uint64_t>> AddressRanges::find(Address address) const {
    auto range = free_.upper_bound(address);
    if (range == free_.begin()) return std::nullopt;
    --range;
    if (address - range->first >= range->second) return std::nullopt;
    return *range;
}

bool AddressRanges::take_at(Address address, std::uint64_t bytes) {
    auto range = free_.upper_bound(address);
    if (bytes == 0 || range == free_.begin()) return false;
    --range;
    const std::uint64_t skipped = address - range->first;
    if (skipped >= range->second || range->second - skipped < bytes) return false;
    cut(range, address, bytes);
    return true;
}

void AddressRanges::cut(Ranges::iterator range, Address address, std::uint64_t bytes) {
    const Address end = range->first + range->second;
    const std::uint64_t before = address - range->first;
    if (before == 0) {
        free_.erase(range);
    } else {
        range->second = before;
    }
    if (address + bytes != end) free_.emplace(address + bytes, end - address - bytes);
    free_bytes_ -= bytes;
}

void AddressRanges::give_back(Address address, std::uint64_t bytes) {
    free_bytes_ += bytes;
    auto next = free_.lower_bound(address);
    if (next != free_.end() && address + bytes == next->first) {
        bytes += next->second;
        next = free_.erase(next);
    }
    if (next != free_.begin()) {
        const auto before = std::prev(next);
        if (before->first + before->second == address) {
            before->second += bytes;
            return;
        }
    }
    free_.emplace_hint(next, address, bytes);
}

}  // namespace ringfence::memory
