#include "guard/rewriter/typical_launch.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "guard/rewriter/transfer.h"
#include "ptx/parameter_layout.h"

namespace ringfence::guard::rewriting {
namespace {

void add_typical_block(const ptx::Function& function, KernelVariants& kernel) {
    for (const std::string_view name : {".reqntid", ".maxntid"}) {
        const ptx::Directive* directive = function.find_directive(name);
        if (directive == nullptr) continue;
        kernel.typical_block = {1, 1, 1};
        kernel.is_block_known = true;
        for (std::size_t i = 0; i < directive->arguments.size() && i < kernel.typical_block.size(); ++i)
            kernel.typical_block[i] =
                static_cast<std::uint32_t>(std::min<std::uint64_t>(directive->arguments[i], 1024));
        return;
    }
}

// Eight bytes of a structure that a kernel loads at once hold one small number, not two of four bytes.
void widen_numbers(const FunctionPlan& plan, const ptx::Variable& parameter, std::span<std::byte> bytes) {
    const ValueOf value_of = [&](ptx::RegisterId reg) { return plan.values->of(reg); };
    for (const ptx::Statement& statement : plan.function->body) {
        if (!statement.is_instruction() || statement.instruction.opcode() != ptx::Opcode::Ld) continue;
        const ptx::Operation& operation = *statement.instruction.operation;
        if (ptx::isa::info(operation.type).bits != 64) continue;
        const std::optional<ParameterPlace> place = loaded_parameter(*plan.function, statement.instruction, value_of);
        if (!place || place->variable != &parameter || place->offset < 0) continue;
        for (std::uint64_t i = 0; i < operation.vector; ++i) {
            const std::uint64_t upper = static_cast<std::uint64_t>(place->offset) + 8 * i + 4;
            if (upper <= bytes.size() && bytes.size() - upper >= 4)
                std::memset(&bytes[upper], 0, sizeof typical_number);
        }
    }
}

void add_typical_parameters(const FunctionPlan& plan, KernelVariants& kernel) {
    const std::span<const ptx::Variable* const> parameters = plan.function->signature.parameters;
    const ptx::ParameterPlaces layout = ptx::place_parameters(parameters);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const ptx::Variable* const parameter = parameters[i];
        const std::uint64_t begin = layout.offsets[i];
        const std::uint64_t end = begin + parameter->bytes();
        constexpr std::uint64_t most = 65536;  // more than a launch can have
        if (begin > most || end > most) return;
        kernel.typical_parameters.resize(end);
        // Numbers of up to eight bytes; a structure is taken for many of four.
        const std::uint64_t step = parameter->bytes() <= 8 ? 8 : 4;
        for (std::uint64_t at = begin; at + 4 <= end; at += step)
            std::memcpy(&kernel.typical_parameters[at], &typical_number, sizeof typical_number);
        if (step == 4) widen_numbers(plan, *parameter, std::span(kernel.typical_parameters).subspan(begin));
        for (const auto& [variable, offset] : plan.pointers) {
            if (variable != parameter || offset + std::uint64_t{8} > parameter->bytes()) continue;
            kernel.pointers.push_back(static_cast<std::uint32_t>(begin + offset));
        }
    }
}

}  // namespace

void add_typical_launch(const FunctionPlan& plan, KernelVariants& kernel) {
    add_typical_block(*plan.function, kernel);
    add_typical_parameters(plan, kernel);
}

}  // namespace ringfence::guard::rewriting
