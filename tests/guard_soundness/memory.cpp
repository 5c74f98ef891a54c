// What threads access, and what they find there.
#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "machine.h"

namespace ringfence::soundness {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::OperandKind;
using ptx::Space;
using ptx::Variable;

namespace {

// The table of textures, and the handles in it: their column, and what no other number has.
constexpr std::uint64_t table_begin = 0x7f30'0000'0000;
constexpr std::uint64_t table_entries = 4096;
constexpr std::uint64_t entry_columns = 64;
constexpr std::uint64_t handle_mark = 0x7e47'0e5a'1d00'0000;

bool is_global_space(Space space) {
    return space == Space::Global;
}

}  // namespace

bool Machine::memory(const Instruction& instruction) {
    const ptx::Operation& operation = *instruction.operation;
    const auto specs = operation.form->operands();
    const std::uint64_t bytes = ptx::isa::info(operation.type).bits / 8U * operation.vector;
    switch (instruction.opcode()) {
        case Opcode::Ld:
        case Opcode::Ldu:
            if (reads_table(instruction)) return true;
            access(instruction.operands[1], operation.space_of(specs[1]), bytes, bytes);
            if (!thread_->has_ended) load(instruction);
            return true;
        case Opcode::Atom:
            access(instruction.operands[1], operation.space_of(specs[1]), bytes, bytes);
            // Mostly the compared value is found, so that loops that try again end.
            if (operation.has(ptx::Modifier::Cas) && choices_->chance(75) && instruction.operands[0].is_register())
                write_bits(instruction.operands[0].id,
                           read(instruction.operands[2], ptx::isa::info(operation.type).bits));
            else
                anything(instruction);
            return true;
        case Opcode::St:
        case Opcode::Red: access(instruction.operands[0], operation.space_of(specs[0]), bytes, bytes); return true;
        case Opcode::CpAsync: return copy_async(instruction);
        case Opcode::CpAsyncBulk:
        case Opcode::CpReduceAsyncBulk: return bulk(instruction);
        case Opcode::Ldmatrix:
            access(instruction.operands[1], Space::Shared, 16, 16);
            anything(instruction);
            return true;
        case Opcode::WmmaLoad:
        case Opcode::WmmaStoreD: return tile(instruction);
        case Opcode::CpAsyncMbarrierArrive: access(instruction.operands[0], Space::Shared, 8, 8); return true;
        default: break;
    }
    if (instruction.instruction_class() != ptx::Class::Mbarrier) return false;
    for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
        if (instruction.operands[i].kind == OperandKind::Address)
            access(instruction.operands[i], operation.space_of(specs[i]), 8, 8);
    }
    anything(instruction);
    return true;
}

// Memory with known contents: parameters of the kernel, the guard's words, its tables of functions.
std::optional<std::uint64_t> Machine::known_contents(const Operand& address, Space space, unsigned bytes) {
    const Operand& base = address.address_base();
    const std::uint64_t at = read(base) + static_cast<std::uint64_t>(address.offset);
    if (space == Space::Param && at >> region_shift == 1) {
        std::uint64_t value = 0;
        const std::uint64_t offset = at & ((std::uint64_t{1} << region_shift) - 1);
        if (offset + bytes > launch_->parameters.size() || bytes > 8) return std::nullopt;
        std::memcpy(&value, launch_->parameters.data() + offset, bytes);
        return value;
    }
    if (space != Space::Const || at >> region_shift >= regions_.size()) return std::nullopt;
    const Variable* variable = regions_[at >> region_shift].variable;
    if (variable == nullptr) return std::nullopt;
    const std::uint64_t offset = at & ((std::uint64_t{1} << region_shift) - 1);
    if (variable->name == "__rf_words") {
        const std::uint64_t mask = (std::uint64_t{1} << (launch_->window.bits - 32)) - 1;
        if (offset == 0 && bytes == 4) return mask;
        if (offset == 4 && bytes == 4) return launch_->window.base >> 32U;
        if (offset == 8 && bytes == 8) return launch_->variables;
        if (offset == 48 && bytes == 8) return table_begin;
        return std::nullopt;
    }
    if (!variable->name.starts_with("__rf_calls_") || variable->initializer == nullptr || bytes != 8)
        return std::nullopt;
    const auto& values = variable->initializer->values;
    if (offset % 8 != 0 || offset / 8 >= values.size() || values[offset / 8].function == nullptr) return std::nullopt;
    Operand function;
    function.kind = OperandKind::Function;
    function.function = values[offset / 8].function;
    return read(function);
}

// The table may be read by whole handles; anything else there is an access like any other, and wrong.
bool Machine::reads_table(const Instruction& load) {
    const Operand& address = load.operands[1];
    const std::uint64_t at = read(address.address_base()) + static_cast<std::uint64_t>(address.offset) - table_begin;
    const bool is_handle = load.operation->space == Space::Global && load.operation->vector == 1 &&
                           ptx::isa::info(load.operation->type).bits == 64 && at % 8 == 0 &&
                           at < table_entries * entry_columns * 8;
    if (!is_handle) return false;
    write(load.operands[0].id, handle_mark + at / 8 % entry_columns, load.operation->type);
    return true;
}

