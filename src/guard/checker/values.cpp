#include "guard/checker/values.h"

#include <algorithm>

#include "base/effort.h"
#include "ptx/parameter_layout.h"

namespace ringfence::guard {

using ptx::BlockId;
using ptx::Operand;
using ptx::OperandKind;

namespace {
constexpr std::uint64_t most_parameter_bytes = 1U << 16U;
constexpr unsigned most_asking = 8;

bool names_twice(const Operand& results, ptx::RegisterId reg) {
    const std::span<const Operand> elements = results.elements();
    return std::count_if(elements.begin(), elements.end(),
                         [&](const Operand& one) { return one.is_register() && one.id == reg; }) > 1;
}

}  // namespace

Values::Values(const ModuleContext& context, Flow& flow, ConditionBuilder& builder)
    : context_(context), flow_(flow), builder_(builder) {
    if (!flow.function().is_entry) return;
    // As far as their places are the same on every card.
    const std::span<const ptx::Variable* const> parameters = flow.function().signature.parameters;
    const ptx::ParameterPlaces layout = ptx::place_parameters(parameters);
    for (std::size_t i = 0; i < layout.portable; ++i) {
        if (parameters[i]->space != ptx::Space::Param) break;
        if (layout.offsets[i] + parameters[i]->bytes() > most_parameter_bytes) break;
        parameters_.emplace(parameters[i], static_cast<std::uint32_t>(layout.offsets[i]));
    }
}

unsigned Values::width_of(ptx::RegisterId reg) const {
    const unsigned bits = ptx::isa::info(flow_.function().group_of(reg).type).bits;
    return bits == 16 || bits == 32 ? bits : 64;
}

const Value* Values::known(const Name& name) const {
    if (here_ != ptx::no_block) {
        const auto here = here_values_.find(name.key());
        if (here != here_values_.end()) return &here->second;
    }
    const Entry* found = entry_of(name);
    return found == nullptr || found->state == State::Open ? nullptr : &found->value;
}

// Under a guess, earlier results about names in its loop do not count; new ones are kept with the guess.
const Values::Entry* Values::entry_of(const Name& name) const {
    const auto find = [&](const Entries& entries) {
        const auto found = entries.find(name.key());
        return found == entries.end() ? nullptr : &found->second;
    };
    bool is_in_loop = false;
    for (std::size_t i = guesses_.size(); i > 0; --i) {
        const Guess& guess = guesses_[i - 1];
        const Entry* found = !is_in_loop || guess.name == name ? find(guess.entries) : nullptr;
        if (found != nullptr) return found;
        is_in_loop = is_in_loop || flow_.loops().contains(guess.loop, block_of(name));
    }
    return is_in_loop ? nullptr : find(entries_);
}

// Depth first, with a stack of its own: a name waits on the stack for its inputs. An input that is itself waiting
// depends on itself, and counts as any number.
void Values::evaluate(const Name& root) {
    std::vector<Name> stack = {root};
    std::vector<Name> inputs;
    while (!stack.empty() && !must_stop()) {
        const Name name = stack.back();
        const auto entries = [&]() -> Entries& { return guesses_.empty() ? entries_ : guesses_.back().entries; };
        const Entry* entry = entry_of(name);
        if (entry == nullptr) {
            entries()[name.key()] = {};
            if (!guesses_.empty()) ++work_;
            inputs.clear();
            inputs_of(name, inputs);
            for (const Name& input : inputs) {
                if (entry_of(input) == nullptr) stack.push_back(input);
            }
            continue;
        }
        stack.pop_back();
        // One that waits under an older guess, or none, depends on itself: it is finished there.
        const auto own = entries().find(name.key());
        if (own == entries().end() || own->second.state == State::Done) continue;
        const Value value = computed(name);
        entries()[name.key()] = {State::Done, value};
    }
}

Value Values::computed(const Name& name) {
    Value value = compute(name);
    // A register holds no more than its bits.
    if (value.is_number()) value.node = builder_.apply(RangeOp::SignExtend, width_of(name.reg), value.node);
    return value;
}

void Values::look_at(BlockId block) {
    if (facts_block_ == block) return;
    facts_.clear();
    flow_.facts_at(block, facts_);
    facts_block_ = block;
}

void Values::add_input(const Name& name, BlockId block, std::vector<Name>& inputs) {
    if (name.kind == Name::Kind::Undefined) return;
    inputs.push_back(name);
    look_at(block);
    for (const Fact& fact : facts_) {
        if (fact.left.name == name && fact.right.name.kind != Name::Kind::Undefined) inputs.push_back(fact.right.name);
    }
}

void Values::inputs_of_operands(std::span<const Operand> operands, std::uint32_t statement, std::vector<Name>& inputs) {
    for (const Operand& operand : operands) {
        if (operand.is_register()) {
            add_input(flow_.names().before(operand.id, statement), flow_.cfg().block_of(statement), inputs);
        } else if (operand.has_elements()) {
            inputs_of_operands(operand.elements(), statement, inputs);
        }
    }
}

void Values::inputs_of(const Name& name, std::vector<Name>& inputs) {
    if (name.is_merged()) {
        inputs_of_merge(name, inputs);
        return;
    }
    if (name.kind == Name::Kind::Undefined) return;
    const ptx::Instruction& instruction = flow_.instruction(name.place);
    if (name.kind == Name::Kind::Partly) {
        add_input(flow_.names().before(name.reg, name.place), flow_.cfg().block_of(name.place), inputs);
    }
    // A value from memory does not depend on the address, but for the guard's own tables in constant memory and
    // parameters.
    const bool is_load = instruction.instruction_class() == ptx::Class::Load;
    const ptx::Space space = is_load ? instruction.operation->space : ptx::Space::None;
    if (is_load && space != ptx::Space::Const && space != ptx::Space::Param) return;
    if (instruction.instruction_class() == ptx::Class::Call) return;
    inputs_of_operands(instruction.operands, name.place, inputs);
}

Value Values::compute(const Name& name) {
    if (name.is_merged()) return merge(name);
    const unsigned width = width_of(name.reg);
    Value written = result(name);
    if (name.is_written()) return written;
    // The instruction's guard may not have held, and the register kept its value. A part of a vector is not followed,
    // nor a register that is written twice at once: it may hold either.
    const ptx::Instruction& instruction = flow_.instruction(name.place);
    const bool is_scalar = flow_.function().group_of(name.reg).vector == 1 && instruction.guard;
    if (!is_scalar || names_twice(instruction.operands[0], name.reg)) return any(64);
    const Name old = flow_.names().before(name.reg, name.place);
    return unite(written, value_in({old, std::nullopt}, width, flow_.cfg().block_of(name.place)), width);
}

// A value, narrowed by the comparisons on the way to a block.
Value Values::narrowed(const Name& name, const Value& value, BlockId block) {
    if (!value.is_number()) return value;
    look_at(block);
    return narrowed_by(facts_, name, value);
}

// A value that comes to a join by an edge: the comparison at the end of the block before holds too. By an edge that
// this launch cannot take, none comes.
Value Values::value_on(const Name& name, unsigned width, BlockId from, BlockId to) {
    Value value = value_in({name, std::nullopt}, width, from);
    if (!(value.is_number() || value.is_address()) || name.kind == Name::Kind::Undefined) return value;
    std::vector<Fact> facts;
    flow_.facts_on(from, to, facts);
    // Their operands may have been compared with another join, and so on: the recursion must end.
    const bool asks = asking_ < most_asking;
    ++asking_;
    for (const Fact& fact : facts) {
        if (asks && !fact.right.constant && is_plain(fact.right.name)) evaluate(fact.right.name);
    }
    if (value.is_number()) value = narrowed_by(facts, name, value);
    if (asks && !flow_.dominators().dominates(to, from)) {
        flow_.facts_at(from, facts);
        value.node = given(value.node, facts, false);
    }
    --asking_;
    return value;
}

Value Values::narrowed_by(const std::vector<Fact>& facts, const Name& name, const Value& value) {
    Value result = value;
    const unsigned width = width_of(name.reg);
    for (const Fact& fact : facts) {
        if (!(fact.left.name == name) || fact.left.constant || fact.width != width) continue;
        NodeId right = 0;
        if (fact.right.constant) {
            right = builder_.exactly(*fact.right.constant);
        } else {
            const Value* other = known(fact.right.name);
            if (other == nullptr) continue;
            right = number_of(*other, width);
        }
        const auto clamp = [&](RangeOp with_sign, RangeOp without_sign, std::int64_t extra) {
            const RangeOp op = fact.is_unsigned ? without_sign : with_sign;
            result.node = builder_.apply(op, width, result.node, right, 0, extra);
        };
        switch (fact.relation) {
            case Relation::Less: clamp(RangeOp::AtMost, RangeOp::AtMostUnsigned, -1); break;
            case Relation::LessOrEqual: clamp(RangeOp::AtMost, RangeOp::AtMostUnsigned, 0); break;
            case Relation::Greater: clamp(RangeOp::AtLeast, RangeOp::AtLeastUnsigned, 1); break;
            case Relation::GreaterOrEqual: clamp(RangeOp::AtLeast, RangeOp::AtLeastUnsigned, 0); break;
            case Relation::Equal: clamp(RangeOp::Equal, RangeOp::Equal, 0); break;
            case Relation::Unequal: clamp(RangeOp::Unequal, RangeOp::Unequal, 0); break;
        }
    }
    return result;
}

Value Values::value_in(const Source& source, unsigned width, BlockId block) {
    if (here_ != ptx::no_block) block = here_;
    if (source.constant) return Value::number(builder_.exactly(*source.constant));
    const Value* value = known(source.name);
    return value == nullptr ? any(width) : narrowed(source.name, *value, block);
}

Value Values::operand_value(const Operand& operand, std::uint32_t statement, unsigned width) {
    if (operand.kind == OperandKind::Special) return special(operand);
    if (operand.kind == OperandKind::Variable) {
        Value value;
        value.kind = Value::Kind::InVariable;
        value.variable = operand.variable;
        value.node = builder_.exactly(operand.offset);
        return value;
    }
    const auto source = flow_.source(operand, statement, width);
    return source ? value_in(*source, width, flow_.cfg().block_of(statement)) : any(width);
}

Value Values::at(const Operand& operand, std::uint32_t statement, unsigned width) {
    std::vector<Name> inputs;
    inputs_of_operands({&operand, 1}, statement, inputs);
    for (const Name& input : inputs)
        evaluate(input);
    return operand_value(operand, statement, width);
}

Value Values::unite(const Value& a, const Value& b, unsigned width) {
    using Kind = Value::Kind;
    const bool same = a.kind == b.kind && a.variable == b.variable && a.is_generic == b.is_generic;
    // A parameter of eight bytes where another way brings a number: it is one, too.
    if (!same && (a.is_number() || b.is_number())) return combine(RangeOp::Union, width, a, b);
    if (!same || !(a.is_number() || a.is_address())) return any(width);
    Value result = a;
    result.node = builder_.apply(RangeOp::Union, width, a.node, b.node);
    if (a.kind == Kind::InWindow) {
        // The root is one of all these; `only_parameters` stays only if both are nothing else.
        result.parameters = a.parameters | b.parameters;
        result.zeros = std::min(a.zeros, b.zeros);
        result.is_in_variables = a.is_in_variables || b.is_in_variables;
    }
    return result;
}

}  // namespace ringfence::guard
