#include "guard/checker/names.h"

#include <algorithm>

#include "base/effort.h"

namespace ringfence::guard {

using ptx::BlockId;
using ptx::Occurrence;
using ptx::RegisterId;

namespace {
// Steps per statement that finding names may take. Usual code takes a fraction of it.
constexpr std::size_t steps_per_statement = 64;
constexpr std::size_t least_steps = 1U << 16U;
}  // namespace

Names::Names(const ptx::ControlFlowGraph& cfg, const ptx::DominatorTree& dominators)
    : cfg_(cfg),
      dominators_(dominators),
      def_use_(cfg.function()),
      seen_(cfg.size() + 1, 0),
      budget_(cfg.function().body.size() * steps_per_statement + least_steps) {}

bool Names::spend(std::size_t steps) {
    if (budget_ < steps || must_stop()) {
        budget_ = 0;
        return false;
    }
    budget_ -= steps;
    return true;
}

const Names::Register& Names::look_up(RegisterId id) {
    const auto [found, is_new] = registers_.try_emplace(id);
    Register& reg = found->second;
    if (!is_new) return reg;
    for (const Occurrence& occurrence : def_use_.occurrences_of(id)) {
        if (!occurrence.writes || !cfg_.is_reachable(cfg_.block_of(occurrence.statement))) continue;
        // An instruction that writes a register twice leaves one of two values: not something we follow.
        if (!reg.writes.empty() && reg.writes.back().statement == occurrence.statement) {
            reg.writes.back().kills = false;
            continue;
        }
        reg.writes.push_back(occurrence);
    }
    if (reg.writes.size() > 1) find_joins(reg);
    return reg;
}

// Dominance frontiers, as Cooper, Harvey and Kennedy find them. Their size has a limit.
void Names::find_frontiers() {
    frontiers_.emplace(cfg_.size() + 1);
    for (BlockId block = 0; block < cfg_.size(); ++block) {
        if (must_stop()) return;
        if (!cfg_.is_reachable(block) || cfg_.graph().predecessors(block).size() < 2) continue;
        for (const BlockId from : cfg_.graph().predecessors(block)) {
            if (!cfg_.is_reachable(from)) continue;
            for (BlockId runner = from; runner != dominators_.parent(block); runner = dominators_.parent(runner)) {
                if (!spend(1)) return;  // they are not known then
                std::vector<BlockId>& frontier = (*frontiers_)[runner];
                if (frontier.empty() || frontier.back() != block) frontier.push_back(block);
            }
        }
    }
    are_frontiers_known_ = true;
}

void Names::find_joins(Register& reg) {
    if (!frontiers_) find_frontiers();
    reg.is_known = are_frontiers_known_;
    ++search_;
    std::vector<BlockId> open;
    for (const Occurrence& write : reg.writes)
        open.push_back(cfg_.block_of(write.statement));
    while (!open.empty()) {
        const BlockId block = open.back();
        open.pop_back();
        for (const BlockId join : (*frontiers_)[block]) {
            if (!spend(1)) {
                reg.is_known = false;
                return;
            }
            if (seen_[join] == search_) continue;
            seen_[join] = search_;
            reg.joins.push_back(join);
            open.push_back(join);
        }
    }
    std::sort(reg.joins.begin(), reg.joins.end());
}

const Occurrence* Names::last_write(const Register& reg, std::uint32_t begin, std::uint32_t end) {
    auto after = std::lower_bound(reg.writes.begin(), reg.writes.end(), end,
                                  [](const Occurrence& write, std::uint32_t at) { return write.statement < at; });
    if (after == reg.writes.begin() || (--after)->statement < begin) return nullptr;
    return &*after;
}

Name Names::written_by(const Occurrence& write, RegisterId id) const {
    const bool is_vector = cfg_.function().group_of(id).vector != 1;
    return {write.kills && !is_vector ? Name::Kind::Written : Name::Kind::Partly, write.statement, id};
}

// Where nothing joins and all writes stand in one block, the last of them is the only one to be seen elsewhere. So is
// that of the guard's own end of shared memory, which must be known however little is left to spend.
bool Names::is_in_one_block(const Register& reg) const {
    return reg.is_known && reg.joins.empty() &&
           cfg_.block_of(reg.writes.front().statement) == cfg_.block_of(reg.writes.back().statement);
}

Name Names::at_start(const Register& reg, RegisterId id, BlockId block) {
    if (!reg.is_known) return {};
    for (;;) {
        if (std::binary_search(reg.joins.begin(), reg.joins.end(), block)) return {Name::Kind::Merged, block, id};
        block = dominators_.parent(block);
        if (block == ptx::no_node || !spend(1)) return {};
        if (const Occurrence* write = last_write(reg, cfg_.block(block).begin, cfg_.block(block).end))
            return written_by(*write, id);
    }
}

Name Names::before(RegisterId id, std::uint32_t statement) {
    const BlockId block = cfg_.block_of(statement);
    if (!cfg_.is_reachable(block)) return {};
    const Register& reg = look_up(id);
    if (const Occurrence* write = last_write(reg, cfg_.block(block).begin, statement)) return written_by(*write, id);
    if (reg.writes.empty()) return {};
    if (reg.writes.size() == 1 || is_in_one_block(reg)) {  // the usual case needs no walk
        const bool dominates = dominators_.strictly_dominates(cfg_.block_of(reg.writes[0].statement), block);
        return dominates ? written_by(reg.writes.back(), id) : Name{};
    }
    return at_start(reg, id, block);
}

Name Names::at_end(RegisterId id, BlockId block) {
    if (!cfg_.is_reachable(block)) return {};
    const Register& reg = look_up(id);
    if (const Occurrence* write = last_write(reg, cfg_.block(block).begin, cfg_.block(block).end))
        return written_by(*write, id);
    if (reg.writes.empty()) return {};
    if (reg.writes.size() == 1 || is_in_one_block(reg)) {
        const bool dominates = dominators_.strictly_dominates(cfg_.block_of(reg.writes[0].statement), block);
        return dominates ? written_by(reg.writes.back(), id) : Name{};
    }
    return at_start(reg, id, block);
}

}  // namespace ringfence::guard
