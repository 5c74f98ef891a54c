// Video instructions on two half words or four bytes at a time.
#include <array>
#include <string_view>

#include "softgpu/codegen/emit_video.h"

namespace ringfence::softgpu::codegen {
namespace {

using llvm::Value;
using ptx::Modifier;
using ptx::Opcode;

// How many parts a word has: the last letter of the mnemonic.
unsigned part_count(const Emitter& e) {
    return ptx::isa::info(e.operation().opcode).name.ends_with('2') ? 2 : 4;
}

// The parts of a:b that the selector of an operand names, from the lowest part of the result up. The parts of `a` come
// first; without a selector the first operand stands for a and the second for b, in order.
std::array<unsigned, 4> chosen_parts(const Emitter& e, std::size_t index) {
    const unsigned count = part_count(e);
    const ptx::Component& selector = e.operand(index).component;
    std::array<unsigned, 4> parts{};
    const std::string digits = selector.is_selector() ? selector.digits() : std::string();
    for (unsigned i = 0; i < count; ++i) {
        parts[i] =
            digits.empty() ? i + (index == 2 ? count : 0) : static_cast<unsigned>(digits[digits.size() - 1 - i] - '0');
    }
    return parts;
}

// True if the mask at the destination lets a part through.
bool is_chosen(const Emitter& e, unsigned part) {
    const ptx::Component& mask = e.operand(0).component;
    return !mask.is_selector() || mask.digits().find(static_cast<char>('0' + part)) != std::string::npos;
}

// Half the sum, rounded away from zero if it is positive, down if it is negative.
Value* average(Emitter& e, Value* a, Value* b) {
    Value* sum = e.ir.CreateAdd(a, b);
    Value* is_negative = e.ir.CreateLShr(sum, e.constant(64, 63));
    Value* rounded = e.ir.CreateAdd(sum, e.ir.CreateXor(is_negative, e.constant(64, 1)));
    return e.ir.CreateAShr(rounded, e.constant(64, 1));
}

Value* operate(Emitter& e, Value* a, Value* b) {
    switch (e.operation().opcode) {
        case Opcode::Vadd2:
        case Opcode::Vadd4: return e.ir.CreateAdd(a, b);
        case Opcode::Vsub2:
        case Opcode::Vsub4: return e.ir.CreateSub(a, b);
        case Opcode::Vavrg2:
        case Opcode::Vavrg4: return average(e, a, b);
        case Opcode::Vabsdiff2:
        case Opcode::Vabsdiff4:
            return e.ir.CreateBinaryIntrinsic(llvm::Intrinsic::abs, e.ir.CreateSub(a, b), e.ir.getFalse());
        case Opcode::Vmin2:
        case Opcode::Vmin4: return minimum(e, a, b, true);
        case Opcode::Vmax2:
        case Opcode::Vmax4: return maximum(e, a, b, true);
        default: return e.ir.CreateZExt(compare(e, a, b, true), e.integer(64));  // vset2, vset4
    }
}

}  // namespace

// With .add the chosen parts are summed up and added to c; otherwise they replace the same parts of c.
void emit_video_simd(Emitter& e) {
    const unsigned count = part_count(e);
    const unsigned bits = 32 / count;
    const std::array<Value*, 2> words = {read_word(e, 1), read_word(e, 2)};
    const std::array<unsigned, 4> parts_a = chosen_parts(e, 1);
    const std::array<unsigned, 4> parts_b = chosen_parts(e, 2);
    const auto read = [&](unsigned part, std::size_t index) {
        return extract(e, words[part / count], {part % count * bits, bits}, is_signed(e.operand_type(index)));
    };
    Value* result = read_word(e, 3);
    for (unsigned i = 0; i < count; ++i) {
        if (!is_chosen(e, i)) continue;
        Value* value = operate(e, read(parts_a[i], 1), read(parts_b[i], 2));
        if (e.has(Modifier::Add)) {
            result = e.ir.CreateAdd(result, resized(e, value, 32, false));
            continue;
        }
        if (e.has(Modifier::Sat)) value = clamped(e, value, bits, is_signed(e.operand_type(0)));
        result = merged(e, result, {i * bits, bits}, value);
    }
    ptx::Operand whole = e.operand(0);
    whole.component = {};
    e.write(whole, result);
}

}  // namespace ringfence::softgpu::codegen
