// A policy as it was read from an object file: instructions, functions, maps, hooks and lines. Nothing of it is trusted
// before verify() has accepted it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "policy/hooks.h"
#include "policy/insn.h"
#include "policy/map_spec.h"

namespace ringfence::policy {

struct Function {
    std::string name;
    std::uint32_t begin = 0;  // instructions [begin, end)
    std::uint32_t end = 0;
};

// From here on instructions belong to this line, until the next of these.
struct SourceLine {
    std::uint32_t insn = 0;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::uint32_t file = 0;  // index of `files`
    std::string text{};
};

// Flags of rf_ops.
constexpr std::uint64_t own_answers_flag = 1;  // answers come as zeros, not as the built-in policy's
constexpr std::uint64_t alone_too_flag = 2;    // asked while only one wants the card, too

struct Program {
    std::string name;
    std::uint64_t flags = 0;
    std::vector<Insn> insns;
    std::vector<Function> functions;  // in order, without gaps
    std::vector<MapSpec> maps;
    std::array<std::optional<std::uint32_t>, hook_count> hooks{};  // which function
    std::vector<std::string> files;
    std::vector<SourceLine> lines;  // in order; empty: the object has no BTF

    [[nodiscard]] const SourceLine* line_of(std::uint32_t insn) const;
    [[nodiscard]] const Function* function_of(std::uint32_t insn) const;
};

constexpr std::size_t most_insns = 16 << 10;
constexpr std::size_t most_functions = 256;

}  // namespace ringfence::policy
