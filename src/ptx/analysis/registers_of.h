// Which registers an instruction reads and writes.
//
// The instruction table says of each operand whether it is read, written or both; this spreads that over vectors,
// pairs, addresses, objects and the lists of a call, and adds the guard. An address's registers are read, whatever
// happens to the memory they point at.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "ptx/model.h"

namespace ringfence::ptx {

constexpr std::uint32_t guard_operand = UINT32_MAX;

// One mention of a register in an instruction.
struct RegisterUse {
    RegisterId reg = no_register;
    isa::Access access = isa::Access::Read;
    Component component;        // if set: only this part of it
    std::uint32_t operand = 0;  // index of the operand it is, or is part of; or guard_operand

    bool reads() const { return access != isa::Access::Write; }
    bool writes() const { return access != isa::Access::Read; }
};

namespace detail {

template <typename Callback>
void registers_of_operand(const Operand& operand, isa::Access access, std::uint32_t index, Callback& callback) {
    switch (operand.kind) {
        case OperandKind::Register: callback(RegisterUse{operand.id, access, operand.component, index}); break;
        case OperandKind::Address:
            for (const Operand& element : operand.elements())
                registers_of_operand(element, isa::Access::Read, index, callback);
            break;
        case OperandKind::Vector:
        case OperandKind::Pair:
        case OperandKind::Object:
        case OperandKind::List:
            for (const Operand& element : operand.elements())
                registers_of_operand(element, access, index, callback);
            break;
        default: break;
    }
}

// An operand whose halves or parts the table describes one by one.
template <typename Callback>
void registers_of_operand(const Operand& operand, const isa::OperandSpec& spec, std::uint32_t index,
                          Callback& callback) {
    const std::span<const isa::OperandSpec> parts = spec.parts();
    if (parts.empty()) {
        registers_of_operand(operand, spec.access, index, callback);
    } else if (operand.kind == OperandKind::Pair || operand.kind == OperandKind::Object) {
        const std::span<const Operand> elements = operand.elements();
        for (std::size_t i = 0; i < elements.size(); ++i) {
            const isa::Access access = i < parts.size() ? parts[i].access : isa::Access::Read;
            registers_of_operand(elements[i], access, index, callback);
        }
    } else {
        // `d` where `d|p` could stand.
        registers_of_operand(operand, parts[0].access, index, callback);
    }
}

template <typename Callback>
void registers_of_call(const Instruction& call, Callback& callback) {
    for (std::uint32_t i = 0; i < call.operands.size(); ++i) {
        registers_of_operand(call.operands[i], i == 0 ? isa::Access::Write : isa::Access::Read, i, callback);
    }
}

}  // namespace detail

// Calls `callback(const RegisterUse&)` for each mention of a register: the guard first, then in the order of the text.
// A register that is mentioned twice comes twice.
template <typename Callback>
void for_each_register_use(const Instruction& instruction, Callback&& callback) {
    if (instruction.guard) {
        callback(RegisterUse{instruction.guard.predicate, isa::Access::Read, {}, guard_operand});
    }
    if ((instruction.operation->form->flags & isa::form_flag::syntax_call) != 0) {
        detail::registers_of_call(instruction, callback);
        return;
    }
    const std::span<const isa::OperandSpec> specs = instruction.operation->form->operands();
    for (std::uint32_t i = 0; i < instruction.operands.size() && i < specs.size(); ++i)
        detail::registers_of_operand(instruction.operands[i], specs[i], i, callback);
}

// The same with `callback(RegisterId, isa::Access)`.
template <typename Callback>
void for_each_register(const Instruction& instruction, Callback&& callback) {
    for_each_register_use(instruction, [&](const RegisterUse& use) { callback(use.reg, use.access); });
}

// True if a write leaves nothing of the register's old value: it always happens, and to all of the register. A video
// instruction that writes selected bytes takes the others from its third operand, so it writes all.
inline bool kills(const Instruction& instruction, const RegisterUse& use) {
    return use.writes() && !instruction.guard && (!use.component || use.component.is_selector());
}

// Old PTX passes values in registers: `.func (.reg .u32 r) f (.reg .u32 a)`. These are the function's first registers,
// the results before the parameters. Parameters are written on entry, results are read on return.
struct ParameterRegisters {
    RegisterId results = 0;     // [0, results)
    RegisterId parameters = 0;  // [results, results + parameters)

    bool is_result(RegisterId reg) const { return reg < results; }
    bool is_parameter(RegisterId reg) const { return reg >= results && reg - results < parameters; }
};
inline ParameterRegisters parameter_registers(const Function& function) {
    const auto count = [](std::span<const Variable* const> list) {
        RegisterId registers = 0;
        for (const Variable* variable : list)
            registers += variable->space == Space::Register ? 1 : 0;
        return registers;
    };
    return {count(function.signature.results), count(function.signature.parameters)};
}

// Calls `callback(const Operand&)` for each operand and each part of one. The parser bounds how deep they nest.
template <typename Callback>
void for_each_operand(std::span<const Operand> operands, Callback& callback) {
    for (const Operand& operand : operands) {
        callback(operand);
        for_each_operand(operand.elements(), callback);
    }
}

}  // namespace ringfence::ptx
