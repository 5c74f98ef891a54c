#include "guard/rewriter/statement_writer.h"

#include "guard/conditions/geometry.h"
#include "guard/rewriter/promises.h"
#include "ptx/printer.h"

namespace ringfence::guard::rewriting {

using Bank = OwnRegister::Bank;
using ptx::OperandKind;

namespace {

// The spelling without `.L2::cache_hint`, whose policy is the last operand; empty if there is no such hint. A policy
// that is none kills the context, and nothing tells one from the other.
std::string without_hint(const ptx::Operation& operation) {
    constexpr std::string_view hint = ".L2::cache_hint";
    if (!operation.has(ptx::Modifier::L2CacheHint)) return {};
    std::string spelling(operation.text);
    const std::size_t at = spelling.find(hint);
    if (at != std::string::npos) spelling.erase(at, hint.size());
    return spelling;
}

// The spelling of a surface's access that ignores what lies outside, where it would end the context; empty if it is
// none.
std::string without_trap(const ptx::Operation& operation) {
    constexpr std::string_view trap = ".trap";
    if (operation.instruction_class != ptx::Class::Surface || !operation.has(ptx::Modifier::Trap)) return {};
    std::string spelling(operation.text);
    const std::size_t at = spelling.find(trap);
    if (at != std::string::npos) spelling.replace(at, trap.size(), ".zero");
    return spelling;
}

}  // namespace

StatementWriter::StatementWriter(ModuleContext& context, const FunctionPlan& plan, const WriteOptions& options,
                                 FunctionText& text, WrittenFunction& written)
    : context_(context),
      plan_(plan),
      options_(options),
      text_(text),
      written_(written),
      sequences_(text),
      asks_launch_(context.mode == Mode::Fence && !options.fences_all && plan.has_conditions()),
      fence_places_(plan,
                    [&](const AccessPlan& one) { return context_.mode == Mode::Fence ? shared_fence_bytes(one) : 0; }),
      fences_(*plan.flow),
      bounds_(*plan.flow),
      writer_(text.body()) {
    constants_.name = "__rf_const";
    constants_.space = ptx::Space::Const;
    constants_.type = ptx::Type::B8;
}

void StatementWriter::write(std::uint32_t statement) {
    const ptx::Instruction& instruction = plan_.function->body[statement].instruction;
    if (plan_.left_out.contains(statement)) {
        written_.treatments[statement] = Treatment::Dropped;
        return;
    }
    make_shared_fences(statement);
    guard_ = ptx::no_register;
    const bool comes_in_rows = plan_.come_in_rows.contains(statement);
    comes_alone_ = plan_.come_alone.contains(statement) || (comes_in_rows && options_.fences_all);
    if (comes_in_rows) written_.places.emplace_back(static_cast<std::uint32_t>(text_.body().size()), statement);
    context_.needs_version_6 = context_.needs_version_6 || comes_alone_;
    if (plan_.votes.contains(statement)) vote(statement);
    if (const auto counted = plan_.counted.find(statement); counted != plan_.counted.end())
        count(instruction, counted->second);
    switch (classify(instruction).handling) {
        case Handling::Access: write_access(statement); break;
        case Handling::Drop: written_.treatments[statement] = Treatment::Dropped; break;
        case Handling::Trap: write_trap(statement); break;
        case Handling::Call: write_call(statement); break;
        case Handling::TableBranch: write_table_branch(statement); break;
        case Handling::Barrier: write_barrier(instruction); break;
        case Handling::Mask: write_mask(statement); break;
        case Handling::Descriptors: write_descriptors(statement); break;
        case Handling::Image: write_image(statement); break;
        case Handling::Keep:
        case Handling::Refuse: write_kept(instruction); break;
    }
    fences_.pass(statement, instruction);
    bounds_.pass(statement, instruction);
}

std::uint32_t StatementWriter::site_of(std::uint32_t statement) const {
    const auto found = options_.sites.find(statement);
    return found == options_.sites.end() ? UINT32_MAX : found->second;
}

void StatementWriter::print(const ptx::Instruction& instruction, std::span<const ptx::Operand> operands) {
    ptx::Instruction changed = instruction;
    changed.operands = operands;
    changed.guard = guard_of(instruction);
    ptx::Operation plain = *instruction.operation;
    std::string spelling = without_promises(plain, comes_alone_);
    if (std::string plainer = without_hint(plain); !plainer.empty()) {
        // No instruction has both.
        spelling = std::move(plainer);
        changed.operands = operands.first(operands.size() - 1);
    }
    if (std::string harmless = without_trap(plain); !harmless.empty()) spelling = std::move(harmless);
    if (!spelling.empty()) {
        plain.text = spelling;
        changed.operation = &plain;
    }
    text_.body() += '\t';
    writer_.instruction(text_.function(), changed);
    text_.body() += ";\n";
}

void StatementWriter::write_kept(const ptx::Instruction& instruction) {
    print(instruction, replaced_operands(instruction));
}

ptx::Operand StatementWriter::own_operand(OwnRegister reg) const {
    ptx::Operand operand;
    operand.kind = OperandKind::Register;
    operand.id = text_.id_of(reg);
    return operand;
}

std::vector<ptx::Operand> StatementWriter::replaced_operands(const ptx::Instruction& instruction) {
    std::vector<ptx::Operand> operands;
    operands.reserve(instruction.operands.size());
    for (const ptx::Operand& operand : instruction.operands) {
        operands.push_back(replaced(operand));
        operands.back().is_element = false;  // `a[3]` becomes `[a+12]`: bytes leave nothing to understand differently
    }
    return operands;
}

ptx::Operand StatementWriter::replaced(const ptx::Operand& operand) {
    if (operand.kind == OperandKind::Variable || operand.kind == OperandKind::Function) return replaced_symbol(operand);
    if (is_grid_workspace(operand)) return replaced_workspace(operand);
    if (operand.kind == OperandKind::Address) {
        const ptx::Operand& base = operand.address_base();
        if (base.kind != OperandKind::Variable || base.variable->space == ptx::Space::Shared) return operand;
        const VariableLayout::Place* place = context_.layout.find(*base.variable);
        const bool is_moved = base.variable->space == ptx::Space::Global || base.variable->space == ptx::Space::Const;
        if (place == nullptr || !is_moved) return operand;
        ptx::Operand address = operand;
        address.is_element = false;
        address.has_offset = true;
        address.offset = operand.offset + base.offset + static_cast<std::int64_t>(place->offset);
        const auto element = text_.arena().allocate_span<ptx::Operand>(1);
        if (place->managed) {
            element[0] = own_operand(managed_start(*place->managed));
        } else if (base.variable->space == ptx::Space::Const) {
            element[0].kind = OperandKind::Variable;
            element[0].variable = &constants_;
        } else {
            text_.use(Bank::Data);
            element[0] = own_operand({Bank::Data, 0});
        }
        address.first_element = element.data();
        return address;
    }
    return operand;
}

ptx::Operand StatementWriter::replaced_symbol(const ptx::Operand& symbol) {
    ptx::Operand result;
    if (symbol.kind == OperandKind::Function) {
        result.kind = OperandKind::Integer;
        result.bits = context_.calls.number_of(*symbol.function);
        return result;
    }
    const ptx::Space space = symbol.variable->space;
    const VariableLayout::Place* place = context_.layout.find(*symbol.variable);
    if (place == nullptr || (space != ptx::Space::Global && space != ptx::Space::Const)) return symbol;
    const std::int64_t offset = symbol.offset + static_cast<std::int64_t>(place->offset);
    if (space == ptx::Space::Const) {
        result = symbol;
        result.is_element = false;
        result.variable = &constants_;
        result.offset = offset;
        result.has_offset = offset != 0;
        return result;
    }
    const std::string start = place->managed ? managed_start(*place->managed).name() : text_.use(Bank::Data);
    const OwnRegister address = text_.next(Bank::Double);
    text_.line("add.s64 {}, {}, {}", address.name(), start, offset);
    return own_operand(address);
}

// Where the loader has put it.
OwnRegister StatementWriter::managed_start(std::uint32_t number) {
    const OwnRegister start = text_.next(Bank::Double);
    text_.line("ld.const.b64 {}, [__rf_managed+{}]", start.name(), 8 * std::uint64_t{number});
    return start;
}

// The tenant's own memory instead of the driver's; nothing where the driver gave nothing, by which a kernel knows that
// its launch is not cooperative.
ptx::Operand StatementWriter::replaced_workspace(const ptx::Operand& special) {
    const bool is_high = special.id == static_cast<std::uint32_t>(ptx::SpecialRegister::Envreg1);
    const std::string high = text_.word();
    const std::string low = text_.word();
    const std::string given = text_.word();
    const std::string is_given = text_.predicate();
    const std::string own = text_.word();
    const OwnRegister result = text_.next(Bank::Word);
    text_.line("mov.u32 {}, %envreg1", high);
    text_.line("mov.u32 {}, %envreg2", low);
    text_.line("or.b32 {}, {}, {}", given, high, low);
    text_.line("setp.ne.u32 {}, {}, 0", is_given, given);
    text_.line("ld.const.b32 {}, [__rf_words+{}]", own,
               4 * static_cast<unsigned>(Word::GridWorkspace) + (is_high ? 4 : 0));
    text_.line("selp.b32 {}, {}, 0, {}", result.name(), own, is_given);
    return own_operand(result);
}

ptx::Guard StatementWriter::guard_of(const ptx::Instruction& instruction) const {
    ptx::Guard guard = instruction.guard;
    if (guard_ != ptx::no_register) guard.predicate = guard_;
    return guard;
}

// See plan_whole_warps(). A warp that does not agree would be taken one way as a whole: rather it ends, and says so.
void StatementWriter::vote(std::uint32_t statement) {
    const ptx::Guard& guard = plan_.function->body[statement].instruction.guard;
    const std::string predicate = ptx::register_name(*plan_.function, guard.predicate);
    const std::string agrees = text_.predicate();
    const OwnRegister voted = text_.next(Bank::Predicate);
    text_.line("vote.sync.uni.pred {}, {}, -1", agrees, predicate);
    end_here(statement, "@!" + agrees + " ");
    text_.line("vote.sync.any.pred {}, {}, -1", voted.name(), predicate);
    written_.treatments[statement] = Treatment::Voted;
    guard_ = text_.id_of(voted);
}

// Likewise. It leaves when the counter is 0 again.
void StatementWriter::count(const ptx::Instruction& branch, bool leaves_when_taken) {
    const bool leaves_when_true = leaves_when_taken != branch.guard.negated;
    const std::string counter = text_.counter();
    const std::string is_over = text_.predicate();
    const OwnRegister joined = text_.next(Bank::Predicate);
    text_.line("add.u32 {}, {}, 1", counter, counter);
    text_.line("setp.{}.u32 {}, {}, 0", leaves_when_true ? "eq" : "ne", is_over, counter);
    text_.line("{}.pred {}, {}, {}", leaves_when_true ? "or" : "and", joined.name(),
               ptx::register_name(*plan_.function, branch.guard.predicate), is_over);
    guard_ = text_.id_of(joined);
}

std::string StatementWriter::guard_text(const ptx::Instruction& instruction) const {
    const ptx::Guard guard = guard_of(instruction);
    if (!guard) return {};
    return fmt::format("@{}{} ", guard.negated ? "!" : "", ptx::register_name(text_.function(), guard.predicate));
}

}  // namespace ringfence::guard::rewriting
