#include "guard/rewriter/shared_spans.h"

#include <algorithm>
#include <bit>

namespace ringfence::guard::rewriting {
namespace {

bool writes(const ptx::Instruction& instruction, ptx::RegisterId reg) {
    bool is_written = false;
    ptx::for_each_register_use(instruction,
                               [&](const ptx::RegisterUse& use) { is_written |= use.writes() && use.reg == reg; });
    return is_written;
}

// True if control may not reach the next statement.
bool may_end(const ptx::Instruction& instruction) {
    const ptx::Opcode opcode = instruction.opcode();
    return instruction.instruction_class() == ptx::Class::Call || opcode == ptx::Opcode::Exit ||
           opcode == ptx::Opcode::Ret || opcode == ptx::Opcode::Trap || opcode == ptx::Opcode::Brkpt;
}

// A plain access to shared memory by that register that is to be bounded.
bool is_alike(const AccessPlan& plan, const ptx::Operand& address, ptx::RegisterId base, std::uint64_t bytes,
              bool fences_all) {
    const bool is_left = plan.is_proven || (plan.is_left && !fences_all);
    return plan.remedy == Remedy::BoundShared && !is_left && !plan.is_generic && !plan.memory.is_tile &&
           plan.memory.bytes != 0 && std::bit_ceil(plan.memory.bytes) == bytes &&
           address.address_base().is_register() && address.address_base().id == base;
}

}  // namespace

SharedSpan shared_span(const FunctionPlan& plan, std::uint32_t statement, const ptx::Operand& address,
                       std::uint64_t bytes, std::uint64_t most, bool fences_all) {
    SharedSpan span = {address.offset, address.offset};
    const auto body = plan.function->body;
    const ptx::RegisterId base = address.address_base().id;
    if (body[statement].instruction.guard || writes(body[statement].instruction, base)) return span;
    const ptx::BlockId block = plan.flow->cfg.block_of(statement);
    for (std::uint32_t next = statement + 1; next < body.size(); ++next) {
        if (!body[next].is_instruction()) continue;
        if (plan.flow->cfg.block_of(next) != block || may_end(body[next].instruction)) break;
        const auto found = plan.accesses.find(next);
        if (found != plan.accesses.end() && !body[next].instruction.guard) {
            for (const AccessPlan& other : found->second) {
                const ptx::Operand& at = body[next].instruction.operands[other.memory.operand];
                if (!is_alike(other, at, base, bytes, fences_all)) continue;
                const std::int64_t first = std::min(span.first, at.offset);
                const std::int64_t last = std::max(span.last, at.offset);
                const bool fits = static_cast<std::uint64_t>(last - first) <= most - bytes &&
                                  static_cast<std::uint64_t>(at.offset - span.first) % bytes == 0;
                if (fits) span = {first, last};
            }
        }
        if (writes(body[next].instruction, base)) break;
    }
    return span;
}

}  // namespace ringfence::guard::rewriting
