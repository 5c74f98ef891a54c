// A function's control flow: its blocks, their dominators, loops, the names of its registers, and the comparisons whose
// outcome is known at a place.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "guard/checker/names.h"
#include "ptx/analysis/cfg.h"
#include "ptx/analysis/dominators.h"
#include "ptx/analysis/loops.h"
#include "ptx/model.h"

namespace ringfence::guard {

// An input of an integer instruction: a register's value, or a constant.
struct Source {
    Name name;  // Undefined with `constant` set: that number
    std::optional<std::int64_t> constant;

    friend bool operator==(const Source&, const Source&) = default;
};

enum class Relation : std::uint8_t { Less, LessOrEqual, Greater, GreaterOrEqual, Equal, Unequal };

// `left relation right` holds.
struct Fact {
    Source left;
    Source right;
    Relation relation = Relation::Equal;
    bool is_unsigned = false;
    std::uint8_t width = 32;
};

class Flow {
public:
    explicit Flow(const ptx::Function& function);

    const ptx::Function& function() const { return function_; }
    const ptx::ControlFlowGraph& cfg() const { return cfg_; }
    const ptx::DominatorTree& dominators() const { return dominators_; }
    const ptx::LoopForest& loops() const { return loops_; }
    Names& names() { return names_; }
    const ptx::Instruction& instruction(std::uint32_t statement) const { return function_.body[statement].instruction; }

    // An operand of a statement, as a number of `width` bits. Nothing if it is something else.
    std::optional<Source> source(const ptx::Operand& operand, std::uint32_t statement, unsigned width);

    // The facts at the start of a block, because every way to it goes along certain edges: those of at most
    // `most_conditions` such edges, the nearest first.
    static constexpr unsigned most_conditions = 24;
    // `within`: only edges inside this loop.
    void facts_at(ptx::BlockId block, std::vector<Fact>& facts, ptx::LoopId within = ptx::no_loop);
    // The facts on an edge.
    void facts_on(ptx::BlockId from, ptx::BlockId to, std::vector<Fact>& facts);

private:
    struct Condition {
        std::vector<Fact> facts;
        ptx::BlockId above = ptx::no_block;  // the next block up the tree that has facts
    };

    const Condition& condition_of(ptx::BlockId block);
    // The only edge by which control first gets to a block.
    ptx::BlockId only_way_in(ptx::BlockId block) const;
    void facts_of(Name predicate, bool holds, std::vector<Fact>& facts);
    void facts_of_setp(const Name& predicate, bool holds, std::vector<Fact>& facts);

    const ptx::Function& function_;
    ptx::ControlFlowGraph cfg_;
    ptx::DominatorTree dominators_;
    ptx::LoopForest loops_;
    Names names_;
    std::unordered_map<ptx::BlockId, Condition> conditions_;
    const Condition nothing_known_ = {};
};

// The same relation with its sides exchanged, and its opposite.
Relation mirrored(Relation relation);
Relation negated(Relation relation);

}  // namespace ringfence::guard
