// Kernels and device functions: everything but their bodies.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "ptx/parser_state.h"

namespace ringfence::ptx {
namespace {

struct FunctionDirective {
    std::string_view name;
    unsigned least;  // how many numbers it takes
    unsigned most;
    bool entry;        // stands at a kernel; otherwise at a device function
    unsigned version;  // the first that has it
    unsigned sm;
};

constexpr std::array<FunctionDirective, 12> function_directives = {{
    {".maxntid", 1, 3, true, 0, 0},
    {".reqntid", 1, 3, true, 21, 0},
    {".minnctapersm", 1, 1, true, 20, 0},
    {".maxnctapersm", 1, 1, true, 0, 0},
    {".maxnreg", 1, 1, true, 0, 0},
    {".noreturn", 0, 0, false, 64, 0},
    {".explicitcluster", 0, 0, true, 78, 90},
    {".reqnctapercluster", 1, 3, true, 78, 90},
    {".maxclusterrank", 1, 1, true, 78, 90},
    {".blocksareclusters", 0, 0, true, 90, 90},
    {".abi_preserve", 1, 1, false, 90, 80},
    {".abi_preserve_control", 1, 1, false, 90, 80},
}};

const FunctionDirective* find_function_directive(std::string_view name) {
    for (const FunctionDirective& directive : function_directives) {
        if (directive.name == name) {
            return &directive;
        }
    }
    return nullptr;
}

bool same_shape(const Variable& a, const Variable& b) {
    return a.space == b.space && a.type == b.type && a.vector == b.vector && a.is_array == b.is_array &&
           a.bytes() == b.bytes();
}

bool same_shapes(std::span<const Variable* const> a, std::span<const Variable* const> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const Variable* one, const Variable* other) { return same_shape(*one, *other); });
}

}  // namespace

bool Parser::same_signature(const Signature& a, const Signature& b) const {
    return same_shapes(a.results, b.results) && same_shapes(a.parameters, b.parameters);
}

bool Parser::parse_function(Linkage linkage, std::uint32_t begin) {
    auto* function = arena_.allocate<Function>();
    function->linkage = linkage;
    function->is_entry = text(take()) == ".entry";
    function_ = function;
    groups_.clear();
    register_count_ = 0;
    label_count_ = 0;
    body_.clear();
    if (!parse_function_head(*function)) {
        return false;
    }
    function->head = {begin, last_end_};
    if (at(TokenKind::LeftBrace) && linkage == Linkage::Extern) {
        return fail(peek(), fmt::format("`{}` is `.extern` and cannot have a body", function->name));
    }
    if (at(TokenKind::LeftBrace)) {
        function->has_body = true;
        parse_body(*function);
    } else if (!expect(TokenKind::Semicolon, "`{` or `;` after a function's head")) {
        return false;
    }
    finish_function(*function);
    function->where = {begin, last_end_};
    return add_item<Function>(ItemKind::Function, &Item::function, function, begin);
}

bool Parser::parse_function_head(Function& function) {
    std::vector<const Variable*> results;
    std::vector<const Variable*> parameters;
    Signature& signature = function.signature;
    if (accept_directive(".attribute")) {
        DeclarationHead head;
        if (!parse_attribute(head)) {
            return false;
        }
        function.unified = head.unified;
        std::copy(std::begin(head.unified_id), std::end(head.unified_id), std::begin(function.unified_id));
    }
    if (!function.is_entry && at(TokenKind::LeftParen)) {
        signature.has_result_list = true;
        if (!parse_parameter_list(results, true)) {
            return false;
        }
    }
    Token name = peek();
    if (!expect(TokenKind::Identifier, "the function's name")) {
        return false;
    }
    function.name = text(name);
    function.where = {name.begin, name.end};
    if (at(TokenKind::LeftParen)) {
        signature.has_parameter_list = true;
        if (!parse_parameter_list(parameters, true)) {
            return false;
        }
    }
    for (const Variable* parameter : parameters) {
        if (function.is_entry && parameter->space != Space::Param) {
            return fail(parameter->where, "a kernel's parameter is a `.param` variable");
        }
    }
    signature.results = arena_.copy_span(results);
    signature.parameters = arena_.copy_span(parameters);
    return parse_function_directives(function) && declare_function(function, name);
}

bool Parser::parse_parameter_list(std::vector<const Variable*>& list, bool names_matter) {
    take();
    if (accept(TokenKind::RightParen)) {
        return true;
    }
    do {
        const Variable* parameter = parse_parameter(names_matter);
        if (parameter == nullptr) {
            return false;
        }
        list.push_back(parameter);
    } while (accept(TokenKind::Comma));
    return expect(TokenKind::RightParen, "`,` or `)` after a parameter");
}

const Variable* Parser::parse_parameter(bool names_matter) {
    if (!at_directive(".param") && !at_directive(".reg")) {
        fail_expected("`.param` or `.reg` at the start of a parameter");
        return nullptr;
    }
    DeclarationHead head;
    if (!parse_declaration_head(head)) {
        return nullptr;
    }
    Token name = peek();
    if (!accept(TokenKind::Identifier) && (names_matter || !accept(TokenKind::Underscore))) {
        fail_expected(names_matter ? "the parameter's name" : "the parameter's name or `_`");
        return nullptr;
    }
    Variable* variable = make_variable(head, name);
    if (!parse_dimensions(*variable)) {
        return nullptr;
    }
    const bool open_array = variable->is_array && variable->bytes() == 0;
    if (head.space == Space::Register ? !check_register_type(head, name)
                                      : !open_array && !check_variable(*variable, name)) {
        return nullptr;
    }
    return variable;
}

