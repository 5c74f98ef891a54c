// The table of an address space's mapped ranges, with the handle of each.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "backend/device.h"

namespace ringfence::backend {

class MappedRanges {
public:
    struct Range {
        Address begin = 0;
        std::uint64_t bytes = 0;
        std::uint64_t handle = 0;  // what its owner needs to unmap it
    };

    bool overlaps(Address begin, std::uint64_t bytes) const;
    // True if all of it is mapped, by one range or by several adjacent ones.
    bool covers(Address begin, std::uint64_t bytes) const;
    // The ranges that together are exactly this range; empty if none are.
    std::vector<Range> exactly(Address begin, std::uint64_t bytes) const;
    std::vector<Range> all() const;
    // The range that contains this address.
    std::optional<Range> find(Address address) const;

    void add(const Range& range) { ranges_.emplace(range.begin, range); }
    void remove(Address begin) { ranges_.erase(begin); }

private:
    std::map<Address, Range> ranges_;
};

}  // namespace ringfence::backend
