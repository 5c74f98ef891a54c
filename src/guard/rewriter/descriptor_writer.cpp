// Descriptors of matrices in shared memory: how far one reaches is computed, and one that reaches too far is replaced.
//
// All is counted in units of 16 bytes, of which a descriptor is made. Its layout, as measured on an H200:
//   start      bits 0 to 13
//   leading    bits 16 to 29, an offset
//   stride     bits 32 to 45, another
//   swizzling  bits 62 and 63: none, in rows of 128, of 64, of 32 bytes. It exchanges units within a row
#include "guard/rewriter/statement_writer.h"
#include "ptx/described_tile.h"
#include "ptx/printer.h"

namespace ringfence::guard::rewriting {

using Bank = OwnRegister::Bank;

namespace {
// The reach of the descriptor 0, transposed or not: eight rows of 16 bytes.
constexpr std::uint64_t least_shared = 128;

// Swizzled matrices lie where the pattern begins, every 1024 bytes. Programs know that dynamic shared memory begins
// there if they have no other, whatever alignment they declare (Triton: 16); a variable of ours must not move it.
constexpr std::uint64_t largest_pattern = 1024;
}  // namespace

Sequences::Layout Sequences::layout_of(const std::string& descriptor) {
    Layout layout;
    const std::string low = text_.word();
    const std::string high = text_.word();
    text_.line("mov.b64 {{{}, {}}}, {}", low, high, descriptor);
    layout.start = text_.word();
    text_.line("and.b32 {}, {}, 16383", layout.start, low);
    layout.leading = text_.word();
    text_.line("bfe.u32 {}, {}, 16, 14", layout.leading, low);
    layout.stride = text_.word();
    text_.line("and.b32 {}, {}, 16383", layout.stride, high);
    const std::string mode = text_.word();
    text_.line("shr.u32 {}, {}, 30", mode, high);
    const std::string less = text_.word();
    text_.line("sub.u32 {}, 4, {}", less, mode);
    layout.shift = text_.word();
    text_.line("and.b32 {}, {}, 3", layout.shift, less);
    layout.row = text_.word();
    text_.line("shl.b32 {}, 1, {}", layout.row, layout.shift);
    layout.is_plain = text_.predicate();
    text_.line("setp.eq.u32 {}, {}, 0", layout.is_plain, mode);
    return layout;
}

// Eight rows are one row of the pattern apart, the next eight a stride. A row has two units: side by side, or, where
// nothing is swizzled, a leading offset apart.
std::string Sequences::last_of_rows(const Layout& layout, std::uint32_t rows) {
    const std::string second = text_.word();
    text_.line("selp.b32 {}, {}, 1, {}", second, layout.leading, layout.is_plain);
    const std::string eighth = text_.word();
    text_.line("mad.lo.u32 {}, {}, {}, {}", eighth, layout.stride, rows / 8 - 1, layout.start);
    const std::string row = text_.word();
    text_.line("mad.lo.u32 {}, {}, 7, {}", row, layout.row, eighth);
    const std::string sum = text_.word();
    text_.line("add.u32 {}, {}, {}", sum, row, second);
    const std::string rest = text_.word();
    text_.line("sub.u32 {}, {}, 1", rest, layout.row);
    std::string last = text_.word();
    text_.line("or.b32 {}, {}, {}", last, sum, rest);
    return last;
}

// A unit holds eight elements along the rows. As many units as a row of the pattern has lie side by side; the next ones
// are a leading offset apart. Along K there are twice eight elements: those are one row of the pattern, then a stride
// apart. Without swizzling the two offsets exchange their parts.
std::string Sequences::last_of_columns(const Layout& layout, std::uint32_t rows) {
    const std::uint32_t last_unit = rows / 8 - 1;
    const std::string further = text_.word();
    text_.line("selp.b32 {}, {}, {}, {}", further, layout.stride, layout.leading, layout.is_plain);
    const std::string second = text_.word();
    text_.line("selp.b32 {}, {}, {}, {}", second, layout.leading, layout.stride, layout.is_plain);
    const std::string count = text_.word();
    text_.line("shr.u32 {}, {}, {}", count, last_unit, layout.shift);
    const std::string rest = text_.word();
    text_.line("sub.u32 {}, {}, 1", rest, layout.row);
    const std::string beside = text_.word();
    text_.line("min.u32 {}, {}, {}", beside, rest, last_unit);
    const std::string furthest = text_.word();
    text_.line("mad.lo.u32 {}, {}, {}, {}", furthest, further, count, layout.start);
    const std::string row = text_.word();
    text_.line("mad.lo.u32 {}, {}, 7, {}", row, layout.row, furthest);
    const std::string half = text_.word();
    text_.line("add.u32 {}, {}, {}", half, row, second);
    const std::string sum = text_.word();
    text_.line("add.u32 {}, {}, {}", sum, half, beside);
    std::string last = text_.word();
    text_.line("or.b32 {}, {}, {}", last, sum, rest);
    return last;
}

Sequences::Described Sequences::bound_descriptor(const std::string& descriptor, std::uint32_t rows,
                                                 bool is_transposed) {
    const Layout layout = layout_of(descriptor);
    const std::string last = is_transposed ? last_of_columns(layout, rows) : last_of_rows(layout, rows);
    std::string fits = text_.predicate();
    text_.line("setp.lt.u32 {}, {}, {}", fits, last, own(Bank::Units));
    const OwnRegister safe = text_.next(Bank::Double);
    text_.line("selp.b64 {}, {}, 0, {}", safe.name(), descriptor, fits);
    return {safe, std::move(fits)};
}

void StatementWriter::write_descriptors(std::uint32_t statement) {
    const ptx::Instruction& instruction = plan_.function->body[statement].instruction;
    std::vector<ptx::Operand> operands = replaced_operands(instruction);
    written_.places.emplace_back(static_cast<std::uint32_t>(text_.body().size()), statement);
    need_shared(least_shared);
    shared_multiple_ = largest_pattern;
    const auto tiles = ptx::described_tiles(instruction).value_or(std::vector<ptx::DescribedTile>());
    for (const ptx::DescribedTile& tile : tiles) {
        ptx::Operand& operand = operands[tile.operand];
        const std::string name = ptx::register_name(text_.function(), operand.id);
        const Sequences::Described described = sequences_.bound_descriptor(name, tile.rows, tile.is_transposed);
        if (context_.mode == Mode::Check) {
            const std::string wrong = text_.predicate();
            text_.line("not.pred {}, {}", wrong, described.fits);
            record(statement, name, wrong);
        }
        operand = own_operand(described.descriptor);
    }
    written_.treatments[statement] = Treatment::Bounded;
    print(instruction, operands);
}

}  // namespace ringfence::guard::rewriting
