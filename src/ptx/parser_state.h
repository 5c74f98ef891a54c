// The parser's insides, shared by the parse_*.cpp files. Each of those reads one part of the language:
//
//     parse_module.cpp       the file header and the things at module scope
//     parse_function.cpp     .entry and .func: signatures, performance directives
//     parse_declaration.cpp  variables and registers
//     parse_initializer.cpp  what stands after `=`
//     parse_body.cpp         statements in a function
//     parse_operand.cpp      operands of an instruction
//     parse_debug.cpp        .loc, .file, .section
//     expression.cpp         constant expressions
//     fit.cpp, fit_call.cpp  which form of the instruction table an instruction has
//
// A function that reads something returns false (or null) once it has reported an error; the caller gives up what it
// was doing and passes that on, until the statement loop skips to the next statement.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/diagnostics.h"
#include "ptx/lexer.h"
#include "ptx/limits.h"
#include "ptx/literal.h"
#include "ptx/model.h"
#include "ptx/operation.h"
#include "ptx/symbols.h"

namespace ringfence::ptx {

class Parser {
public:
    Parser(Module& module, DiagnosticSink& sink, const Limits& limits);
    void run();
    // For a text that is nothing but a constant expression.
    std::optional<Constant> parse_constant_alone();

private:
    // --- tokens ---
    const Token& peek() const { return token_; }
    bool at(TokenKind kind) const { return token_.kind == kind; }
    bool at_directive(std::string_view name) const { return at(TokenKind::Directive) && text(token_) == name; }
    Token take();
    void read_token();
    bool must_end();
    bool accept(TokenKind kind);
    bool accept_directive(std::string_view name);
    // Takes a token of this kind or reports what was found instead. `what` names what was expected, and where.
    bool expect(TokenKind kind, std::string_view what);
    std::string_view text(Token token) const { return lexer_.text(token); }
    std::string describe(Token token) const;

    // --- errors ---
    bool fail(SourceRange where, std::string message, std::string remedy = {});
    bool fail(Token where, std::string message, std::string remedy = {});
    bool fail_expected(std::string_view what);
    void skip_statement();
    void skip_item();
    void skip_braces();
    bool has(const isa::Need& need) const;
    bool check_need(const isa::Need& need, SourceRange where, std::string_view what);
    // One more level of nesting; `leave` undoes it.
    bool enter(Token where);
    void leave() { --nesting_; }

    // --- module scope ---
    void parse_header();
    bool parse_version();
    bool parse_target();
    bool parse_target_name(std::string_view name, Token token);
    bool parse_address_size();
    bool check_target_version();
    void parse_item();
    void report_misplaced();
    const Alias* parse_alias();
    bool may_be_alias(const Function& function, Token name);
    const Pragma* parse_pragma();
    Linkage parse_linkage();
    // Adds what was read, from `begin` to here; false if there is nothing because of an error.
    template <typename Part>
    bool add_item(ItemKind kind, const Part* Item::*member, const Part* part, std::uint32_t begin) {
        if (part != nullptr) {
            Item& item = items_.emplace_back();
            item.kind = kind;
            item.where = {begin, last_end_};
            item.*member = part;
        }
        return part != nullptr;
    }

    // --- functions ---
    bool parse_function(Linkage linkage, std::uint32_t begin);
    bool parse_function_head(Function& function);
    bool parse_parameter_list(std::vector<const Variable*>& list, bool names_matter);
    const Variable* parse_parameter(bool names_matter);
    bool parse_pointer_attribute(PointerAttribute& pointer);
    bool parse_function_directives(Function& function);
    enum class Head : std::uint8_t { Entry, Function };
    bool parse_directive_arguments(Directive& directive, Head head);
    bool declare_function(Function& function, Token name);
    bool declare_parameters(const Function& function);
    bool same_signature(const Signature& a, const Signature& b) const;
    void finish_function(Function& function);

