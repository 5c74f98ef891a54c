#include "softgpu/codegen/vector_plan.h"

#include <algorithm>

#include <fmt/core.h>

#include "ptx/analysis/defuse.h"
#include "ptx/analysis/liveness.h"
#include "ptx/analysis/registers_of.h"
#include "softgpu/codegen/emitter.h"
#include "softgpu/codegen/function_builder.h"
#include "softgpu/codegen/module_plan.h"

namespace ringfence::softgpu::codegen {
namespace {

using ptx::Class;
using ptx::Modifier;
using ptx::Opcode;
using ptx::OperandKind;
using ptx::RegisterId;

constexpr LaneForm uniform{Form::Uniform, 0};
constexpr LaneForm varying{Form::Varying, 0};

LaneForm strided(std::int64_t stride) {
    return stride == 0 ? uniform : LaneForm{Form::Strided, stride};
}

// The form of a register that gets both.
LaneForm join(LaneForm a, LaneForm b) {
    return a == b ? a : varying;
}

LaneForm sum(LaneForm a, LaneForm b, std::int64_t sign) {
    if (a.form == Form::Varying || b.form == Form::Varying) return varying;
    return strided(a.stride + sign * b.stride);
}

// A product with a number that is known when the kernel is translated.
LaneForm scaled(LaneForm form, const ptx::Operand& factor) {
    if (form.form != Form::Strided) return form;
    if (factor.kind != OperandKind::Integer) return varying;
    const auto by = static_cast<std::int64_t>(factor.bits);
    // Strides stay small; anything else is not worth the trouble.
    if (by < -65536 || by > 65536 || form.stride < -65536 || form.stride > 65536) return varying;
    return strided(form.stride * by);
}

// Where lanes part, code moves every live register of every lane. Real kernels have some hundreds of those moves in
// all; a hostile one could have the square of its length.
constexpr std::uint64_t most_moved_registers = 1 << 14;
constexpr std::uint64_t most_looked_at = 1 << 28;

// A block may have 128 groups.
constexpr std::uint32_t most_stage_bytes = 16 << 10;

class Planner {
public:
    Planner(const ModulePlan& module, const ptx::ControlFlowGraph& cfg)
        : module_(module), cfg_(cfg), function_(cfg.function()) {
        plan_.registers.assign(function_.register_count, uniform);
    }

    VectorPlan make() {
        check();
        if (!plan_.possible()) return std::move(plan_);
        const ptx::DefUse def_use(function_);
        Result<ptx::Liveness> liveness = ptx::Liveness::compute(cfg_, def_use);
        if (!liveness) {
            plan_.obstacle = "it is too large";
            return std::move(plan_);
        }
        find_bypasses(liveness.value());
        find_forms(plan_.registers);
        only_integers_are_strided();
        check_guards();
        if (plan_.possible()) {
            find_places(liveness.value());
            find_stages(liveness.value());
            find_likely_forms();
        }
        count_single_accesses();
        plan_.live_words = ptx::max_pressure(cfg_, def_use, liveness.value()).words;
        return std::move(plan_);
    }

private:
    void check() {
        if (module_.local_layout(function_).bytes() != 0) plan_.obstacle = "it has local memory";
        for (const ptx::Statement& statement : function_.body) {
            if (!statement.is_instruction() || !plan_.possible()) continue;
            check_instruction(statement.instruction);
        }
    }

    void check_instruction(const ptx::Instruction& instruction) {
        const ptx::Operation& operation = *instruction.operation;
        if (FunctionBuilder::is_flow(operation.opcode)) {
            if (operation.opcode == Opcode::Bra || operation.opcode == Opcode::Ret ||
                operation.opcode == Opcode::Exit || operation.opcode == Opcode::Trap ||
                operation.opcode == Opcode::Brkpt || operation.opcode == Opcode::BrxIdx) {
                return;
            }
            plan_.obstacle = fmt::format("it has '{}'", operation.text);
            return;
        }
        const EmitterEntry* entry = find_emitter(operation);
        const bool works = entry != nullptr && (entry->elementwise || works_on_lanes(operation));
        if (!works) plan_.obstacle = fmt::format("it has '{}'", operation.text);
        for (const ptx::Operand& operand : instruction.operands) {
            if (operand.kind != OperandKind::Special) continue;
            switch (static_cast<ptx::SpecialRegister>(operand.id)) {
                case ptx::SpecialRegister::LanemaskEq:
                case ptx::SpecialRegister::LanemaskGe:
                case ptx::SpecialRegister::LanemaskGt:
                case ptx::SpecialRegister::LanemaskLe:
                case ptx::SpecialRegister::LanemaskLt: plan_.obstacle = "it uses the lane masks"; break;
                default: break;
            }
        }
    }

