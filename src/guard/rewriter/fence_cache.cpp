#include "guard/rewriter/fence_cache.h"

#include "guard/rewriter/fence_places.h"

namespace ringfence::guard::rewriting {

// A register that is written once: the write comes before the fence, and the fence before the access, on every way. For
// any other register only in the same block, with no write between.
const FenceCache::Entry* FenceCache::find(ptx::RegisterId reg, std::uint64_t bytes, std::int64_t added,
                                          std::uint32_t statement) const {
    const auto found = entries_.find({reg, bytes, added});
    if (found == entries_.end()) return nullptr;
    const Entry& entry = found->second;
    const std::optional<std::uint32_t> write = only_write(flow_, reg);
    if (write && dominates(flow_, *write, entry.statement) && dominates(flow_, entry.statement, statement))
        return &entry;
    if (flow_.cfg.block_of(entry.statement) != flow_.cfg.block_of(statement)) return nullptr;
    const auto last = last_write_.find(reg);
    if (last != last_write_.end() && last->second >= entry.statement) return nullptr;
    return &entry;
}

void FenceCache::add(ptx::RegisterId reg, std::uint64_t bytes, std::int64_t added, std::uint32_t statement,
                     OwnRegister fence, std::int64_t first) {
    entries_[{reg, bytes, added}] = {statement, fence, first};
}

void FenceCache::pass(std::uint32_t statement, const ptx::Instruction& instruction) {
    ptx::for_each_register_use(instruction, [&](const ptx::RegisterUse& use) {
        if (use.writes()) last_write_[use.reg] = statement;
    });
}

}  // namespace ringfence::guard::rewriting
