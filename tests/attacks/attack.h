// An attack: a PTX file whose first lines say what it tries, and what must come of it.
//
//     // tries: a plain store to the victim's memory
//     // expect: recorded
//     // launch: grid 1 block 32
//     // args: u64:own+64 u32:0x100
//
// expect: one or several of these, with ` or ` between them
//     contained        nothing outside the attacker's window and zones is read or written, and the context lives on
//     recorded         the same, and in check mode the fault record tells of it
//     refused WORDS    the guard refuses the module, with these words in its message
// launch: grid, block, shared (bytes) and cooperative (1), each with a number
// entries: the kernels to launch, one after the other; `attack` if it is not said
// args: numbers, or names of places (see Symbols), with + or - a number behind them, or / a number
// left-out: kernels that the guard must leave out for the others to be loaded; without this it leaves none out
// soft: no, and why: the software GPU is not asked
// card: no, and why: a card is not asked
// harmless: where it does no harm without the guard (attack_runner --unguarded)
// assembles: no, and why: ptxas is not asked (tests/attacks/assemble.py)
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "backend/device.h"
#include "base/result.h"

namespace ringfence::attacks {

struct Argument {
    unsigned bytes = 8;
    std::string value;
};

struct Expectation {
    enum class Kind : std::uint8_t { Contained, Recorded, Refused };
    Kind kind = Kind::Contained;
    std::string words;  // of a refusal
};

struct Attack {
    std::string name;
    std::string ptx;
    std::vector<Expectation> expectations;
    std::vector<std::string> entries = {"attack"};
    std::vector<std::string> left_out;
    std::vector<Argument> arguments;
    backend::Launch launch;
    bool is_for_soft = true;
    bool is_for_card = true;
    bool is_harmless = false;  // without the guard

    bool may_be(Expectation::Kind kind) const;
    bool may_be_refused_with(std::string_view message) const;
    std::string expected() const;
};

Result<Attack> read_attack(const std::string& path);
Result<Attack> parse_attack(std::string name, std::string text);

// Places that arguments name: own, victim, distance, window_end and so on.
using Symbols = std::map<std::string, std::uint64_t, std::less<>>;

Result<std::uint64_t> evaluate(std::string_view expression, const Symbols& symbols);

// The bytes of a launch's parameters: each argument at a multiple of its size.
Result<std::vector<std::byte>> lay_out(const std::vector<Argument>& arguments, const Symbols& symbols,
                                       std::size_t bytes);

}  // namespace ringfence::attacks
