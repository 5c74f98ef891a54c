#include "ptx/analysis/lint.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <vector>

#include <fmt/format.h>

#include "ptx/analysis/callgraph.h"
#include "ptx/analysis/cfg.h"
#include "ptx/analysis/defuse.h"
#include "ptx/analysis/dominators.h"
#include "ptx/analysis/loops.h"
#include "ptx/analysis/registers_of.h"
#include "ptx/printer.h"

namespace ringfence::ptx {
namespace {

bool has_debug_data(const Module& module) {
    return std::any_of(module.items.begin(), module.items.end(),
                       [](const Item& item) { return item.kind == ItemKind::Section; });
}

// Compilers declare these registers whether they are used or not: for calls, and for the stack.
bool is_compilers_own(std::string_view register_name) {
    return register_name == "temp_param_reg" || register_name == "%SP" || register_name == "%SPL";
}

class FunctionLint {
public:
    FunctionLint(const Function& function, DiagnosticSink& sink)
        : function_(function), sink_(sink), cfg_(function), def_use_(function) {}

    void check_reachability() {
        bool reported = false;  // this run of blocks already
        for (BlockId block = 0; block < cfg_.code_block_count(); ++block) {
            if (cfg_.is_reachable(block)) {
                reported = false;
            } else if (!reported && cfg_.block(block).instruction_count != 0) {
                reported = true;
                warn(first_instruction(block).where, "this code cannot be reached", "remove it, or branch to it");
            }
        }
    }

    void check_registers() {
        const ParameterRegisters passed = parameter_registers(function_);
        for (std::size_t index = 0; index < def_use_.size(); ++index) {
            const RegisterId reg = def_use_.registers()[index];
            if (!def_use_.is_read(index) || def_use_.is_written(index) || passed.is_parameter(reg)) continue;
            const Occurrence& first = def_use_.occurrences(index).front();
            warn(function_.body[first.statement].where,
                 fmt::format("`{}` is read but never written", register_name(function_, reg)),
                 "its value is undefined; write it first");
        }
    }

    void check_declarations() {
        for (const Statement& statement : function_.body) {
            if (statement.kind != StatementKind::Registers) continue;
            const RegisterDeclaration& declaration = *statement.registers;
            for (const RegisterGroup& group :
                 function_.register_groups.subspan(declaration.first_group, declaration.group_count)) {
                if (def_use_.any_of(group.first, group.count) || is_compilers_own(group.name)) continue;
                warn(statement.where,
                     group.is_range ? fmt::format("none of `{}<{}>` is used", group.name, group.count)
                                    : fmt::format("`{}` is declared but never used", group.name),
                     "remove the declaration");
            }
        }
    }

    void check_labels() {
        std::vector<bool> used(function_.label_count, false);
        const auto look = [&](const Operand& operand) {
            if (operand.kind == OperandKind::Label) used[operand.label->number] = true;
        };
        for (const Statement& statement : function_.body) {
            if (statement.is_instruction()) for_each_operand(statement.instruction.operands, look);
            if (statement.kind != StatementKind::TargetTable) continue;
            for (const Label* label : statement.targets->labels)
                used[label->number] = true;
        }
        for (const Statement& statement : function_.body) {
            const Label* label = label_of(statement);
            if (label == nullptr || used[label->number]) continue;
            warn(label->where, fmt::format("the label `{}` is never used", label->name), "remove it");
        }
    }

    void check_deprecated(std::unordered_set<const isa::Form*>& reported) {
        for (const Statement& statement : function_.body) {
            if (!statement.is_instruction()) continue;
            const Operation& operation = *statement.instruction.operation;
            if ((operation.form->flags & isa::form_flag::deprecated) == 0) continue;
            if (!reported.insert(operation.form).second) continue;
            warn(statement.where, fmt::format("`{}` is deprecated", operation.text),
                 "the PTX ISA describes what replaces it; later targets may not have it");
        }
    }

    void check_parameters() {
        std::unordered_set<const Variable*> used;
        const auto look = [&](const Operand& operand) {
            if (operand.kind == OperandKind::Variable) used.insert(operand.variable);
        };
        for (const Statement& statement : function_.body) {
            if (statement.is_instruction()) for_each_operand(statement.instruction.operands, look);
        }
        for (const Variable* parameter : function_.signature.parameters) {
            if (!used.contains(parameter))
                warn(parameter->where, fmt::format("the kernel parameter `{}` is never read", parameter->name), {});
        }
    }

    void check_reducibility() {
        const LoopForest loops(cfg_, dominators(cfg_));
        for (const IrreducibleRegion& region : loops.irreducible()) {
            warn(place_of(region.entries[0]),
                 fmt::format("this cycle of {} blocks can be entered in {} places", region.blocks.size(),
                             region.entries.size()),
                 "irreducible control flow: loop analyses and some tools cannot handle it");
            const SourceRange other = place_of(region.entries[1]);
            sink_.note(other.begin, other.end, "it can be entered here, too");
        }
    }

private:
    const Statement& first_instruction(BlockId block) const {
        std::uint32_t i = cfg_.block(block).begin;
        while (!function_.body[i].is_instruction())
            ++i;
        return function_.body[i];
    }

    SourceRange place_of(BlockId block) const {
        const Block& entry = cfg_.block(block);
        if (entry.label != nullptr) return entry.label->where;
        return entry.begin < function_.body.size() ? function_.body[entry.begin].where : function_.where;
    }

    void warn(SourceRange where, std::string message, std::string remedy) {
        sink_.warning(where.begin, where.end, std::move(message), std::move(remedy));
    }

    const Function& function_;
    DiagnosticSink& sink_;
    ControlFlowGraph cfg_;
    DefUse def_use_;
};

// A call within the circle, to point at.
SourceRange call_in_circle(const CallGraph& calls, std::span<const FunctionId> circle) {
    for (const FunctionId id : circle) {
        for (const CallSite& call : calls.calls(id)) {
            if (!call.is_direct() || std::binary_search(circle.begin(), circle.end(), call.callee))
                return calls.function(id).body[call.statement].where;
        }
    }
    return calls.function(circle[0]).where;
}

void check_recursion(const Module& module, DiagnosticSink& sink) {
    const CallGraph calls(module);
    for (const std::vector<FunctionId>& circle : calls.recursions()) {
        const SourceRange where = call_in_circle(calls, circle);
        const std::string_view name = calls.function(circle[0]).name;
        sink.warning(where.begin, where.end,
                     circle.size() == 1 ? fmt::format("`{}` can call itself", name)
                                        : fmt::format("{} functions, `{}` among them, can call each other in a circle",
                                                      circle.size(), name),
                     "the stack it needs cannot be computed: set cudaLimitStackSize for the deepest recursion");
    }
}

}  // namespace

void lint(const Module& module, DiagnosticSink& sink) {
    const bool debug = has_debug_data(module);
    std::unordered_set<const isa::Form*> deprecated;
    for (const Item& item : module.items) {
        if (item.kind != ItemKind::Function || !item.function->has_body) continue;
        FunctionLint check(*item.function, sink);
        check.check_reachability();
        check.check_registers();
        check.check_declarations();
        if (!debug) check.check_labels();
        check.check_deprecated(deprecated);
        if (item.function->is_entry) check.check_parameters();
        check.check_reducibility();
    }
    check_recursion(module, sink);
}

}  // namespace ringfence::ptx
