#include "promises.h"

#include <algorithm>
#include <string_view>

namespace ringfence::soundness {

using ptx::Function;
using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;

namespace {

using Bits = std::vector<std::uint64_t>;

bool has(const Bits& bits, std::uint32_t place) {
    return (bits[place / 64] >> (place % 64) & 1U) != 0;
}
void add_to(Bits& bits, std::uint32_t place) {
    bits[place / 64] |= std::uint64_t{1} << (place % 64);
}

const ptx::TargetTable& table_of(const Function& function, const Instruction& jump) {
    const auto found = std::find_if(function.body.begin(), function.body.end(), [&](const ptx::Statement& one) {
        return one.kind == ptx::StatementKind::TargetTable && one.targets->label == jump.operands.back().label;
    });
    return *found->targets;
}

// The statements of a function, and behind them its end.
class Ways {
public:
    explicit Ways(const Function& function) : next_(function.body.size() + 1) {
        const auto end = static_cast<std::uint32_t>(function.body.size());
        for (std::uint32_t i = 0; i < end; ++i) {
            const ptx::Statement& statement = function.body[i];
            if (statement.is_instruction())
                add(function, i, statement.instruction);
            else
                next_[i].push_back(i + 1);
        }
        find_meetings();
    }

    bool is_choice(std::uint32_t statement) const { return next_[statement].size() > 1; }

    // True if the choice at `from` decides on `wanted`: on one way all come to it, and not on every way.
    bool decides(std::uint32_t from, std::uint32_t wanted) const {
        if (from != wanted && has(behind_[from], wanted)) return false;
        for (const std::uint32_t next : next_[from])
            if (has(behind_[next], wanted)) return true;
        return false;
    }

private:
    void add(const Function& function, std::uint32_t at, const Instruction& instruction) {
        const auto end = static_cast<std::uint32_t>(function.body.size());
        bool goes_on = static_cast<bool>(instruction.guard);
        const ptx::Class kind = instruction.instruction_class();
        if (instruction.opcode() == Opcode::BrxIdx) {
            for (const ptx::Label* label : table_of(function, instruction).labels)
                next_[at].push_back(label->statement);
        } else if (kind == ptx::Class::Branch) {
            next_[at].push_back(instruction.operands.back().label->statement);
        } else if (kind == ptx::Class::Return || kind == ptx::Class::Trap) {
            next_[at].push_back(end);
        } else {
            goes_on = true;
        }
        if (goes_on) next_[at].push_back(at + 1);
    }

    // Of each statement those that every way from it to the end comes by. Where no way ends, all are.
    void find_meetings() {
        const auto count = static_cast<std::uint32_t>(next_.size());
        const std::size_t words = (count + 63) / 64;
        behind_.assign(count, Bits(words, ~std::uint64_t{0}));
        behind_[count - 1].assign(words, 0);
        add_to(behind_[count - 1], count - 1);
        Bits common(words);
        for (bool has_changed = true; has_changed;) {
            has_changed = false;
            for (std::uint32_t i = count - 1; i-- > 0;) {
                common.assign(words, ~std::uint64_t{0});
                for (const std::uint32_t next : next_[i])
                    for (std::size_t word = 0; word < words; ++word)
                        common[word] &= behind_[next][word];
                add_to(common, i);
                if (common == behind_[i]) continue;
                behind_[i] = common;
                has_changed = true;
            }
        }
    }

    std::vector<std::vector<std::uint32_t>> next_;
    std::vector<Bits> behind_;
};

}  // namespace

bool promises(const Instruction& instruction) {
    const ptx::Operation& operation = *instruction.operation;
    if (instruction.opcode() == Opcode::Bar || operation.has(Modifier::Aligned)) return true;
    if (operation.has(Modifier::Uni) && instruction.opcode() != Opcode::Vote) return true;
    for (const std::string_view name : {"mma.", "wmma.", "ldmatrix.", "stmatrix.", "movmatrix."})
        if (operation.text.starts_with(name)) return true;
    return false;
}

void Promises::add(const Function& function, const std::vector<std::uint32_t>& statements) {
    PromisesOf& found = functions_[&function];
    const std::size_t size = function.body.size();
    found.number.assign(size, PromisesOf::none);
    found.decides.resize(size);
    if (statements.empty()) return;
    const Ways ways(function);
    for (const std::uint32_t statement : statements) {
        const std::uint32_t number = count_++;
        found.number[statement] = number;
        std::vector<std::uint32_t> open = {statement};
        std::vector<bool> is_known(size);
        while (!open.empty()) {
            const std::uint32_t wanted = open.back();
            open.pop_back();
            for (std::uint32_t i = 0; i < size; ++i) {
                if (is_known[i] || !ways.is_choice(i) || !ways.decides(i, wanted)) continue;
                is_known[i] = true;
                found.decides[i].push_back(number);
                open.push_back(i);
            }
        }
    }
}

}  // namespace ringfence::soundness
