#include "guard/rewriter/local_use.h"

#include <algorithm>

#include "base/effort.h"
#include "guard/rewriter/escapes.h"
#include "ptx/analysis/registers_of.h"

namespace ringfence::guard::rewriting {
namespace {

using ptx::Opcode;

bool is_local_address(const Root& root, bool is_generic) {
    return root.is_variable(ptx::Space::Local) && root.is_generic == is_generic;
}

bool is_of_local(const ptx::Instruction& instruction) {
    return instruction.operation->space == ptx::Space::Local;
}

bool uses_local(const ptx::Function& function) {
    return std::any_of(function.body.begin(), function.body.end(), [](const ptx::Statement& statement) {
        if (statement.is_instruction()) return is_of_local(statement.instruction);
        return statement.kind == ptx::StatementKind::Variables &&
               statement.variables->variables[0]->space == ptx::Space::Local;
    });
}

FunctionPlan with_values(const ptx::Function& function) {
    FunctionPlan plan;
    plan.function = &function;
    plan.flow = std::make_unique<FunctionFlow>(function);
    plan.values = std::make_unique<FunctionValues>(function, *plan.flow);
    return plan;
}

// Local memory by an address that is not one of the function's own variables.
bool takes_stray_local(const FunctionPlan& plan, const ptx::Instruction& instruction) {
    if (!is_of_local(instruction)) return false;
    if (instruction.opcode() == Opcode::Cvta) {
        const ptx::Operand& source = instruction.operands[1];
        const bool from_generic = instruction.operation->has(ptx::Modifier::To);
        return source.is_register() && !is_local_address(plan.values->of(source.id).root, from_generic);
    }
    return std::any_of(instruction.operands.begin(), instruction.operands.end(), [&](const ptx::Operand& operand) {
        if (operand.kind != ptx::OperandKind::Address) return false;
        const ptx::Operand& base = operand.address_base();
        return base.is_register() && !is_local_address(plan.values->of(base.id).root, false);
    });
}

bool takes_stray_local(const FunctionPlan& plan) {
    return std::any_of(plan.function->body.begin(), plan.function->body.end(), [&](const ptx::Statement& statement) {
        return statement.is_instruction() && takes_stray_local(plan, statement.instruction);
    });
}

// A generic access that could be of local memory.
bool takes_unknown(const FunctionPlan& plan, const ptx::Instruction& instruction) {
    if (classify(instruction).handling != Handling::Access) return false;
    const std::vector<MemoryOperand> all = memory_operands(instruction);
    return std::any_of(all.begin(), all.end(), [&](const MemoryOperand& memory) {
        if (memory.space != ptx::Space::Generic || memory.only_shared) return false;
        const ptx::Operand& base = instruction.operands[memory.operand].address_base();
        if (!base.is_register()) return false;
        const Root& root = plan.values->of(base.id).root;
        return !root.is_in_window() && root.kind != RootKind::Variable;
    });
}

bool takes_unknown(const FunctionPlan& plan) {
    return std::any_of(plan.function->body.begin(), plan.function->body.end(), [&](const ptx::Statement& statement) {
        return statement.is_instruction() && takes_unknown(plan, statement.instruction);
    });
}

LocalUse use_of(const FunctionPlan& plan) {
    LocalUse use;
    use.function = plan.function;
    for (const std::uint32_t store : plan.print_stores) {
        const Value& value = plan.values->of(plan.function->body[store].instruction.operands[1].id);
        use.prints[store] = value.root.variable->bytes() - static_cast<std::uint64_t>(value.sure.low);
    }
    return use;
}

}  // namespace

std::vector<LocalUse> functions_with_stray_locals(const ptx::Module& module) {
    std::vector<const ptx::Function*> others;
    std::vector<FunctionPlan> plans;
    for (const ptx::Item& item : module.items) {
        if (item.kind != ptx::ItemKind::Function || !item.function->has_body) continue;
        if (!uses_local(*item.function)) {
            others.push_back(item.function);
            continue;
        }
        plans.push_back(with_values(*item.function));
        if (must_stop()) return {};
        // The rewriter refuses such a module as well, so nothing of it need be moved.
        if (!find_print_arguments(module, plans.back())) return {};
    }
    if (plans.empty()) return {};
    const IgnoredParameters ignored(module);
    std::vector<LocalUse> uses;
    bool is_handed_on = false;
    bool may_meet = false;
    for (const FunctionPlan& plan : plans) {
        const bool is_stray = takes_stray_local(plan);
        const bool hands_on = hands_on_local(ignored, plan);
        may_meet = may_meet || is_stray;
        is_handed_on = is_handed_on || hands_on;
        if (is_stray || hands_on) uses.push_back(use_of(plan));
    }
    // Where none is handed on, no address from elsewhere is one of local memory.
    if (!is_handed_on) return {};
    may_meet = may_meet ||
               std::any_of(plans.begin(), plans.end(), [](const FunctionPlan& plan) { return takes_unknown(plan); }) ||
               std::any_of(others.begin(), others.end(), [](const ptx::Function* function) {
                   return must_stop() || takes_unknown(with_values(*function));
               });
    if (!may_meet) return {};
    return uses;
}

}  // namespace ringfence::guard::rewriting
