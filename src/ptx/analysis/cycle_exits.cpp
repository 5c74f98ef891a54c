#include "ptx/analysis/cycle_exits.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ringfence::ptx {
namespace {

// A register that is mentioned more often is not looked at: many loops that share one would take long.
constexpr std::size_t most_mentions = 500;

enum class Answer : std::uint8_t { Eq, Ne, Lt, Le, Gt, Ge };

Answer opposite(Answer answer) {
    switch (answer) {
        case Answer::Eq: return Answer::Ne;
        case Answer::Ne: return Answer::Eq;
        case Answer::Lt: return Answer::Ge;
        case Answer::Le: return Answer::Gt;
        case Answer::Gt: return Answer::Le;
        case Answer::Ge: return Answer::Lt;
    }
    return answer;
}

std::optional<Answer> answer_called(std::string_view name) {
    if (name == "eq") return Answer::Eq;
    if (name == "ne") return Answer::Ne;
    if (name == "lt") return Answer::Lt;
    if (name == "le") return Answer::Le;
    if (name == "gt") return Answer::Gt;
    if (name == "ge") return Answer::Ge;
    return std::nullopt;
}

bool is_plain(const Operand& operand) {
    return operand.is_register() && !operand.component;
}

// `setp.lt.u32` and its like: integers of 32 or 64 bits, and nothing else in it.
struct Comparison {
    Answer answer = Answer::Eq;
    bool is_signed = false;
    std::string_view width;
    std::uint64_t most = 0;  // of numbers that wide
    const Operand* left = nullptr;
    const Operand* right = nullptr;
};

std::optional<Comparison> comparison(const Instruction& instruction) {
    const std::string_view text = instruction.operation->text;
    if (text.size() != std::string_view("setp.lt.u32").size() || !text.starts_with("setp.")) return std::nullopt;
    const auto answer = answer_called(text.substr(5, 2));
    const char type = text[8];
    const std::string_view width = text.substr(9);
    const bool is_order = answer != Answer::Eq && answer != Answer::Ne;
    if (!answer || (width != "32" && width != "64") || (type != 'u' && type != 's' && (type != 'b' || is_order)) ||
        instruction.operands.size() != 3 || !is_plain(instruction.operands[0]) || !is_plain(instruction.operands[1]))
        return std::nullopt;
    return Comparison{*answer,
                      type == 's',
                      width,
                      width == "32" ? UINT32_MAX : UINT64_MAX,
                      &instruction.operands[1],
                      &instruction.operands[2]};
}

class Exit {
public:
    Exit(const ControlFlowGraph& cfg, const DefUse& registers, const Uniformity& uniformity,
         std::span<const NodeId> cycle, const CycleExit& exit)
        : cfg_(cfg), registers_(registers), uniformity_(uniformity), cycle_(cycle), exit_(exit) {}

    bool holds() const {
        const Statement* last = cfg_.last_instruction(exit_.block);
        if (last == nullptr || last->instruction.opcode() != Opcode::Bra || !last->instruction.guard) return false;
        const Guard& guard = last->instruction.guard;
        const Occurrence* write = write_here(guard.predicate);
        if (write == nullptr) return false;
        auto compared = comparison(instruction(*write));
        if (!compared || !is_fixed(*compared->right)) return false;
        // What the comparison finds where control leaves.
        if (is_taken() == guard.negated) compared->answer = opposite(compared->answer);
        return loads_anew(*compared, *write) || counts(*compared);
    }

private:
    const Instruction& instruction(const Occurrence& at) const {
        return cfg_.function().body[at.statement].instruction;
    }

    bool is_in_cycle(const Occurrence& at) const {
        return std::binary_search(cycle_.begin(), cycle_.end(), cfg_.block_of(at.statement));
    }

    // The one instruction of the cycle that writes a register, if it always does and writes all of it.
    const Occurrence* only_write(RegisterId reg) const {
        const Occurrence* found = nullptr;
        const auto all = registers_.occurrences_of(reg);
        if (all.size() > most_mentions) return nullptr;
        for (const Occurrence& at : all) {
            if (!at.writes || !is_in_cycle(at)) continue;
            if (found != nullptr || !at.kills) return nullptr;
            found = &at;
        }
        return found;
    }

    // The same, in the block that control leaves.
    const Occurrence* write_here(RegisterId reg) const {
        const Occurrence* found = only_write(reg);
        return found != nullptr && cfg_.block_of(found->statement) == exit_.block ? found : nullptr;
    }

    // The same in all turns: a number, or a register that the cycle does not write.
    bool is_fixed(const Operand& operand) const {
        if (operand.kind == OperandKind::Integer) return true;
        if (!is_plain(operand) || !uniformity_.is_surely_written(operand.id)) return false;
        const auto all = registers_.occurrences_of(operand.id);
        return all.size() <= most_mentions &&
               std::none_of(all.begin(), all.end(), [&](const Occurrence& at) { return at.writes && is_in_cycle(at); });
    }

    bool is_taken() const {
        for (const FlowEdge& edge : cfg_.successors(exit_.block)) {
            if (edge.to == exit_.to) return edge.kind == EdgeKind::Taken;
        }
        return false;
    }

