#include "softgpu/codegen/module_plan.h"

#include <algorithm>

#include <fmt/core.h>

#include "base/source_map.h"
#include "ptx/analysis/registers_of.h"
#include "softgpu/codegen/emitter.h"
#include "softgpu/codegen/function_builder.h"

namespace ringfence::softgpu::codegen {
namespace {

using ptx::Class;
using ptx::Modifier;
using ptx::Opcode;

template <typename Callback>
void for_each_function(const ptx::Module& module, Callback callback) {
    for (const ptx::Item& item : module.items) {
        if (item.kind == ptx::ItemKind::Function && item.function->has_body) callback(*item.function);
    }
}

// A mention of a variable or function in a body, operands within operands included.
template <typename Callback>
void for_each_named(const ptx::Function& function, Callback callback) {
    for (const ptx::Statement& statement : function.body) {
        if (statement.is_instruction()) ptx::for_each_operand(statement.instruction.operands, callback);
    }
}

bool waits_by_itself(const ptx::Instruction& instruction) {
    switch (instruction.instruction_class()) {
        case Class::Barrier:
        case Class::Warp:
        case Class::Mbarrier:
        case Class::Matrix:
        case Class::Wgmma: return true;
        default: return instruction.opcode() == Opcode::Nanosleep || instruction.opcode() == Opcode::Exit;
    }
}

struct Waiting {
    bool by_itself = false;
    bool reads_state = false;
    bool has_loop = false;
    bool spins = false;  // a loop with such a read
};

Waiting waiting_of(const ptx::Function& function) {
    Waiting waiting;
    const ptx::ControlFlowGraph cfg(function);
    std::vector<std::uint32_t> state_reads;
    for (std::uint32_t i = 0; i < function.body.size(); ++i) {
        const ptx::Statement& statement = function.body[i];
        if (!statement.is_instruction()) continue;
        // `exit` in a kernel is an ordinary return.
        const bool is_exit = statement.instruction.opcode() == Opcode::Exit;
        if (waits_by_itself(statement.instruction) && !(is_exit && function.is_entry)) waiting.by_itself = true;
        if (reads_shared_state(statement.instruction)) state_reads.push_back(i);
    }
    waiting.reads_state = !state_reads.empty();
    for (const ptx::FlowEdge& edge : cfg.edges()) {
        if (edge.to == cfg.exit() || edge.to > edge.from) continue;
        waiting.has_loop = true;
        const std::uint32_t begin = cfg.block(edge.to).begin;
        const std::uint32_t end = cfg.block(edge.from).end;
        for (const std::uint32_t read : state_reads)
            waiting.spins = waiting.spins || (read >= begin && read < end);
    }
    return waiting;
}

bool is_toolkit_header(std::string_view file) {
    const bool is_header = file.ends_with(".h") || file.ends_with(".hpp");
    return is_header && file.find("/include/") != std::string_view::npos &&
           (file.find("/targets/") != std::string_view::npos || file.find("/cuda") != std::string_view::npos);
}

bool is_reserved_shared_place(std::uint32_t special_register) {
    using ptx::SpecialRegister;
    return special_register >= static_cast<std::uint32_t>(SpecialRegister::ReservedSmemOffsetBegin) &&
           special_register <= static_cast<std::uint32_t>(SpecialRegister::ReservedSmemOffset1);
}

// `%r<4000000>` declares millions of registers in a few bytes. The limit grows with the text, so that time and memory
// stay in proportion to it.
std::uint64_t most_registers_of(const ptx::Module& module) {
    return (1U << 18) + module.source->size();
}

}  // namespace

bool reads_shared_state(const ptx::Instruction& instruction) {
    if (instruction.instruction_class() == Class::Atomic) return true;
    if (instruction.instruction_class() != Class::Load) return false;
    const ptx::Operation& operation = *instruction.operation;
    return operation.has(Modifier::Volatile) || operation.has(Modifier::Relaxed) || operation.has(Modifier::Acquire) ||
           operation.has(Modifier::Cv);
}

Builtin builtin_named(std::string_view name) {
    if (name == "vprintf") return Builtin::Vprintf;
    if (name == "malloc") return Builtin::Malloc;
    if (name == "free") return Builtin::Free;
    if (name == "__assertfail") return Builtin::Assertfail;
    return Builtin::None;
}

Result<std::unique_ptr<ModulePlan>> ModulePlan::make(const ptx::Module& module) {
    std::unique_ptr<ModulePlan> plan(new ModulePlan(module));
    RF_RETURN_IF_ERROR(plan->check());
    plan->number_sites();
    plan->find_indirect();
    plan->find_reserved();
    return plan;
}

// Everything must be something that can be translated; what cannot is named, with its line.
Result<void> ModulePlan::check() const {
    const LineMap lines(*module_.source);
    const auto refuse = [&](ptx::SourceRange where, std::string message) {
        const LineColumn position = lines.position(where.begin);
        return Error::bad_input(std::move(message))
            .at({module_.file_name, position.line, position.column})
            .with_remedy("run this module on a card");
    };
    if (module_.pointer_bits() != 64) {
        return refuse(module_.address_size_where, "the software GPU has 64-bit addresses only");
    }
    std::optional<Error> error;
    for (const ptx::Item& item : module_.items) {
        if (item.kind != ptx::ItemKind::Variables) continue;
        for (const ptx::Variable* variable : item.variables->variables) {
            if (ptx::isa::info(variable->type).kind != ptx::TypeKind::Opaque) continue;
            return refuse(item.where, fmt::format("variables for textures, samplers and surfaces are not supported by "
                                                  "the software GPU, only texture and surface objects: '{}'",
                                                  variable->name));
        }
    }
    const std::uint64_t most_registers = most_registers_of(module_);
    std::uint64_t registers = 0;
    for_each_function(module_, [&](const ptx::Function& function) {
        registers += function.register_count;
        if (registers > most_registers && !error) {
            error = refuse(function.where, fmt::format("up to '{}' there are {} registers; of a module of this length "
                                                       "the software GPU takes {}",
                                                       function.name, registers, most_registers));
        }
        if (function.find_directive(".blocksareclusters") != nullptr && !error)
            error = refuse(function.where, ".blocksareclusters is not supported by the software GPU");
        for (const ptx::Statement& statement : function.body) {
            if (error || !statement.is_instruction()) continue;
            const ptx::Operation& operation = *statement.instruction.operation;
            if (!FunctionBuilder::is_flow(operation.opcode) && find_emitter(operation) == nullptr) {
                error =
                    refuse(statement.where, fmt::format("'{}' is not supported by the software GPU", operation.text));
            }
        }
    });
    if (error) return std::move(*error);
    for (const ptx::FunctionId id : calls_.unresolved()) {
        const ptx::Function& function = calls_.function(id);
        if (builtin_named(function.name) != Builtin::None) continue;
        return refuse(function.where, fmt::format("'{}' is called but not defined in this module", function.name));
    }
    return {};
}

void ModulePlan::number_sites() {
    const LineMap lines(*module_.source);
    info_.file_name = module_.file_name;
    info_.files.emplace_back();
    std::unordered_map<std::uint64_t, std::uint32_t> files;
    for (const ptx::Item& item : module_.items) {
        if (item.kind != ptx::ItemKind::SourceFile) continue;
        files.try_emplace(item.file->index, static_cast<std::uint32_t>(info_.files.size()));
        info_.files.emplace_back(item.file->name);
    }
    for_each_function(module_, [&](const ptx::Function& function) {
        first_site_[&function] = static_cast<std::uint32_t>(info_.sites.size());
        const auto number = static_cast<std::uint32_t>(info_.functions.size());
        info_.functions.emplace_back(function.name);
        Site site{number, 0, 0, 0};
        for (const ptx::Statement& statement : function.body) {
            if (statement.kind == ptx::StatementKind::SourceLine) {
                const ptx::SourceLine& line = *statement.source_line;
                const auto number_of = [&](std::uint64_t index) {
                    const auto file = files.find(index);
                    return file == files.end() ? 0U : file->second;
                };
                site.file = number_of(line.file);
                site.source_line = static_cast<std::uint32_t>(line.line);
                // Nobody looks for a mistake in what the toolkit's headers put there.
                if (line.inlined && is_toolkit_header(info_.files[site.file])) {
                    site.file = number_of(line.inlined_file);
                    site.source_line = static_cast<std::uint32_t>(line.inlined_line);
                }
            }
            site.line = lines.position(statement.where.begin).line;
            info_.sites.push_back(site);
        }
        // One more, for the function as a whole.
        site.line = lines.position(function.where.begin).line;
        info_.sites.push_back(site);
    });
}

void ModulePlan::find_indirect() {
    std::vector<ptx::FunctionId> targets;
    for (ptx::FunctionId id = 0; id < calls_.size(); ++id) {
        if (calls_.is_address_taken(id) && !calls_.function(id).is_entry) targets.push_back(id);
    }
    for (const ptx::TargetTable* table : calls_.tables()) {
        for (const ptx::Function* function : table->functions)
            if (!definition_of(*function)->is_entry) targets.push_back(calls_.id_of(*function));
    }
    for (const ptx::FunctionId id : calls_.reachable_from(targets)) {
        if (calls_.function(id).has_body) indirect_.push_back(&calls_.function(id));
    }
}

// All kernels of the module have them, or none: functions that are called through a pointer have one layout in all.
void ModulePlan::find_reserved() {
    for_each_function(module_, [&](const ptx::Function& function) {
        for_each_named(function, [&](const ptx::Operand& operand) {
            if (operand.kind == ptx::OperandKind::Special && is_reserved_shared_place(operand.id)) {
                reserved_shared_ = reserved_shared_bytes;
            }
        });
    });
}

bool ModulePlan::is_indirect(const ptx::Function& function) const {
    return std::find(indirect_.begin(), indirect_.end(), &function) != indirect_.end();
}

SiteId ModulePlan::site_of(const ptx::Function& function, std::uint32_t statement) const {
    return first_site_.at(&function) + statement;
}

const ptx::Function* ModulePlan::definition_of(const ptx::Function& function) const {
    return &calls_.function(calls_.id_of(function));
}

std::uint64_t ModulePlan::kernel_address(const ptx::Function& kernel) const {
    // So low that no memory is there: whoever reads or calls it is told so.
    return calls_.id_of(kernel) + 1;
}

std::vector<const ptx::Function*> ModulePlan::reachable_from(const ptx::Function& function) const {
    std::vector<const ptx::Function*> list = {definition_of(function)};
    for (const ptx::FunctionId id : calls_.reachable_from(calls_.id_of(function))) {
        const ptx::Function& reached = calls_.function(id);
        if (reached.has_body && &reached != list[0]) list.push_back(&reached);
    }
    return list;
}

VariableLayout ModulePlan::shared_layout(const ptx::Function& kernel) const {
    VariableLayout layout(reserved_shared_);
    const auto collect = [&](const ptx::Function& function) {
        for_each_named(function, [&](const ptx::Operand& operand) {
            if (operand.kind != ptx::OperandKind::Variable || operand.variable->space != ptx::Space::Shared) return;
            if (operand.variable->bytes() != 0) {
                layout.add(*operand.variable);
            } else {
                layout.add_open(*operand.variable);
            }
        });
    };
    for (const ptx::Function* function : indirect_)
        collect(*function);
    for (const ptx::Function* function : reachable_from(kernel))
        collect(*function);
    layout.finish();
    return layout;
}

VariableLayout ModulePlan::local_layout(const ptx::Function& function) const {
    VariableLayout layout;
    for_each_named(function, [&](const ptx::Operand& operand) {
        if (operand.kind == ptx::OperandKind::Variable && operand.variable->space == ptx::Space::Local) {
            layout.add(*operand.variable);
        }
    });
    layout.finish();
    return layout;
}

std::string ModulePlan::symbol_of(const ptx::Variable& variable) {
    return "rf.variable." + std::string(variable.name);
}

std::string ModulePlan::symbol_of(const ptx::Function& function) {
    return "rf.function." + std::string(function.name);
}

bool ModulePlan::may_wait(const ptx::Function& kernel) const {
    bool any_loop = false;
    bool function_reads_state = false;
    for (const ptx::Function* function : reachable_from(kernel)) {
        const Waiting waiting = waiting_of(*function);
        if (waiting.by_itself || waiting.spins) return true;
        any_loop = any_loop || waiting.has_loop;
        function_reads_state = function_reads_state || (!function->is_entry && waiting.reads_state);
    }
    return any_loop && function_reads_state;
}

}  // namespace ringfence::softgpu::codegen
