// Variables and registers.
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "ptx/parser_state.h"

namespace ringfence::ptx {

std::optional<Space> Parser::space_named(std::string_view directive) {
    if (directive == ".reg") return Space::Register;
    if (directive == ".global" || directive == ".tex") return Space::Global;
    if (directive == ".const") return Space::Const;
    if (directive == ".local") return Space::Local;
    if (directive == ".param") return Space::Param;
    if (directive == ".shared") return Space::Shared;
    return std::nullopt;
}

bool Parser::fail_duplicate(Token name, SourceRange earlier) {
    fail(name, fmt::format("`{}` is declared twice", text(name)));
    sink_.note(earlier.begin, earlier.end, "the first declaration");
    return false;
}

// From the state space to the type: `.global .align 8 .v2 .f32`.
bool Parser::parse_declaration_head(DeclarationHead& head) {
    Token space = take();
    head.space = *space_named(text(space));
    if (head.space == Space::Const && at(TokenKind::LeftBracket) && !parse_bank(head.bank)) {
        return false;
    }
    while (at(TokenKind::Directive)) {
        if (!parse_head_word(head)) {
            return false;
        }
    }
    return head.type != Type::None || fail_expected(fmt::format("a type such as `.b32` after `{}`", text(space)));
}

bool Parser::parse_head_word(DeclarationHead& head) {
    std::string_view word = text(peek());
    if (word == ".align") {
        take();
        return parse_align(head.align);
    }
    if (word == ".attribute") {
        take();
        return parse_attribute(head);
    }
    if (word == ".ptr" && head.space == Space::Param) {
        take();
        return parse_pointer_attribute(head.pointer);
    }
    if (word == ".v2" || word == ".v4") {
        take();
        head.vector = word == ".v2" ? 2 : 4;
        return true;
    }
    std::optional<Type> type = isa::find_type(word.substr(1));
    if (!type) {
        return fail(peek(), fmt::format("unknown type `{}` in a declaration", word));
    }
    if (*type == Type::B128 && module_.version() < 83) {
        return fail(peek(), "`.b128` needs PTX ISA 8.3");
    }
    if (head.type != Type::None) {
        return fail(peek(), fmt::format("a second type, `{}`, in a declaration", word));
    }
    take();
    head.type = *type;
    return true;
}

bool Parser::parse_align(std::uint32_t& align) {
    constexpr std::uint64_t largest = 1U << 30;
    Token number = peek();
    std::optional<std::uint64_t> value = parse_unsigned("a number after `.align`");
    if (!value) {
        return false;
    }
    if (!std::has_single_bit(*value) || *value > largest) {
        return fail(number, fmt::format("an alignment is a power of two up to {}, not {}", largest, *value));
    }
    align = static_cast<std::uint32_t>(*value);
    return true;
}

// `.ptr .global .align 16`: what a kernel's pointer parameter points to.
bool Parser::parse_pointer_attribute(PointerAttribute& pointer) {
    pointer.present = true;
    if (at(TokenKind::Directive)) {
        std::optional<Space> space = space_named(text(peek()));
        if (space && *space != Space::Register && *space != Space::Param) {
            take();
            pointer.space = *space;
        }
    }
    return !accept_directive(".align") || parse_align(pointer.align);
}

bool Parser::parse_attribute(DeclarationHead& head) {
    if (!expect(TokenKind::LeftParen, "`(` after `.attribute`")) {
        return false;
    }
    do {
        if (accept_directive(".managed")) {
            head.managed = true;
        } else if (accept_directive(".unified")) {
            head.unified = true;
            if (!parse_unified_ids(head.unified_id)) {
                return false;
            }
        } else {
            return fail_expected("`.managed` or `.unified` in `.attribute`");
        }
    } while (accept(TokenKind::Comma));
    return expect(TokenKind::RightParen, "`)` after `.attribute`");
}

bool Parser::parse_unified_ids(std::uint64_t (&ids)[2]) {
    if (!expect(TokenKind::LeftParen, "`(` after `.unified`")) {
        return false;
    }
    std::optional<std::uint64_t> first = parse_unsigned("a number in `.unified`");
    if (!first || !expect(TokenKind::Comma, "`,` between the numbers of `.unified`")) {
        return false;
    }
    std::optional<std::uint64_t> second = parse_unsigned("a number in `.unified`");
    if (!second) {
        return false;
    }
    ids[0] = *first;
    ids[1] = *second;
    return expect(TokenKind::RightParen, "`)` after the numbers of `.unified`");
}

bool Parser::parse_bank(std::int32_t& bank) {
    constexpr std::uint64_t banks = 11;
    take();
    Token number = peek();
    std::optional<std::uint64_t> value = parse_unsigned("a constant bank's number");
    if (!value) {
        return false;
    }
    if (*value >= banks) {
        return fail(number, fmt::format("there are {} constant banks, no number {}", banks, *value));
    }
    bank = static_cast<std::int32_t>(*value);
    return expect(TokenKind::RightBracket, "`]` after a constant bank's number");
}

const VariableDeclaration* Parser::parse_variables(Linkage linkage, bool module_scope) {
    DeclarationHead head;
    Token space = peek();
    if (!parse_declaration_head(head)) {
        return nullptr;
    }
    if (head.space == Space::Register || (module_scope && head.space == Space::Param)) {
        fail(space, fmt::format("`{}` cannot stand at module scope", text(space)), "declare it inside a function");
        return nullptr;
    }
    if (module_scope && head.space == Space::Local && module_.version_major >= 3) {
        fail(space, "`.local` cannot stand at module scope", "declare it inside a function");
        return nullptr;
    }
    std::vector<const Variable*> variables;
    do {
        Token name = peek();
        Variable* variable = parse_declarator(head, linkage);
        if (variable == nullptr || !check_variable(*variable, name) ||
            !declare_variable(variable, name, module_scope)) {
            return nullptr;
        }
        variables.push_back(variable);
        if (!module_scope && is_hoisted(*variable)) {
            hoisted_.push_back({variable, function_});
        }
        if (accept(TokenKind::Equal)) {
            variable->initializer = parse_initializer(*variable);
            if (variable->initializer == nullptr) {
                return nullptr;
            }
        }
    } while (accept(TokenKind::Comma));
    if (!expect(TokenKind::Semicolon, "`,`, `=` or `;` after a variable")) {
        return nullptr;
    }
    return arena_.allocate<VariableDeclaration>(arena_.copy_span(variables));
}

// A global or constant variable that a function declares belongs to the module, under a unique name: there is one, with
// its initial value, for all calls of the function. So from here on it stands in front of the function. One that is
// defined elsewhere, or a range of them, stays where it is.
bool Parser::is_hoisted(const Variable& variable) {
    return (variable.space == Space::Global || variable.space == Space::Const) && !variable.is_range &&
           variable.linkage != Linkage::Extern;
}

bool Parser::add_local_variables(const VariableDeclaration* declaration, std::uint32_t begin) {
    if (declaration == nullptr) {
        return false;
    }
    const auto hoisted = [](const Variable* variable) { return is_hoisted(*variable); };
    if (std::all_of(declaration->variables.begin(), declaration->variables.end(), hoisted)) {
        add_item(ItemKind::Variables, &Item::variables, declaration, begin);
        items_.back().where.end = begin;  // it is no longer where it was written
        return true;
    }
    return add_statement(StatementKind::Variables, &Statement::variables, declaration, begin);
}

// When all names of the module are known, so that no variable declared later can have the same.
void Parser::name_hoisted() {
    for (const HoistedVariable& hoisted : hoisted_) {
        const std::string stem = fmt::format("{}${}", hoisted.function->name, hoisted.variable->name);
        std::string name = stem;
        for (unsigned number = 2; globals_.contains(name); ++number) {
            name = fmt::format("{}${}", stem, number);
        }
        hoisted.variable->name = arena_.copy_string(name);
        Name known;
        known.kind = Name::Kind::Variable;
        known.variable = hoisted.variable;
        globals_.emplace(hoisted.variable->name, known);
    }
}

Variable* Parser::make_variable(const DeclarationHead& head, Token name) {
    auto* variable = arena_.allocate<Variable>();
    variable->name = text(name);
    variable->where = {name.begin, name.end};
    variable->space = head.space;
    variable->type = head.type;
    variable->vector = head.vector;
    variable->managed = head.managed;
    variable->unified = head.unified;
    std::copy(std::begin(head.unified_id), std::end(head.unified_id), std::begin(variable->unified_id));
    variable->bank = head.bank;
    variable->align = head.align;
    variable->pointer = head.pointer;
    return variable;
}

Variable* Parser::parse_declarator(const DeclarationHead& head, Linkage linkage) {
    Token name = peek();
    if (!expect(TokenKind::Identifier, "a variable's name")) {
        return nullptr;
    }
    Variable* variable = make_variable(head, name);
    variable->linkage = linkage;
    if (accept(TokenKind::Less)) {
        std::optional<std::uint32_t> count = parse_range_count(limits_.range_variables - range_variables_, "variables");
        if (!count) {
            return nullptr;
        }
        variable->is_range = true;
        variable->range_count = *count;
        range_variables_ += *count;
    }
    return parse_dimensions(*variable) ? variable : nullptr;
}

bool Parser::parse_dimensions(Variable& variable) {
    std::vector<std::uint64_t> dimensions;
    std::uint64_t bytes = variable.element_bytes();
    while (accept(TokenKind::LeftBracket)) {
        Token token = peek();
        std::uint64_t size = 0;
        if (!at(TokenKind::RightBracket)) {
            std::optional<std::uint64_t> number = parse_unsigned("the number of elements");
            if (!number) {
                return false;
            }
            size = *number;
        }
        if (size != 0 && bytes > limits_.variable_bytes / size) {
            return fail(token, fmt::format("`{}` has more than {} bytes", variable.name, limits_.variable_bytes));
        }
        if (size == 0 && !dimensions.empty()) {
            return fail(token, "only the first dimension can be left open");
        }
        bytes *= size != 0 ? size : 1;
        dimensions.push_back(size);
        if (dimensions.size() > limits_.array_dimensions) {
            return fail(token, fmt::format("an array has at most {} dimensions", limits_.array_dimensions));
        }
        if (!expect(TokenKind::RightBracket, "`]` after the number of elements")) {
            return false;
        }
    }
    variable.is_array = !dimensions.empty();
    variable.dimensions = arena_.copy_span(dimensions);
    return true;
}

bool Parser::check_variable(const Variable& variable, Token name) {
    const TypeInfo& type = isa::info(variable.type);
    const bool declarable = type.kind == TypeKind::Opaque || (type.kind != TypeKind::Packed && type.bits >= 8) ||
                            type.kind == TypeKind::Predicate;
    if (!declarable || type.kind == TypeKind::Predicate) {
        return fail(
            name, fmt::format("a variable cannot have the type `.{}`", type.name),
            type.kind == TypeKind::Predicate ? "predicates live in registers" : "declare it as bits of the same width");
    }
    if (type.bits * variable.vector > 128) {
        return fail(name, fmt::format("a vector has at most 128 bits, `.v{} .{}` has {}", variable.vector, type.name,
                                      type.bits * variable.vector));
    }
    if (!check_small_variable(variable, name)) {
        return false;
    }
    const bool may_be_open =
        variable.linkage == Linkage::Extern || variable.linkage == Linkage::Common || at(TokenKind::Equal);
    if (variable.is_array && variable.bytes() == 0 && !may_be_open) {
        return fail(name, fmt::format("`{}` has no elements", variable.name),
                    "give the number of elements, an initialiser, or make it `.extern`");
    }
    return true;
}

bool Parser::check_small_variable(const Variable& variable, Token name) {
    const bool is_small =
        variable.space == Space::Shared || variable.space == Space::Local || variable.space == Space::Param;
    if (!is_small) {
        return true;
    }
    const std::uint64_t bytes = variable.bytes() * (variable.is_range ? variable.range_count : 1);
    small_variables_bytes_ += std::min(bytes, limits_.small_variables_bytes);
    if (bytes > limits_.small_variable_bytes) {
        return fail(name, fmt::format("`{}` has {} bytes; a variable of this space has at most {}", variable.name,
                                      bytes, limits_.small_variable_bytes));
    }
    if (small_variables_bytes_ > limits_.small_variables_bytes) {
        return fail(name, fmt::format("the variables in shared, local and parameter memory have more than {} bytes",
                                      limits_.small_variables_bytes));
    }
    return true;
}

bool Parser::declare_variable(Variable* variable, Token name, bool module_scope) {
    if (variable->is_range) {
        return module_scope ? fail(name, "a range of variables cannot stand at module scope")
                            : declare_variable_range(variable, name);
    }
    Name what;
    what.kind = Name::Kind::Variable;
    what.variable = variable;
    what.where = variable->where;
    if (!module_scope) {
        if (Name earlier = scopes_.find_here(variable->name)) {
            return fail_duplicate(name, earlier.where);
        }
        scopes_.add(variable->name, what);
        return true;
    }
    auto [entry, is_new] = globals_.try_emplace(variable->name, what);
    if (is_new) {
        return true;
    }
    Name& known = entry->second;
    const bool was_extern = known.kind == Name::Kind::Variable &&
                            (known.variable->linkage == Linkage::Extern || known.variable->linkage == Linkage::Common);
    if (!was_extern && !(known.kind == Name::Kind::Variable && variable->linkage == Linkage::Extern)) {
        return fail_duplicate(name, known.where);
    }
    const Variable& earlier = *known.variable;
    const bool open = earlier.bytes() == 0 || variable->bytes() == 0;
    if (earlier.space != variable->space || earlier.type != variable->type || earlier.vector != variable->vector ||
        earlier.is_array != variable->is_array || (!open && earlier.bytes() != variable->bytes())) {
        fail(name, fmt::format("`{}` was declared otherwise before", variable->name));
        sink_.note(known.where.begin, known.where.end, "the earlier declaration");
        return false;
    }
    if (was_extern) {
        known = what;
    }
    return true;
}

bool Parser::declare_variable_range(Variable* variable, Token name) {
    if (const NameRange* earlier = scopes_.find_range_here(variable->name)) {
        return fail_duplicate(name, earlier->where);
    }
    auto members = arena_.allocate_span<Variable*>(variable->range_count);
    for (std::uint32_t i = 0; i < variable->range_count; ++i) {
        members[i] = arena_.allocate<Variable>(*variable);
        members[i]->name = arena_.copy_string(fmt::format("{}{}", variable->name, i));
        members[i]->is_range = false;
        members[i]->range_index = static_cast<std::int32_t>(i);
        members[i]->range_of = variable;
    }
    scopes_.add_range({variable->name, variable->range_count, no_register, members, variable->where});
    return true;
}

std::optional<std::uint32_t> Parser::parse_range_count(std::uint32_t limit, std::string_view what) {
    Token number = peek();
    std::optional<std::uint64_t> count = parse_unsigned(fmt::format("the number of {} between `<` and `>`", what));
    if (!count || !expect(TokenKind::Greater, "`>` after the number of names")) {
        return std::nullopt;
    }
    if (*count > limit) {
        fail(number, fmt::format("a range has at most {} {}, not {}", limit, what, *count));
        return std::nullopt;
    }
    return static_cast<std::uint32_t>(*count);
}

RegisterId Parser::add_registers(RegisterGroup group) {
    group.first = register_count_;
    register_count_ += group.count;
    groups_.push_back(group);
    return group.first;
}

const RegisterDeclaration* Parser::parse_registers() {
    DeclarationHead head;
    if (!parse_declaration_head(head)) {
        return nullptr;
    }
    auto first_group = static_cast<std::uint32_t>(groups_.size());
    do {
        if (!parse_register_name(head)) {
            return nullptr;
        }
    } while (accept(TokenKind::Comma));
    if (!expect(TokenKind::Semicolon, "`,` or `;` after a register")) {
        return nullptr;
    }
    return arena_.allocate<RegisterDeclaration>(first_group, static_cast<std::uint32_t>(groups_.size()) - first_group);
}

bool Parser::parse_register_name(const DeclarationHead& head) {
    Token name = peek();
    if (!expect(TokenKind::Identifier, "a register's name") || !check_register_type(head, name)) {
        return false;
    }
    RegisterGroup group;
    group.name = text(name);
    group.type = head.type;
    group.vector = head.vector;
    group.align = head.align;
    SourceRange where{name.begin, name.end};
    if (accept(TokenKind::Less)) {
        std::optional<std::uint32_t> count = parse_range_count(limits_.registers_per_function, "registers");
        if (!count) {
            return false;
        }
        group.is_range = true;
        group.count = *count;
    }
    if (group.count > limits_.registers_per_function - register_count_) {
        return fail(name, fmt::format("a function has at most {} registers", limits_.registers_per_function));
    }
    if (group.is_range) {
        if (const NameRange* earlier = scopes_.find_range_here(group.name)) {
            return fail_duplicate(name, earlier->where);
        }
        scopes_.add_range({group.name, group.count, add_registers(group), {}, where});
        return true;
    }
    if (Name earlier = scopes_.find_here(group.name)) {
        return fail_duplicate(name, earlier.where);
    }
    Name what;
    what.kind = Name::Kind::Register;
    what.reg = add_registers(group);
    what.where = where;
    scopes_.add(group.name, what);
    return true;
}

bool Parser::check_register_type(const DeclarationHead& head, Token where) {
    const TypeInfo& type = isa::info(head.type);
    if (type.kind == TypeKind::Opaque || type.kind == TypeKind::Packed ||
        (type.bits < 8 && type.kind != TypeKind::Predicate)) {
        return fail(where, fmt::format("a register cannot have the type `.{}`", type.name),
                    type.kind == TypeKind::Opaque ? "" : "declare it as bits of the same width");
    }
    if (type.kind == TypeKind::Predicate && head.vector > 1) {
        return fail(where, "a predicate register cannot be a vector");
    }
    return true;
}

}  // namespace ringfence::ptx