// The handle must be one of the table's, from the column for what the instruction does.
void Machine::image(const Instruction& instruction) {
    using M = ptx::Modifier;
    const ptx::Operation& operation = *instruction.operation;
    constexpr M shapes[] = {M::X1d, M::X2d, M::X3d, M::A1d, M::A2d, M::Cube, M::Acube};
    const auto* const named =
        std::find_if(std::begin(shapes), std::end(shapes), [&](M one) { return operation.has(one); });
    const auto shape = static_cast<std::uint64_t>(named - std::begin(shapes));
    const bool is_surface = instruction.instruction_class() == ptx::Class::Surface;
    const auto object = std::find_if(instruction.operands.begin(), instruction.operands.end(),
                                     [](const Operand& one) { return one.kind == OperandKind::Object; });
    const std::uint64_t bytes = ptx::isa::info(operation.type).bits / 8U * operation.vector;
    std::uint64_t column = shape;
    if (!is_surface && shape == 0 && operation.modifiers.back() == M::S32) column = 7;
    if (is_surface) column = 8 + 5 * shape + static_cast<std::uint64_t>(std::countr_zero(bytes));
    if (!is_exempt()) {
        note(Checked::Image);
        const std::uint64_t handle = read(object->elements()[0], 64);
        if (handle != handle_mark + column) wrong(fmt::format("its handle is {:#x}", handle));
        const Operand& place = object->elements()[1];
        if (is_surface && operation.has(M::Trap)) wrong("it traps");
        const std::uint64_t byte = read(place.elements()[shape == 3 || shape == 4 ? 1 : 0], 32);
        if (is_surface && byte % bytes != 0) wrong(fmt::format("byte {:#x} is not aligned to {}", byte, bytes));
    }
    anything(instruction);
}

// Nobody changes constants while a kernel runs. All other memory holds what the attacker likes, for each thread anew.
std::uint64_t Machine::contents(const Operand& address, Space space) {
    if (space != Space::Const || company_ == nullptr) return tempting();
    const std::uint64_t at = read(address.address_base()) + static_cast<std::uint64_t>(address.offset);
    Choices same_for_all(salt_ ^ at);
    return tempting_number(same_for_all, launch_->window);
}

void Machine::load(const Instruction& instruction) {
    const ptx::Operation& operation = *instruction.operation;
    const Operand& to = instruction.operands[0];
    const unsigned bytes = ptx::isa::info(operation.type).bits / 8U;
    Operand address = instruction.operands[1];
    const Space space = operation.space_of(operation.form->operands()[1]);
    // All of a vector is read before anything of it is written.
    std::uint64_t values[8] = {};
    const std::size_t count = to.is_register() ? 1 : std::min<std::size_t>(8, to.elements().size());
    for (std::size_t i = 0; i < count; ++i) {
        const auto known = known_contents(address, space, bytes);
        values[i] = known ? *known : contents(address, space);
        address.offset += bytes;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const Operand& part = to.is_register() ? to : to.elements()[i];
        if (part.is_register()) write(part.id, values[i], operation.type);
    }
}

bool Machine::copy_async(const Instruction& instruction) {
    const std::uint64_t bytes = instruction.operands[2].bits;
    access(instruction.operands[0], Space::Shared, bytes, bytes);
    access(instruction.operands[1], Space::Global, bytes, bytes);
    const auto specs = instruction.operation->form->operands();
    if (instruction.operands.size() > 3 && instruction.operation->type_of(specs[3]).type == ptx::Type::U32 &&
        read(instruction.operands[3], 32) > bytes && !is_exempt())
        wrong("it reads more than it copies");
    return true;
}

// Either way round: to, from, bytes, and perhaps a barrier.
bool Machine::bulk(const Instruction& instruction) {
    const ptx::Operation& operation = *instruction.operation;
    const auto specs = operation.form->operands();
    const std::uint64_t bytes = read(instruction.operands[2], 32);
    if (bytes % 16 != 0 && !is_exempt()) wrong(fmt::format("it copies {} bytes", bytes));
    for (std::size_t i = 0; i < 2; ++i)
        access(instruction.operands[i], operation.space_of(specs[i]), bytes, 16);
    if (instruction.operands.size() > 3 && instruction.operands[3].kind == OperandKind::Address)
        access(instruction.operands[3], operation.space_of(specs[3]), 8, 8);
    return true;
}