    // Not elementwise, but the builder knows how to do it for a group.
    static bool works_on_lanes(const ptx::Operation& operation) {
        switch (operation.opcode) {
            case Opcode::Ld:
            case Opcode::Ldu:
            case Opcode::St:
            case Opcode::Atom:
            case Opcode::Red: return operation.space != ptx::Space::SharedCluster;
            case Opcode::Membar:
            case Opcode::Fence: return true;
            case Opcode::Bar:
            case Opcode::Barrier: return operation.has(Modifier::Sync);
            default: return false;
        }
    }

    // `@p bra over; a few instructions; over:`
    void find_bypasses(const ptx::Liveness& liveness) {
        constexpr std::uint32_t longest = 24;
        escapes_.resize(function_.body.size());
        for (ptx::BlockId block = 0; block + 1 < cfg_.code_block_count(); ++block) {
            const ptx::Block& range = cfg_.block(block);
            const ptx::Statement* last = cfg_.last_instruction(block);
            if (last == nullptr || last->instruction.opcode() != Opcode::Bra || !last->instruction.guard) continue;
            const ptx::BlockId over = cfg_.block_of(last->instruction.operands[0].label->statement);
            const ptx::BlockId between = block + 1;
            if (over <= between || cfg_.graph().predecessors(between).size() != 1) continue;
            if (cfg_.graph().predecessors(between)[0] != block) continue;
            const std::span<const ptx::FlowEdge> ways = cfg_.successors(between);
            if (ways.size() != 1 || ways[0].to != over || cfg_.block(between).instruction_count > longest) continue;
            if (!is_straight(cfg_.block(between)) || !can_start_again(between, over, liveness)) continue;
            const auto statement = static_cast<std::uint32_t>(last - function_.body.data());
            if (statement < range.begin || statement >= range.end) continue;
            plan_.bypasses[statement] = between;
            note_escapes(cfg_.block(between), last->instruction.guard.predicate, over, liveness);
        }
    }

    // No jump but the one to where it leads anyway, and nothing that waits.
    bool is_straight(const ptx::Block& block) const {
        for (std::uint32_t i = block.begin; i < block.end; ++i) {
            const ptx::Statement& statement = function_.body[i];
            if (!statement.is_instruction()) continue;
            const ptx::Instruction& instruction = statement.instruction;
            if (instruction.opcode() == Opcode::Bra && !instruction.guard) continue;
            if (FunctionBuilder::is_flow(instruction.opcode())) return false;
            if (instruction.instruction_class() == Class::Barrier || instruction.instruction_class() == Class::Fence) {
                return false;
            }
        }
        return true;
    }

    // Where the lanes must part in the middle of such a block, they do so at the branch: nothing that matters may have
    // happened since.
    bool can_start_again(ptx::BlockId block, ptx::BlockId over, const ptx::Liveness& liveness) const {
        bool has_effect = false;
        for (std::uint32_t i = cfg_.block(block).begin; i < cfg_.block(block).end; ++i) {
            const ptx::Statement& statement = function_.body[i];
            if (!statement.is_instruction()) continue;
            if (has_effect && widened_type(statement.instruction) != ptx::Type::None) return false;
            const Class kind = statement.instruction.instruction_class();
            has_effect = has_effect || kind == Class::Store || kind == Class::Atomic || kind == Class::Reduce;
            ptx::for_each_register_use(statement.instruction, [&](const ptx::RegisterUse& use) {
                if (!use.writes()) return;
                has_effect = has_effect || liveness.is_live_in(block, use.reg) || liveness.is_live_in(over, use.reg);
            });
        }
        return true;
    }

