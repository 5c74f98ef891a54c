#include "ptx/described_tile.h"

#include "ptx/tile_shape.h"

namespace ringfence::ptx {
namespace {

constexpr std::uint32_t matrix_a = 1;  // operands
constexpr std::uint32_t matrix_b = 2;
constexpr std::uint32_t depth_bits = 256;  // of K

bool is_flag(const Operand& operand) {
    return operand.kind == OperandKind::Integer && operand.bits <= 1;
}

}  // namespace

std::optional<std::vector<DescribedTile>> described_tiles(const Instruction& instruction) {
    if (instruction.opcode() != Opcode::WgmmaMmaAsync || instruction.operands.size() < 4) return std::nullopt;
    std::optional<TileShape> shape;
    Type element = Type::None;  // the last type that is written is that of B, which has as many bits as A's
    for (const Modifier modifier : instruction.operation->modifiers) {
        if (const auto read = read_tile_shape(isa::name(modifier))) shape = read;
        if (isa::type_of(modifier) != Type::None) element = isa::type_of(modifier);
    }
    if (!shape || element == Type::None) return std::nullopt;
    const auto [m, n, k] = *shape;
    if (m != 64 || n % 8 != 0 || n > 256 || k * isa::info(element).bits != depth_bits) return std::nullopt;

    const bool has_a = instruction.operands[matrix_a].is_register();
    // Where a transposition can be chosen it comes last: of A, if that is described, and of B.
    const std::size_t without = 6;
    const std::size_t flags = instruction.operands.size() <= without ? 0 : instruction.operands.size() - without;
    if (flags != 0 && flags != (has_a ? 2U : 1U)) return std::nullopt;
    for (const Operand& flag : instruction.operands.last(flags))
        if (!is_flag(flag)) return std::nullopt;
    const auto is_transposed = [&](std::size_t from_end) {
        return flags >= from_end && instruction.operands[instruction.operands.size() - from_end].bits == 1;
    };
    std::vector<DescribedTile> tiles;
    if (has_a) tiles.push_back({matrix_a, m, is_transposed(2)});
    tiles.push_back({matrix_b, n, is_transposed(1)});
    for (const DescribedTile& tile : tiles)
        if (!instruction.operands[tile.operand].is_register()) return std::nullopt;
    return tiles;
}

}  // namespace ringfence::ptx
