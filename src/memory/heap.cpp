#include "memory/heap.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include <fmt/core.h>

#include "base/cuda_status.h"

namespace ringfence::memory {

namespace {

// Larger sizes are refused, so that sums of a few sizes cannot overflow.
constexpr std::uint64_t largest_size = std::uint64_t{1} << 60;

Error out_of_memory(std::uint64_t bytes) {
    return Error::bad_input(fmt::format("there is no room for {} more bytes of device memory", bytes))
        .with_status(cuda_status::out_of_memory);
}

}  // namespace

Heap::Heap(ChunkSource& source, Address begin, std::uint64_t bytes, const HeapOptions& options)
    : source_(source), options_(options), uncommitted_(begin, bytes), next_chunk_(options.first_chunk) {}

Result<Address> Heap::allocate(std::uint64_t bytes, std::uint64_t alignment) {
    if (bytes == 0 || !std::has_single_bit(alignment)) {
        return Error::bad_input(fmt::format("an allocation of {} bytes aligned to {}", bytes, alignment))
            .with_remedy("ask for at least one byte, and for a power of two as alignment")
            .with_status(cuda_status::invalid_value);
    }
    if (bytes > largest_size || alignment > largest_size) return out_of_memory(bytes);
    alignment = std::max(alignment, unit);
    const std::uint64_t block_bytes = *round_up(bytes + options_.gap_bytes, unit);
    if (const auto address = take_free(block_bytes, bytes, alignment)) return *address;

    const std::uint64_t needed = block_bytes + alignment - unit;
    auto grown = grow(needed, false);
    if (!grown) {
        // The device is full, so now empty the quarantine and free unused chunks.
        leave_quarantine(0);
        if (source_.may_decommit()) trim();
        if (const auto address = take_free(block_bytes, bytes, alignment)) return *address;
        grown = grow(needed, true);
    }
    if (!grown) return grown.take_error();
    const auto address = take_free(block_bytes, bytes, alignment);
    if (!address) return Error::internal("a heap that has grown has no room").with_status(cuda_status::out_of_memory);
    return *address;
}

Result<void> Heap::prepare() {
    return chunks_.empty() ? grow(options_.first_chunk, false) : Result<void>();
}

std::optional<Address> Heap::take_free(std::uint64_t bytes, std::uint64_t requested, std::uint64_t alignment) {
    // All blocks begin at multiples of the unit, so a block of this size always contains an aligned piece.
    const auto found = free_.lower_bound({bytes + alignment - unit, 0, 0});
    if (found == free_.end()) return std::nullopt;
    const auto block = blocks_.find(found->address);
    const Address address = *round_up(block->first, alignment);
    use_part(block, address, bytes, requested);
    return address;
}

void Heap::use_part(Blocks::iterator block, Address address, std::uint64_t bytes, std::uint64_t requested) {
    unlist(block);
    const Address end = block->first + block->second.bytes;
    const auto after = std::next(block);
    if (address != block->first) {
        block->second.bytes = address - block->first;
        list(block);
        block = blocks_.emplace_hint(after, address, Block{});
    }
    block->second = {bytes, requested, 0, State::Used};
    if (address + bytes != end) {
        list(blocks_.emplace_hint(after, address + bytes, Block{end - address - bytes, 0, 0, State::Free}));
    }
    ++statistics_.allocations;
    statistics_.allocated_bytes += requested;
}

Result<Allocation> Heap::release(Address address) {
    const auto block = blocks_.find(address);
    if (block == blocks_.end() || block->second.state != State::Used) {
        return Error::bad_input(fmt::format("no allocation begins at {:#x}", address))
            .with_remedy("free the address that the allocation returned, once")
            .with_status(cuda_status::invalid_value);
    }
    const Allocation freed{address, block->second.requested};
    --statistics_.allocations;
    statistics_.allocated_bytes -= freed.bytes;
    if (options_.quarantine_bytes == 0) {
        make_free(block);
        return freed;
    }
    block->second.state = State::Quarantined;
    quarantine_.push_back(address);
    statistics_.quarantined_bytes += block->second.bytes;
    leave_quarantine(options_.quarantine_bytes);
    return freed;
}

void Heap::leave_quarantine(std::uint64_t down_to) {
    while (statistics_.quarantined_bytes > down_to) {
        const auto block = blocks_.find(quarantine_.front());
        quarantine_.pop_front();
        statistics_.quarantined_bytes -= block->second.bytes;
        make_free(block);
    }
}

void Heap::make_free(Blocks::iterator block) {
    block->second.state = State::Free;
    block->second.requested = 0;
    const auto after = std::next(block);
    if (after != blocks_.end() && after->second.state == State::Free &&
        block->first + block->second.bytes == after->first) {
        unlist(after);
        block->second.bytes += after->second.bytes;
        blocks_.erase(after);
    }
    if (block != blocks_.begin()) {
        const auto before = std::prev(block);
        if (before->second.state == State::Free && before->first + before->second.bytes == block->first) {
            unlist(before);
            before->second.bytes += block->second.bytes;
            blocks_.erase(block);
            block = before;
        }
    }
    list(block);
}

void Heap::list(Blocks::iterator block) {
    block->second.stamp = next_stamp_--;
    free_.insert({block->second.bytes, block->second.stamp, block->first});
}

void Heap::unlist(Blocks::iterator block) {
    free_.erase({block->second.bytes, block->second.stamp, block->first});
}

Result<void> Heap::grow(std::uint64_t bytes, bool exactly) {
    const std::uint64_t granularity = source_.granularity();
    // A free block at the end only has to be extended.
    const auto last = blocks_.empty() ? blocks_.end() : std::prev(blocks_.end());
    const bool extends = last != blocks_.end() && last->second.state == State::Free;
    const std::uint64_t missing =
        *round_up(extends && last->second.bytes < bytes ? bytes - last->second.bytes : bytes, granularity);
    const std::uint64_t generous = exactly ? missing : std::max(missing, *round_up(next_chunk_, granularity));

    for (const std::uint64_t size : {generous, missing}) {
        if (last != blocks_.end()) {
            const Address end = last->first + last->second.bytes;
            if (uncommitted_.take_at(end, size) && add_chunk(end, size).ok()) return {};
        }
        const std::uint64_t apart = std::max(size, *round_up(bytes, granularity));
        const auto address = uncommitted_.take(apart, granularity);
        if (!address) continue;
        auto added = add_chunk(*address, apart);
        if (added) return {};
        if (size == missing) return added;
    }
    return out_of_memory(bytes);
}

Result<void> Heap::add_chunk(Address address, std::uint64_t bytes) {
    if (auto committed = source_.commit(address, bytes); !committed) {
        uncommitted_.give_back(address, bytes);
        return committed;
    }
    chunks_.emplace(address, bytes);
    statistics_.committed_bytes += bytes;
    next_chunk_ = std::min(next_chunk_ * 2, std::max(options_.largest_chunk, options_.first_chunk));
    make_free(blocks_.emplace(address, Block{bytes, 0, 0, State::Free}).first);
    return {};
}

std::optional<Allocation> Heap::at_or_below(Address address) const {
    auto block = blocks_.upper_bound(address);
    // A limit: free blocks are never adjacent, but many quarantined ones may be.
    for (int looks = 0; block != blocks_.begin() && looks < 64; ++looks) {
        --block;
        if (block->second.state == State::Used) return Allocation{block->first, block->second.requested};
    }
    return std::nullopt;
}

std::optional<Allocation> Heap::above(Address address) const {
    auto block = blocks_.upper_bound(address);
    for (int looks = 0; block != blocks_.end() && looks < 64; ++looks, ++block) {
        if (block->second.state == State::Used) return Allocation{block->first, block->second.requested};
    }
    return std::nullopt;
}

std::optional<Allocation> Heap::find(Address address) const {
    auto block = blocks_.upper_bound(address);
    if (block == blocks_.begin()) return std::nullopt;
    --block;
    if (block->second.state != State::Used || address - block->first >= block->second.requested) return std::nullopt;
    return Allocation{block->first, block->second.requested};
}

std::vector<Allocation> Heap::allocations() const {
    std::vector<Allocation> all;
    for (const auto& [address, block] : blocks_) {
        if (block.state == State::Used) all.push_back({address, block.requested});
    }
    return all;
}

void Heap::trim() {
    leave_quarantine(0);
    for (auto chunk = chunks_.begin(); chunk != chunks_.end();) {
        const auto [address, bytes] = *chunk;
        const auto block = std::prev(blocks_.upper_bound(address));
        const bool is_free =
            block->second.state == State::Free && block->first + block->second.bytes - address >= bytes;
        if (!is_free || !source_.decommit(address, bytes)) {
            ++chunk;
            continue;
        }
        drop_chunk(block, address, bytes);
        chunk = chunks_.erase(chunk);
    }
    next_chunk_ = options_.first_chunk;
}

void Heap::drop_chunk(Blocks::iterator block, Address chunk, std::uint64_t bytes) {
    unlist(block);
    const Address end = block->first + block->second.bytes;
    if (chunk + bytes != end) list(blocks_.emplace(chunk + bytes, Block{end - chunk - bytes, 0, 0, State::Free}).first);
    if (block->first == chunk) {
        blocks_.erase(block);
    } else {
        block->second.bytes = chunk - block->first;
        list(block);
    }
    uncommitted_.give_back(chunk, bytes);
    statistics_.committed_bytes -= bytes;
}

}  // namespace ringfence::memory
