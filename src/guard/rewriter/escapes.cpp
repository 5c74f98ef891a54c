#include "guard/rewriter/escapes.h"

#include <algorithm>

#include "guard/rewriter/refusal.h"
#include "ptx/analysis/cfg.h"

namespace ringfence::guard::rewriting {
namespace {

using ptx::Opcode;

// The statement that last stored to each parameter variable, in the order of the text.
class ArgumentStores {
public:
    void see(std::uint32_t statement, const ptx::Instruction& instruction) {
        if (instruction.opcode() != Opcode::St || instruction.operation->space != ptx::Space::Param) return;
        const ptx::Operand& base = instruction.operands[0].address_base();
        if (base.kind == ptx::OperandKind::Variable) last_[base.variable] = statement;
    }
    const std::uint32_t* find(const ptx::Variable* variable) const {
        const auto found = last_.find(variable);
        return found == last_.end() ? nullptr : &found->second;
    }

private:
    std::unordered_map<const ptx::Variable*, std::uint32_t> last_;
};

const ptx::Operand* print_argument(const ptx::Instruction& instruction) {
    if (instruction.opcode() != Opcode::Call) return nullptr;
    const ptx::CallOperands parts = ptx::call_operands(instruction);
    if (parts.target == nullptr || parts.target->kind != ptx::OperandKind::Function) return nullptr;
    const ptx::Function& callee = *parts.target->function;
    if (callee.name != "vprintf" || callee.has_body || callee.definition != nullptr) return nullptr;
    if (parts.arguments == nullptr || parts.arguments->elements().size() != 2) return nullptr;
    return &parts.arguments->elements()[1];
}

bool is_escape(const FunctionPlan& plan, const ptx::Instruction& instruction, const ptx::RegisterUse& use,
               const Root& root) {
    if (use.operand == ptx::guard_operand) return false;
    if (instruction.operands[use.operand].kind == ptx::OperandKind::Address) return false;
    const Opcode opcode = instruction.opcode();
    if (opcode == Opcode::Setp || opcode == Opcode::Isspacep || opcode == Opcode::Set) return false;
    if (!is_computed(instruction)) return true;
    const ptx::Operand& target = instruction.operands[0];
    if (!target.is_register()) return true;
    const Root& result = plan.values->of(target.id).root;
    return result.kind != RootKind::Number && result.variable != root.variable;
}

// A generic address of something that is not known.
bool makes_unknown(const FunctionPlan& plan, const ptx::Instruction& instruction) {
    if (instruction.opcode() != Opcode::Cvta || instruction.operation->has(ptx::Modifier::To)) return false;
    if (instruction.operation->space == ptx::Space::Global || !instruction.operands[0].is_register()) return false;
    return plan.values->of(instruction.operands[0].id).root.kind != RootKind::Variable;
}

void note_escape(FunctionPlan& plan, const ptx::Statement& statement, ptx::Space space) {
    if (space == ptx::Space::Shared || space == ptx::Space::SharedCluster) {
        plan.escapes.shared = true;
    } else if (plan.escapes.other == nullptr) {
        plan.escapes.other = &statement;
    }
}

// A local variable's own name, handed on as it is.
bool hands_on_name(const ptx::Instruction& instruction) {
    return !is_computed(instruction) &&
           std::any_of(instruction.operands.begin(), instruction.operands.end(), [](const ptx::Operand& operand) {
               return operand.kind == ptx::OperandKind::Variable && operand.variable->space == ptx::Space::Local;
           });
}

}  // namespace

Result<void> find_print_arguments(const ptx::Module& module, FunctionPlan& plan) {
    ArgumentStores stores;
    const auto body = plan.function->body;
    for (std::uint32_t i = 0; i < body.size(); ++i) {
        if (!body[i].is_instruction()) continue;
        stores.see(i, body[i].instruction);
        const ptx::Operand* argument = print_argument(body[i].instruction);
        if (argument == nullptr) continue;
        const std::uint32_t* store =
            argument->kind == ptx::OperandKind::Variable ? stores.find(argument->variable) : nullptr;
        const ptx::Operand* stored = store == nullptr ? nullptr : &body[*store].instruction.operands[1];
        if (stored != nullptr && stored->kind == ptx::OperandKind::Integer && stored->bits == 0) {
            plan.print_bytes[i] = 0;
            continue;
        }
        const Value value =
            stored != nullptr && stored->is_register() ? plan.values->of(stored->id) : Value::unknown(64, true);
        const bool known = value.root.is_variable(ptx::Space::Local) && value.root.is_generic &&
                           value.sure.is_constant() && value.sure.low >= 0 &&
                           static_cast<std::uint64_t>(value.sure.low) <= value.root.variable->bytes();
        if (!known) {
            return refusal(module, body[i].where, "printf with arguments that are not in a local variable",
                           "run this program in a worker of its own (--isolation private)");
        }
        plan.print_bytes[i] = value.root.variable->bytes() - static_cast<std::uint64_t>(value.sure.low);
        plan.print_stores.insert(*store);
    }
    return {};
}

void find_escapes(const IgnoredParameters& ignored, FunctionPlan& plan) {
    const auto body = plan.function->body;
    for (std::uint32_t i = 0; i < body.size(); ++i) {
        if (!body[i].is_instruction() || plan.print_stores.contains(i)) continue;
        const ptx::Instruction& instruction = body[i].instruction;
        if (makes_unknown(plan, instruction)) note_escape(plan, body[i], instruction.operation->space);
        ptx::for_each_register_use(instruction, [&](const ptx::RegisterUse& use) {
            if (!use.reads()) return;
            const Root& root = plan.values->of(use.reg).root;
            if (root.kind != RootKind::Variable || !root.is_generic) return;
            if (!is_escape(plan, instruction, use, root) || ignored.takes(*plan.function, i)) return;
            note_escape(plan, body[i], root.variable->space);
        });
    }
}

bool hands_on_local(const IgnoredParameters& ignored, const FunctionPlan& plan) {
    const auto body = plan.function->body;
    for (std::uint32_t i = 0; i < body.size(); ++i) {
        if (!body[i].is_instruction() || plan.print_stores.contains(i)) continue;
        const ptx::Instruction& instruction = body[i].instruction;
        bool found = hands_on_name(instruction) ||
                     (makes_unknown(plan, instruction) && instruction.operation->space == ptx::Space::Local);
        ptx::for_each_register_use(instruction, [&](const ptx::RegisterUse& use) {
            if (!use.reads() || found) return;
            const Root& root = plan.values->of(use.reg).root;
            found = root.is_variable(ptx::Space::Local) && is_escape(plan, instruction, use, root) &&
                    !ignored.takes(*plan.function, i);
        });
        if (found) return true;
    }
    return false;
}

}  // namespace ringfence::guard::rewriting
