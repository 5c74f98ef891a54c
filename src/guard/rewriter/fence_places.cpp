#include "guard/rewriter/fence_places.h"

#include <algorithm>
#include <map>
#include <utility>

#include "guard/rewriter/sequences.h"

namespace ringfence::guard::rewriting {

std::optional<std::uint32_t> only_write(const FunctionFlow& flow, ptx::RegisterId reg) {
    const ptx::Occurrence* const found = flow.registers.only_definition(reg);
    return found == nullptr ? std::nullopt : std::optional(found->statement);
}

bool dominates(const FunctionFlow& flow, std::uint32_t first, std::uint32_t second) {
    const ptx::BlockId a = flow.cfg.block_of(first);
    const ptx::BlockId b = flow.cfg.block_of(second);
    return a == b ? first < second : flow.dominators.strictly_dominates(a, b);
}

namespace {

// The register of 64 bits that a statement adds a constant to, or takes as it is.
std::optional<Origin> step(const ptx::Instruction& instruction) {
    const auto operands = instruction.operands;
    const bool is_whole = ptx::isa::info(instruction.operation->type).bits == 64 && instruction.operation->vector == 1;
    if (instruction.guard || !is_whole || operands.size() < 2 || !operands[0].is_register()) return std::nullopt;
    const ptx::Operand& from = operands[1];
    if (!from.is_register() || from.component || from.negated) return std::nullopt;
    switch (instruction.opcode()) {
        case ptx::Opcode::Mov: return Origin{from.id, 0};
        case ptx::Opcode::Cvta:
            if (instruction.operation->space != ptx::Space::Global) return std::nullopt;
            return Origin{from.id, 0};
        case ptx::Opcode::Add: {
            const bool is_plain = instruction.operation->modifiers.size() == 1 && operands.size() == 3;
            if (!is_plain || operands[2].kind != ptx::OperandKind::Integer) return std::nullopt;
            return Origin{from.id, static_cast<std::int64_t>(operands[2].bits)};
        }
        default: return std::nullopt;
    }
}

ptx::BlockId where_ways_part(const FunctionFlow& flow, std::span<const std::uint32_t> statements) {
    ptx::BlockId common = flow.cfg.block_of(statements[0]);
    for (const std::uint32_t statement : statements) {
        while (common != ptx::no_node && !flow.dominators.dominates(common, flow.cfg.block_of(statement)))
            common = flow.dominators.parent(common);
        if (common == ptx::no_node) break;
    }
    return common;
}

}  // namespace

Origin origin_of(const ptx::Function& function, const FunctionFlow& flow, Origin address) {
    constexpr int most_steps = 16;
    std::optional<std::uint32_t> write = only_write(flow, address.reg);
    for (int i = 0; i < most_steps && write; ++i) {
        const std::optional<Origin> before = step(function.body[*write].instruction);
        if (!before || !Sequences::keeps_offset(before->offset, 1)) break;
        const std::optional<std::uint32_t> earlier = only_write(flow, before->reg);
        if (!earlier || !dominates(flow, *earlier, *write)) break;
        if (!Sequences::keeps_offset(address.offset + before->offset, 1)) break;
        address = {before->reg, address.offset + before->offset};
        write = earlier;
    }
    return address;
}

FencePlaces::FencePlaces(const FunctionPlan& plan, const BytesOf& bytes_of) {
    std::map<std::pair<ptx::RegisterId, std::uint64_t>, std::vector<std::uint32_t>> groups;
    const auto body = plan.function->body;
    for (const auto& [statement, accesses] : plan.accesses) {
        for (const AccessPlan& access : accesses) {
            const ptx::Operand& address = body[statement].instruction.operands[access.memory.operand];
            const std::uint64_t bytes = bytes_of(access);
            if (bytes == 0 || !address.address_base().is_register()) continue;
            if (!Sequences::keeps_offset(address.offset, bytes)) continue;
            const Origin origin = origin_of(*plan.function, *plan.flow, {address.address_base().id, address.offset});
            if (Sequences::keeps_offset(origin.offset, bytes)) groups[{origin.reg, bytes}].push_back(statement);
        }
    }
    for (const auto& [key, accesses] : groups)
        place(plan, {key.first, key.second}, accesses);
}

void FencePlaces::place(const FunctionPlan& plan, WantedFence wanted, std::span<const std::uint32_t> accesses) {
    const FunctionFlow& flow = *plan.flow;
    const std::optional<std::uint32_t> write = only_write(flow, wanted.reg);
    if (accesses.size() < 2 || !write) return;
    const ptx::BlockId block = where_ways_part(flow, accesses);
    if (block == ptx::no_node) return;
    const bool comes_first = std::any_of(accesses.begin(), accesses.end(),
                                         [&](std::uint32_t one) { return flow.cfg.block_of(one) == block; });
    const ptx::Statement* last = flow.cfg.last_instruction(block);
    if (comes_first || last == nullptr) return;
    const auto statement = static_cast<std::uint32_t>(last - plan.function->body.data());
    if (dominates(flow, *write, statement)) places_[statement].push_back(wanted);
}

std::span<const WantedFence> FencePlaces::before(std::uint32_t statement) const {
    const auto found = places_.find(statement);
    if (found == places_.end()) return {};
    return found->second;
}

}  // namespace ringfence::guard::rewriting