    // --- declarations ---
    struct DeclarationHead {
        Space space = Space::None;
        Type type = Type::None;
        std::uint8_t vector = 1;
        std::uint32_t align = 0;
        std::int32_t bank = -1;
        bool managed = false;
        bool unified = false;
        std::uint64_t unified_id[2] = {0, 0};
        PointerAttribute pointer;
    };
    static std::optional<Space> space_named(std::string_view directive);
    bool parse_declaration_head(DeclarationHead& head);
    bool parse_head_word(DeclarationHead& head);
    bool parse_align(std::uint32_t& align);
    bool parse_attribute(DeclarationHead& head);
    bool parse_unified_ids(std::uint64_t (&ids)[2]);
    bool parse_bank(std::int32_t& bank);
    const VariableDeclaration* parse_variables(Linkage linkage, bool module_scope);
    static bool is_hoisted(const Variable& variable);
    bool add_local_variables(const VariableDeclaration* declaration, std::uint32_t begin);
    void name_hoisted();
    Variable* make_variable(const DeclarationHead& head, Token name);
    Variable* parse_declarator(const DeclarationHead& head, Linkage linkage);
    bool parse_dimensions(Variable& variable);
    bool check_variable(const Variable& variable, Token name);
    bool check_small_variable(const Variable& variable, Token name);
    bool declare_variable(Variable* variable, Token name, bool module_scope);
    bool declare_variable_range(Variable* variable, Token name);
    const RegisterDeclaration* parse_registers();
    bool parse_register_name(const DeclarationHead& head);
    bool check_register_type(const DeclarationHead& head, Token where);
    std::optional<std::uint32_t> parse_range_count(std::uint32_t limit, std::string_view what);
    RegisterId add_registers(RegisterGroup group);
    bool fail_duplicate(Token name, SourceRange earlier);

    // --- initialisers ---
    const Initializer* parse_initializer(const Variable& variable);
    bool parse_initial_value(const Variable& variable, InitialValue& value);
    bool parse_initial_address(const Variable& variable, InitialValue& value);
    bool parse_initial_symbol(InitialValue& value);
    bool parse_initial_field(InitialValue& value);
    bool parse_initial_list(const Variable& variable, std::vector<InitialValue>& values);
    bool check_initial_constant(const Variable& variable, const Constant& constant, Token where);
    bool check_initial_count(const Variable& variable, std::span<const InitialValue> values, std::size_t depth,
                             Token where);

    // --- bodies ---
    void parse_body(Function& function);
    bool parse_statement();
    bool parse_directive_statement();
    bool parse_label_statement();
    bool parse_target_table(const Label* label, bool calls, std::uint32_t begin);
    bool parse_call_prototype(Label* label, std::uint32_t begin);
    void begin_scope();
    void end_scope();
    void report_unbound(const std::vector<LabelUse>& uses);
    bool check_label_kind(const LabelUse& use);
    bool parse_guard(Guard& guard);
    bool parse_instruction(std::uint32_t begin);
    bool parse_opcode(Token& opcode, std::string_view& spelling);
    bool write_sum(Operand& operand, std::size_t index, Token opcode, std::uint32_t begin);
    bool write_sums(std::span<Operand> operands, std::vector<std::size_t>& sums, Token opcode, std::uint32_t begin);
    bool check_sums(const Operation& operation, std::span<const std::size_t> sums);
    bool report_spelling(const SpellingError& error, Token opcode);
    Statement& add_statement(StatementKind kind, std::uint32_t begin);
    template <typename Part>
    bool add_statement(StatementKind kind, const Part* Statement::*member, const Part* part, std::uint32_t begin) {
        if (part != nullptr) {
            add_statement(kind, begin).*member = part;
        }
        return part != nullptr;
    }

    // --- operands; they are gathered in operands_, from which the arena gets its copies ---
    bool parse_operands();
    bool parse_call_operands();
    bool parse_call_list();
    bool parse_operand();
    bool parse_simple_operand(Operand& operand);
    bool parse_named_operand(Operand& operand);
    bool parse_component(Operand& operand, Token name);
    bool parse_array_element(Operand& operand);
    bool parse_negated_operand(Operand& operand);
    bool parse_constant_operand(Operand& operand);
    bool parse_elements(Operand& operand, OperandKind kind, TokenKind closing, std::string_view what);
    bool parse_bracketed(Operand& operand);
    bool parse_offset(Operand& operand);
    Operand* keep(std::span<const Operand> operands);
    void bind_labels(std::span<Operand> operands, Opcode opcode);
    void bracket_elements(const Operation& operation, std::span<Operand> operands);

