// Writes the pieces of a module as canonical text, each without indentation and final newline. The printer puts the
// pieces together.
#pragma once

#include <string>

#include "ptx/literal.h"
#include "ptx/model.h"

namespace ringfence::ptx {

class Writer {
public:
    explicit Writer(std::string& out) : out_(out) {}

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

    void number(std::uint64_t value);
    void signed_number(std::int64_t value);
    void text(std::string_view piece) { out_ += piece; }
    template <typename Range, typename Write>
    void list(const Range& range, std::string_view separator, Write write);

    std::string& out_;
};

}  // namespace ringfence::ptx