    // The results of such a block differ for the lanes that did not run it.
    void note_escapes(const ptx::Block& block, RegisterId guard, ptx::BlockId over, const ptx::Liveness& liveness) {
        for (std::uint32_t i = block.begin; i < block.end; ++i) {
            if (!function_.body[i].is_instruction()) continue;
            ptx::for_each_register_use(function_.body[i].instruction, [&](const ptx::RegisterUse& use) {
                if (use.writes() && liveness.is_live_in(over, use.reg)) escapes_[i] = guard + 1;
            });
        }
    }

    void find_forms(std::vector<LaneForm>& forms) {
        forms_ = &forms;
        // Registers only ever become less uniform, so this ends.
        std::vector<bool> written(function_.register_count);
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t index = 0; index < function_.body.size(); ++index) {
                const ptx::Statement& statement = function_.body[index];
                if (!statement.is_instruction()) continue;
                const ptx::Instruction& instruction = statement.instruction;
                LaneForm form = result_of(instruction);
                if (escapes_[index] != 0 && forms[escapes_[index] - 1].form == Form::Varying) form = varying;
                if (instruction.guard && forms[instruction.guard.predicate].form == Form::Varying) form = varying;
                ptx::for_each_register_use(instruction, [&](const ptx::RegisterUse& use) {
                    if (!use.writes()) return;
                    LaneForm& reg = forms[use.reg];
                    const LaneForm joined = written[use.reg] ? join(reg, form) : form;
                    written[use.reg] = true;
                    changed = changed || !(joined == reg);
                    reg = joined;
                });
            }
        }
    }

