// An instruction's spelling, matched to the instruction table.
//
// `ld.global.v4.f32` is split, looked up and matched once; all instructions of a module that are spelled so share the
// result. That keeps instructions small and makes questions such as "which space?" a field access.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "base/arena.h"
#include "ptx/isa.h"

namespace ringfence::ptx {

struct Operation {
    const isa::Form* form = nullptr;
    Opcode opcode{};
    Class instruction_class{};
    std::string_view text;                // as printed
    std::span<const Modifier> modifiers;  // in the order they were written, without the mnemonic's own words
    std::span<const Modifier> slots;      // one per slot of the form; None where the slot is empty
    Type type = Type::None;               // of the slot `t`
    Space space = Space::None;            // of the slot `ss`; None where the form has none or it is empty
    unsigned vector = 1;                  // of the slot `v`
    bool available = true;                // whether the module's version and target have it

    bool has(Modifier modifier) const;
    // Looks at the needs of the form and of each modifier; returns the first for which `unmet` is true, or null.
    const isa::Need* find_need(const std::function<bool(const isa::Need&)>& unmet, Modifier& modifier) const;
    // The type an operand must have; None if any will do. `twice` is set where it is to be doubled in width.
    struct OperandType {
        Type type = Type::None;
        bool twice = false;
    };
    OperandType type_of(const isa::OperandSpec& spec) const;
    // The state space an address operand is in.
    Space space_of(const isa::OperandSpec& spec) const;
};

// Why a spelling fits no form: the word that is wrong, and what could stand there.
struct SpellingError {
    std::size_t word = 0;  // index of the offending word; the number of words if something is missing at the end
    std::string message;
    std::string remedy;
};

// All forms that a spelling's modifiers fit, in the table's order; at least one.
using Candidates = std::span<const Operation* const>;

// The spellings seen so far in one module.
class OperationTable {
public:
    // `has` says whether the module's version and target meet a need; it is asked once per spelling.
    OperationTable(Arena& arena, std::function<bool(const isa::Need&)> has) : arena_(arena), has_(std::move(has)) {}

    // `text` is the whole opcode, `ld.global.f32`. The answer lives as long as the arena.
    std::variant<Candidates, SpellingError> find(std::string_view text);

private:
    bool is_available(const Operation& operation) const;

    Arena& arena_;
    std::function<bool(const isa::Need&)> has_;
    std::unordered_map<std::string_view, Candidates> known_;
};

// Splits an opcode at its dots: `cp.async` gives `cp`, `async`.
std::vector<std::string_view> split_opcode(std::string_view text);

}  // namespace ringfence::ptx
