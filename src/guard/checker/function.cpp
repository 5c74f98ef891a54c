#include "guard/checker/function.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/effort.h"
#include "guard/checker/descriptor.h"
#include "guard/checker/handles.h"
#include "guard/checker/lane_masks.h"
#include "guard/checker/prove.h"
#include "guard/checker/warpgroups.h"
#include "guard/checker/whole_warps.h"
#include "ptx/printer.h"

namespace ringfence::guard {

using ptx::Class;
using ptx::Function;
using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::OperandKind;
using ptx::Space;
using ptx::Statement;
using ptx::StatementKind;
using ptx::Variable;

namespace {

constexpr std::string_view own_prefix = "__rf_";
constexpr std::string_view print_name = "__rf_vprintf";

// The largest .shared variable whose address the function takes at its very start: a kernel that gets there has at
// least that much shared memory.
std::uint64_t shared_that_is_kept(const ptx::ControlFlowGraph& cfg) {
    std::uint64_t most = 0;
    const ptx::Block& entry = cfg.block(ptx::ControlFlowGraph::entry);
    for (std::uint32_t i = entry.begin; i < entry.end; ++i) {
        const Statement& statement = cfg.function().body[i];
        if (!statement.is_instruction() || statement.instruction.guard) continue;
        const Instruction& instruction = statement.instruction;
        if (instruction.opcode() != Opcode::Mov || instruction.operands.size() != 2) continue;
        const Operand& from = instruction.operands[1];
        if (from.kind == OperandKind::Variable && from.variable->space == Space::Shared)
            most = std::max(most, from.variable->bytes());
    }
    return most;
}

bool same_shape(std::span<const Variable* const> a, std::span<const Variable* const> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Variable* one, const Variable* other) {
        return one->space == other->space && one->bytes() == other->bytes() && one->bytes() != 0 &&
               one->is_array == other->is_array && one->alignment() == other->alignment() && !one->is_range &&
               !other->is_range;
    });
}

class FunctionRules {
public:
    FunctionRules(const ModuleRules& rules, const Function& function, std::vector<Finding>& findings)
        : rules_(rules),
          function_(function),
          findings_(findings),
          builder_(function.is_entry),
          flow_(function),
          values_(rules.context(), flow_, builder_),
          kept_shared_(shared_that_is_kept(flow_.cfg())),
          prover_(rules.context(), values_, kept_shared_) {}

    void check() {
        check_ways_out();
        if (uses_warpgroups(function_)) check_warpgroups(flow_, findings_);
        check_whole_warps(flow_, builder_, findings_);
        for (std::uint32_t i = 0; i < function_.body.size() && !must_stop(); ++i)
            check_statement(i, function_.body[i]);
    }
    Conditional conditions() const { return {builder_.take(), builder_.askers()}; }

private:
    void report(std::uint32_t statement, std::string_view rule, std::string message) {
        findings_.push_back(
            {function_.name, statement, function_.body[statement].where, std::string(rule), std::move(message)});
    }
    void report_instruction(std::uint32_t statement, std::string_view rule, std::string_view why) {
        report(statement, rule, fmt::format("`{}`: {}", ptx::print(function_, flow_.instruction(statement)), why));
    }

    void check_statement(std::uint32_t index, const Statement& statement) {
        switch (statement.kind) {
            case StatementKind::Instruction: return check_instruction(index, statement.instruction);
            case StatementKind::Variables:
                for (const Variable* variable : statement.variables->variables)
                    check_variable(index, *variable);
                return;
            case StatementKind::Pragma:
                if (std::string why = ModuleRules::refusal_of(*statement.pragma); !why.empty())
                    report(index, "directives", std::move(why));
                return;
            case StatementKind::CallPrototype:
                if (!statement.prototype->directives.empty())
                    report(index, "calls", "a prototype must not promise anything");
                return;
            case StatementKind::RawLine:
                return report(index, "directives", "lines of old debug data are to be left out");
            case StatementKind::Label:
            case StatementKind::Registers:
            case StatementKind::ScopeBegin:
            case StatementKind::ScopeEnd:
            case StatementKind::SourceLine:
            case StatementKind::TargetTable: return;
        }
        report(index, "directives", "the guard does not know this statement");
    }

    void check_variable(std::uint32_t index, const Variable& variable) {
        if (variable.name.starts_with(own_prefix))
            return report(index, "names",
                          fmt::format("`{}`: names that begin with __rf_ are the guard's", variable.name));
        if (std::string why = ModuleRules::refusal_of(variable); !why.empty())
            report(index, "variables", fmt::format("`{}`: {}", variable.name, why));
    }

