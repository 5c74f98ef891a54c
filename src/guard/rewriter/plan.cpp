#include "guard/rewriter/plan.h"

#include <algorithm>
#include <bit>

#include <fmt/core.h>

#include "base/effort.h"
#include "guard/conditions/geometry.h"
#include "guard/rewriter/escapes.h"
#include "guard/rewriter/refusal.h"
#include "guard/rewriter/whole_warps.h"
#include "ptx/matrix_tile.h"
#include "ptx/printer.h"

namespace ringfence::guard::rewriting {
namespace {

constexpr std::string_view run_alone = "run this program in a worker of its own (--isolation private)";

bool is_among(const std::vector<std::uint32_t>& statements, std::uint32_t one) {
    return std::binary_search(statements.begin(), statements.end(), one);
}

class Planner {
public:
    Planner(const ptx::Module& module, FunctionPlan& plan, const VariableLayout& layout, const PlanOptions& options)
        : module_(module), plan_(plan), layout_(layout), options_(options) {}

    Result<void> run() {
        const auto body = plan_.function->body;
        for (std::uint32_t i = 0; i < body.size(); ++i) {
            if (must_stop()) return stopped_error();
            if (!body[i].is_instruction()) continue;
            const Classification what = classify(body[i].instruction);
            if (what.handling == Handling::Refuse) {
                return refuse(i, std::string(what.rule), std::string(what.remedy));
            }
            if (what.handling == Handling::Access) RF_RETURN_IF_ERROR(plan_statement(i));
        }
        return {};
    }

private:
    Error refuse(std::uint32_t statement, std::string_view rule, std::string remedy) const {
        const ptx::Statement& at = plan_.function->body[statement];
        return refusal(module_, at.where, fmt::format("{}: `{}`", rule, ptx::print(*plan_.function, at.instruction)),
                       std::move(remedy));
    }

    Result<void> plan_statement(std::uint32_t statement) {
        const ptx::Instruction& instruction = plan_.function->body[statement].instruction;
        std::vector<AccessPlan> plans;
        for (const MemoryOperand& memory : memory_operands(instruction)) {
            AccessPlan plan;
            plan.memory = memory;
            if (memory.is_tile) measure_tile(instruction, plan);
            RF_RETURN_IF_ERROR(decide(statement, instruction.operands[memory.operand], plan));
            if (plan.is_left && !plan.is_proven && is_among(options_.seldom, statement)) {
                plan.is_left = false;
                plan.why = "launches that this variant is for do not meet its condition";
            }
            if (is_among(options_.fenced, statement)) {
                plan.is_proven = plan.is_left = plan.keeps_stride = false;
                plan.why = plan.doubt.empty() ? "the checker could not prove it" : plan.doubt;
            }
            if (is_among(options_.masked, statement)) plan.is_aligned = false;
            plans.push_back(plan);
        }
        plan_.accesses.emplace(statement, std::move(plans));
        return {};
    }

    // How far a tile reaches, if its stride is known.
    void measure_tile(const ptx::Instruction& instruction, AccessPlan& plan) const {
        const std::optional<ptx::MatrixTile> tile = ptx::matrix_tile(instruction);
        if (!tile || tile->stride == nullptr) return;
        std::uint64_t stride = tile->stride->bits & UINT32_MAX;
        if (tile->stride->kind != ptx::OperandKind::Integer) {
            if (!tile->stride->is_register()) return;
            const Value value = plan_.values->of(tile->stride->id);
            if (value.root.kind != RootKind::Number || !value.sure.is_constant()) return;
            stride = static_cast<std::uint64_t>(value.sure.low) & UINT32_MAX;
        }
        const std::uint64_t safe = safe_stride(stride, tile->stride_multiple());
        plan.memory.extent = tile->bytes(safe);
        plan.keeps_stride = safe == stride;
    }

