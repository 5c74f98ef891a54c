// The names that are visible while a function is read.
//
// PTX has block scopes: an inner declaration hides an outer one of the same name, and a label belongs to the block it
// stands in. A branch may name a label that comes later, so label uses wait until their block ends: then they are bound
// to a label of that block, or wait on in the block around it.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ptx/model.h"

namespace ringfence::ptx {

// The meaning of a name.
struct Name {
    enum class Kind : std::uint8_t { None, Register, Variable, Function, Label };
    Kind kind = Kind::None;
    RegisterId reg = no_register;
    const Variable* variable = nullptr;
    const Function* function = nullptr;
    const Label* label = nullptr;
    SourceRange where;

    explicit operator bool() const { return kind != Kind::None; }
};

// Names of one scope. Most scopes hold a handful, so these are searched in a row; larger ones get an index.
class NameTable {
public:
    Name* find(std::string_view name);
    void add(std::string_view name, Name what);
    void clear();

private:
    static constexpr std::size_t searched_in_a_row = 12;
    std::vector<std::pair<std::string_view, Name>> names_;
    std::unordered_map<std::string_view, std::size_t> index_;
};

// A use of a label that is not bound yet.
struct LabelUse {
    const Label** slot = nullptr;
    Opcode opcode{};  // of the instruction that names it
    SourceRange where;
};

// `%r<10>` or `param<4>`: a prefix and how many numbers it takes.
struct NameRange {
    std::string_view prefix;
    std::uint32_t count = 0;
    RegisterId first_register = no_register;
    std::span<Variable* const> variables;
    SourceRange where;
};

// The ranges of one scope, found by any of their names.
class RangeTable {
public:
    // The range that `name` belongs to, and its number there.
    const NameRange* find(std::string_view name, std::uint32_t& number) const;
    const NameRange* find_prefix(std::string_view prefix) const;
    void add(const NameRange& range);
    void clear();

private:
    static constexpr std::size_t searched_in_a_row = 12;
    std::vector<NameRange> ranges_;
    std::unordered_map<std::string_view, std::size_t> index_;
};

class ScopeStack {
public:
    void push();
    // Ends a scope. Uses that found their label are added to `bound`; the others move to the scope around it, or are
    // returned if there is none.
    std::vector<LabelUse> pop(std::string_view source, std::vector<LabelUse>& bound);

    std::size_t depth() const { return depth_; }
    Name find(std::string_view name);
    // A label that has been read already, of the innermost scope that has it.
    const Label* find_label(std::string_view name);
    // A name of the innermost scope only, for duplicates.
    Name find_here(std::string_view name);
    const NameRange* find_range_here(std::string_view prefix) const;

    void add(std::string_view name, Name what) { scopes_[depth_ - 1].names.add(name, what); }
    void add_range(const NameRange& range) { scopes_[depth_ - 1].ranges.add(range); }
    void add_use(LabelUse use) { scopes_[depth_ - 1].uses.push_back(use); }

private:
    struct Scope {
        NameTable names;
        RangeTable ranges;
        std::vector<LabelUse> uses;
    };

    static Name find_in(Scope& scope, std::string_view name);

    std::vector<Scope> scopes_;  // kept when a scope ends, to be used again
    std::size_t depth_ = 0;
};

}  // namespace ringfence::ptx