    void check_instruction(std::uint32_t index, const Instruction& instruction) {
        builder_.begin(index);
        const Effects effects = effects_of(instruction);
        if (!effects.refusal.empty()) return report_instruction(index, "instructions", effects.refusal);
        if (!check_symbols(index, instruction)) return;
        if (!flow_.cfg().is_reachable(flow_.cfg().block_of(index))) return;  // never executed
        const Handles handles(flow_, rules_.context().words);
        for (const Access& access : effects.accesses) {
            if (handles.is_entry_load(index)) continue;
            if (std::string why = prover_.prove(access, index); !why.empty()) report_instruction(index, "access", why);
        }
        for (const Bounded& bounded : effects.bounds) {
            if (!prover_.prove(bounded, index))
                report_instruction(
                    index, "operands",
                    fmt::format("a number must be known to be in [{}, {}]{}", bounded.low, bounded.high,
                                bounded.zeros != 0 ? fmt::format(", a multiple of {}", 1U << bounded.zeros) : ""));
        }
        for (const ptx::DescribedTile& tile : effects.descriptors) {
            const std::string why =
                prove_descriptor(values_, instruction.operands[tile.operand], index, tile, kept_shared_);
            if (!why.empty()) report_instruction(index, "descriptors", why);
        }
        if (effects.image && !handles.is_entry(effects.image->handle(instruction), index, column_of(*effects.image)))
            report_instruction(index, "handles", "its handle was not loaded from the guard's table for its kind");
        if (std::string why = prove_mask(flow_, index); !why.empty()) report_instruction(index, "masks", why);
        if (instruction.opcode() == Opcode::BrxIdx) check_brx(index, instruction);
        if (instruction.instruction_class() == Class::Call) check_call(index, instruction);
    }