    Result<void> decide(std::uint32_t statement, const ptx::Operand& address, AccessPlan& plan) {
        const ptx::Operand& base = address.address_base();
        const Value value = value_at(base);
        plan.is_generic = plan.memory.space == ptx::Space::Generic;
        switch (plan.memory.space) {
            case ptx::Space::Global: return decide_global(value, address.offset, plan);
            case ptx::Space::Shared:
            case ptx::Space::SharedCluster: return decide_shared(statement, value, address.offset, plan);
            case ptx::Space::Param:
                if (base.kind == ptx::OperandKind::Variable) return decide_parameter(statement, address, plan);
                [[fallthrough]];
            case ptx::Space::Local:
            case ptx::Space::Const: return decide_variable(statement, value, address.offset, plan);
            case ptx::Space::Generic: return decide_generic(statement, value, address.offset, plan);
            default: return refuse(statement, "an address space that the guard does not know", std::string(run_alone));
        }
    }

    Value value_at(const ptx::Operand& base) const {
        if (base.is_register()) return plan_.values->of(base.id);
        if (base.kind == ptx::OperandKind::Variable) {
            Value value = Value::address(*base.variable, base.offset);
            value.root.is_generic = false;
            return value;
        }
        return Value::unknown(64, true);
    }

    Result<void> decide_generic(std::uint32_t statement, const Value& value, std::int64_t offset, AccessPlan& plan) {
        if (plan.memory.only_shared || value.root.is_variable(ptx::Space::Shared)) {
            return decide_shared(statement, value, offset, plan);
        }
        if (value.root.is_in_window()) return decide_global(value, offset, plan);
        if (value.root.kind == RootKind::Variable) return decide_variable(statement, value, offset, plan);
        plan.remedy = Remedy::GenericUnknown;
        plan.why = "nothing is known of this generic address";
        return {};
    }

    bool is_aligned(const Value& value, std::int64_t offset, std::uint64_t bytes) const {
        const auto needed = static_cast<unsigned>(std::countr_zero(std::bit_floor(bytes)));
        return std::has_single_bit(bytes) && value.zeros >= needed && static_cast<std::uint64_t>(offset) % bytes == 0;
    }

    // A launch may know more than the low zeros that are known always, but of constants.
    static bool may_be_aligned(const Value& value, std::int64_t offset, std::uint64_t bytes) {
        return std::has_single_bit(bytes) && static_cast<std::uint64_t>(offset) % bytes == 0 &&
               !value.sure.is_constant();
    }

    // True if an access of so many bytes at an offset of this range stays in [0, size).
    static bool is_inside(Range range, std::int64_t offset, std::uint64_t bytes, std::uint64_t size) {
        const Range all = add(range, Range::of(offset));
        return bytes <= size && size <= std::uint64_t{1} << 62U &&
               all.within(0, static_cast<std::int64_t>(size - bytes));
    }

    // Constants, and the function's own parameters.
    bool is_read_only(const ptx::Variable& variable) const {
        const auto given = plan_.function->signature.parameters;
        return variable.space == ptx::Space::Const || std::find(given.begin(), given.end(), &variable) != given.end();
    }

    bool is_always(const Value& value) const { return !options_.is_strict || value.sure.is_constant(); }

    Result<void> decide_global(const Value& value, std::int64_t offset, AccessPlan& plan) {
        plan.remedy = Remedy::Fence;
        const std::uint64_t bytes = plan.memory.bytes;
        if (bytes == 0) {
            plan.why = "a bulk copy is always fenced";
            return {};
        }
        Value aligned = value;
        if (value.root.is_variable(ptx::Space::Global)) {
            aligned.zeros = std::max<std::uint8_t>(value.zeros, value.sure.is_constant() ? 4 : value.zeros);
            if (value.sure.is_constant()) aligned.zeros = std::min<std::uint8_t>(4, constant_zeros(value.sure.low));
        }
        if (!value.root.is_in_window()) {
            plan.why = value.root.kind == RootKind::Unknown || value.root.kind == RootKind::Number
                           ? "the pointer does not come from a parameter"
                           : "this is no address of global memory";
            return {};
        }
        plan.is_aligned = is_aligned(aligned, offset, bytes);
        if (!plan.is_aligned) {
            plan.doubt = plan.why = "nothing tells that it is aligned";
            if (!may_be_aligned(value, offset, bytes)) return {};
        }
        if (value.root.kind == RootKind::Variable) return decide_global_variable(value, offset, plan);
        constexpr auto reach = static_cast<std::int64_t>(zone_bytes) - 64;
        const Range sure = add(value.sure, Range::of(offset));
        const Range likely = add(value.likely, Range::of(offset));
        if (options_.mode == Mode::Check) return decide_checked(value.is_of_launch, likely, plan);
        // Every address that is computed from a parameter is proposed: the checker knows more than this analysis does.
        plan.is_left = true;
        if (!likely.within(-reach, reach)) plan.doubt = "its distance from the parameter is not bounded";
        plan.why = sure.within(-reach, reach) && plan.doubt.empty()
                       ? "near a parameter that the launch finds in the window"
                       : "its range is computed at the launch";
        return {};
    }

