// A policy as read from an object file: instructions, functions, maps, hooks and lines. It is not trusted before
// verify() has accepted it.
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

// The source line of the instructions from `insn` on, up to the next SourceLine.
struct SourceLine {
    std::uint32_t insn = 0;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::uint32_t file = 0;  // index of `files`
    std::string text{};
};

// Flags of rf_ops.
constexpr std::uint64_t own_answers_flag = 1;  // contexts have zeros instead of the built-in policy's answer
constexpr std::uint64_t alone_too_flag = 2;    // asked even if only one lane wants the card

struct Program {
    std::string name;
    std::uint64_t flags = 0;
    std::vector<Insn> insns;
    std::vector<Function> functions;  // in order, without gaps
    std::vector<MapSpec> maps;
    std::array<std::optional<std::uint32_t>, hook_count> hooks{};  // indices of functions
    std::vector<std::string> files;
    std::vector<SourceLine> lines;  // in order; empty: the object has no BTF

    [[nodiscard]] const SourceLine* line_of(std::uint32_t insn) const;
    [[nodiscard]] const Function* function_of(std::uint32_t insn) const;
};

constexpr std::size_t most_insns = 16 << 10;
constexpr std::size_t most_functions = 256;

}  // namespace ringfence::policy
