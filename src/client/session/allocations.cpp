#include "client/session/allocations.h"

namespace ringfence::client {

void Allocations::add(Allocation allocation) {
    const WriterLock lock(mutex_);
    allocation.id = ++last_id_;
    by_address_.insert_or_assign(allocation.address, allocation);
}

std::optional<Allocation> Allocations::remove(std::uint64_t address) {
    const WriterLock lock(mutex_);
    const auto found = by_address_.find(address);
    if (found == by_address_.end()) return std::nullopt;
    const Allocation allocation = found->second;
    by_address_.erase(found);
    return allocation;
}

std::optional<Allocation> Allocations::find(std::uint64_t address) const {
    const ReaderLock lock(mutex_);
    auto after = by_address_.upper_bound(address);
    if (after == by_address_.begin()) return std::nullopt;
    const Allocation& allocation = std::prev(after)->second;
    const std::uint64_t offset = address - allocation.address;
    if (offset >= allocation.bytes && offset != 0) return std::nullopt;
    return allocation;
}

std::optional<Allocation> Allocations::find_beginning_at(std::uint64_t address) const {
    const ReaderLock lock(mutex_);
    const auto found = by_address_.find(address);
    if (found == by_address_.end()) return std::nullopt;
    return found->second;
}

}  // namespace ringfence::client