    // --- which form ---
    struct Misfit {
        std::size_t operand = 0;  // how far the operands fitted
        std::string message;
    };
    const Operation* choose_form(Candidates candidates, std::span<const Operand> operands, Token opcode);
    bool fit(const Operation& operation, std::span<const Operand> operands, Misfit* why);
    bool fit_operand(const Operation& operation, const isa::OperandSpec& spec, const Operand& operand,
                     std::string* why);
    bool fit_elements(const Operation& operation, const isa::OperandSpec& spec, const Operand& operand,
                      std::string* why);
    bool is_scalar(const Operand& operand, std::string* why) const;
    bool fit_scalar(const Operation& operation, const isa::OperandSpec& spec, const Operand& operand, std::string* why);
    bool fit_register(const Operation& operation, const isa::OperandSpec& spec, const Operand& operand,
                      std::string* why);
    bool fit_special(const Operation& operation, const isa::OperandSpec& spec, const Operand& operand,
                     std::string* why);
    bool fit_immediate(const Operation& operation, const isa::OperandSpec& spec, const Operand& operand,
                       std::string* why);
    bool is_own_parameter(const Variable& variable) const;
    bool fit_symbol(const Operation& operation, const isa::OperandSpec& spec, const Operand& operand, std::string* why);
    bool fit_address(const Operation& operation, const isa::OperandSpec& spec, const Operand& operand,
                     std::string* why);
    bool fit_object(const Operation& operation, const isa::OperandSpec& spec, const Operand& operand, std::string* why);
    bool fit_pair(const Operation& operation, const isa::OperandSpec& spec, const Operand& operand, std::string* why);
    bool fit_call(std::span<const Operand> operands, Token opcode);
    const Signature* called_signature(std::span<const Operand> operands);
    bool fit_call_list(std::span<const Variable* const> formals, std::span<const Operand> operands, std::size_t which);
    bool report_unavailable(const Operation& operation, Token opcode);
    std::string describe(const Operand& operand) const;
    std::string unknown_name(const Operand& operand) const;
    static SourceRange range_of_use(const Operand& operand);
    const RegisterGroup& group_of(RegisterId reg) const;

    // --- debug data ---
    const RawLine* parse_raw_line();
    const SourceLine* parse_source_line();
    const SourceFile* parse_source_file();
    const Section* parse_section();
    bool parse_section_line(SectionLine& line);
    bool parse_section_value(SectionValue& value);

    // --- constants ---
    std::optional<Constant> parse_expression(int least_precedence = 0);
    std::optional<Constant> parse_unary();
    std::optional<Constant> parse_primary();
    std::optional<Constant> combine(TokenKind op, const Constant& left, const Constant& right, Token where);
    std::optional<std::uint64_t> parse_unsigned(std::string_view what);
    std::optional<std::int64_t> parse_signed(std::string_view what);

    // --- state ---
    Module& module_;
    Arena& arena_;
    DiagnosticSink& sink_;
    const Limits limits_;
    Lexer lexer_;
    Token token_;
    std::uint32_t last_end_ = 0;  // where the token taken last ended
    std::uint32_t tokens_read_ = 0;
    bool has_ended_ = false;  // before the text does: the work must stop
    std::uint32_t nesting_ = 0;
    OperationTable operations_;
    std::vector<Item> items_;
    std::unordered_set<std::uint64_t> file_indices_;
    std::uint32_t range_variables_ = 0;  // made by declarations such as `p<100>`
    std::uint64_t small_variables_bytes_ = 0;
    std::unordered_map<std::string_view, Name> globals_;
    struct HoistedVariable {
        Variable* variable;
        const Function* function;  // that declares it
    };
    std::vector<HoistedVariable> hoisted_;
    // Declarations of functions that have no body yet, to be pointed at their definition.
    std::unordered_map<std::string_view, std::vector<Function*>> open_declarations_;
    std::unordered_set<std::string_view> aliases_;

    // The state of the function that is being read.
    Function* function_ = nullptr;
    ScopeStack scopes_;
    std::vector<Statement> body_;
    std::vector<RegisterGroup> groups_;
    mutable std::size_t last_group_ = 0;  // where group_of() found the last one
    std::uint32_t register_count_ = 0;
    std::uint32_t label_count_ = 0;
    std::vector<LabelUse> bound_uses_;  // whose labels' kinds are checked at the end
    bool in_brackets_ = false;          // where a register can have an offset
    std::vector<Operand> operands_;
    std::vector<SourceRange> operand_ranges_;  // of the top-level operands, for messages
};

}  // namespace ringfence::ptx
