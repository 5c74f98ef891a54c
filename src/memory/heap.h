// A heap of device memory: allocations of exact sizes in chunks that are committed on demand.
//
// The heap never accesses the memory itself; all its data is in this object. An allocation takes the smallest free
// block that fits, among equals the one that was freed last; a freed block is merged with its neighbours. Chunks grow
// from small to large, so that a small program uses little memory; they stay until trim().
//
// With a quarantine, freed memory is not reused for a while, so that a checking device recognises accesses to it. Not
// safe for several threads at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "base/result.h"
#include "memory/address_ranges.h"

namespace ringfence::memory {

// The source of a heap's chunks.
class ChunkSource {
public:
    virtual ~ChunkSource() = default;
    virtual std::uint64_t granularity() const = 0;  // a power of two
    virtual Result<void> commit(Address address, std::uint64_t bytes) = 0;
    // True if chunks without allocations may be decommitted now. Called when memory is short.
    virtual bool may_decommit() const { return true; }
    virtual Result<void> decommit(Address address, std::uint64_t bytes) = 0;
};

struct HeapOptions {
    std::uint64_t quarantine_bytes = 0;  // freed memory that is not reused yet
    std::uint64_t gap_bytes = 0;         // left unused after each allocation
    std::uint64_t first_chunk = std::uint64_t{2} << 20;
    std::uint64_t largest_chunk = std::uint64_t{64} << 20;  // an allocation may need a larger one
};

struct HeapStatistics {
    std::uint64_t allocations = 0;
    std::uint64_t allocated_bytes = 0;  // as requested
    std::uint64_t committed_bytes = 0;
    std::uint64_t quarantined_bytes = 0;
};

struct Allocation {
    Address address = 0;
    std::uint64_t bytes = 0;  // as requested
};

class Heap {
public:
    // All allocations begin at a multiple of this, as CUDA's do.
    static constexpr std::uint64_t unit = 512;

    // None of the `bytes` at `begin` may be committed yet. `source` must outlive the heap.
    Heap(ChunkSource& source, Address begin, std::uint64_t bytes, const HeapOptions& options = {});

    // `alignment` is a power of two. Failures have CUDA's status: out of memory, or invalid value.
    Result<Address> allocate(std::uint64_t bytes, std::uint64_t alignment = unit);
    // Commits a first chunk, if there is none.
    Result<void> prepare();
    // Returns the allocation that was freed. Fails if no allocation begins there.
    Result<Allocation> release(Address address);

    // The allocation that contains this address.
    std::optional<Allocation> find(Address address) const;
    // The closest allocation that begins at or below the address; the closest above it.
    std::optional<Allocation> at_or_below(Address address) const;
    std::optional<Allocation> above(Address address) const;

    std::vector<Allocation> allocations() const;

    // Takes uncommitted addresses, rounded up to the granularity, for use outside of the heap: far from where the heap
    // grows. Nothing if none are left.
    std::optional<Address> take_addresses(std::uint64_t bytes, std::uint64_t alignment = 1) {
        return uncommitted_.take_last(bytes, std::max(alignment, source_.granularity()));
    }
    void give_addresses_back(Address address, std::uint64_t bytes) { uncommitted_.give_back(address, bytes); }

    // Decommits all chunks without allocations. Empties the quarantine.
    void trim();

    const HeapStatistics& statistics() const { return statistics_; }

private:
    enum class State : std::uint8_t { Free, Used, Quarantined };
    struct Block {
        std::uint64_t bytes = 0;      // a multiple of the unit
        std::uint64_t requested = 0;  // of a used block
        std::uint64_t stamp = 0;      // when a free block was freed
        State state = State::Free;
    };
    using Blocks = std::map<Address, Block>;

    std::optional<Address> take_free(std::uint64_t bytes, std::uint64_t requested, std::uint64_t alignment);
    void use_part(Blocks::iterator block, Address address, std::uint64_t bytes, std::uint64_t requested);
    void make_free(Blocks::iterator block);
    void list(Blocks::iterator block);
    void unlist(Blocks::iterator block);
    Result<void> grow(std::uint64_t bytes, bool exactly);
    Result<void> add_chunk(Address address, std::uint64_t bytes);
    void leave_quarantine(std::uint64_t down_to);
    void drop_chunk(Blocks::iterator block, Address chunk, std::uint64_t bytes);

    ChunkSource& source_;
    HeapOptions options_;
    AddressRanges uncommitted_;
    std::map<Address, std::uint64_t> chunks_;
    Blocks blocks_;  // cover the chunks without gaps; free ones are never adjacent
    // Ordered by size, then the youngest first: `age` is a decreasing number.
    struct FreeBlock {
        std::uint64_t bytes;
        std::uint64_t age;
        Address address;
        bool operator<(const FreeBlock& other) const {
            return std::tie(bytes, age, address) < std::tie(other.bytes, other.age, other.address);
        }
    };
    std::set<FreeBlock> free_;
    std::deque<Address> quarantine_;
    std::uint64_t next_stamp_ = ~std::uint64_t{0};
    std::uint64_t next_chunk_ = 0;
    HeapStatistics statistics_;
};

}  // namespace ringfence::memory