    // The forms that registers mostly have, though not in every group; of those that lead to adjacent accesses.
    void find_likely_forms() {
        std::vector<LaneForm> likely(function_.register_count, uniform);
        expects_ = true;
        find_forms(likely);
        expects_ = false;
        forms_ = &plan_.registers;
        std::vector<bool> leads(function_.register_count);
        const auto is_unsure = [&](RegisterId reg) {
            return plan_.registers[reg].form == Form::Varying && likely[reg].form != Form::Varying;
        };
        for (const ptx::Statement& statement : function_.body) {
            if (!statement.is_instruction() || !is_access(statement.instruction)) continue;
            if (!is_contiguous(statement.instruction, likely)) continue;
            const ptx::Operand& base = address_of(statement.instruction).address_base();
            if (base.is_register() && is_unsure(base.id)) leads[base.id] = true;
        }
        // Goes backwards, since the sources of such a register are mostly written before it.
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = function_.body.size(); i-- > 0;) {
                if (!function_.body[i].is_instruction()) continue;
                const ptx::Instruction& instruction = function_.body[i].instruction;
                bool wanted = false;
                ptx::for_each_register_use(instruction, [&](const ptx::RegisterUse& use) {
                    wanted = wanted || (use.writes() && leads[use.reg]);
                });
                if (!wanted) continue;
                ptx::for_each_register_use(instruction, [&](const ptx::RegisterUse& use) {
                    if (!use.reads() || leads[use.reg] || !is_unsure(use.reg)) return;
                    leads[use.reg] = true;
                    changed = true;
                });
            }
        }
        plan_.likely = plan_.registers;
        for (RegisterId reg = 0; reg < function_.register_count; ++reg) {
            if (leads[reg]) plan_.likely[reg] = likely[reg];
        }
    }

    static bool is_access(const ptx::Instruction& instruction) {
        return is_load(instruction) || instruction.opcode() == Opcode::St;
    }
    static const ptx::Operand& address_of(const ptx::Instruction& access) {
        return access.operands[is_load(access) ? 1 : 0];
    }

    // Strides are added as integers of 32 or 64 bits.
    void only_integers_are_strided() {
        for (const ptx::RegisterGroup& group : function_.register_groups) {
            const ptx::TypeInfo& type = ptx::isa::info(group.type);
            const bool fits =
                (type.bits == 32 || type.bits == 64) && group.vector == 1 && type.kind != ptx::TypeKind::Float;
            for (std::uint32_t i = 0; i < group.count && !fits; ++i) {
                LaneForm& reg = plan_.registers[group.first + i];
                if (reg.form == Form::Strided) plan_.obstacle = "a strided number is kept in an unusual register";
            }
        }
    }

    LaneForm of(const ptx::Operand& operand) const { return form_of(operand, *forms_); }

    LaneForm result_of(const ptx::Instruction& instruction) const {
        const ptx::Operation& operation = *instruction.operation;
        const std::span<const ptx::Operand> operands = instruction.operands;
        const unsigned bits = ptx::isa::info(operation.type).bits;
        const bool is_integer = !is_float(operation.type) && (bits == 32 || bits == 64);
        switch (operation.opcode) {
            case Opcode::Ld:
            case Opcode::Ldu: return of(operands[1]).form == Form::Uniform ? uniform : varying;
            case Opcode::Atom: return varying;
            case Opcode::Mov:
                if (operands[1].has_elements() || operands[0].has_elements()) break;
                return is_integer || of(operands[1]).form == Form::Uniform ? of(operands[1]) : varying;
            case Opcode::Cvta: return of(operands[1]);
            case Opcode::Add:
                if (is_integer && !operation.has(Modifier::Sat) && !operation.has(Modifier::Cc)) {
                    return sum(of(operands[1]), of(operands[2]), 1);
                }
                break;
            case Opcode::Sub:
                if (is_integer && !operation.has(Modifier::Sat) && !operation.has(Modifier::Cc)) {
                    return sum(of(operands[1]), of(operands[2]), -1);
                }
                break;
            case Opcode::Shl:
                if (is_integer && operands[2].kind == OperandKind::Integer && operands[2].bits < 16) {
                    ptx::Operand factor = operands[2];
                    factor.bits = std::uint64_t{1} << operands[2].bits;
                    return scaled(of(operands[1]), factor);
                }
                break;
            case Opcode::Mul:
                if (is_integer && !operation.has(Modifier::Hi)) return product(operands[1], operands[2]);
                break;
            case Opcode::Mad:
                if (is_integer && !operation.has(Modifier::Hi) && !operation.has(Modifier::Sat) &&
                    !operation.has(Modifier::Cc)) {
                    return sum(product(operands[1], operands[2]), of(operands[3]), 1);
                }
                break;
            case Opcode::Cvt:
                if (widened_type(instruction) != ptx::Type::None || narrows(instruction)) return of(operands[1]);
                break;
            case Opcode::Min:
            case Opcode::Max:
                // A bound that few groups meet.
                if (expects_ && is_integer && !operation.has(Modifier::Relu)) {
                    const LaneForm a = of(operands[1]);
                    const LaneForm b = of(operands[2]);
                    if (a.form == Form::Strided && b.form == Form::Uniform) return a;
                    if (a.form == Form::Uniform && b.form == Form::Strided) return b;
                }
                break;
            default: break;
        }
        LaneForm all = uniform;
        ptx::for_each_register_use(instruction, [&](const ptx::RegisterUse& use) {
            if (use.reads() && (*forms_)[use.reg].form != Form::Uniform) all = varying;
        });
        // A special register that is read directly.
        for (const ptx::Operand& operand : operands) {
            if (operand.kind == OperandKind::Special && of(operand).form != Form::Uniform) all = varying;
        }
        return all;
    }

    LaneForm product(const ptx::Operand& a, const ptx::Operand& b) const {
        if (of(a).form == Form::Uniform && of(b).form == Form::Uniform) return uniform;
        if (of(b).form == Form::Uniform) return scaled(of(a), b);
        if (of(a).form == Form::Uniform) return scaled(of(b), a);
        return varying;
    }

    // cvt.u32.u64 keeps strides, being arithmetic modulo 2^32.
    static bool narrows(const ptx::Instruction& instruction) {
        const ptx::Operation& operation = *instruction.operation;
        const std::span<const ptx::isa::OperandSpec> specs = operation.form->operands();
        if (operation.opcode != Opcode::Cvt || operation.has(Modifier::Sat) || specs.size() < 2) return false;
        const ptx::Type to = operation.type_of(specs[0]).type;
        const ptx::Type from = operation.type_of(specs[1]).type;
        return !is_float(to) && !is_float(from) && ptx::isa::info(to).bits == 32 && ptx::isa::info(from).bits == 64;
    }

    // A statement that runs once for the group must not stand under a guard that differs within it.
    void check_guards() {
        for (const ptx::Statement& statement : function_.body) {
            if (!statement.is_instruction()) continue;
            const ptx::Instruction& instruction = statement.instruction;
            if (instruction.instruction_class() == Class::Barrier) {
                ptx::for_each_register_use(instruction, [&](const ptx::RegisterUse& use) {
                    if (plan_.registers[use.reg].form != Form::Uniform) plan_.obstacle = "a barrier differs by lane";
                });
            }
            if (!instruction.guard || plan_.registers[instruction.guard.predicate].form != Form::Varying) continue;
            if (FunctionBuilder::is_flow(instruction.opcode())) continue;
            if (instruction.instruction_class() == Class::Barrier || instruction.instruction_class() == Class::Fence) {
                plan_.obstacle = fmt::format("'{}' stands under a guard", instruction.operation->text);
            }
        }
    }

    void count_single_accesses() {
        for (const ptx::Statement& statement : function_.body) {
            if (!statement.is_instruction()) continue;
            const ptx::Instruction& instruction = statement.instruction;
            switch (instruction.opcode()) {
                case Opcode::Atom:
                case Opcode::Red: ++plan_.single_accesses; break;
                case Opcode::Ld:
                case Opcode::Ldu:
                case Opcode::St: plan_.single_accesses += is_one_access(instruction) ? 0 : 1; break;
                default: break;
            }
        }
    }

    // The same for all lanes, or one after the other in memory.
    bool is_one_access(const ptx::Instruction& instruction) const {
        const LaneForm form = of(address_of(instruction));
        if (form.form == Form::Uniform || is_contiguous(instruction, plan_.registers)) return true;
        return !plan_.likely.empty() && is_contiguous(instruction, plan_.likely);
    }

    // Barriers for all threads, by a number that is written there; and nothing in which a thread waits for what another
    // one writes.
    void find_stages(const ptx::Liveness& liveness) {
        std::uint32_t barriers = 0;
        for (const ptx::Statement& statement : function_.body) {
            if (!statement.is_instruction()) continue;
            const ptx::Instruction& instruction = statement.instruction;
            if (reads_shared_state(instruction)) return;
            if (instruction.instruction_class() != Class::Barrier) continue;
            const ptx::Operand& id = instruction.operands[0];
            const bool is_plain = !instruction.guard && id.kind == OperandKind::Integer && id.bits < kernel_barriers;
            if (!is_plain || (instruction.operands.size() > 1 && instruction.operands[1].kind != OperandKind::Empty))
                return;
            ++barriers;
        }
        if (barriers == 0) return;
        for (ptx::BlockId block = 0; block < cfg_.code_block_count() && plan_.possible(); ++block) {
            find_live_in(block, liveness, [&](std::uint32_t index, const std::vector<bool>& live) {
                const ptx::Instruction& instruction = function_.body[index].instruction;
                if (instruction.instruction_class() != Class::Barrier) return;
                plan_.stages.push_back(place_before(index, live));
            });
        }
        if (!plan_.possible()) {
            // Each group waits by itself then.
            plan_.obstacle.clear();
            plan_.stages.clear();
        }
        number(plan_.stages, plan_.stage_at);
    }

    void find_places(const ptx::Liveness& liveness) {
        for (ptx::BlockId block = 0; block < cfg_.code_block_count() && plan_.possible(); ++block) {
            find_live_in(block, liveness, [&](std::uint32_t index, const std::vector<bool>& live) {
                if (plan_.possible() && parts_lanes(index)) plan_.places.push_back(place_before(index, live));
            });
        }
        number(plan_.places, plan_.place_at);
    }

    // In the order of the text.
    static void number(std::vector<Place>& places, std::unordered_map<std::uint32_t, std::uint32_t>& at) {
        std::sort(places.begin(), places.end(),
                  [](const Place& a, const Place& b) { return a.statement < b.statement; });
        for (std::uint32_t i = 0; i < places.size(); ++i)
            at[places[i].statement] = i;
    }

    bool parts_lanes(std::uint32_t statement) const {
        const ptx::Instruction& instruction = function_.body[statement].instruction;
        if (const auto bypass = plan_.bypasses.find(statement); bypass != plan_.bypasses.end()) {
            if (plan_.registers[instruction.guard.predicate].form != Form::Varying) return false;
            const ptx::Block& block = cfg_.block(bypass->second);
            for (std::uint32_t i = block.begin; i < block.end; ++i) {
                if (function_.body[i].is_instruction() && parts_lanes(i)) return true;
            }
            return false;
        }
        if (instruction.guard && FunctionBuilder::is_flow(instruction.opcode()) &&
            plan_.registers[instruction.guard.predicate].form == Form::Varying) {
            return true;
        }
        if (instruction.opcode() == Opcode::BrxIdx) return of(instruction.operands[0]).form != Form::Uniform;
        if (widened_type(instruction) == ptx::Type::None) return false;
        for (std::size_t i = 1; i < instruction.operands.size(); ++i) {
            const ptx::Operand& operand = instruction.operands[i];
            const bool narrow = operand.is_register() && ptx::isa::info(function_.group_of(operand.id).type).bits == 32;
            if (narrow && of(operand).form == Form::Strided) return result_of(instruction).form == Form::Strided;
        }
        return false;
    }

    // Visits the block's instructions from the last to the first, each with the registers that are live before it.
    template <typename Visit>
    void find_live_in(ptx::BlockId block, const ptx::Liveness& liveness, Visit visit) {
        const ptx::Block& range = cfg_.block(block);
        std::vector<bool> live(function_.register_count);
        for (const RegisterId reg : liveness.live_out(block))
            live[reg] = true;
        for (std::uint32_t index = range.end; index-- > range.begin;) {
            const ptx::Statement& statement = function_.body[index];
            if (!statement.is_instruction()) continue;
            ptx::for_each_register_use(statement.instruction, [&](const ptx::RegisterUse& use) {
                if (ptx::kills(statement.instruction, use)) live[use.reg] = false;
            });
            ptx::for_each_register_use(statement.instruction, [&](const ptx::RegisterUse& use) {
                if (use.reads()) live[use.reg] = true;
            });
            visit(index, live);
        }
    }

    Place place_before(std::uint32_t statement, const std::vector<bool>& live) {
        Place place;
        place.statement = statement;
        for (RegisterId reg = 0; reg < live.size(); ++reg) {
            if (!live[reg]) continue;
            const ptx::RegisterGroup& group = function_.group_of(reg);
            if (group.vector != 1) plan_.obstacle = "a vector register lives where lanes may part";
            place.registers.push_back(reg);
            place.offsets.push_back(place.bytes);
            place.bytes += std::max(8U, ptx::isa::info(group.type).bits / 8U);
        }
        moved_registers_ += place.registers.size();
        looked_at_ += live.size();
        if (moved_registers_ > most_moved_registers || looked_at_ > most_looked_at) plan_.obstacle = "it is too large";
        return place;
    }

    const ModulePlan& module_;
    const ptx::ControlFlowGraph& cfg_;
    const ptx::Function& function_;
    VectorPlan plan_;
    const std::vector<LaneForm>* forms_ = nullptr;  // those that are being found out
    bool expects_ = false;                          // they need not hold for every group
    std::uint64_t moved_registers_ = 0;             // at all places together
    std::uint64_t looked_at_ = 0;                   // registers, to find them
    // For a statement in a block that may be jumped over: the branch's predicate plus 1, if its result is used
    // afterwards.
    std::vector<RegisterId> escapes_;
};

}  // namespace

