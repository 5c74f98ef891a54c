#include "ptx/analysis/stragglers.h"

#include <optional>
#include <span>

#include "base/effort.h"
#include "ptx/member_mask.h"

namespace ringfence::ptx {
namespace {

// Loops within loops, beyond which none is said to end.
constexpr unsigned most_rounds = 64;

class Finder {
public:
    Finder(const ControlFlowGraph& cfg, const DefUse& registers, const Uniformity& uniformity,
           const StragglerRules& rules)
        : cfg_(cfg), registers_(registers), uniformity_(uniformity), rules_(rules), is_open_(cfg.size()) {
        found_.first_to_stay.assign(cfg.size(), UINT32_MAX);
    }

    Stragglers run() {
        find_waits();
        for (BlockId block = 0; block < cfg_.size(); ++block)
            is_open_[block] = cfg_.is_reachable(block) && !uniformity_.come_together(block);
        bool has_cycles = true;
        for (unsigned round = 0; round < most_rounds && has_cycles && !must_stop(); ++round)
            has_cycles = break_cycles();
        if (has_cycles) add_open();
        found_.is_behind_start = reachable(cfg_.graph(), behind_, Direction::Forward);
        return std::move(found_);
    }

private:
    bool may_stay(std::uint32_t statement) const {
        const Instruction& instruction = cfg_.function().body[statement].instruction;
        if (instruction.instruction_class() == Class::Call) {
            const Operand* target = call_operands(instruction).target;
            return target == nullptr || target->kind != OperandKind::Function || !rules_.comes_back(*target->function);
        }
        if (instruction.opcode() == Opcode::Brkpt) return true;
        return rules_.waits(statement) &&
               (!rules_.waits_for_all(statement) || !uniformity_.execute_together(statement));
    }

    void find_waits() {
        for (std::uint32_t i = 0; i < cfg_.function().body.size() && !must_stop(); ++i) {
            const BlockId block = cfg_.block_of(i);
            if (cfg_.function().body[i].is_instruction() && cfg_.is_reachable(block) && may_stay(i)) add(block, i);
        }
    }

    void add(BlockId block, std::uint32_t statement) {
        if (statement >= found_.first_to_stay[block]) return;
        found_.first_to_stay[block] = statement;
        for (const FlowEdge& edge : cfg_.successors(block))
            behind_.push_back(edge.to);
    }

    void add_open() {
        for (BlockId block = 0; block < cfg_.size(); ++block) {
            if (is_open_[block]) add(block, cfg_.block(block).begin);
        }
    }

    Graph open_graph() const {
        std::vector<GraphEdge> edges;
        for (const FlowEdge& edge : cfg_.edges()) {
            if (edge.to != cfg_.exit() && is_open_[edge.from] && is_open_[edge.to])
                edges.push_back({edge.from, edge.to});
        }
        return {cfg_.size(), edges};
    }

    // Removes from each cycle a block by which threads leave it, or all of the cycle. False if there were no cycles.
    bool break_cycles() {
        const Graph graph = open_graph();
        const Components components = strongly_connected(graph);
        bool found = false;
        for (std::uint32_t i = 0; i < components.size() && !must_stop(); ++i) {
            const auto cycle = components.nodes[i];
            if (cycle.size() == 1 && !is_own_successor(graph, cycle[0])) continue;
            found = true;
            if (const std::optional<CycleExit> exit = exit_of(components, i)) {
                is_open_[exit->block] = false;
                continue;
            }
            for (const NodeId block : cycle) {
                add(block, cfg_.block(block).begin);
                is_open_[block] = false;
            }
        }
        return found;
    }

    static bool is_own_successor(const Graph& graph, NodeId block) {
        for (const NodeId next : graph.successors(block)) {
            if (next == block) return true;
        }
        return false;
    }

    template <typename Condition>
    static std::optional<CycleExit> first_exit(const ControlFlowGraph& cfg, const Components& components,
                                               std::uint32_t cycle, Condition&& condition) {
        for (const NodeId block : components.nodes[cycle]) {
            if (must_stop()) break;
            for (const FlowEdge& edge : cfg.successors(block)) {
                const bool leaves = edge.to == cfg.exit() || components.of[edge.to] != cycle;
                if (leaves && condition(CycleExit{block, edge.to})) return CycleExit{block, edge.to};
            }
        }
        return std::nullopt;
    }

    std::optional<CycleExit> exit_of(const Components& components, std::uint32_t cycle) {
        const auto own = first_exit(cfg_, components, cycle, [&](const CycleExit& exit) {
            return leaves_at_last(cfg_, registers_, uniformity_, components.nodes[cycle], exit);
        });
        if (own) return own;
        const auto counted = first_exit(cfg_, components, cycle, rules_.is_counted);
        if (counted) found_.relied_on.push_back(*counted);
        return counted;
    }

    const ControlFlowGraph& cfg_;
    const DefUse& registers_;
    const Uniformity& uniformity_;
    const StragglerRules& rules_;
    std::vector<bool> is_open_;   // by block: threads are apart there, and cycles through it are still looked for
    std::vector<NodeId> behind_;  // blocks right behind those where some may stay
    Stragglers found_;
};

}  // namespace

bool waits_for_warp(const Instruction& instruction) {
    return member_mask(instruction).has_value() || instruction.instruction_class() == Class::Barrier;
}

bool waits_for_all_lanes(const Instruction& instruction) {
    const std::optional<std::uint32_t> mask = member_mask(instruction);
    return mask ? has_all_lanes(instruction.operands[*mask]) : waits_for_warp(instruction);
}

Stragglers find_stragglers(const ControlFlowGraph& cfg, const DefUse& registers, const Uniformity& uniformity,
                           const StragglerRules& rules) {
    return Finder(cfg, registers, uniformity, rules).run();
}

}  // namespace ringfence::ptx
