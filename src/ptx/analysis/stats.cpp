#include "ptx/analysis/stats.h"

#include <algorithm>
#include <map>
#include <unordered_set>
#include <utility>

#include "ptx/analysis/callgraph.h"
#include "ptx/analysis/cfg.h"
#include "ptx/analysis/defuse.h"
#include "ptx/analysis/dominators.h"
#include "ptx/analysis/loops.h"
#include "ptx/analysis/registers_of.h"
#include "ptx/parameter_layout.h"

namespace ringfence::ptx {
namespace {

std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) {
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

std::uint64_t saturating_multiply(std::uint64_t a, std::uint64_t b) {
    return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

// Bytes for variables that are laid out one after the other.
class ByteLayout {
public:
    void add(const Variable& variable) {
        const std::uint64_t alignment = std::max<std::uint64_t>(1, variable.alignment());
        const std::uint64_t gap = (alignment - bytes_ % alignment) % alignment;
        const std::uint64_t count = variable.is_range ? variable.range_count : 1;
        bytes_ = saturating_add(saturating_add(bytes_, gap), saturating_multiply(variable.bytes(), count));
    }
    std::uint64_t bytes() const { return bytes_; }

private:
    std::uint64_t bytes_ = 0;
};

// Variables, each once, in the order they were added.
class VariableList {
public:
    void add(const Variable* variable) {
        const Variable* whole = variable->range_of != nullptr ? variable->range_of : variable;
        if (known_.insert(whole).second) list_.push_back(whole);
    }
    std::span<const Variable* const> list() const { return list_; }

private:
    std::vector<const Variable*> list_;
    std::unordered_set<const Variable*> known_;
};

std::uint64_t bytes_in(std::span<const Variable* const> variables, Space space) {
    ByteLayout layout;
    for (const Variable* variable : variables) {
        if (variable->space == space) layout.add(*variable);
    }
    return layout.bytes();
}

// The .shared and .local variables that a function declares or mentions.
std::vector<const Variable*> memory_of(const Function& function) {
    VariableList variables;
    const auto add = [&](const Variable* variable) {
        if (variable->space == Space::Shared || variable->space == Space::Local) variables.add(variable);
    };
    const auto look = [&](const Operand& operand) {
        if (operand.kind == OperandKind::Variable) add(operand.variable);
    };
    for (const Statement& statement : function.body) {
        if (statement.kind == StatementKind::Variables) {
            for (const Variable* variable : statement.variables->variables)
                add(variable);
        }
        if (statement.is_instruction()) for_each_operand(statement.instruction.operands, look);
    }
    return {variables.list().begin(), variables.list().end()};
}

void count_memory_use(FunctionStats& stats, Space space, isa::MemoryUse use) {
    MemoryCounts& counts = stats.by_space[static_cast<std::size_t>(space)];
    switch (use) {
        case isa::MemoryUse::None: break;
        case isa::MemoryUse::Read: ++counts.reads; break;
        case isa::MemoryUse::Write: ++counts.writes; break;
        case isa::MemoryUse::Atomic: ++counts.atomics; break;
        case isa::MemoryUse::Hint: ++counts.hints; break;
    }
}

void count_instruction(FunctionStats& stats, const Instruction& instruction) {
    ++stats.instructions;
    ++stats.by_class[static_cast<std::size_t>(instruction.instruction_class())];
    const auto specs = instruction.operation->form->operands();
    for (std::size_t i = 0; i < instruction.operands.size() && i < specs.size(); ++i) {
        if (instruction.operands[i].kind != OperandKind::Empty)
            count_memory_use(stats, instruction.operation->space_of(specs[i]), specs[i].memory);
    }
    if (instruction.instruction_class() == Class::Branch) {
        ++stats.branches;
        stats.guarded_branches += instruction.guard ? 1 : 0;
        stats.table_branches += instruction.opcode() == Opcode::BrxIdx ? 1 : 0;
    }
    if (instruction.instruction_class() == Class::Call) {
        const Operand* target = call_operands(instruction).target;
        const bool direct = target != nullptr && target->kind == OperandKind::Function;
        ++(direct ? stats.direct_calls : stats.indirect_calls);
    }
}

using RegisterKey = std::pair<Type, unsigned>;

void count_registers(FunctionStats& stats, const Function& function, const DefUse& def_use) {
    std::map<RegisterKey, RegisterCounts> counts;
    for (const RegisterGroup& group : function.register_groups) {
        RegisterCounts& row = counts[{group.type, group.vector}];
        row.type = group.type;
        row.vector = group.vector;
        row.declared += group.count;
    }
    for (const RegisterId reg : def_use.registers()) {
        const RegisterGroup& group = function.group_of(reg);
        ++counts[{group.type, group.vector}].used;
    }
    for (const auto& [key, row] : counts)
        stats.registers.push_back(row);
}

void count_control_flow(FunctionStats& stats, const ControlFlowGraph& cfg) {
    const LoopForest loops(cfg, dominators(cfg));
    stats.blocks = cfg.code_block_count();
    for (BlockId block = 0; block < cfg.code_block_count(); ++block)
        stats.unreachable_blocks += cfg.is_reachable(block) ? 0 : 1;
    stats.loops = loops.size();
    stats.max_loop_depth = loops.max_depth();
    stats.irreducible_regions = loops.irreducible().size();
}

bool is_open_shared(const Variable* variable) {
    return variable->space == Space::Shared && variable->is_array && variable->bytes() == 0;
}

FunctionStats stats_of(const Function& function, std::span<const Variable* const> memory) {
    FunctionStats stats;
    stats.name = function.name;
    stats.is_entry = function.is_entry;
    for (const Statement& statement : function.body) {
        if (statement.is_instruction()) count_instruction(stats, statement.instruction);
    }
    const ControlFlowGraph cfg(function);
    const DefUse def_use(function);
    count_registers(stats, function, def_use);
    count_control_flow(stats, cfg);
    const Result<Liveness> liveness = Liveness::compute(cfg, def_use);
    if (liveness.ok()) stats.pressure = max_pressure(cfg, def_use, liveness.value());
    stats.parameter_bytes = function.is_entry ? place_parameters(function.signature.parameters).bytes
                                              : bytes_in(function.signature.parameters, Space::Param);
    stats.local_bytes = bytes_in(memory, Space::Local);
    stats.shared_bytes = bytes_in(memory, Space::Shared);
    stats.dynamic_shared = std::any_of(memory.begin(), memory.end(), is_open_shared);
    return stats;
}

// The shared memory of each kernel with what it calls. Kernels times calls can be quadratic in the text, so large
// modules go without.
class SharedWithCalls {
public:
    SharedWithCalls(const CallGraph& calls, std::span<const std::vector<const Variable*>> memory)
        : calls_(calls), memory_(memory) {
        std::uint64_t once = calls.size() + calls.all_calls().size();
        std::uint64_t kernels = 0;
        for (FunctionId id = 0; id < calls.size(); ++id) {
            once += memory[id].size();
            kernels += calls.function(id).is_entry ? 1 : 0;
        }
        constexpr std::uint64_t most_steps = 1ULL << 26;
        affordable_ = saturating_multiply(once, kernels) <= most_steps;
    }

    std::optional<std::uint64_t> bytes(FunctionId kernel) const {
        if (!affordable_) return std::nullopt;
        VariableList all;
        for (const FunctionId id : calls_.reachable_from(kernel)) {
            for (const Variable* variable : memory_[id])
                all.add(variable);
        }
        return bytes_in(all.list(), Space::Shared);
    }

private:
    const CallGraph& calls_;
    std::span<const std::vector<const Variable*>> memory_;
    bool affordable_ = false;
};

void add_registers(std::vector<RegisterCounts>& total, std::span<const RegisterCounts> more) {
    for (const RegisterCounts& row : more) {
        const auto same = std::find_if(total.begin(), total.end(), [&](const RegisterCounts& known) {
            return known.type == row.type && known.vector == row.vector;
        });
        if (same == total.end()) {
            total.push_back(row);
        } else {
            same->declared += row.declared;
            same->used += row.used;
        }
    }
}

void take_maxima(std::optional<Pressure>& total, const std::optional<Pressure>& one) {
    if (!one) return;
    if (!total) total.emplace();
    for (std::uint32_t Pressure::*field : {&Pressure::predicates, &Pressure::bits16, &Pressure::bits32,
                                           &Pressure::bits64, &Pressure::bits128, &Pressure::words})
        (*total).*field = std::max((*total).*field, (*one).*field);
}

void add_to_total(FunctionStats& total, const FunctionStats& one) {
    for (std::uint64_t FunctionStats::*field :
         {&FunctionStats::instructions, &FunctionStats::blocks, &FunctionStats::unreachable_blocks,
          &FunctionStats::branches, &FunctionStats::guarded_branches, &FunctionStats::table_branches,
          &FunctionStats::loops, &FunctionStats::irreducible_regions, &FunctionStats::direct_calls,
          &FunctionStats::indirect_calls})
        total.*field += one.*field;
    for (std::size_t i = 0; i < class_count; ++i)
        total.by_class[i] += one.by_class[i];
    for (std::size_t i = 0; i < space_count; ++i) {
        total.by_space[i].reads += one.by_space[i].reads;
        total.by_space[i].writes += one.by_space[i].writes;
        total.by_space[i].atomics += one.by_space[i].atomics;
        total.by_space[i].hints += one.by_space[i].hints;
    }
    total.max_loop_depth = std::max(total.max_loop_depth, one.max_loop_depth);
    total.recursive = total.recursive || one.recursive;
    add_registers(total.registers, one.registers);
    take_maxima(total.pressure, one.pressure);
}

std::string target_text(const Target& target) {
    std::string text;
    for (const std::string_view word : target.names) {
        text += text.empty() ? "" : ", ";
        text += word;
    }
    return text;
}

void count_variables(ModuleStats& stats, const Module& module) {
    for (const Item& item : module.items) {
        if (item.kind != ItemKind::Variables) continue;
        for (const Variable* variable : item.variables->variables) {
            std::uint64_t& bytes = stats.variable_bytes[static_cast<std::size_t>(variable->space)];
            if (variable->linkage != Linkage::Extern) bytes = saturating_add(bytes, variable->bytes());
        }
    }
}

}  // namespace

ModuleStats collect_stats(const Module& module) {
    ModuleStats stats;
    stats.file_name = module.file_name;
    stats.version_major = module.version_major;
    stats.version_minor = module.version_minor;
    stats.target = target_text(module.target);
    count_variables(stats, module);

    const CallGraph calls(module);
    stats.unresolved_functions = calls.unresolved().size();
    std::vector<std::vector<const Variable*>> memory;
    for (const Function* function : calls.functions())
        memory.push_back(memory_of(*function));
    const SharedWithCalls shared(calls, memory);
    for (FunctionId id = 0; id < calls.size(); ++id) {
        const Function& function = calls.function(id);
        if (!function.has_body) continue;
        FunctionStats row = stats_of(function, memory[id]);
        row.recursive = calls.is_recursive(id);
        if (function.is_entry) row.shared_bytes_with_calls = shared.bytes(id);
        ++(function.is_entry ? stats.kernels : stats.functions);
        add_to_total(stats.total, row);
        stats.rows.push_back(std::move(row));
    }
    return stats;
}

std::string type_name(const RegisterCounts& counts) {
    const std::string type(isa::info(counts.type).name);
    return counts.vector == 1 ? type : "v" + std::to_string(counts.vector) + "." + type;
}

}  // namespace ringfence::ptx