bool Parser::parse_function_directives(Function& function) {
    std::vector<Directive> directives;
    std::vector<const Pragma*> pragmas;
    while (at(TokenKind::Directive)) {
        if (at_directive(".pragma")) {
            const Pragma* pragma = parse_pragma();
            if (pragma == nullptr) {
                return false;
            }
            pragmas.push_back(pragma);
            continue;
        }
        Directive directive;
        if (!parse_directive_arguments(directive, function.is_entry ? Head::Entry : Head::Function)) {
            return false;
        }
        directives.push_back(directive);
    }
    function.directives = arena_.copy_span(directives);
    function.pragmas = arena_.copy_span(pragmas);
    return true;
}

bool Parser::parse_directive_arguments(Directive& directive, Head head) {
    Token token = take();
    directive.name = text(token);
    const FunctionDirective* known = find_function_directive(directive.name);
    if (known == nullptr) {
        return fail(token, fmt::format("expected `{{`, `;` or a performance directive, found `{}`", directive.name));
    }
    if (known->entry != (head == Head::Entry)) {
        return fail(token, fmt::format("`{}` belongs to a {}", directive.name,
                                       known->entry ? "kernel (`.entry`)" : "device function (`.func`)"));
    }
    if (known->version > module_.version() || known->sm > module_.target.sm) {
        return fail(token,
                    fmt::format("`{}` needs PTX ISA {}.{}{}", directive.name, known->version / 10, known->version % 10,
                                known->sm == 0 ? "" : fmt::format(" and the target sm_{}", known->sm)));
    }
    std::vector<std::uint64_t> numbers;
    while (numbers.size() < known->most) {
        std::optional<std::uint64_t> number = parse_unsigned(fmt::format("a number after `{}`", directive.name));
        if (!number) {
            return false;
        }
        numbers.push_back(*number);
        if (numbers.size() == known->most || !accept(TokenKind::Comma)) {
            break;
        }
    }
    if (at(TokenKind::Comma)) {
        return fail(peek(), fmt::format("`{}` takes at most {} number{}", directive.name, known->most,
                                        known->most == 1 ? "" : "s"));
    }
    directive.arguments = arena_.copy_span(numbers);
    return numbers.size() >= known->least;
}

bool Parser::declare_function(Function& function, Token name) {
    auto [entry, is_new] = globals_.try_emplace(function.name);
    Name& known = entry->second;
    if (!is_new) {
        if (known.kind != Name::Kind::Function || (known.function->has_body && at(TokenKind::LeftBrace))) {
            return fail_duplicate(name, known.where);
        }
        if (known.function->is_entry != function.is_entry ||
            !same_signature(known.function->signature, function.signature)) {
            fail(name, fmt::format("`{}` was declared otherwise before", function.name),
                 "both must be kernels or device functions, with the same parameters and results");
            sink_.note(known.where.begin, known.where.end, "the earlier declaration");
            return false;
        }
    }
    if (at(TokenKind::LeftBrace) && aliases_.contains(function.name)) {
        return fail(name, fmt::format("`{}` is an alias, and cannot have a body", text(name)),
                    "give the function another name");
    }
    if (is_new || !known.function->has_body) {
        known.kind = Name::Kind::Function;
        known.function = &function;
        known.where = {name.begin, name.end};
    }
    return true;
}

// Makes the parameters' names visible in the body.
bool Parser::declare_parameters(const Function& function) {
    for (std::span<const Variable* const> list : {function.signature.results, function.signature.parameters}) {
        for (const Variable* parameter : list) {
            Name name;
            name.where = parameter->where;
            if (Name earlier = scopes_.find_here(parameter->name)) {
                Token where{TokenKind::Identifier, parameter->where.begin, parameter->where.end};
                return fail_duplicate(where, earlier.where);
            }
            if (parameter->space == Space::Register) {
                name.kind = Name::Kind::Register;
                RegisterGroup group;
                group.name = parameter->name;
                group.type = parameter->type;
                group.vector = parameter->vector;
                name.reg = add_registers(group);
            } else {
                name.kind = Name::Kind::Variable;
                name.variable = parameter;
            }
            scopes_.add(parameter->name, name);
        }
    }
    return true;
}

void Parser::finish_function(Function& function) {
    function.register_groups = arena_.copy_span(groups_);
    function.register_count = register_count_;
    function.label_count = label_count_;
    function.body = arena_.copy_span(body_);
    if (!function.has_body) {
        open_declarations_[function.name].push_back(&function);
    } else if (auto open = open_declarations_.find(function.name); open != open_declarations_.end()) {
        for (Function* declaration : open->second) {
            declaration->definition = &function;
        }
        open_declarations_.erase(open);
    }
    function_ = nullptr;
}

}  // namespace ringfence::ptx
