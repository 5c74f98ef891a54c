// The possible values of a function's registers: ranges of numbers, and addresses as a root and a range of offsets.
//
// A value belongs to a Name and holds for all times that its place is executed. It is found on demand, backwards from
// the address of an access. A value that is not understood is "any number", which is always true; so is one that
// depends on itself, but for the loops of turns.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "guard/checker/checker.h"
#include "guard/checker/flow.h"
#include "guard/conditions/builder.h"
#include "ptx/model.h"

namespace ringfence::guard {

struct Value {
    enum class Kind : std::uint8_t {
        Number,      // node
        InWindow,    // an address: a root + node. The root is one of `parameters`, which is whatever the launch passes
                     // (an access asks that it be in the window), or a place in the window with `zeros` low zeros
        InVariable,  // an address: that of `variable` + node
        Callee,      // an entry of the table of functions `variable`
        SharedDynamic,  // %dynamic_smem_size
        SharedEnd,    // where the block's shared memory ends, or before, by the begin of the array `variable`, - less;
                      // it has at least `kept` bytes
        SharedPlace,  // at most a SharedEnd, as an unsigned number
    };
    Kind kind = Kind::Number;
    bool is_generic = false;  // of an InVariable or a SharedPlace: a generic address
    std::uint8_t zeros = 0;   // low bits that are zero: of an InWindow's root that is no parameter, of a SharedPlace
    std::uint64_t parameters = 0;  // of an InWindow: bit i is the eight bytes of parameters at 8 i
    bool is_in_variables = false;  // of an InWindow: the root may be the module's variables
    const ptx::Variable* variable = nullptr;
    std::uint32_t less = 0;  // bytes
    std::uint64_t kept = 0;  // bytes: the value was computed with the address of a variable that has so many
    Name less_name;          // instead of `less`: the value of that name
    NodeId node = 0;

    // `zeros` of an InWindow whose root is surely a parameter. Parameters are unknown, least of all their low bits.
    static constexpr std::uint8_t only_parameters = 64;

    bool is_number() const { return kind == Kind::Number; }
    bool is_address() const { return kind == Kind::InWindow || kind == Kind::InVariable; }
    static Value number(NodeId node) {
        Value value;
        value.node = node;
        return value;
    }
};

// Facts about the module for all functions.
struct ModuleContext {
    const ptx::Variable* words = nullptr;  // __rf_words
    // __rf_calls_…: the functions with a body that they name.
    std::unordered_map<const ptx::Variable*, std::vector<const ptx::Function*>> tables;
    Reach reach;
    std::uint32_t shared_alignment = 1;  // the largest of arrays in shared memory whose size the launch decides
};

class Values {
public:
    Values(const ModuleContext& context, Flow& flow, ConditionBuilder& builder);

    // The value of an operand just before a statement, given the path to it.
    Value at(const ptx::Operand& operand, std::uint32_t statement, unsigned width);
    // The same, with all facts at the statement about the values that it was computed from. The operand is a register.
    Value refined(const ptx::Operand& operand, std::uint32_t statement, unsigned width);

    NodeId number(const Value& value, unsigned width) { return number_of(value, width); }

    // A number, where a statement is reached: if the launch finds that it is not, there is none.
    NodeId if_reached(NodeId node, std::uint32_t statement);

    ConditionBuilder& builder() { return builder_; }
    Flow& flow() { return flow_; }

private:
    enum class State : std::uint8_t { Open, Done };
    struct Entry {
        State state = State::Open;
        Value value;
    };
    // A counter and the limit that it is compared with, which end a loop.
    struct Counter {
        Name merged;
        std::vector<Source> firsts;
        std::vector<std::pair<Source, bool>> steps;  // true: subtracted
        std::vector<std::pair<Source, bool>> added;  // to the counter before it is compared; it stays the same
        Source limit;
        std::int64_t flags = 0;
        unsigned width = 32;
    };
    struct Steps {
        Name merged;  // the value is this one, plus the steps
        std::vector<std::pair<Source, bool>> steps;
    };

    void evaluate(const Name& name);
    const Value* known(const Name& name) const;
    const Entry* entry_of(const Name& name) const;
    Value computed(const Name& name);
    void look_at(ptx::BlockId block);
    // The names that a name is computed from, itself included, in the order of computation. False: too many, or nothing
    // to follow.
    bool origins_of(const Name& name, std::vector<Name>& origins);
    // True if a comparison at the present block says something about one of them.
    bool are_compared(const std::vector<Name>& origins);
    bool is_plain(const Name& name);
    NodeId given(NodeId node, const std::vector<Fact>& facts, bool with_joins);
    Value any(unsigned width) { return Value::number(builder_.any(width)); }
    unsigned width_of(ptx::RegisterId reg) const;

    // The inputs of a name.
    void inputs_of(const Name& name, std::vector<Name>& inputs);
    void inputs_of_merge(const Name& name, std::vector<Name>& inputs);
    void inputs_of_operands(std::span<const ptx::Operand> operands, std::uint32_t statement, std::vector<Name>& inputs);
    void add_input(const Name& name, ptx::BlockId block, std::vector<Name>& inputs);

