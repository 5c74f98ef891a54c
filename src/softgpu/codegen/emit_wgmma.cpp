// Multiplication by a warp group: wgmma.mma_async. Its fences, groups and waits need nothing, since it is done when it
// is issued.
#include "softgpu/codegen/emit_wgmma.h"

#include <charconv>
#include <string_view>

#include "softgpu/codegen/emitter.h"
#include "softgpu/math/matrix.h"
#include "softgpu/runtime/matrix_wgmma.h"

namespace ringfence::softgpu::codegen {
namespace {

using llvm::Value;
using math::Element;
using math::MmaSpec;
using ptx::Modifier;

Element group_element(ptx::Type type) {
    switch (type) {
        case ptx::Type::F16: return Element::F16;
        case ptx::Type::Bf16: return Element::BF16;
        case ptx::Type::Tf32: return Element::TF32;
        case ptx::Type::F32: return Element::F32;
        case ptx::Type::E4m3: return Element::E4M3;
        case ptx::Type::E5m2: return Element::E5M2;
        case ptx::Type::S8: return Element::S8;
        case ptx::Type::U8: return Element::U8;
        case ptx::Type::B1: return Element::B1;
        default: return Element::S32;
    }
}

// The numbers of `m64n256k16`; 0 if the text is none.
struct GroupShape {
    std::uint32_t columns = 0;
    std::uint32_t depth = 0;
};

GroupShape group_shape(std::string_view text) {
    constexpr std::string_view rows = "m64n";
    GroupShape shape;
    if (!text.starts_with(rows)) return shape;
    const char* const end = text.data() + text.size();
    const std::from_chars_result columns = std::from_chars(text.data() + rows.size(), end, shape.columns);
    if (columns.ptr == end || *columns.ptr != 'k') return {};
    std::from_chars(columns.ptr + 1, end, shape.depth);
    return shape;
}

struct GroupProduct {
    MmaSpec spec;
    std::uint32_t columns = 0;
};

GroupProduct group_product(const Emitter& e) {
    GroupProduct product;
    MmaSpec& spec = product.spec;
    spec.m = 16;
    spec.n = 8;
    std::vector<Element> types;
    for (const Modifier modifier : e.operation().modifiers) {
        if (const ptx::Type type = ptx::isa::type_of(modifier); type != ptx::Type::None)
            types.push_back(group_element(type));
        const GroupShape shape = group_shape(ptx::isa::name(modifier));
        if (shape.depth == 0) continue;
        product.columns = shape.columns;
        spec.k = static_cast<std::uint16_t>(shape.depth);
    }
    spec.c = spec.d = types.at(0);
    spec.a = types.at(1);
    spec.b = types.at(2);
    spec.saturate = e.has(Modifier::Satfinite);
    return product;
}

std::span<const ptx::Operand> vector_of(const ptx::Operand& operand) {
    return operand.has_elements() ? operand.elements() : std::span<const ptx::Operand>(&operand, 1);
}

llvm::AllocaInst* store_words(Emitter& e, const ptx::Operand& operand) {
    const std::span<const ptx::Operand> registers = vector_of(operand);
    llvm::AllocaInst* words = e.temporary(llvm::ArrayType::get(e.ir.getInt32Ty(), registers.size()));
    for (std::size_t i = 0; i < registers.size(); ++i) {
        Value* place = e.ir.CreateConstInBoundsGEP1_32(e.ir.getInt32Ty(), words, static_cast<unsigned>(i));
        e.ir.CreateStore(e.read(registers[i], ptx::Type::B32), place);
    }
    return words;
}

void load_words(Emitter& e, const ptx::Operand& operand, Value* words) {
    const std::span<const ptx::Operand> registers = vector_of(operand);
    for (std::size_t i = 0; i < registers.size(); ++i) {
        Value* place = e.ir.CreateConstInBoundsGEP1_32(e.ir.getInt32Ty(), words, static_cast<unsigned>(i));
        e.write(registers[i], e.ir.CreateLoad(e.ir.getInt32Ty(), place));
    }
}

bool is_given(const Emitter& e, std::size_t index) {
    return index < e.operand_count() && e.operand(index).kind != ptx::OperandKind::Empty;
}

bool is_number(const Emitter& e, std::size_t index, std::int64_t number) {
    return is_given(e, index) && static_cast<std::int64_t>(e.operand(index).bits) == number;
}

// d, a, b, scale-d, then the signs of a and b, and which of them are transposed: a in registers is not.
WarpGroupMode group_mode(const Emitter& e, const GroupProduct& product) {
    WarpGroupMode mode;
    mode.columns = product.columns;
    mode.a_in_registers = e.operand(1).has_elements();
    mode.negate_a = is_number(e, 4, -1);
    mode.negate_b = is_number(e, 5, -1);
    mode.transpose_a = !mode.a_in_registers && is_number(e, 6, 1);
    mode.transpose_b = is_number(e, mode.a_in_registers ? 6 : 7, 1);
    return mode;
}

void emit_wgmma(Emitter& e) {
    const GroupProduct product = group_product(e);
    if (product.spec.a == Element::B1) return e.refuse("wgmma of single bits is not supported");
    const WarpGroupMode mode = group_mode(e, product);
    const std::size_t words = math::fragment_words(product.spec, math::MatrixRole::D) * product.columns / 8;
    if (vector_of(e.operand(0)).size() != words)
        return e.refuse("wgmma has another number of registers than its shape");
    Value* const none = llvm::ConstantPointerNull::get(e.ir.getPtrTy());
    Value* a = mode.a_in_registers ? static_cast<Value*>(store_words(e, e.operand(1))) : none;
    Value* a_descriptor = mode.a_in_registers ? e.ir.getInt64(0) : e.read(1, ptx::Type::U64);
    Value* adds = e.ir.CreateZExt(e.read_predicate(e.operand(3)), e.ir.getInt32Ty());
    llvm::AllocaInst* d = store_words(e, e.operand(0));
    e.call_runtime("rf_wgmma", e.ir.getVoidTy(),
                   {e.ir.getInt64(product.spec.bits()), e.ir.getInt32(mode.bits()), a, a_descriptor,
                    e.read(2, ptx::Type::U64), adds, d});
    load_words(e, e.operand(0), d);
}

void emit_group_order(Emitter& /*e*/) {}

const EmitterEntry wgmma_entries[] = {
    {ptx::Opcode::WgmmaMmaAsync, OperandKinds::Any, emit_wgmma, false},
    {ptx::Opcode::WgmmaFence, OperandKinds::Any, emit_group_order, false},
    {ptx::Opcode::WgmmaCommitGroup, OperandKinds::Any, emit_group_order, false},
    {ptx::Opcode::WgmmaWaitGroup, OperandKinds::Any, emit_group_order, false},
};

}  // namespace

std::span<const EmitterEntry> wgmma_emitters() {
    return wgmma_entries;
}

}  // namespace ringfence::softgpu::codegen
