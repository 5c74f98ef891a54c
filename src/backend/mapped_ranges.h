// Which ranges of an address space hold memory, and what each of them was made of.
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
        std::uint64_t handle = 0;  // whatever its owner needs to take it away again
    };

    bool overlaps(Address begin, std::uint64_t bytes) const;
    // True if all of it holds memory, of one range or of several adjacent ones.
    bool covers(Address begin, std::uint64_t bytes) const;
    // The ranges that together are exactly this one; empty if there are none such.
    std::vector<Range> exactly(Address begin, std::uint64_t bytes) const;
    std::vector<Range> all() const;
    // The one that holds this address.
    std::optional<Range> find(Address address) const;

    void add(const Range& range) { ranges_.emplace(range.begin, range); }
    void remove(Address begin) { ranges_.erase(begin); }

private:
    std::map<Address, Range> ranges_;
};

}  // namespace ringfence::backend
