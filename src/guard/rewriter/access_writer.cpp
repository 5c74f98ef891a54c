// Memory accesses: fenced, bounded, or left as they are.
#include <algorithm>
#include <bit>

#include "guard/rewriter/shared_spans.h"
#include "guard/rewriter/statement_writer.h"
#include "ptx/matrix_tile.h"
#include "ptx/printer.h"

namespace ringfence::guard::rewriting {

using Bank = OwnRegister::Bank;
using ptx::OperandKind;

void StatementWriter::write_access(std::uint32_t statement) {
    const ptx::Instruction& instruction = plan_.function->body[statement].instruction;
    std::vector<ptx::Operand> operands = replaced_operands(instruction);
    const std::vector<AccessPlan>& plans = plan_.accesses.at(statement);
    written_.places.emplace_back(static_cast<std::uint32_t>(text_.body().size()), statement);
    Treatment treatment = Treatment::Proven;
    clamp_sizes(plans, operands);
    clamp_stride(instruction, plans, operands);
    for (const AccessPlan& plan : plans) {
        const bool is_left = plan.is_proven || (plan.is_left && !options_.fences_all) || plan.remedy == Remedy::Nothing;
        Treatment one = plan.is_proven ? Treatment::Proven : Treatment::Conditional;
        if (!is_left) one = make_safe(statement, plan, operands[plan.memory.operand]);
        if (one != Treatment::Proven) treatment = one;
    }
    written_.treatments[statement] = treatment;
    print(instruction, operands);
}

Treatment StatementWriter::make_safe(std::uint32_t statement, const AccessPlan& plan, ptx::Operand& address) {
    Remedy remedy = plan.remedy;
    if (remedy == Remedy::GenericUnknown && !context_.escapes.shared) remedy = Remedy::Fence;
    switch (remedy) {
        case Remedy::BoundShared: return make_bounded_shared(statement, plan, address);
        case Remedy::BoundVariable: make_bounded_variable(statement, plan, address); return Treatment::Bounded;
        case Remedy::GenericUnknown: {
            const AddressText base = base_text(plan, address);
            const std::uint64_t extent = std::max(plan.memory.bytes, plan.memory.extent);
            need_shared(extent);
            const Sequences::Split split = sequences_.split(base, address.offset, plan.memory.bytes, extent);
            record_if_astray(statement, split);
            set_address(address, split.address, 0);
            return Treatment::Split;
        }
        default: return make_fenced(statement, plan, address);
    }
}

// The bytes that a fence aligns to: 1 where the launch finds the address aligned.
std::uint64_t StatementWriter::fenced_bytes(const AccessPlan& plan) const {
    const std::uint64_t bytes = plan.memory.bytes == 0 ? 16 : std::bit_ceil(plan.memory.bytes);
    return plan.is_aligned && asks_launch_ ? 1 : bytes;
}

// Where a fence stands that several accesses share: see FencePlaces.
std::uint64_t StatementWriter::shared_fence_bytes(const AccessPlan& plan) const {
    const bool is_left = plan.is_proven || (plan.is_left && !options_.fences_all);
    const bool is_fenced =
        plan.remedy == Remedy::Fence || (plan.remedy == Remedy::GenericUnknown && !context_.escapes.shared);
    return is_left || !is_fenced || plan.memory.bytes == 0 ? 0 : fenced_bytes(plan);
}

void StatementWriter::make_shared_fences(std::uint32_t statement) {
    for (const WantedFence& wanted : fence_places_.before(statement)) {
        const Sequences::Fenced fenced = sequences_.fence(register_text(wanted.reg), 0, wanted.bytes);
        fences_.add(wanted.reg, wanted.bytes, 0, statement, fenced.address.reg);
    }
}

Treatment StatementWriter::make_fenced(std::uint32_t statement, const AccessPlan& plan, ptx::Operand& address) {
    const std::uint64_t bytes = fenced_bytes(plan);
    AddressText base = base_text(plan, address);
    const bool is_register = address.address_base().is_register();
    Origin origin = {is_register ? address.address_base().id : ptx::no_register, address.offset};
    // Check mode tells of the address as it was written.
    if (is_register && context_.mode == Mode::Fence && Sequences::keeps_offset(origin.offset, bytes)) {
        const Origin first = origin_of(*plan_.function, *plan_.flow, origin);
        if (Sequences::keeps_offset(first.offset, bytes)) origin = first;
        base = register_text(origin.reg);
    }
    const std::int64_t added = Sequences::keeps_offset(origin.offset, bytes) ? 0 : origin.offset;
    if (is_register) {
        if (const auto known = fences_.find(origin.reg, bytes, added, statement)) {
            set_address(address, known->fence, origin.offset - added);
            return Treatment::Reused;
        }
    }
    const Sequences::Fenced fenced = sequences_.fence(base, origin.offset, bytes);
    record_if_astray(statement, fenced);
    // In check mode one that is only looked at if a guard holds does not tell of others.
    const bool is_always = context_.mode == Mode::Fence || !plan_.function->body[statement].instruction.guard;
    if (is_register && is_always) fences_.add(origin.reg, bytes, added, statement, fenced.address.reg);
    set_address(address, fenced.address.reg, fenced.address.offset);
    return Treatment::Fenced;
}

AddressText StatementWriter::register_text(ptx::RegisterId reg) const {
    return {ptx::register_name(text_.function(), reg), ptx::isa::info(text_.function().group_of(reg).type).bits};
}

// The address's base in a register.
AddressText StatementWriter::base_text(const AccessPlan& plan, const ptx::Operand& address) {
    const ptx::Operand& base = address.address_base();
    const bool is_shared = plan.memory.space == ptx::Space::Shared || plan.memory.space == ptx::Space::SharedCluster;
    if (base.is_register()) return register_text(base.id);
    std::string name = is_shared ? text_.word() : text_.double_word();
    std::string value;
    if (base.kind == OperandKind::Integer) {
        value = fmt::format("{}", static_cast<std::int64_t>(base.bits));
    } else {
        value = std::string(base.variable->name);
        if (base.offset != 0) value += fmt::format("+{}", base.offset);
    }
    text_.line("mov.u{} {}, {}", is_shared ? 32 : 64, name, value);
    return {std::move(name), is_shared ? 32U : 64U};
}

void StatementWriter::set_address(ptx::Operand& address, OwnRegister reg, std::int64_t offset) {
    const auto element = text_.arena().allocate_span<ptx::Operand>(1);
    element[0] = own_operand(reg);
    address.first_element = element.data();
    address.id = 1;
    address.is_element = false;
    address.offset = offset;
    address.has_offset = offset != 0;
}

void StatementWriter::need_shared(std::uint64_t bytes) {
    shared_needed_ = std::max(shared_needed_, bytes);
    context_.needs_shared_end = true;
}

// Sizes at run time: a bulk copy's is clamped to what shared memory holds, that of a cp.async to its bytes.
void StatementWriter::clamp_sizes(const std::vector<AccessPlan>& plans, std::span<ptx::Operand> operands) {
    last_place_.clear();
    for (const AccessPlan& plan : plans) {
        if (plan.memory.size_operand >= operands.size()) continue;
        ptx::Operand& size = operands[plan.memory.size_operand];
        const std::string name =
            size.is_register() ? ptx::register_name(text_.function(), size.id) : fmt::format("{}", size.bits);
        if (plan.memory.bytes != 0) {
            const OwnRegister clamped = text_.next(Bank::Word);
            text_.line("min.u32 {}, {}, {}", clamped.name(), name, plan.memory.bytes);
            size = own_operand(clamped);
            return;
        }
        need_shared(16);
        const OwnRegister clamped = sequences_.clamp_bulk_size(name);
        last_place_ = text_.word();
        text_.line("sub.u32 {}, {}, {}", last_place_, text_.use(Bank::End), clamped.name());
        size = own_operand(clamped);
        return;
    }
}

// A tile's lines must not get too far from its first, nor out of alignment.
void StatementWriter::clamp_stride(const ptx::Instruction& instruction, const std::vector<AccessPlan>& plans,
                                   std::span<ptx::Operand> operands) {
    const std::optional<ptx::MatrixTile> tile = ptx::matrix_tile(instruction);
    if (!tile || tile->stride == nullptr || plans.front().keeps_stride) return;
    ptx::Operand& stride = operands[plans.front().memory.stride_operand];
    const std::string name = stride.is_register() ? ptx::register_name(text_.function(), stride.id)
                                                  : fmt::format("{}", stride.bits & UINT32_MAX);
    stride = own_operand(sequences_.clamp_stride(name, tile->stride_multiple()));
}

// One bound for several accesses by a register: of the first of their offsets, with room for the last.
Treatment StatementWriter::make_bounded_together(std::uint32_t statement, const AccessPlan& plan,
                                                 ptx::Operand& address) {
    const std::uint64_t bytes = std::bit_ceil(plan.memory.bytes);
    const ptx::RegisterId base = address.address_base().id;
    const std::int64_t offset = address.offset;
    if (const auto known = bounds_.find(base, bytes, offset, statement)) {
        set_address(address, known->fence, offset - known->first);
        return Treatment::Reused;
    }
    const std::uint64_t most = std::clamp<std::uint64_t>(largest_shared(), 64, 4096);
    const SharedSpan span = shared_span(plan_, statement, address, bytes, most, options_.fences_all);
    const std::uint64_t extent = static_cast<std::uint64_t>(span.last - span.first) + bytes;
    need_shared(extent);
    const AddressText text = base_text(plan, address);
    const Sequences::Bounded bounded =
        plan.is_aligned ? sequences_.bound_aligned(text, span.first, bytes, extent)
                        : sequences_.bound_shared(text, span.first, bytes, text_.last_place(extent, 1));
    for (std::int64_t at = span.first; at <= span.last; at += static_cast<std::int64_t>(bytes))
        bounds_.add(base, bytes, at, statement, bounded.address, span.first);
    set_address(address, bounded.address, offset - span.first);
    return Treatment::Bounded;
}

Treatment StatementWriter::make_bounded_shared(std::uint32_t statement, const AccessPlan& plan, ptx::Operand& address) {
    const bool is_bulk = plan.memory.bytes == 0;
    // Check mode tells of each access.
    const bool is_plain = !is_bulk && !plan.is_generic && !plan.memory.is_tile && address.address_base().is_register();
    if (is_plain && context_.mode == Mode::Fence) return make_bounded_together(statement, plan, address);
    const std::uint64_t bytes = is_bulk ? 16 : std::bit_ceil(plan.memory.bytes);
    need_shared(std::max(bytes, plan.memory.extent));
    AddressText base = base_text(plan, address);
    if (plan.is_generic) {
        std::string specific = text_.double_word();
        text_.line("cvta.to.shared.u64 {}, {}", specific, sequences_.widen(base));
        base = {std::move(specific), 64};
    }
    std::string last = is_bulk ? last_place_ : std::string();
    if (plan.memory.is_tile) last = text_.last_place(plan.memory.extent, 1);
    const Sequences::Bounded bounded = sequences_.bound_shared(base, address.offset, bytes, last);
    record_if_astray(statement, bounded);
    const OwnRegister safe = plan.is_generic ? sequences_.to_generic_shared(bounded.address) : bounded.address;
    set_address(address, safe, 0);
    return Treatment::Bounded;
}

void StatementWriter::make_bounded_variable(std::uint32_t statement, const AccessPlan& plan, ptx::Operand& address) {
    std::string_view variable = plan.variable->name;
    std::uint64_t size = plan.variable->bytes();
    std::string_view space;
    if (plan.variable->space == ptx::Space::Const) {
        variable = constants_.name;
        size = context_.layout.constants().size();
    }
    if (plan.is_generic) space = ptx::isa::name(plan.variable->space);
    const AddressText base = base_text(plan, address);
    const Sequences::Bounded bounded =
        sequences_.bound_variable(base, address.offset, plan.memory.bytes, variable, size, space);
    record_if_astray(statement, bounded);
    set_address(address, bounded.address, 0);
}

// Variables of shared memory at the top of the function.
template <typename Visit>
void StatementWriter::for_each_leading_shared(const Visit& visit) const {
    for (const ptx::Statement& statement : plan_.function->body) {
        if (!is_leading(statement)) break;
        if (statement.kind != ptx::StatementKind::Variables) continue;
        for (const ptx::Variable* variable : statement.variables->variables) {
            if (variable->space == ptx::Space::Shared) visit(*variable);
        }
    }
}

std::uint64_t StatementWriter::largest_shared() const {
    std::uint64_t largest = 0;
    for_each_leading_shared([&](const ptx::Variable& one) { largest = std::max(largest, one.bytes()); });
    return largest;
}

void StatementWriter::finish() {
    if (shared_needed_ == 0) return;
    const ptx::Variable* variable = nullptr;
    for_each_leading_shared([&](const ptx::Variable& one) {
        if (variable == nullptr && one.bytes() >= shared_needed_) variable = &one;
    });
    if (variable != nullptr) {
        text_.keep_shared(variable->name);
        return;
    }
    const std::uint64_t bytes = (shared_needed_ + shared_multiple_ - 1) / shared_multiple_ * shared_multiple_;
    context_.own_shared_bytes = std::max(context_.own_shared_bytes, bytes);
    text_.keep_shared(own_shared_name);
}

}  // namespace ringfence::guard::rewriting