    // What may be named where: the guard's words only in loads of those that are for kernels (is_load_of_word),
    // functions only in direct calls, labels only in branches and tables; no element of an array by its number.
    bool check_symbols(std::uint32_t index, const Instruction& instruction) {
        const bool is_call = instruction.instruction_class() == Class::Call;
        const Variable* words = nullptr;
        bool functions = false;
        const bool is_jump = is_call || instruction.instruction_class() == Class::Branch;
        bool labels = false;
        bool elements = false;
        for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
            const auto look = [&](const Operand& operand) {
                elements = elements || operand.is_element;
                if (operand.kind == OperandKind::Variable && operand.variable == rules_.context().words)
                    words = operand.variable;
                if (operand.kind == OperandKind::Label && !is_jump) labels = true;
                if (operand.kind == OperandKind::Function && !(is_call && i == 1 && operand.offset == 0))
                    functions = true;
            };
            ptx::for_each_operand(instruction.operands.subspan(i, 1), look);
        }
        if (functions || labels) {
            report_instruction(index, "calls", "addresses of code are only for the guard's tables");
            return false;
        }
        if (elements) {
            report_instruction(index, "operands",
                               "how far an element lies from its array's begin is to be said in bytes");
            return false;
        }
        if (words == nullptr || is_load_of_word(instruction)) return true;
        report_instruction(index, "words",
                           "of the guard's words only mask, base, variables, workspace and textures are for loads like "
                           "`ld.const.b32`");
        return false;
    }

    static bool is_load_of_word(const Instruction& load) {
        if (load.opcode() != Opcode::Ld || load.operation->space != Space::Const || load.operation->vector != 1)
            return false;
        const Operand& address = load.operands[1];
        if (address.kind != OperandKind::Address || address.address_base().kind != OperandKind::Variable) return false;
        const unsigned bits = ptx::isa::info(load.operation->type).bits;
        // The grid's workspace is a number like any other: accesses by it are fenced.
        const bool is_half = address.offset == 0 || address.offset == 4 || address.offset == 40 || address.offset == 44;
        const bool is_whole = address.offset == 8 || address.offset == 48;
        return bits == 32 ? is_half : bits == 64 && is_whole;
    }

    void check_brx(std::uint32_t index, const Instruction& branch) {
        const ptx::TargetTable* table = ptx::target_table(function_, branch.operands.back());
        const std::size_t count = table == nullptr ? 0 : table->labels.size();
        // ptxas looks for it only in the text before.
        if (table != nullptr && table->label->statement >= index)
            return report_instruction(index, "brx.idx", "its table must stand before it");
        const Value value = values_.at(branch.operands[0], index, 64);
        if (count == 0 || !builder_.require(values_.number(value, 32), 0, static_cast<std::int64_t>(count) - 1, 0))
            report_instruction(index, "brx.idx",
                               fmt::format("its index must be known to be below {}; use `min.u32`", count));
    }

    void check_call(std::uint32_t index, const Instruction& call) {
        const ptx::CallOperands operands = ptx::call_operands(call);
        if (names_own_parameter(operands.results))
            return report_instruction(index, "calls", "its result would go into a parameter of the function's own");
        if (operands.target->kind == OperandKind::Function) {
            const Function* body = rules_.body_of(*operands.target->function);
            if (body == nullptr || body->is_entry)
                return report_instruction(index, "calls", "only functions with a body in this module may be called");
            if (body != operands.target->function &&
                !same_signature(body->signature, operands.target->function->signature))
                report_instruction(index, "calls", "the declaration differs from the definition");
            if (body->name == print_name && !prints_what_it_may(index, operands))
                report_instruction(index, "calls", "what it prints is not known to lie in a local variable");
            return;
        }
        const ptx::CallPrototype* prototype =
            operands.prototype == nullptr ? nullptr : ptx::call_prototype(function_, *operands.prototype);
        const Value callee = values_.at(*operands.target, index, 64);
        if (prototype == nullptr || callee.kind != Value::Kind::Callee)
            return report_instruction(index, "calls", "an indirect call takes its target from a table of the guard's");
        for (const Function* function : rules_.context().tables.at(callee.variable)) {
            if (!same_signature(function->signature, prototype->signature))
                return report_instruction(index, "calls",
                                          fmt::format("`{}` of the table has another signature", function->name));
        }
    }

    // A parameter must keep its value from the launch.
    bool names_own_parameter(const Operand* results) const {
        bool found = false;
        const auto look = [&](const Operand& operand) {
            const auto& own = function_.signature.parameters;
            if (operand.kind == OperandKind::Variable)
                found = found || std::find(own.begin(), own.end(), operand.variable) != own.end();
        };
        if (results != nullptr) ptx::for_each_operand({results, 1}, look);
        return found;
    }

    // The guard's print reads its arguments from the address, if that is local memory: they must be in a variable.
    bool prints_what_it_may(std::uint32_t index, const ptx::CallOperands& call) {
        const std::span<const Operand> arguments = call.arguments->elements();
        if (arguments.size() != 3) return false;
        const auto address = store_before(index, arguments[1]);
        const auto size = store_before(index, arguments[2]);
        if (!address || !size) return false;
        const Operand& bytes = flow_.instruction(*size).operands[1];
        const Operand& place = flow_.instruction(*address).operands[1];
        if (bytes.kind != OperandKind::Integer) return false;
        const auto count = static_cast<std::int64_t>(bytes.bits & 0xffff'ffff);
        if (count == 0) return true;
        const Value value = values_.at(place, *address, 64);
        if (value.kind != Value::Kind::InVariable || !value.is_generic || value.variable->space != Space::Local)
            return false;
        const Range& offset = builder_.always(value.node);
        return offset.is_within(0, static_cast<std::int64_t>(value.variable->bytes()) - count);
    }

    // The statement in the same block, after any other call, that stores the whole argument.
    std::optional<std::uint32_t> store_before(std::uint32_t index, const Operand& passed) const {
        const std::uint32_t begin = flow_.cfg().block(flow_.cfg().block_of(index)).begin;
        for (std::uint32_t i = index; passed.kind == OperandKind::Variable && i-- > begin;) {
            if (!function_.body[i].is_instruction()) continue;
            const Instruction& store = function_.body[i].instruction;
            if (store.instruction_class() == Class::Call) break;
            if (store.opcode() != Opcode::St || store.operation->space != Space::Param) continue;
            const Operand& to = store.operands[0];
            if (to.address_base().kind != OperandKind::Variable || to.address_base().variable != passed.variable)
                continue;
            const bool is_whole = !store.guard && to.offset == 0 && store.operation->vector == 1 &&
                                  ptx::isa::info(store.operation->type).bits == 8 * passed.variable->bytes();
            return is_whole ? std::optional(i) : std::nullopt;
        }
        return std::nullopt;
    }

    static bool same_signature(const ptx::Signature& a, const ptx::Signature& b) {
        return same_shape(a.results, b.results) && same_shape(a.parameters, b.parameters);
    }

    // No way leads over the end of the text, where anything might follow; and what promises not to return does not.
    void check_ways_out() {
        const ptx::ControlFlowGraph& cfg = flow_.cfg();
        const bool is_noreturn = rules_.is_noreturn(function_);
        for (const ptx::FlowEdge& edge : cfg.edges()) {
            if (edge.to != cfg.exit() || !cfg.is_reachable(edge.from)) continue;
            const Statement* last = cfg.last_instruction(edge.from);
            const auto at =
                last == nullptr ? std::uint32_t{0} : static_cast<std::uint32_t>(last - function_.body.data());
            if (edge.kind == ptx::EdgeKind::Fallthrough) {
                if (function_.body.empty()) {
                    findings_.push_back(
                        {function_.name, 0, function_.where, "control flow", "the body is empty; end it with `ret`"});
                } else {
                    report(at, "control flow", "control runs over the end of the body; end it with `ret` or `exit`");
                }
            }
            if (is_noreturn && last != nullptr && last->instruction.opcode() == Opcode::Ret)
                report(at, "control flow", "a function that is .noreturn returns");
        }
    }

    const ModuleRules& rules_;
    const Function& function_;
    std::vector<Finding>& findings_;
    ConditionBuilder builder_;
    Flow flow_;
    Values values_;
    std::uint64_t kept_shared_;
    Prover prover_;
};

}  // namespace

Conditional check_function(const ModuleRules& rules, const Function& function, std::vector<Finding>& findings) {
    FunctionRules checker(rules, function, findings);
    checker.check();
    return function.is_entry ? checker.conditions() : Conditional();
}

}  // namespace ringfence::guard