    // Values from those of their inputs, which are known by now, or are any number.
    Value compute(const Name& name);
    Value value_in(const Source& source, unsigned width, ptx::BlockId block);
    Value narrowed(const Name& name, const Value& value, ptx::BlockId block);
    Value narrowed_by(const std::vector<Fact>& facts, const Name& name, const Value& value);
    Value value_on(const Name& name, unsigned width, ptx::BlockId from, ptx::BlockId to);
    Value unite(const Value& a, const Value& b, unsigned width);
    Value operand_value(const ptx::Operand& operand, std::uint32_t statement, unsigned width);

    // operations.cpp
    Value result(const Name& name);
    Value result_of_integer(const ptx::Instruction& instruction, std::uint32_t statement, unsigned width);
    std::optional<Value> result_of_remainder(const ptx::Instruction& instruction, std::uint32_t statement,
                                             unsigned width);
    std::optional<NodeId> added_to(const Name& name, Name other);
    Value result_of_insert(const ptx::Instruction& instruction, std::uint32_t statement, unsigned width);
    Value result_of_mask(const ptx::Instruction& instruction, std::uint32_t statement);
    std::optional<std::uint32_t> parameter_at(const ptx::Operand& base, std::uint32_t statement);
    Value result_of_load(const ptx::Instruction& instruction, const Name& name);
    Value result_of_move(const ptx::Instruction& instruction, const Name& name);
    Value result_of_convert(const ptx::Instruction& instruction, const Name& name);
    Value result_of_cvta(const ptx::Instruction& instruction, const Name& name);
    Value loaded(const ptx::Operation& operation, ptx::RegisterId reg);
    Value special(const ptx::Operand& operand);
    Value add(const Value& a, const Value& b, unsigned width);
    Value subtract(const Value& a, const Value& b, const Source& right, unsigned width);
    unsigned zeros_of(const Value& value);
    Value min_unsigned(const Value& a, const Value& b, unsigned width);
    Value max_unsigned(const Value& a, const Value& b, unsigned width);
    Value bitwise_and(const Value& a, const Value& b, unsigned width);
    NodeId number_of(const Value& value, unsigned width);
    Value combine(RangeOp op, unsigned width, const Value& a, const Value& b);
    Value extend(const Value& value, unsigned from, bool is_signed, unsigned to);

    // fence.cpp
    bool is_word(const Name& name, unsigned word);
    bool is_fenced_half(const ptx::Operand& high, std::uint32_t statement);
    std::optional<unsigned> word_of(const ptx::Operand& operand, std::uint32_t statement);

    // turns.cpp
    Value merge(const Name& name);
    std::optional<Steps> steps_from(const Name& name, ptx::BlockId header);
    std::optional<Name> rounded_towards_zero(const Name& name);
    bool shrinks_from(const Name& start, const Name& merged);
    bool leads_to(const Name& name, ptx::BlockId header) const;
    bool is_before(const Source& source, ptx::BlockId header) const;
    bool same_end(const Name& a, const Name& b);
    const std::vector<Counter>& counters_of(ptx::LoopId loop);
    std::optional<Counter> counter_of(const Fact& fact, ptx::BlockId header, ptx::BlockId latch);
    NodeId turns_of(ptx::LoopId loop);
    NodeId allowed_again(const Name& name, ptx::BlockId latch, NodeId all, NodeId step);
    NodeId sum_of(const std::vector<std::pair<Source, bool>>& steps, unsigned width, ptx::BlockId block);
    struct Ends {
        std::vector<ptx::BlockId> entries;
        ptx::BlockId latch = ptx::no_block;  // no_block: there is more than one
    };
    Ends ends_of(ptx::BlockId header) const;

    // invariants.cpp
    ptx::BlockId block_of(const Name& name) const;
    bool comes_from(const Name& value, const Name& merged, ptx::LoopId loop);
    bool goes_round(const Name& name);
    std::optional<Value> brought_to(const Name& name, bool is_back);
    Value invariant(const Name& name);

    using Entries = std::unordered_map<std::uint64_t, Entry>;
    // Results that rest on the assumption that a register is in a range.
    struct Guess {
        Name name;  // the register
        ptx::LoopId loop = ptx::no_loop;
        Entries entries;
    };

    const ModuleContext& context_;
    Flow& flow_;
    ConditionBuilder& builder_;
    std::unordered_map<const ptx::Variable*, std::uint32_t> parameters_;  // of a kernel: where they lie
    Entries entries_;
    std::vector<Guess> guesses_;
    std::unordered_map<std::uint64_t, bool> going_round_;
    std::unordered_map<std::uint64_t, bool> plain_;
    bool is_following_ = false;  // in comes_from()
    unsigned asking_ = 0;        // how many value_on() within each other look at what else was compared
    std::size_t work_ = 0;       // names that were looked at under a guess
    std::unordered_map<ptx::LoopId, std::vector<Counter>> counters_;
    ptx::BlockId here_ = ptx::no_block;  // of refined(): where the values are wanted
    std::unordered_map<std::uint64_t, Value> here_values_;
    ptx::BlockId facts_block_ = ptx::no_block;
    std::vector<Fact> facts_;
};

}  // namespace ringfence::guard