    // Check mode must tell of whatever leaves the window, so only a launch can say that there is nothing to tell.
    static Result<void> decide_checked(bool is_of_launch, const Range& likely, AccessPlan& plan) {
        constexpr std::int64_t usual = std::int64_t{1} << 30;
        plan.is_left = is_of_launch || likely.within(-usual, 4 * usual);
        plan.why = plan.is_left ? "the launch finds that it stays in the window" : "it may leave the window";
        return {};
    }

    static std::uint8_t constant_zeros(std::int64_t value) {
        return static_cast<std::uint8_t>(std::min(4, std::countr_zero(static_cast<std::uint64_t>(value) | 16U)));
    }

    Result<void> decide_global_variable(const Value& value, std::int64_t offset, AccessPlan& plan) {
        const VariableLayout::Place* place = layout_.find(*value.root.variable);
        if (place == nullptr) return {};
        if (is_always(value) && is_inside(value.sure, offset, plan.memory.bytes, place->bytes)) {
            plan.is_proven = plan.is_left = true;
            plan.why = "inside its variable";
            return {};
        }
        constexpr auto reach = static_cast<std::int64_t>(zone_bytes) - 64;
        plan.is_left = options_.mode == Mode::Fence && add(value.likely, Range::of(offset)).within(-reach, reach);
        plan.why = plan.is_left ? "near its variable" : "its distance from the variable is not bounded";
        return {};
    }

    Result<void> decide_shared(std::uint32_t statement, const Value& value, std::int64_t offset, AccessPlan& plan) {
        plan.remedy = Remedy::BoundShared;
        const std::uint64_t bytes = plan.memory.bytes;
        const std::uint64_t extent = plan.memory.is_tile ? plan.memory.extent : bytes;
        if (plan.memory.is_tile && extent == 0) return refuse(statement, tile_rule, std::string(tile_remedy));
        plan.why = "nothing bounds it in shared memory";
        if (bytes == 0 || !value.root.is_variable(ptx::Space::Shared) || value.root.is_generic != plan.is_generic)
            return {};
        const ptx::Variable& variable = *value.root.variable;
        const bool aligned = is_aligned(value, offset, bytes);
        plan.is_aligned = aligned && !variable.is_range && variable.alignment() >= bytes;
        if (aligned && is_always(value) && is_inside(value.sure, offset, extent, variable.bytes())) {
            plan.is_proven = plan.is_left = true;
            plan.why = "inside its variable";
            return {};
        }
        // As in global memory: proposed. An unknown value is no use to the checker either.
        if (!value.is_of_launch && !is_inside(value.likely, offset, extent, variable.bytes())) plan.doubt = plan.why;
        if (!aligned) plan.doubt = "nothing tells that it is aligned";
        if (!aligned && !may_be_aligned(value, offset, bytes)) {
            plan.why = plan.doubt;
            return {};
        }
        plan.is_left = true;
        plan.why = "its range is computed at the launch";
        return {};
    }

    // The name of a parameter with an offset.
    Result<void> decide_parameter(std::uint32_t statement, const ptx::Operand& address, AccessPlan& plan) {
        const ptx::Variable& variable = *address.address_base().variable;
        const std::int64_t offset = address.offset + address.address_base().offset;
        plan.remedy = Remedy::Nothing;
        if (plan.memory.is_write && is_read_only(variable)) {
            return refuse(statement, "a write to constant memory, or to a parameter", "write to global memory");
        }
        plan.is_proven = plan.is_left = true;
        plan.why = "inside its parameter";
        const bool is_aligned =
            variable.alignment() >= plan.memory.bytes && static_cast<std::uint64_t>(offset) % plan.memory.bytes == 0;
        if (is_aligned && is_inside(Range::of(offset), 0, plan.memory.bytes, variable.bytes())) return {};
        return refuse(statement, "an access outside its parameter, or not aligned in it",
                      "declare the parameter as it is used");
    }

