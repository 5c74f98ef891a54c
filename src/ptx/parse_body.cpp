// The statements of a function.
#include <fmt/format.h>

#include "ptx/parser_state.h"

namespace ringfence::ptx {

Statement& Parser::add_statement(StatementKind kind, std::uint32_t begin) {
    Statement& statement = body_.emplace_back();
    statement.kind = kind;
    statement.where = {begin, last_end_};
    return statement;
}

void Parser::parse_body(Function& function) {
    take();  // the opening brace
    scopes_.push();
    declare_parameters(function);
    const std::size_t outermost = scopes_.depth();
    while (!at(TokenKind::End) && !sink_.full()) {
        if (at(TokenKind::RightBrace) && scopes_.depth() == outermost) {
            break;
        }
        if (!parse_statement()) {
            skip_statement();
            nesting_ = static_cast<std::uint32_t>(scopes_.depth() - outermost);
            in_brackets_ = false;
        }
    }
    if (!at(TokenKind::RightBrace) && !sink_.full()) {
        fail(peek(), fmt::format("the body of `{}` is not closed", function.name), "add the missing `}`");
    }
    while (scopes_.depth() > 0) {
        report_unbound(scopes_.pop(lexer_.all(), bound_uses_));
    }
    for (const LabelUse& use : bound_uses_) {
        check_label_kind(use);
    }
    bound_uses_.clear();
    accept(TokenKind::RightBrace);
}

void Parser::report_unbound(const std::vector<LabelUse>& uses) {
    for (const LabelUse& use : uses) {
        std::string_view name = lexer_.all().substr(use.where.begin, use.where.end - use.where.begin);
        fail(use.where, fmt::format("unknown name `{}`", name),
             "a label must stand in this function, in the same block or in one around it");
    }
}

// A branch goes to code; brx.idx names a table of labels; an indirect call names a prototype or a table of functions.
bool Parser::check_label_kind(const LabelUse& use) {
    const Label& label = **use.slot;
    switch (use.opcode) {
        case Opcode::BrxIdx:
            return label.kind == LabelKind::BranchTargets ||
                   fail(use.where, fmt::format("`{}` is not a table of branch targets", label.name),
                        fmt::format("write `{}: .branchtargets …;`", label.name));
        case Opcode::Call:
            return label.kind == LabelKind::Prototype || label.kind == LabelKind::CallTargets ||
                   fail(use.where, fmt::format("`{}` is neither a prototype nor a table of functions", label.name),
                        fmt::format("write `{}: .callprototype …;`", label.name));
        default:
            return label.kind == LabelKind::Code ||
                   fail(use.where, fmt::format("`{}` is not a place in the code", label.name));
    }
}

void Parser::begin_scope() {
    const Token brace = peek();
    if (!enter(brace)) {
        skip_braces();
        return;
    }
    take();
    add_statement(StatementKind::ScopeBegin, brace.begin);
    scopes_.push();
}

void Parser::end_scope() {
    const std::uint32_t begin = take().begin;
    leave();
    scopes_.pop(lexer_.all(), bound_uses_);
    add_statement(StatementKind::ScopeEnd, begin);
}

bool Parser::parse_statement() {
    switch (peek().kind) {
        case TokenKind::Identifier:
            return lexer_.colon_follows() ? parse_label_statement() : parse_instruction(peek().begin);
        case TokenKind::At: return parse_instruction(peek().begin);
        case TokenKind::Directive: return parse_directive_statement();
        case TokenKind::LeftBrace: begin_scope(); return true;
        case TokenKind::RightBrace: end_scope(); return true;
        case TokenKind::AtAt: {
            const std::uint32_t begin = peek().begin;
            add_statement(StatementKind::RawLine, &Statement::raw, parse_raw_line(), begin);
            return true;  // the line is read, right or wrong
        }
        default: return fail_expected("an instruction, a label or a declaration");
    }
}

bool Parser::parse_directive_statement() {
    const Token directive = peek();
    std::string_view word = text(directive);
    if (word == ".loc") {
        return add_statement(StatementKind::SourceLine, &Statement::source_line, parse_source_line(), directive.begin);
    }
    if (word == ".pragma") {
        return add_statement(StatementKind::Pragma, &Statement::pragma, parse_pragma(), directive.begin);
    }
    if (word == ".reg") {
        return add_statement(StatementKind::Registers, &Statement::registers, parse_registers(), directive.begin);
    }
    const Linkage linkage = parse_linkage();
    if (at(TokenKind::Directive) && space_named(text(peek()))) {
        return add_local_variables(parse_variables(linkage, false), directive.begin);
    }
    if (word == ".branchtargets" || word == ".calltargets" || word == ".callprototype") {
        return fail(directive, fmt::format("`{}` has no label in front", word),
                    "write `name: " + std::string(word) + " …;`, for the instruction that uses it");
    }
    if (linkage != Linkage::None || word == ".entry" || word == ".func" || word == ".version" || word == ".target" ||
        word == ".file" || word == ".section") {
        return fail(directive, fmt::format("`{}` cannot stand in a function", word), "close the body with `}` before");
    }
    return fail(directive, fmt::format("unknown directive `{}` in a function", word),
                "declarations, `.loc` and `.pragma` can stand here");
}

bool Parser::parse_label_statement() {
    const Token name = take();
    take();  // the colon
    auto* label = arena_.allocate<Label>();
    label->name = text(name);
    label->where = {name.begin, name.end};
    label->statement = static_cast<std::uint32_t>(body_.size());
    label->number = label_count_++;
    if (Name earlier = scopes_.find_here(label->name)) {
        fail_duplicate(name, earlier.where);
    } else {
        Name what;
        what.kind = Name::Kind::Label;
        what.label = label;
        what.where = label->where;
        scopes_.add(label->name, what);
    }
    if (at_directive(".branchtargets") || at_directive(".calltargets")) {
        label->kind = at_directive(".calltargets") ? LabelKind::CallTargets : LabelKind::BranchTargets;
        return parse_target_table(label, text(peek()) == ".calltargets", name.begin);
    }
    if (at_directive(".callprototype")) {
        label->kind = LabelKind::Prototype;
        return parse_call_prototype(label, name.begin);
    }
    add_statement(StatementKind::Label, name.begin).label = label;
    return true;
}

bool Parser::parse_target_table(const Label* label, bool calls, std::uint32_t begin) {
    std::string_view word = text(take());
    auto* table = arena_.allocate<TargetTable>();
    table->label = label;
    table->calls = calls;
    std::vector<Token> names;
    do {
        names.push_back(peek());
        if (!expect(TokenKind::Identifier, fmt::format("a name after `{}`", word))) {
            return false;
        }
    } while (accept(TokenKind::Comma));
    if (!expect(TokenKind::Semicolon, fmt::format("`,` or `;` in `{}`", word))) {
        return false;
    }
    if (calls) {
        std::vector<const Function*> functions;
        for (Token name : names) {
            auto found = globals_.find(text(name));
            if (found == globals_.end() || found->second.kind != Name::Kind::Function) {
                return fail(name, fmt::format("`{}` is not a function", text(name)), "declare it before");
            }
            functions.push_back(found->second.function);
        }
        table->functions = arena_.copy_span(functions);
    } else {
        auto labels = arena_.allocate_span<const Label*>(names.size());
        for (std::size_t i = 0; i < names.size(); ++i) {
            scopes_.add_use({&labels[i], Opcode::Bra, {names[i].begin, names[i].end}});
        }
        table->labels = labels;
    }
    add_statement(StatementKind::TargetTable, begin).targets = table;
    return true;
}

bool Parser::parse_call_prototype(Label* label, std::uint32_t begin) {
    take();
    auto* prototype = arena_.allocate<CallPrototype>();
    label->prototype = prototype;
    prototype->label = label;
    std::vector<const Variable*> results;
    std::vector<const Variable*> parameters;
    Signature& signature = prototype->signature;
    signature.has_result_list = at(TokenKind::LeftParen);
    if (signature.has_result_list && !parse_parameter_list(results, false)) {
        return false;
    }
    if (!expect(TokenKind::Underscore, "`_` in the place of a function's name in `.callprototype`")) {
        return false;
    }
    signature.has_parameter_list = at(TokenKind::LeftParen);
    if (signature.has_parameter_list && !parse_parameter_list(parameters, false)) {
        return false;
    }
    signature.results = arena_.copy_span(results);
    signature.parameters = arena_.copy_span(parameters);
    std::vector<Directive> directives;
    while (at(TokenKind::Directive)) {
        if (!parse_directive_arguments(directives.emplace_back(), Head::Function)) {
            return false;
        }
    }
    prototype->directives = arena_.copy_span(directives);
    if (!expect(TokenKind::Semicolon, "`;` after `.callprototype`")) {
        return false;
    }
    add_statement(StatementKind::CallPrototype, begin).prototype = prototype;
    return true;
}

bool Parser::parse_guard(Guard& guard) {
    take();
    guard.negated = accept(TokenKind::Not);
    Token name = peek();
    if (!expect(TokenKind::Identifier, "a predicate register after `@`")) {
        return false;
    }
    Name found = scopes_.find(text(name));
    if (found.kind != Name::Kind::Register) {
        return fail(name, fmt::format("unknown predicate register `{}`", text(name)));
    }
    if (group_of(found.reg).type != Type::Pred) {
        return fail(name, fmt::format("`{}` is a `.{}` register; a guard is a `.pred` register", text(name),
                                      isa::info(group_of(found.reg).type).name));
    }
    guard.predicate = found.reg;
    return true;
}

// The opcode with its modifiers. They usually follow each other without a gap; white space before a dot is allowed.
bool Parser::parse_opcode(Token& opcode, std::string_view& spelling) {
    if (!at(TokenKind::Identifier)) {
        return fail_expected("an instruction");
    }
    opcode = lexer_.with_modifiers(peek());
    last_end_ = opcode.end;
    read_token();
    spelling = text(opcode);
    if (!at(TokenKind::Directive)) {
        return true;
    }
    std::string glued(spelling);
    while (at(TokenKind::Directive)) {
        Token modifier = lexer_.with_modifiers(peek());
        last_end_ = modifier.end;
        read_token();
        glued += text(modifier);
        opcode.end = modifier.end;
    }
    spelling = arena_.copy_string(glued);
    return true;
}

bool Parser::report_spelling(const SpellingError& error, Token opcode) {
    // Point at the word that is wrong.
    std::string_view whole = text(opcode);
    std::size_t begin = 0;
    for (std::size_t word = 0; word < error.word && begin != std::string_view::npos; ++word) {
        begin = whole.find('.', begin == 0 ? 0 : begin + 1);
    }
    SourceRange where{opcode.begin, opcode.end};
    if (begin != std::string_view::npos && error.word > 0) {
        std::size_t end = whole.find('.', begin + 1);
        where.begin = opcode.begin + static_cast<std::uint32_t>(begin);
        where.end = end == std::string_view::npos ? opcode.end : opcode.begin + static_cast<std::uint32_t>(end);
    } else if (error.word == 0) {
        where.end = opcode.begin + static_cast<std::uint32_t>(
                                       whole.find('.') == std::string_view::npos ? whole.size() : whole.find('.'));
    }
    return fail(where, error.message, error.remedy);
}

bool Parser::parse_instruction(std::uint32_t begin) {
    Instruction instruction;
    if (at(TokenKind::At) && !parse_guard(instruction.guard)) {
        return false;
    }
    Token opcode;
    std::string_view spelling;
    if (!parse_opcode(opcode, spelling)) {
        return false;
    }
    auto found = operations_.find(spelling);
    if (auto* error = std::get_if<SpellingError>(&found)) {
        return report_spelling(*error, opcode);
    }
    Candidates candidates = std::get<Candidates>(found);
    operands_.clear();
    operand_ranges_.clear();
    const bool is_call = (candidates[0]->form->flags & isa::form_flag::syntax_call) != 0;
    if (!(is_call ? parse_call_operands() : parse_operands())) {
        return false;
    }
    if (!expect(TokenKind::Semicolon, "`,` or `;` after an operand")) {
        return false;
    }
    Operand* kept = keep(operands_);
    std::span<Operand> operands(kept, operands_.size());
    std::vector<std::size_t> sums;
    // The statement has been read to its end, so an error from here on must not skip the next one.
    if (!write_sums(operands, sums, opcode, begin)) {
        return true;
    }
    instruction.operands = operands;
    instruction.operation =
        is_call ? (fit_call(operands, opcode) ? candidates[0] : nullptr) : choose_form(candidates, operands, opcode);
    if (instruction.operation != nullptr && check_sums(*instruction.operation, sums)) {
        bracket_elements(*instruction.operation, operands);
        bind_labels(operands, instruction.opcode());
        add_statement(StatementKind::Instruction, begin).instruction = instruction;
    }
    if (!sums.empty()) {
        add_statement(StatementKind::ScopeEnd, begin);
    }
    return true;
}

}  // namespace ringfence::ptx