// wmma of m16n16k16 with elements of 16 bits: 16 lines of 32 bytes, so many elements apart.
bool Machine::tile(const Instruction& instruction) {
    const bool is_load = instruction.opcode() == Opcode::WmmaLoad;
    const ptx::Operation& operation = *instruction.operation;
    const std::size_t place = is_load ? 1 : 0;
    if (operation.type != ptx::Type::F16 || instruction.operands.size() != 3) return false;
    const std::uint64_t stride = read(instruction.operands[2], 32);
    access(instruction.operands[place], operation.space_of(operation.form->operands()[place]), 15 * 2 * stride + 32,
           16);
    if (stride % 8 != 0 && !is_exempt()) wrong(fmt::format("its lines are {} elements apart", stride));
    anything(instruction);
    return true;
}

void Machine::barrier(const Instruction& instruction) {
    if (instruction.opcode() != Opcode::Bar && instruction.opcode() != Opcode::Barrier) return anything(instruction);
    const ptx::Operation& operation = *instruction.operation;
    const auto specs = operation.form->operands();
    unsigned numbers = 0;
    for (std::size_t i = 0; i < instruction.operands.size() && i < specs.size(); ++i) {
        if (specs[i].access != ptx::isa::Access::Read || operation.type_of(specs[i]).type != ptx::Type::U32) continue;
        const std::uint64_t value = read(instruction.operands[i], 32);
        const bool fits = numbers == 0 ? value < 16 : value >= 32 && value <= 1024 && value % 32 == 0;
        if (numbers++ < 2 && !fits && !is_exempt()) wrong(fmt::format("a number of a barrier is {}", value));
    }
    note(Checked::Barrier);
    anything(instruction);
}

void Machine::access(const Operand& address, Space space, std::uint64_t bytes, std::uint64_t alignment) {
    if (thread_->has_ended || is_exempt()) return;
    const Operand& base = address.address_base();
    std::uint64_t at = read(base) + static_cast<std::uint64_t>(address.offset);
    if (space == Space::SharedCluster) space = Space::Shared;
    if (space == Space::None) space = Space::Generic;
    // Where the address is computed in 32 bits, so is the sum.
    if (space == Space::Shared && (!base.is_register() || frame_->widths[base.id] <= 32)) at &= 0xffff'ffffU;
    if (space == Space::Generic) {
        if (at - shared_aperture_ < std::uint64_t{1} << 32U) {
            space = Space::Shared;
            at -= shared_aperture_;
        } else if (at - local_aperture_ < std::uint64_t{1} << 32U) {
            space = Space::Local;
            at -= local_aperture_;
        } else {
            space = Space::Global;
        }
    }
    if (alignment != 0 && at % alignment != 0) {
        return wrong(fmt::format("{:#x} ({}) is not aligned to {} bytes", at, ptx::isa::name(space), alignment));
    }
    if (is_global_space(space)) return access_global(at, bytes, base);
    if (space == Space::Shared) return access_shared(at, bytes);
    access_variable(at, bytes, space);
}

void Machine::access_global(std::uint64_t at, std::uint64_t bytes, const Operand& base) {
    note(Checked::Global);
    const guard::Window& window = launch_->window;
    const bool is_own = base.is_register() && !frame_->function->group_of(base.id).name.starts_with("%__rf_");
    const std::uint64_t zone = limits_.only_window && is_own ? 0 : guard::zone_bytes;
    const std::uint64_t inside = at - (window.base - zone);
    const std::uint64_t room = window.bytes() + 2 * zone;
    if (bytes > room || inside > room - bytes)
        wrong(fmt::format("{} bytes at {:#x}, which is outside the window{}", bytes, at,
                          zone == 0 ? "" : " and its zones"));
}

void Machine::access_shared(std::uint64_t at, std::uint64_t bytes) {
    note(Checked::Shared);
    const std::uint64_t end = std::uint64_t{shared_begin_} + launch_->static_shared + launch_->dynamic_shared;
    if (at < shared_window_ || bytes > end || at > end - bytes)
        wrong(fmt::format("{} bytes at {:#x}, but shared memory ends at {:#x}", bytes, at, end));
}

void Machine::access_variable(std::uint64_t at, std::uint64_t bytes, Space space) {
    note(space == Space::Local ? Checked::Local : space == Space::Const ? Checked::Const : Checked::Param);
    const std::uint64_t number = at >> region_shift;
    const std::uint64_t offset = at & ((std::uint64_t{1} << region_shift) - 1);
    const bool is_kernels = number == 1 && space == Space::Param;
    const Variable* variable = nullptr;
    std::uint64_t begin = 0;
    if (is_kernels) {
        for (const PlacedParameter& place : parameters_) {
            if (offset < place.offset || offset - place.offset >= place.variable->bytes()) continue;
            variable = place.variable;
            begin = place.offset;
        }
    } else if (number >= 2 && number < regions_.size()) {
        variable = regions_[number].variable;
    }
    if (variable == nullptr || variable->space != space || offset - begin > variable->bytes() ||
        bytes > variable->bytes() - (offset - begin))
        wrong(fmt::format("{} bytes at {:#x}, which is in no variable of {} memory", bytes, at, ptx::isa::name(space)));
}

}  // namespace ringfence::soundness
