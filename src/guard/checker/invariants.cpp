// Registers that go round in a loop and stay in a range: buffers that take turns (`i ^= 1`, `i = n - i`), places in a
// ring (`if (++i == 4) i = 0`), whatever is masked again in each turn.
//
// A range is guessed, and the loop's result is computed as if the register were always in it. If that is in the range
// too, and so are the values with which the loop is entered, the register never leaves it: the first time that it did,
// it would have been in it before. That argument is about time, so it holds for all values that were computed earlier
// in any place. Results that rest on a guess are dropped with the guess.
#include <algorithm>
#include <bit>

#include "base/effort.h"
#include "guard/checker/values.h"

namespace ringfence::guard {

using ptx::BlockId;

namespace {

constexpr std::size_t most_depth = 3;     // guesses within guesses
constexpr unsigned most_guesses = 10;     // of one register
constexpr unsigned exact_guesses = 4;     // the others are rounded up to bits
constexpr unsigned narrow_guesses = 8;    // the last ones to as many as a comparison in the loop may take away again
constexpr std::size_t most_work = 20000;  // names, of a function
constexpr std::size_t most_followed = 256;

Range with_all_bits(const Range& range, unsigned least) {
    const auto bits = [&](std::int64_t value) {
        return std::max(least, static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(value))));
    };
    const auto up = [](unsigned width) { return width >= 62 ? INT64_MAX : (std::int64_t{1} << width) - 1; };
    Range wide = {range.low, range.high, range.zeros};
    if (range.high > 0) wide.high = up(bits(range.high));
    if (range.low < 0) wide.low = -up(bits(~range.low)) - 1;
    return wide;
}

}  // namespace

BlockId Values::block_of(const Name& name) const {
    return name.is_merged() ? name.place : flow_.cfg().block_of(name.place);
}

// True if a value of the loop is computed from the one at its header.
bool Values::comes_from(const Name& value, const Name& merged, ptx::LoopId loop) {
    std::vector<Name> open = {value};
    std::vector<std::uint64_t> seen;
    std::vector<Name> inputs;
    while (!open.empty()) {
        const Name name = open.back();
        open.pop_back();
        if (name == merged) return true;
        const bool is_new = name.kind != Name::Kind::Undefined && flow_.loops().contains(loop, block_of(name)) &&
                            std::find(seen.begin(), seen.end(), name.key()) == seen.end();
        if (!is_new) continue;
        if (seen.size() == most_followed) return false;
        seen.push_back(name.key());
        inputs.clear();
        is_following_ = true;
        inputs_of(name, inputs);
        is_following_ = false;
        open.insert(open.end(), inputs.begin(), inputs.end());
    }
    return false;
}

// True if the register goes round: some way back brings a value that was computed from it, and not just by steps.
bool Values::goes_round(const Name& name) {
    if (!flow_.loops().is_header(name.place)) return false;
    const auto [known, is_new] = going_round_.try_emplace(name.key(), false);
    if (!is_new) return known->second;
    const ptx::LoopId loop = flow_.loops().loop_of(name.place);
    bool result = false;
    for (const BlockId from : flow_.cfg().graph().predecessors(name.place)) {
        if (!flow_.cfg().is_reachable(from) || !flow_.dominators().dominates(name.place, from)) continue;
        const Name value = flow_.names().at_end(name.reg, from);
        const auto turn = steps_from(value, name.place);
        const bool is_turn = turn && turn->merged == name;
        if (is_turn && turn->steps.empty()) continue;
        if (is_turn || shrinks_from(value, name)) return false;
        result = result || comes_from(value, name, loop);
    }
    going_round_[name.key()] = result;
    return result;
}

// The union of the values that all ways of one kind bring to a header.
std::optional<Value> Values::brought_to(const Name& name, bool is_back) {
    std::optional<Value> result;
    const unsigned width = width_of(name.reg);
    for (const BlockId from : flow_.cfg().graph().predecessors(name.place)) {
        if (!flow_.cfg().is_reachable(from) || flow_.dominators().dominates(name.place, from) != is_back) continue;
        const Name value = flow_.names().at_end(name.reg, from);
        std::vector<Name> inputs;
        add_input(value, from, inputs);
        for (const Name& input : inputs)
            evaluate(input);
        const Value one = value_on(value, width, from, name.place);
        result = result ? unite(*result, one, width) : one;
    }
    return result;
}

// In each turn the register has its first value, or the loop's result for something in the range.
Value Values::invariant(const Name& name) {
    const unsigned width = width_of(name.reg);
    const std::optional<Value> first = brought_to(name, false);
    if (!first || !(first->is_number() || first->is_address()) || guesses_.size() == most_depth) return any(width);
    Value guess = *first;
    Range range = builder_.always(first->node);
    for (unsigned i = 0; i < most_guesses && work_ < most_work && !range.is_empty() && !must_stop(); ++i) {
        guess.node = builder_.constant(range);
        guesses_.push_back({name, flow_.loops().loop_of(name.place), {}});
        guesses_.back().entries[name.key()] = {State::Done, guess};
        const std::optional<Value> back = brought_to(name, true);
        guesses_.pop_back();
        if (!back || back->kind != guess.kind) return any(width);
        const Value both = unite(guess, *back, width);
        if (both.kind != guess.kind) return any(width);
        const Range next = builder_.always(back->node);
        const bool is_same_root = both.parameters == guess.parameters && both.zeros == guess.zeros &&
                                  both.is_in_variables == guess.is_in_variables;
        if (is_same_root && next.is_within(range.low, range.high) && next.has_zeros(range.zeros)) {
            // The value on the way back is in `next` in any launch, and this one may know more.
            guess.node = builder_.apply(RangeOp::Union, width, first->node, back->node);
            return guess;
        }
        guess = both;
        range = {std::min(range.low, next.low), std::max(range.high, next.high), std::min(range.zeros, next.zeros)};
        if (i >= exact_guesses)
            range = with_all_bits(range, i + 1 >= narrow_guesses ? 16 + 8 * (i - narrow_guesses + 1) : 0);
    }
    return any(width);
}

}  // namespace ringfence::guard