    bool loads_anew(const Comparison& compared, const Occurrence& at) const {
        if (compared.answer != Answer::Eq && compared.answer != Answer::Ne) return false;
        const Occurrence* write = write_here(compared.left->id);
        if (write == nullptr || write->statement > at.statement) return false;
        constexpr std::string_view load = "ld.volatile.global.";
        const Instruction& loaded = instruction(*write);
        const std::string_view text = loaded.operation->text;
        return text.starts_with(load) && text.size() == load.size() + 3 &&
               text.substr(load.size() + 1) == compared.width && is_plain(loaded.operands[0]);
    }

    bool counts(const Comparison& compared) const {
        const std::uint64_t step = step_of(compared).value_or(0);
        if (step == 0) return false;
        // Steps of 2^k times an odd number come to every number that is 2^k times any number away.
        const std::uint64_t apart = step & (~step + 1);
        switch (compared.answer) {
            case Answer::Ne: return true;  // two turns differ
            case Answer::Eq: return apart == 1;
            default: break;
        }
        const bool with_equal = compared.answer == Answer::Le || compared.answer == Answer::Ge;
        if (compared.right->kind != OperandKind::Integer) return with_equal && apart == 1;
        // Of the numbers on the side where control leaves, one behind the other, `apart` or more.
        std::uint64_t number = compared.right->bits & compared.most;
        if (compared.is_signed) number ^= compared.most / 2 + 1;
        const bool is_below = compared.answer == Answer::Lt || compared.answer == Answer::Le;
        const std::uint64_t others = is_below ? number : compared.most - number;
        return others >= apart - (with_equal ? 1 : 0);
    }

    // How much further the number that is compared is in each turn.
    std::optional<std::uint64_t> step_of(const Comparison& compared) const {
        const RegisterId reg = compared.left->id;
        const Occurrence* write = only_write(reg);
        if (write == nullptr || !uniformity_.is_surely_written(reg)) return std::nullopt;
        // mov c, next; where next is c and a step
        if (const auto next = moved(*write, compared)) return moved_step(reg, *write, *next, compared);
        const auto sum = sum_of(*write, compared);
        if (!sum) return std::nullopt;
        // add c, c, step
        if (sum->from == reg)
            return cfg_.block_of(write->statement) == exit_.block ? std::optional(sum->step) : std::nullopt;
        // add next, c, step; where next is compared, and c becomes it
        const Occurrence* back = only_write(sum->from);
        if (back == nullptr || moved(*back, compared) != reg) return std::nullopt;
        return moved_step(sum->from, *back, reg, compared);
    }

    // Of a counter that becomes the next number in the block that control leaves. The next number is computed in each
    // turn, perhaps often, from a counter that is the same until then.
    std::optional<std::uint64_t> moved_step(RegisterId counter, const Occurrence& move, RegisterId next,
                                            const Comparison& compared) const {
        const Occurrence* write = only_write(next);
        if (write == nullptr || !uniformity_.is_surely_written(counter) ||
            cfg_.block_of(move.statement) != exit_.block || !is_in_each_turn(cfg_.block_of(write->statement)))
            return std::nullopt;
        const auto sum = sum_of(*write, compared);
        return sum && sum->from == counter ? std::optional(sum->step) : std::nullopt;
    }

    // True of the block that control leaves, and of the one where it goes on if that is the only one in the cycle.
    bool is_in_each_turn(BlockId block) const {
        if (block == exit_.block) return true;
        for (const FlowEdge& edge : cfg_.successors(exit_.block)) {
            if (edge.to != block && std::binary_search(cycle_.begin(), cycle_.end(), edge.to)) return false;
        }
        return true;
    }

    std::optional<RegisterId> moved(const Occurrence& write, const Comparison& compared) const {
        const Instruction& move = instruction(write);
        const std::string_view text = move.operation->text;
        if (!text.starts_with("mov.") || text[4] == 'f' || text.substr(5) != compared.width ||
            !is_plain(move.operands[0]) || !is_plain(move.operands[1]))
            return std::nullopt;
        return move.operands[1].id;
    }

    struct Sum {
        RegisterId from = no_register;
        std::uint64_t step = 0;
    };

    std::optional<Sum> sum_of(const Occurrence& write, const Comparison& compared) const {
        const Instruction& sum = instruction(write);
        const std::string_view text = sum.operation->text;
        if ((!text.starts_with("add.s") && !text.starts_with("add.u")) || text.substr(5) != compared.width ||
            !is_plain(sum.operands[1]) || sum.operands[2].kind != OperandKind::Integer)
            return std::nullopt;
        return Sum{sum.operands[1].id, sum.operands[2].bits & compared.most};
    }

    const ControlFlowGraph& cfg_;
    const DefUse& registers_;
    const Uniformity& uniformity_;
    const std::span<const NodeId> cycle_;
    const CycleExit& exit_;
};

}  // namespace

bool leaves_at_last(const ControlFlowGraph& cfg, const DefUse& registers, const Uniformity& uniformity,
                    std::span<const NodeId> cycle, const CycleExit& exit) {
    return Exit(cfg, registers, uniformity, cycle, exit).holds();
}

}  // namespace ringfence::ptx