VectorPlan plan_vector(const ModulePlan& module, const ptx::ControlFlowGraph& cfg) {
    return Planner(module, cfg).make();
}

StageLayout lay_out_stage(const VectorPlan& plan, const ptx::Function& function, const Place& stage, unsigned lanes) {
    StageLayout layout;
    layout.bytes = 32;  // the first lane's coordinates
    for (const RegisterId reg : stage.registers) {
        layout.offsets.push_back(layout.bytes);
        // A predicate takes a byte for each lane, and two for its mirror.
        const std::uint32_t bytes = std::max(2U, ptx::isa::info(function.group_of(reg).type).bits / 8U);
        const bool varies = plan.registers[reg].form == Form::Varying;
        layout.bytes += ((varies ? bytes * lanes + 2 : bytes) + 31) & ~31U;
    }
    return layout;
}

std::uint32_t stage_bytes(const VectorPlan& plan, const ptx::Function& function, unsigned lanes) {
    std::uint32_t most = 0;
    for (const Place& stage : plan.stages)
        most = std::max(most, lay_out_stage(plan, function, stage, lanes).bytes);
    return most > most_stage_bytes ? 0 : most;
}

LaneForm form_of(const ptx::Operand& operand, const std::vector<LaneForm>& registers) {
    switch (operand.kind) {
        case OperandKind::Register: return registers[operand.id];
        case OperandKind::Address: return form_of(operand.address_base(), registers);
        case OperandKind::Special:
            return strided(
                lane_stride(static_cast<ptx::SpecialRegister>(operand.id), component_index(operand.component)));
        default: break;
    }
    LaneForm all = uniform;
    for (const ptx::Operand& element : operand.elements()) {
        if (form_of(element, registers).form != Form::Uniform) all = varying;
    }
    return all;
}

