#include "guard/rewriter/ignored_parameters.h"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <vector>

#include "ptx/analysis/cfg.h"
#include "ptx/analysis/registers_of.h"

namespace ringfence::guard::rewriting {
namespace {

using ptx::Opcode;

// A call follows the stores of its arguments closely.
constexpr std::uint32_t farthest_call = 256;

bool only_compares(const ptx::Instruction& instruction) {
    const Opcode opcode = instruction.opcode();
    return opcode == Opcode::Setp || opcode == Opcode::Set || opcode == Opcode::Isspacep;
}

// The parameter that an instruction loads, all by itself, into a register.
const ptx::Variable* loaded_parameter(const ptx::Instruction& instruction) {
    if (instruction.opcode() != Opcode::Ld || instruction.operation->space != ptx::Space::Param) return nullptr;
    if (instruction.operands.size() != 2 || !instruction.operands[0].is_register()) return nullptr;
    if (instruction.operands[1].kind != ptx::OperandKind::Address) return nullptr;
    const ptx::Operand& base = instruction.operands[1].address_base();
    return base.kind == ptx::OperandKind::Variable ? base.variable : nullptr;
}

const ptx::Function& definition_of(const ptx::Function& function) {
    return function.has_body || function.definition == nullptr ? function : *function.definition;
}

}  // namespace

IgnoredParameters::IgnoredParameters(const ptx::Module& module) {
    for (const ptx::Item& item : module.items) {
        if (item.kind == ptx::ItemKind::Function && item.function->has_body && !item.function->is_entry)
            look_at(*item.function);
    }
}

void IgnoredParameters::look_at(const ptx::Function& function) {
    std::unordered_map<ptx::RegisterId, std::vector<const ptx::Variable*>> held;
    std::unordered_set<const ptx::Variable*> used;
    for (const ptx::Statement& statement : function.body) {
        if (!statement.is_instruction()) continue;
        const ptx::Variable* const loaded = loaded_parameter(statement.instruction);
        if (loaded != nullptr) {
            held[statement.instruction.operands[0].id].push_back(loaded);
            continue;
        }
        const auto note = [&](const ptx::Operand& operand) {
            if (operand.kind == ptx::OperandKind::Variable) used.insert(operand.variable);
        };
        ptx::for_each_operand(statement.instruction.operands, note);
    }
    for (const ptx::Statement& statement : function.body) {
        if (!statement.is_instruction() || only_compares(statement.instruction)) continue;
        ptx::for_each_register_use(statement.instruction, [&](const ptx::RegisterUse& use) {
            const auto found = use.reads() ? held.find(use.reg) : held.end();
            if (found == held.end()) return;
            used.insert(found->second.begin(), found->second.end());
            found->second.clear();
        });
    }
    for (const ptx::Variable* parameter : function.signature.parameters) {
        if (!used.contains(parameter)) ignored_.insert(parameter);
    }
}

bool IgnoredParameters::takes(const ptx::Function& function, std::uint32_t statement) const {
    const ptx::Instruction& store = function.body[statement].instruction;
    if (store.opcode() != Opcode::St || store.operation->space != ptx::Space::Param) return false;
    const ptx::Operand& to = store.operands[0].address_base();
    if (to.kind != ptx::OperandKind::Variable) return false;
    const std::size_t end = std::min<std::size_t>(function.body.size(), std::size_t{statement} + farthest_call);
    for (std::size_t i = statement + 1; i < end; ++i) {
        if (!function.body[i].is_instruction()) continue;
        const ptx::Instruction& call = function.body[i].instruction;
        if (call.instruction_class() != ptx::Class::Call) continue;
        const ptx::CallOperands parts = ptx::call_operands(call);
        if (parts.target == nullptr || parts.target->kind != ptx::OperandKind::Function || parts.arguments == nullptr)
            return false;
        const std::span<const ptx::Operand> arguments = parts.arguments->elements();
        const auto passed = std::find_if(arguments.begin(), arguments.end(), [&](const ptx::Operand& argument) {
            return argument.kind == ptx::OperandKind::Variable && argument.variable == to.variable;
        });
        const ptx::Function& callee = definition_of(*parts.target->function);
        const auto number = static_cast<std::size_t>(passed - arguments.begin());
        return passed != arguments.end() && number < callee.signature.parameters.size() &&
               ignored_.contains(callee.signature.parameters[number]);
    }
    return false;
}

}  // namespace ringfence::guard::rewriting
