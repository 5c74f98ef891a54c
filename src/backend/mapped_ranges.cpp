#include "backend/mapped_ranges.h"

#include <algorithm>
#include <iterator>

namespace ringfence::backend {

bool MappedRanges::overlaps(Address begin, std::uint64_t bytes) const {
    const auto next = ranges_.lower_bound(begin);
    if (next != ranges_.end() && next->first - begin < bytes) return true;
    if (next == ranges_.begin()) return false;
    const Range& before = std::prev(next)->second;
    return begin - before.begin < before.bytes;
}

bool MappedRanges::covers(Address begin, std::uint64_t bytes) const {
    auto at = ranges_.upper_bound(begin);
    if (at == ranges_.begin()) return false;
    --at;
    while (true) {
        const std::uint64_t inside = begin - at->second.begin;
        if (inside >= at->second.bytes) return false;
        const std::uint64_t here = at->second.bytes - inside;
        if (bytes <= here) return true;
        begin += here;
        bytes -= here;
        if (++at == ranges_.end() || at->first != begin) return false;
    }
}

std::optional<MappedRanges::Range> MappedRanges::find(Address address) const {
    const auto next = ranges_.upper_bound(address);
    if (next == ranges_.begin()) return std::nullopt;
    const Range& range = std::prev(next)->second;
    return address - range.begin < range.bytes ? std::optional(range) : std::nullopt;
}

std::vector<MappedRanges::Range> MappedRanges::exactly(Address begin, std::uint64_t bytes) const {
    std::vector<Range> found;
    for (auto at = ranges_.find(begin); bytes != 0; ++at) {
        if (at == ranges_.end() || at->first != begin || at->second.bytes > bytes) return {};
        found.push_back(at->second);
        begin += at->second.bytes;
        bytes -= at->second.bytes;
    }
    return found;
}

std::vector<MappedRanges::Range> MappedRanges::all() const {
    std::vector<Range> found;
    for (const auto& [begin, range] : ranges_)
        found.push_back(range);
    return found;
}

}  // namespace ringfence::backend
