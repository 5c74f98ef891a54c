#include "client/driver/freed_blocks.h"

#include <algorithm>

namespace ringfence::driver {
namespace {

constexpr std::size_t most_blocks = 64;
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;

void give_back(const FreedBlock& block) {
    session().submit(wire::ReleaseAfter{.stream = block.stream, .address = block.address});
}

std::uint64_t bytes_of(const std::vector<FreedBlock>& blocks) {
    std::uint64_t sum = 0;
    for (const FreedBlock& block : blocks)
        sum += block.bytes;
    return sum;
}

std::uint64_t sum_of_pool(const std::vector<FreedBlock>& blocks, std::uint64_t pool) {
    std::uint64_t sum = 0;
    for (const FreedBlock& block : blocks)
        if (block.pool == pool) sum += block.bytes;
    return sum;
}

std::uint64_t threshold_of(std::uint64_t pool) {
    const MemoryPool* const found = tables().pools.find({pool});
    return found != nullptr ? found->release_threshold : 0;
}

}  // namespace

std::optional<std::uint64_t> FreedBlocks::take(std::uint64_t bytes, std::uint64_t pool, std::uint64_t stream) {
    const MutexLock lock(mutex_);
    const auto fits = [&](const FreedBlock& block) {
        return block.bytes == bytes && block.pool == pool && block.stream == stream;
    };
    const auto found = std::find_if(blocks_.begin(), blocks_.end(), fits);
    if (found == blocks_.end()) return std::nullopt;
    const std::uint64_t address = found->address;
    blocks_.erase(found);
    return address;
}

std::uint64_t FreedBlocks::bytes_of_pool(std::uint64_t pool) const {
    const MutexLock lock(mutex_);
    return sum_of_pool(blocks_, pool);
}

void FreedBlocks::keep(const FreedBlock& block) {
    const MutexLock lock(mutex_);
    blocks_.push_back(block);
    while (blocks_.size() > most_blocks || (!blocks_.empty() && bytes_of(blocks_) > most_bytes)) {
        give_back(blocks_.front());
        blocks_.erase(blocks_.begin());
    }
}

template <typename Predicate>
bool FreedBlocks::give_back_if(const Predicate& predicate) {
    const MutexLock lock(mutex_);
    const std::size_t before = blocks_.size();
    for (const FreedBlock& block : blocks_)
        if (predicate(block)) give_back(block);
    std::erase_if(blocks_, predicate);
    return blocks_.size() != before;
}

void FreedBlocks::give_back_beyond_threshold(std::optional<std::uint64_t> stream) {
    const MutexLock lock(mutex_);
    for (auto block = blocks_.begin(); block != blocks_.end();) {
        const bool is_asked = !stream || block->stream == *stream;
        if (!is_asked || sum_of_pool(blocks_, block->pool) <= threshold_of(block->pool)) {
            ++block;
            continue;
        }
        give_back(*block);
        block = blocks_.erase(block);
    }
}

void FreedBlocks::give_back_of_stream(std::uint64_t stream) {
    give_back_if([&](const FreedBlock& block) { return block.stream == stream; });
}

void FreedBlocks::give_back_of_pool(std::uint64_t pool) {
    give_back_if([&](const FreedBlock& block) { return block.pool == pool; });
}

bool FreedBlocks::give_back_all() {
    return give_back_if([](const FreedBlock&) { return true; });
}

void FreedBlocks::forget() {
    const MutexLock lock(mutex_);
    blocks_.clear();
}

FreedBlocks& freed_blocks() {
    static auto* const all = new FreedBlocks;
    return *all;
}

}  // namespace ringfence::driver
