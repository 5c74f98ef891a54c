#include "ptx/image_access.h"

#include <algorithm>
#include <utility>

namespace ringfence::ptx {
namespace {

std::optional<ImageShape> shape_of(const Operation& operation) {
    constexpr std::pair<Modifier, ImageShape> shapes[] = {
        {Modifier::X1d, ImageShape::Line},   {Modifier::X2d, ImageShape::Plane},  {Modifier::X3d, ImageShape::Volume},
        {Modifier::A1d, ImageShape::Lines},  {Modifier::A2d, ImageShape::Planes}, {Modifier::Cube, ImageShape::Cube},
        {Modifier::Acube, ImageShape::Cubes}};
    for (const auto& [modifier, shape] : shapes) {
        if (operation.has(modifier)) return shape;
    }
    return std::nullopt;
}

// The last type that is named is that of the coordinates.
bool names_integers_last(const Operation& operation) {
    Type last = Type::None;
    for (const Modifier modifier : operation.modifiers) {
        if (const Type named = isa::type_of(modifier); named != Type::None) last = named;
    }
    return last == Type::S32;
}

bool is_number(const Operand& operand) {
    return (operand.is_register() && !operand.component && !operand.negated) || operand.kind == OperandKind::Integer ||
           operand.kind == OperandKind::Float32;
}

// `[handle, {a, b, …}]`, with at least `least` coordinates.
bool is_plain_object(const Operand& object, std::size_t least) {
    if (object.kind != OperandKind::Object || object.elements().size() != 2) return false;
    const Operand& handle = object.elements()[0];
    const Operand& place = object.elements()[1];
    return handle.is_register() && !handle.component && place.kind == OperandKind::Vector &&
           place.elements().size() >= least && std::all_of(place.elements().begin(), place.elements().end(), is_number);
}

// Behind the object: a level, or two gradients; then perhaps an offset, which is a list of integers.
bool has_known_rest(const Instruction& instruction) {
    const Operation& operation = *instruction.operation;
    const std::size_t first = operation.has(Modifier::Level) ? 3 : operation.has(Modifier::Grad) ? 4 : 2;
    if (instruction.operands.size() < first) return false;
    const auto specs = operation.form->operands();
    for (std::size_t i = first; i < instruction.operands.size(); ++i) {
        if (instruction.operands[i].kind == OperandKind::Empty) continue;
        if (i >= specs.size() || operation.type_of(specs[i]).type != Type::S32) return false;
    }
    return true;
}

std::optional<ImageAccess> fetch(const Instruction& instruction, ImageShape shape) {
    if (instruction.operands.size() < 2 || instruction.operands[0].kind == OperandKind::Pair) return std::nullopt;
    if (!is_plain_object(instruction.operands[1], 1) || !has_known_rest(instruction)) return std::nullopt;
    ImageAccess access;
    access.object = 1;
    access.shape = shape;
    access.has_integers = names_integers_last(*instruction.operation);
    return access;
}

std::optional<ImageAccess> surface(const Instruction& instruction, ImageShape shape, std::uint32_t object) {
    const bool has_layers = shape == ImageShape::Lines || shape == ImageShape::Planes;
    if (shape == ImageShape::Cube || shape == ImageShape::Cubes || instruction.operands.size() != 2)
        return std::nullopt;
    ImageAccess access;
    access.object = object;
    access.shape = shape;
    access.is_surface = true;
    access.has_integers = true;
    access.bytes = isa::info(instruction.operation->type).bits / 8 * instruction.operation->vector;
    access.byte_number = has_layers ? 1 : 0;
    const bool is_known = access.bytes != 0 && access.bytes <= 16 && (access.bytes & (access.bytes - 1)) == 0;
    if (!is_known || !is_plain_object(instruction.operands[object], access.byte_number + 1)) return std::nullopt;
    return access;
}

}  // namespace

std::optional<ImageAccess> image_access(const Instruction& instruction) {
    const std::optional<ImageShape> shape = shape_of(*instruction.operation);
    if (!shape) return std::nullopt;
    switch (instruction.opcode()) {
        case Opcode::Tex:
        case Opcode::Tld4: return fetch(instruction, *shape);
        case Opcode::SuldB: return surface(instruction, *shape, 1);
        case Opcode::SustB: return surface(instruction, *shape, 0);
        default: return std::nullopt;
    }
}

}  // namespace ringfence::ptx
