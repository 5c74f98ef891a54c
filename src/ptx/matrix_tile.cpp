#include "ptx/matrix_tile.h"

#include <bit>
#include <charconv>

#include "ptx/tile_shape.h"

namespace ringfence::ptx {

std::optional<TileShape> read_tile_shape(std::string_view text) {
    constexpr std::string_view letters = "mnk";
    TileShape shape = {};
    for (std::size_t i = 0; i < letters.size(); ++i) {
        if (text.empty() || text.front() != letters[i]) return std::nullopt;
        const char* const end = text.data() + text.size();
        const std::from_chars_result read = std::from_chars(text.data() + 1, end, shape[i]);
        if (read.ec != std::errc() || shape[i] == 0 || shape[i] > 1024) return std::nullopt;
        text = std::string_view(read.ptr, static_cast<std::size_t>(end - read.ptr));
    }
    return text.empty() ? std::optional(shape) : std::nullopt;
}

std::optional<MatrixTile> matrix_tile(const Instruction& instruction) {
    const bool is_load = instruction.opcode() == Opcode::WmmaLoad;
    if (!is_load && instruction.opcode() != Opcode::WmmaStoreD) return std::nullopt;
    const Operation& operation = *instruction.operation;
    const auto specs = operation.form->operands();
    if (instruction.operands.size() < 2 || specs.size() < 2) return std::nullopt;

    std::optional<TileShape> shape;
    Type type = Type::None;
    for (const Modifier modifier : operation.modifiers) {
        if (const auto read = read_tile_shape(isa::name(modifier))) shape = read;
        if (isa::type_of(modifier) != Type::None) type = isa::type_of(modifier);
    }
    const bool is_row = operation.has(Modifier::Row);
    if (!shape || type == Type::None || is_row == operation.has(Modifier::Col)) return std::nullopt;
    const auto [m, n, k] = *shape;
    const bool is_a = is_load && operation.has(Modifier::A);
    const bool is_b = is_load && operation.has(Modifier::B);
    const std::uint32_t rows = is_b ? k : m;
    const std::uint32_t columns = is_a ? k : n;

    MatrixTile tile;
    tile.lines = is_row ? rows : columns;
    tile.line_elements = is_row ? columns : rows;
    tile.element_bits = isa::info(type).bits;
    tile.address = is_load ? 1 : 0;
    const std::uint32_t fragment = is_load ? 0 : 1;
    const std::uint32_t register_bits = isa::info(operation.type_of(specs[fragment]).type).bits;
    tile.fragment_bytes =
        static_cast<std::uint32_t>(instruction.operands[fragment].elements().size()) * register_bits / 8;
    if (tile.element_bits == 0 || !std::has_single_bit(tile.fragment_bytes)) return std::nullopt;
    if (instruction.operands.size() > 2 && instruction.operands[2].kind != OperandKind::Empty)
        tile.stride = &instruction.operands[2];
    return tile;
}

}  // namespace ringfence::ptx
