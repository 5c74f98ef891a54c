#include "guard/rewriter/late_products.h"

#include <algorithm>

namespace ringfence::guard::rewriting {
namespace {

constexpr std::uint32_t most_statements = 64;  // that a product waits for

bool is_of_floats(const ptx::Instruction& instruction) {
    return ptx::isa::info(instruction.operation->type).kind == ptx::TypeKind::Float;
}

bool is_product(const ptx::Instruction& instruction) {
    return instruction.opcode() == ptx::Opcode::Mul && is_of_floats(instruction) && !instruction.guard &&
           instruction.operands[0].is_register();
}

bool is_sum(const ptx::Instruction& instruction) {
    const ptx::Opcode opcode = instruction.opcode();
    return (opcode == ptx::Opcode::Add || opcode == ptx::Opcode::Sub) && is_of_floats(instruction);
}

bool is_memory_access(const ptx::Instruction& instruction) {
    const std::span<const ptx::Operand> operands = instruction.operands;
    return std::any_of(operands.begin(), operands.end(),
                       [](const ptx::Operand& one) { return one.kind == ptx::OperandKind::Address; });
}

// A statement's effect on a product, its result and its factors.
struct Effect {
    bool needs = false;    // reads the result
    bool changes = false;  // writes the result or a factor
};

Effect effect_on(const ptx::Instruction& product, const ptx::Instruction& other) {
    Effect effect;
    const ptx::RegisterId result = product.operands[0].id;
    ptx::for_each_register_use(other, [&](const ptx::RegisterUse& use) {
        if (use.reg == result) {
            effect.needs = effect.needs || use.reads();
            effect.changes = effect.changes || use.writes();
        } else if (use.writes()) {
            ptx::for_each_register_use(
                product, [&](const ptx::RegisterUse& own) { effect.changes = effect.changes || own.reg == use.reg; });
        }
    });
    return effect;
}

// True if it is used by sums only: only then each of them becomes one instruction with it.
bool is_for_sums_only(const ptx::Function& function, const FunctionFlow& flow, std::uint32_t product) {
    const ptx::RegisterId result = function.body[product].instruction.operands[0].id;
    if (flow.registers.only_definition(result) == nullptr) return false;
    const std::vector<ptx::Occurrence> uses = flow.registers.uses(result);
    return std::all_of(uses.begin(), uses.end(), [&](const ptx::Occurrence& use) {
        return is_sum(function.body[use.statement].instruction) &&
               flow.cfg.block_of(use.statement) == flow.cfg.block_of(product);
    });
}

struct Sums {
    bool is_first_apart = false;
    std::vector<std::uint32_t> apart;  // by accesses from the product, or from the sum before
};

// The sums in the same block that a product is for, as long as nothing else comes before.
Sums sums_for(const ptx::Function& function, const FunctionFlow& flow, std::uint32_t product) {
    const auto body = function.body;
    const auto end = static_cast<std::uint32_t>(std::min<std::size_t>(body.size(), product + most_statements));
    Sums sums;
    bool is_apart = false;
    bool is_first = true;
    for (std::uint32_t next = product + 1; next < end; ++next) {
        if (body[next].kind == ptx::StatementKind::SourceLine) continue;
        if (!body[next].is_instruction() || flow.cfg.block_of(next) != flow.cfg.block_of(product)) break;
        const ptx::Instruction& instruction = body[next].instruction;
        const Effect effect = effect_on(body[product].instruction, instruction);
        if (effect.needs) {
            if (!is_sum(instruction)) break;
            if (is_apart) sums.apart.push_back(next);
            if (is_first) sums.is_first_apart = is_apart;
            is_first = is_apart = false;
            if (!is_for_sums_only(function, flow, product)) break;
        }
        if (effect.changes || instruction.instruction_class() == ptx::Class::Call) break;
        is_apart = is_apart || is_memory_access(instruction);
    }
    return sums;
}

}  // namespace

LateProducts late_products(const ptx::Function& function, const FunctionFlow& flow) {
    LateProducts late;
    for (std::uint32_t i = 0; i < function.body.size(); ++i) {
        if (!function.body[i].is_instruction() || !is_product(function.body[i].instruction)) continue;
        const Sums sums = sums_for(function, flow, i);
        if (sums.is_first_apart) late.products.insert(i);
        for (const std::uint32_t sum : sums.apart)
            late.needed_by[sum].push_back(i);
    }
    return late;
}

}  // namespace ringfence::guard::rewriting
