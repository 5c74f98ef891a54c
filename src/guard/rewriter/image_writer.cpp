// Textures and surfaces: the device's handle is looked up by the program's number (conditions/texture_table.h).
#include "guard/conditions/texture_table.h"
#include "guard/rewriter/statement_writer.h"
#include "ptx/printer.h"

namespace ringfence::guard::rewriting {

using Bank = OwnRegister::Bank;
using ptx::Operand;
using ptx::OperandKind;

OwnRegister Sequences::look_up_image(const std::string& number, unsigned column) {
    const std::string clamped = text_.double_word();
    const std::string distance = text_.double_word();
    const std::string entry = text_.double_word();
    const OwnRegister handle = text_.next(Bank::Double);
    text_.line("min.u64 {}, {}, {}", clamped, number, last_texture_entry);
    text_.line("shl.b64 {}, {}, {}", distance, clamped, texture_entry_shift);
    text_.line("add.s64 {}, {}, {}", entry, own(Bank::Textures), distance);
    text_.line("ld.global.nc.b64 {}, [{}+{}]", handle.name(), entry, 8 * column);
    return handle;
}

// A card may refuse bytes that are not aligned, and end the context.
Operand StatementWriter::aligned(const Operand& byte, std::uint32_t bytes) {
    if (bytes == 1) return byte;
    Operand result = byte;
    if (byte.kind == OperandKind::Integer) {
        result.bits &= ~std::uint64_t{bytes - 1};
        return result;
    }
    const OwnRegister whole = text_.next(Bank::Word);
    text_.line("and.b32 {}, {}, -{}", whole.name(), ptx::register_name(text_.function(), byte.id), bytes);
    return own_operand(whole);
}

void StatementWriter::write_image(std::uint32_t statement) {
    const ptx::Instruction& instruction = plan_.function->body[statement].instruction;
    const ptx::ImageAccess access = *ptx::image_access(instruction);
    std::vector<Operand> operands = replaced_operands(instruction);
    written_.places.emplace_back(static_cast<std::uint32_t>(text_.body().size()), statement);
    const std::span<Operand> parts = text_.arena().copy_span(operands[access.object].elements());
    const std::string number = ptx::register_name(text_.function(), parts.front().id);
    parts.front() = own_operand(sequences_.look_up_image(number, column_of(access)));
    if (access.is_surface) {
        const std::span<Operand> coordinates = text_.arena().copy_span(parts.back().elements());
        Operand& byte = coordinates[access.byte_number];
        byte = aligned(byte, access.bytes);
        parts.back().first_element = coordinates.data();
    }
    operands[access.object].first_element = parts.data();
    written_.treatments[statement] = Treatment::Bounded;
    print(instruction, operands);
}

}  // namespace ringfence::guard::rewriting
