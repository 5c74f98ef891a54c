#include "ptx/writer.h"

#include <charconv>

namespace ringfence::ptx {
namespace {

std::string_view space_directive(Space space) {
    switch (space) {
        case Space::Const: return ".const";
        case Space::Global: return ".global";
        case Space::Local: return ".local";
        case Space::Param: return ".param";
        case Space::Shared: return ".shared";
        default: return ".reg";
    }
}

std::string_view without_sigil(std::string_view name) {
    return name.starts_with('%') || name.starts_with('$') ? name.substr(1) : name;
}

bool is_kept(std::string_view name) {
    return (name.starts_with('%') ? name.substr(1) : name).starts_with(kept_prefix);
}

bool is_placed(const Variable& variable) {
    return variable.space == Space::Shared || variable.space == Space::Local;
}

}  // namespace

template <typename Range, typename Write>
void Writer::list(const Range& range, std::string_view separator, Write write) {
    bool first = true;
    for (const auto& element : range) {
        if (!first) {
            text(separator);
        }
        first = false;
        write(element);
    }
}

void Writer::number(std::uint64_t value) {
    char digits[24];
    out_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

void Writer::signed_number(std::int64_t value) {
    char digits[24];
    out_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

void Writer::function_name(const Function& function) {
    function.is_entry ? text(function.name) : prefixed(function.name);
}

void Writer::variable_name(const Variable& variable) {
    is_placed(variable) ? prefixed(variable.name) : other_name(variable.name);
}

void Writer::other_name(std::string_view name) {
    const std::string_view start = without_sigil(name);
    // Those that begin with the prefix get another, or two names could become one.
    const bool is_suspect = start.starts_with("__") || start.starts_with(assembler_prefix);
    is_suspect ? prefixed(name) : text(name);
}

void Writer::name_in_section(std::string_view name) {
    changed_ != nullptr && changed_->contains(name) ? prefixed(name) : other_name(name);
}

void Writer::prefixed(std::string_view name) {
    if (names_ == Names::Given || is_kept(name)) {
        return text(name);
    }
    const bool has_percent = name.starts_with('%');
    text(has_percent ? "%" : "");
    text(assembler_prefix);
    text(name.substr(has_percent ? 1 : 0));
}

void Writer::version(const Module& module) {
    text(".version ");
    number(module.version_major);
    text(".");
    number(module.version_minor);
}

void Writer::target(const Module& module) {
    text(".target ");
    list(module.target.names, ", ", [this](std::string_view name) { text(name); });
}

void Writer::address_size(const Module& module) {
    text(".address_size ");
    number(module.address_size);
}

void Writer::item(const Item& item) {
    switch (item.kind) {
        case ItemKind::Variables: variables(*item.variables); break;
        case ItemKind::Function: function_head(*item.function); break;
        case ItemKind::Alias:
            text(".alias ");
            function_name(*item.alias->name);
            text(", ");
            function_name(*item.alias->target);
            text(";");
            break;
        case ItemKind::Pragma: pragma(*item.pragma); break;
        case ItemKind::SourceFile: source_file(*item.file); break;
        case ItemKind::Section: section(*item.section); break;
        case ItemKind::RawLine: text(item.raw->text); break;
    }
}

void Writer::parameters(std::span<const Variable* const> parameter_list, std::string_view separator) {
    list(parameter_list, separator, [this](const Variable* parameter) {
        variable_head(*parameter);
        declarator(*parameter);
    });
}

void Writer::function_head(const Function& function) {
    if (function.linkage != Linkage::None) {
        text(name(function.linkage));
        text(" ");
    }
    text(function.is_entry ? ".entry " : ".func ");
    if (function.unified) {
        text(".attribute(");
        unified(function.unified_id);
        text(") ");
    }
    if (function.signature.has_result_list) {
        text("(");
        parameters(function.signature.results, ", ");
        text(") ");
    }
    function_name(function);
    if (function.signature.has_parameter_list) {
        const bool empty = function.signature.parameters.empty();
        text(empty ? "(" : "(\n\t");
        parameters(function.signature.parameters, ",\n\t");
        text(empty ? ")" : "\n)");
    }
    for (const Directive& one : function.directives) {
        text("\n");
        directive(one);
    }
    for (const Pragma* one : function.pragmas) {
        text("\n");
        pragma(*one);
    }
}

void Writer::directive(const Directive& directive) {
    text(directive.name);
    text(directive.arguments.empty() ? "" : " ");
    list(directive.arguments, ", ", [this](std::uint64_t argument) { number(argument); });
}

void Writer::pragma(const Pragma& pragma) {
    text(".pragma ");
    list(pragma.texts, ", ", [this](std::string_view one) {
        text("\"");
        text(one);
        text("\"");
    });
    text(";");
}

void Writer::statement(const Function& function, const Statement& statement) {
    switch (statement.kind) {
        case StatementKind::Instruction:
            instruction(function, statement.instruction);
            text(";");
            break;
        case StatementKind::Label:
            other_name(statement.label->name);
            text(":");
            break;
        case StatementKind::Registers: registers(function, *statement.registers); break;
        case StatementKind::Variables: variables(*statement.variables); break;
        case StatementKind::ScopeBegin: text("{"); break;
        case StatementKind::ScopeEnd: text("}"); break;
        case StatementKind::SourceLine: source_line(*statement.source_line); break;
        case StatementKind::Pragma: pragma(*statement.pragma); break;
        case StatementKind::TargetTable: targets(*statement.targets); break;
        case StatementKind::CallPrototype: prototype(*statement.prototype); break;
        case StatementKind::RawLine: text(statement.raw->text); break;
    }
}

void Writer::instruction(const Function& function, const Instruction& instruction) {
    if (instruction.guard) {
        text(instruction.guard.negated ? "@!" : "@");
        register_name(function, instruction.guard.predicate);
        text(" ");
    }
    text(instruction.operation->text);
    if (instruction.operands.empty()) {
        return;
    }
    text(" ");
    if ((instruction.operation->form->flags & isa::form_flag::syntax_call) != 0) {
        call_operands(function, instruction.operands);
    } else {
        operands(function, instruction.operands);
    }
}

void Writer::operands(const Function& function, std::span<const Operand> operands) {
    list(operands, ", ", [&](const Operand& one) { operand(function, one); });
}

void Writer::call_operands(const Function& function, std::span<const Operand> operands) {
    bool first = true;
    for (const Operand& one : operands) {
        if (one.kind == OperandKind::Empty) {
            continue;
        }
        text(first ? "" : ", ");
        first = false;
        operand(function, one);
    }
}

void Writer::register_name(const Function& function, RegisterId reg) {
    const RegisterGroup& group = function.group_of(reg);
    other_name(group.name);
    if (group.is_range) {
        number(reg - group.first);
    }
}

void Writer::offset(const Operand& operand) {
    if (operand.has_offset) {
        text("+");
        signed_number(operand.offset);
    }
}

// `a[3]`
void Writer::element(const Variable& variable, std::int64_t offset) {
    variable_name(variable);
    text("[");
    signed_number(offset / static_cast<std::int64_t>(variable.element_bytes()));
    text("]");
}

void Writer::address(const Function& function, const Operand& address) {
    if (address.is_element) {
        element(*address.address_base().variable, address.offset);
        return;
    }
    text("[");
    operand(function, address.address_base());
    offset(address);
    text(address.unified ? "].unified" : "]");
}

void Writer::operand(const Function& function, const Operand& operand) {
    switch (operand.kind) {
        case OperandKind::Empty: break;
        case OperandKind::Register:
            if (operand.negated) {
                text(function.group_of(operand.id).type == Type::Pred ? "!" : "-");
            }
            register_name(function, operand.id);
            operand.component.append_to(out_);
            offset(operand);
            break;
        case OperandKind::Special:
            text(isa::info(static_cast<SpecialRegister>(operand.id)).name);
            operand.component.append_to(out_);
            break;
        case OperandKind::Integer: append_constant(out_, Constant::integer(operand.bits, operand.is_unsigned)); break;
        case OperandKind::Float32: append_constant(out_, {Constant::Kind::Float32, false, operand.bits}); break;
        case OperandKind::Float64: append_constant(out_, {Constant::Kind::Float64, false, operand.bits}); break;
        case OperandKind::Variable:
            if (operand.is_element) {
                element(*operand.variable, operand.offset);
                break;
            }
            variable_name(*operand.variable);
            offset(operand);
            break;
        case OperandKind::Function:
            function_name(*operand.function);
            offset(operand);
            break;
        case OperandKind::Label: other_name(operand.label->name); break;
        case OperandKind::Sink: text("_"); break;
        case OperandKind::Vector:
            text("{");
            operands(function, operand.elements());
            text("}");
            break;
        case OperandKind::Pair:
            this->operand(function, operand.elements()[0]);
            text("|");
            this->operand(function, operand.elements()[1]);
            break;
        case OperandKind::Address: address(function, operand); break;
        case OperandKind::Object:
            text("[");
            operands(function, operand.elements());
            text("]");
            break;
        case OperandKind::List:
            text("(");
            operands(function, operand.elements());
            text(")");
            break;
    }
}

void Writer::registers(const Function& function, const RegisterDeclaration& declaration) {
    auto groups = function.register_groups.subspan(declaration.first_group, declaration.group_count);
    text(".reg ");
    if (groups[0].align != 0) {
        text(".align ");
        number(groups[0].align);
        text(" ");
    }
    if (groups[0].vector > 1) {
        text(groups[0].vector == 2 ? ".v2 " : ".v4 ");
    }
    text(".");
    text(isa::info(groups[0].type).name);
    text(" ");
    list(groups, ", ", [this](const RegisterGroup& group) {
        other_name(group.name);
        if (group.is_range) {
            text("<");
            number(group.count);
            text(">");
        }
    });
    text(";");
}

void Writer::unified(const std::uint64_t (&ids)[2]) {
    text(".unified(");
    number(ids[0]);
    text(", ");
    number(ids[1]);
    text(")");
}

// From the linkage to the space before the name.
void Writer::variable_head(const Variable& variable) {
    if (variable.linkage != Linkage::None) {
        text(name(variable.linkage));
        text(" ");
    }
    text(space_directive(variable.space));
    if (variable.bank >= 0) {
        text("[");
        number(static_cast<std::uint64_t>(variable.bank));
        text("]");
    }
    if (variable.managed || variable.unified) {
        text(" .attribute(");
        text(variable.managed ? ".managed" : "");
        text(variable.managed && variable.unified ? ", " : "");
        if (variable.unified) {
            unified(variable.unified_id);
        }
        text(")");
    }
    if (variable.align != 0) {
        text(" .align ");
        number(variable.align);
    }
    if (variable.vector > 1) {
        text(variable.vector == 2 ? " .v2" : " .v4");
    }
    text(" .");
    text(isa::info(variable.type).name);
    if (variable.pointer.present) {
        text(" .ptr");
        if (variable.pointer.space != Space::Generic) {
            text(" ");
            text(space_directive(variable.pointer.space));
        }
        if (variable.pointer.align != 0) {
            text(" .align ");
            number(variable.pointer.align);
        }
    }
    text(" ");
}

void Writer::declarator(const Variable& variable) {
    variable_name(variable);
    if (variable.is_range) {
        text("<");
        number(variable.range_count);
        text(">");
    }
    for (std::uint64_t dimension : variable.dimensions) {
        text("[");
        if (dimension != 0) {
            number(dimension);
        }
        text("]");
    }
    if (variable.initializer != nullptr) {
        text(" = ");
        initializer(*variable.initializer);
    }
}

void Writer::variables(const VariableDeclaration& declaration) {
    variable_head(*declaration.variables[0]);
    list(declaration.variables, ", ", [this](const Variable* variable) { declarator(*variable); });
    text(";");
}

void Writer::initializer(const Initializer& initializer) {
    text(initializer.braces ? "{" : "");
    list(initializer.integers, ", ", [this](std::int64_t value) { signed_number(value); });
    list(initializer.values, ", ", [this](const InitialValue& value) { initial_value(value); });
    text(initializer.braces ? "}" : "");
}

void Writer::initial_value(const InitialValue& value) {
    switch (value.kind) {
        case InitialValue::Kind::List:
            text("{");
            list(value.list, ", ", [this](const InitialValue& one) { initial_value(one); });
            text("}");
            return;
        case InitialValue::Kind::Field:
            text(value.field);
            text(" = ");
            value.word.empty() ? number(value.bits) : text(value.word);
            return;
        case InitialValue::Kind::Address: break;
        default:
            append_constant(out_, {static_cast<Constant::Kind>(value.kind), value.is_unsigned, value.bits});
            return;
    }
    if (value.bits != 0) {
        number(value.bits);
        text("(");
    }
    text(value.generic ? "generic(" : "");
    value.variable != nullptr ? variable_name(*value.variable) : function_name(*value.function);
    text(value.generic ? ")" : "");
    if (value.offset != 0) {
        text("+");
        signed_number(value.offset);
    }
    text(value.bits != 0 ? ")" : "");
}

void Writer::targets(const TargetTable& table) {
    other_name(table.label->name);
    text(table.calls ? ": .calltargets " : ": .branchtargets ");
    list(table.labels, ", ", [this](const Label* label) { other_name(label->name); });
    list(table.functions, ", ", [this](const Function* function) { function_name(*function); });
    text(";");
}

void Writer::prototype(const CallPrototype& prototype) {
    other_name(prototype.label->name);
    text(": .callprototype ");
    if (prototype.signature.has_result_list) {
        text("(");
        parameters(prototype.signature.results, ", ");
        text(") ");
    }
    text("_");
    if (prototype.signature.has_parameter_list) {
        text(" (");
        parameters(prototype.signature.parameters, ", ");
        text(")");
    }
    for (const Directive& one : prototype.directives) {
        text(" ");
        directive(one);
    }
    text(";");
}

void Writer::source_line(const SourceLine& line) {
    text(".loc ");
    number(line.file);
    text(" ");
    number(line.line);
    text(" ");
    number(line.column);
    if (!line.function_name.empty()) {
        text(", function_name ");
        other_name(line.function_name);
        if (line.has_function_offset) {
            text("+");
            signed_number(line.function_offset);
        }
    }
    if (line.inlined) {
        text(", inlined_at ");
        number(line.inlined_file);
        text(" ");
        number(line.inlined_line);
        text(" ");
        number(line.inlined_column);
    }
}

void Writer::source_file(const SourceFile& file) {
    text(".file ");
    number(file.index);
    text(" \"");
    text(file.name);
    text("\"");
    if (file.has_stamp) {
        text(", ");
        number(file.timestamp);
        text(", ");
        number(file.size);
    }
}

void Writer::section(const Section& section) {
    text(".section ");
    text(section.name);
    text(" {\n");
    for (const SectionLine& line : section.lines) {
        section_line(line);
        text("\n");
    }
    text("}");
}

void Writer::section_line(const SectionLine& line) {
    if (!line.label.empty()) {
        other_name(line.label);
        text(":");
        return;
    }
    text(".");
    text(isa::info(line.type).name);
    text(" ");
    list(line.integers, ", ", [this](std::int64_t value) { signed_number(value); });
    list(line.values, ", ", [this](const SectionValue& value) { section_value(value); });
}

void Writer::section_value(const SectionValue& value) {
    if (value.label.empty()) {
        append_constant(out_, Constant::integer(value.bits, value.is_unsigned));
        return;
    }
    name_in_section(value.label);
    if (!value.minus.empty()) {
        text("-");
        name_in_section(value.minus);
    }
    if (value.offset != 0) {
        text("+");
        signed_number(value.offset);
    }
}

std::unordered_set<std::string_view> names_that_change(const Module& module) {
    std::unordered_set<std::string_view> names;
    const auto add = [&](const VariableDeclaration& declaration) {
        for (const Variable* variable : declaration.variables) {
            if (is_placed(*variable)) names.insert(variable->name);
        }
    };
    for (const Item& item : module.items) {
        if (item.kind == ItemKind::Variables) add(*item.variables);
        if (item.kind != ItemKind::Function) continue;
        if (!item.function->is_entry) names.insert(item.function->name);
        for (const Statement& statement : item.function->body) {
            if (statement.kind == StatementKind::Variables) add(*statement.variables);
        }
    }
    return names;
}

}  // namespace ringfence::ptx