bool is_load(const ptx::Instruction& instruction) {
    return instruction.opcode() == Opcode::Ld || instruction.opcode() == Opcode::Ldu;
}

bool is_plain_access(const ptx::Operation& operation) {
    for (const Modifier modifier :
         {Modifier::Volatile, Modifier::Relaxed, Modifier::Acquire, Modifier::Release, Modifier::Mmio, Modifier::Cv}) {
        if (operation.has(modifier)) return false;
    }
    return true;
}

bool is_contiguous(const ptx::Instruction& instruction, const std::vector<LaneForm>& registers) {
    const ptx::Operation& operation = *instruction.operation;
    const ptx::Space space = operation.space;
    if (!is_plain_access(operation) || space == ptx::Space::Param || space == ptx::Space::Local) return false;
    const bool load = is_load(instruction);
    const ptx::Operand& data = instruction.operands[load ? 0 : 1];
    const unsigned bytes = ptx::isa::info(operation.type).bits / 8;
    const std::size_t count = data.kind == OperandKind::Vector ? data.elements().size() : 1;
    if (bytes > 8 || bytes * count > 16) return false;
    const LaneForm form = form_of(instruction.operands[load ? 1 : 0], registers);
    return form.form == Form::Strided && form.stride == static_cast<std::int64_t>(bytes * count);
}

ptx::Type widened_type(const ptx::Instruction& instruction) {
    const ptx::Operation& operation = *instruction.operation;
    if (operation.opcode == Opcode::Mul || operation.opcode == Opcode::Mad) {
        const bool wide = operation.has(Modifier::Wide) && ptx::isa::info(operation.type).bits == 32;
        return wide ? operation.type : ptx::Type::None;
    }
    if (operation.opcode != Opcode::Cvt || operation.has(Modifier::Sat)) return ptx::Type::None;
    const std::span<const ptx::isa::OperandSpec> specs = operation.form->operands();
    if (specs.size() < 2) return ptx::Type::None;
    const ptx::Type to = operation.type_of(specs[0]).type;
    const ptx::Type from = operation.type_of(specs[1]).type;
    if (is_float(to) || is_float(from)) return ptx::Type::None;
    return ptx::isa::info(to).bits == 64 && ptx::isa::info(from).bits == 32 ? from : ptx::Type::None;
}

}  // namespace ringfence::softgpu::codegen