    Result<void> decide_variable(std::uint32_t statement, const Value& value, std::int64_t offset, AccessPlan& plan) {
        if (plan.memory.is_tile) return refuse(statement, "wmma on memory that is not global or shared", "");
        const bool fits = value.root.kind == RootKind::Variable && value.root.is_generic == plan.is_generic &&
                          (plan.is_generic || value.root.variable->space == plan.memory.space);
        if (!fits) {
            return refuse(statement, "memory of an address that comes from no known variable", std::string(run_alone));
        }
        plan.variable = value.root.variable;
        plan.remedy = Remedy::BoundVariable;
        if (plan.memory.is_write && is_read_only(*plan.variable)) {
            return refuse(statement, "a write to constant memory, or to a parameter", "write to global memory");
        }
        const VariableLayout::Place* place =
            plan.variable->space == ptx::Space::Const ? layout_.find(*plan.variable) : nullptr;
        const std::uint64_t size = place != nullptr ? place->bytes : plan.variable->bytes();
        if (size < plan.memory.bytes || (place == nullptr && plan.variable->alignment() < plan.memory.bytes)) {
            return refuse(statement, "a variable that is too small, or aligned too little, for this access",
                          "declare it as it is used");
        }
        const bool aligned = is_aligned(value, offset, plan.memory.bytes);
        if (aligned && is_always(value) && is_inside(value.sure, offset, plan.memory.bytes, size)) {
            plan.is_proven = plan.is_left = true;
            plan.why = "inside its variable";
            return {};
        }
        // As in shared memory: proposed.
        plan.why = "nothing bounds it in its variable";
        if (!is_inside(value.likely, offset, plan.memory.bytes, size)) plan.doubt = plan.why;
        if (!aligned) return {};
        plan.is_left = true;
        plan.why = "its range is computed at the launch";
        return {};
    }

    const ptx::Module& module_;
    FunctionPlan& plan_;
    const VariableLayout& layout_;
    const PlanOptions& options_;
};

void find_pointers(FunctionPlan& plan) {
    const auto note = [&](const Root& root) {
        if (root.kind == RootKind::Parameter) plan.pointers.emplace(root.variable, root.offset);
    };
    for (const ptx::RegisterId reg : plan.flow->registers.registers()) {
        const Root& root = plan.values->of(reg).root;
        if (root.is_pointer) note(root);
    }
    for (const auto& [statement, accesses] : plan.accesses) {
        for (const AccessPlan& access : accesses) {
            const ptx::Instruction& instruction = plan.function->body[statement].instruction;
            const ptx::Operand& base = instruction.operands[access.memory.operand].address_base();
            if (base.is_register()) note(plan.values->of(base.id).root);
        }
    }
}

}  // namespace

bool FunctionPlan::has_conditions() const {
    return !come_in_rows.empty() || std::any_of(accesses.begin(), accesses.end(), [](const auto& statement) {
        return std::any_of(statement.second.begin(), statement.second.end(),
                           [](const AccessPlan& plan) { return plan.is_left && !plan.is_proven; });
    });
}

Result<FunctionPlan> make_plan(const ptx::Module& module, const ptx::Function& function, const VariableLayout& layout,
                               const IgnoredParameters& ignored, const PlanOptions& options) {
    FunctionPlan plan;
    plan.function = &function;
    plan.flow = std::make_unique<FunctionFlow>(function);
    if (must_stop()) return stopped_error();
    plan.values = std::make_unique<FunctionValues>(function, *plan.flow);
    RF_RETURN_IF_ERROR(Planner(module, plan, layout, options).run());
    RF_RETURN_IF_ERROR(plan_whole_warps(module, options, plan));
    if (must_stop()) return stopped_error();
    RF_RETURN_IF_ERROR(find_print_arguments(module, plan));
    find_escapes(ignored, plan);
    find_pointers(plan);
    return plan;
}

}  // namespace ringfence::guard::rewriting
