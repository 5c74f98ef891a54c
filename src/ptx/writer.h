// Writes the pieces of a module as canonical text, each without indentation and final newline. The printer puts the
// pieces together.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>

#include "ptx/literal.h"
#include "ptx/model.h"

namespace ringfence::ptx {

// How names are written.
enum class Names : std::uint8_t {
    Given,
    // So that the assembler gives none a meaning of its own. It divides by functions, takes calls of others for machine
    // instructions, and has variables in memory that the card keeps for itself. Whoever declares one of these names
    // changes what a division gives, or gets what the name stands for, whatever the text says.
    ForAssembler,
};

// What names begin with that are written for the assembler, behind a `%`; and those that stay as they are.
constexpr std::string_view assembler_prefix = "rf$";
constexpr std::string_view kept_prefix = "__rf_";

class Writer {
public:
    explicit Writer(std::string& out, Names names = Names::Given) : out_(out), names_(names) {}
    // The names of what is changed in any case, for debug data that tells of it: see names_that_change().
    void set_changed(const std::unordered_set<std::string_view>& changed) { changed_ = &changed; }

    void version(const Module& module);
    void target(const Module& module);
    void address_size(const Module& module);
    // Anything at module scope; of a function only the head.
    void item(const Item& item);
    void function_head(const Function& function);
    void statement(const Function& function, const Statement& statement);
    // Without the semicolon.
    void instruction(const Function& function, const Instruction& instruction);
    void register_name(const Function& function, RegisterId reg);

private:
    void operand(const Function& function, const Operand& operand);
    void operands(const Function& function, std::span<const Operand> operands);
    void call_operands(const Function& function, std::span<const Operand> operands);
    void address(const Function& function, const Operand& operand);
    void element(const Variable& variable, std::int64_t offset);
    void offset(const Operand& operand);
    void registers(const Function& function, const RegisterDeclaration& declaration);
    void variables(const VariableDeclaration& declaration);
    void variable_head(const Variable& variable);
    void declarator(const Variable& variable);
    void unified(const std::uint64_t (&ids)[2]);
    void initializer(const Initializer& initializer);
    void initial_value(const InitialValue& value);
    void parameters(std::span<const Variable* const> list, std::string_view separator);
    void directive(const Directive& directive);
    void pragma(const Pragma& pragma);
    void targets(const TargetTable& table);
    void prototype(const CallPrototype& prototype);
    void source_line(const SourceLine& line);
    void source_file(const SourceFile& file);
    void section(const Section& section);
    void section_line(const SectionLine& line);
    void section_value(const SectionValue& value);

    // Of functions and of what lies in shared or local memory every name is changed, of other things those that look
    // like the assembler's own. Kernels are found by their names, so these stay.
    void function_name(const Function& function);
    void variable_name(const Variable& variable);
    void other_name(std::string_view name);
    void name_in_section(std::string_view name);
    void prefixed(std::string_view name);

    void number(std::uint64_t value);
    void signed_number(std::int64_t value);
    void text(std::string_view piece) { out_ += piece; }
    template <typename Range, typename Write>
    void list(const Range& range, std::string_view separator, Write write);

    std::string& out_;
    Names names_;
    const std::unordered_set<std::string_view>* changed_ = nullptr;
};

// Functions, and variables in shared and local memory.
std::unordered_set<std::string_view> names_that_change(const Module& module);

}  // namespace ringfence::ptx
