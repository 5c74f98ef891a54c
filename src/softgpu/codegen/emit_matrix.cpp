// Matrix instructions: mma, wmma, ldmatrix, stmatrix, movmatrix.
//
// The registers of a fragment are put into an array, and the runtime does the rest once all lanes have come.
#include <charconv>
#include <string_view>

#include "softgpu/codegen/emitter.h"
#include "softgpu/math/matrix.h"
#include "softgpu/runtime/matrix_ops.h"

namespace ringfence::softgpu::codegen {
namespace {

using llvm::Value;
using math::Element;
using math::MatrixRole;
using math::MmaSpec;
using ptx::Modifier;

// The elements of `{a, b, c}`, or the operand itself.
std::span<const ptx::Operand> registers_of(const ptx::Operand& operand) {
    return operand.has_elements() ? operand.elements() : std::span<const ptx::Operand>(&operand, 1);
}

// --- what an instruction's spelling says -----------------------------------------------------------------------------

Element element_of(ptx::Type type) {
    switch (type) {
        case ptx::Type::F16: return Element::F16;
        case ptx::Type::Bf16: return Element::BF16;
        case ptx::Type::Tf32: return Element::TF32;
        case ptx::Type::F32: return Element::F32;
        case ptx::Type::F64: return Element::F64;
        case ptx::Type::E4m3: return Element::E4M3;
        case ptx::Type::E5m2: return Element::E5M2;
        case ptx::Type::S8: return Element::S8;
        case ptx::Type::U8: return Element::U8;
        case ptx::Type::S4: return Element::S4;
        case ptx::Type::U4: return Element::U4;
        case ptx::Type::B1: return Element::B1;
        default: return Element::S32;
    }
}

// The numbers of `m16n8k8`.
bool read_shape(std::string_view text, MmaSpec& spec) {
    unsigned numbers[3] = {};
    constexpr std::string_view letters = "mnk";
    for (std::size_t i = 0; i < letters.size(); ++i) {
        if (text.empty() || text.front() != letters[i]) return false;
        const char* const end = text.data() + text.size();
        const std::from_chars_result read = std::from_chars(text.data() + 1, end, numbers[i]);
        if (read.ec != std::errc()) return false;
        text = std::string_view(read.ptr, static_cast<std::size_t>(end - read.ptr));
    }
    spec.m = static_cast<std::uint8_t>(numbers[0]);
    spec.n = static_cast<std::uint8_t>(numbers[1]);
    spec.k = static_cast<std::uint16_t>(numbers[2]);
    return text.empty();
}

struct Spelling {
    MmaSpec spec;
    std::vector<Element> types;
    std::vector<bool> column_major;
};

Spelling read_spelling(const Emitter& e) {
    Spelling spelling;
    for (const Modifier modifier : e.operation().modifiers) {
        const ptx::Type type = ptx::isa::type_of(modifier);
        if (type != ptx::Type::None) spelling.types.push_back(element_of(type));
        if (modifier == Modifier::Row || modifier == Modifier::Col) {
            spelling.column_major.push_back(modifier == Modifier::Col);
        }
        read_shape(ptx::isa::name(modifier), spelling.spec);
    }
    return spelling;
}

math::Rounding matrix_rounding(const Emitter& e) {
    if (e.has(Modifier::Rz)) return math::Rounding::Zero;
    if (e.has(Modifier::Rm)) return math::Rounding::Down;
    if (e.has(Modifier::Rp)) return math::Rounding::Up;
    return math::Rounding::NearestEven;
}

MmaSpec multiplication_of(const Emitter& e) {
    const Spelling spelling = read_spelling(e);
    MmaSpec spec = spelling.spec;
    const std::vector<Element>& types = spelling.types;
    // wmma of f16 names the types of d and c alone.
    spec.d = types.front();
    spec.a = types.size() == 2 ? Element::F16 : types.at(1);
    spec.b = types.size() == 2 ? Element::F16 : types.at(2);
    spec.c = types.back();
    spec.wmma = e.operation().opcode == ptx::Opcode::WmmaMma;
    spec.a_column_major = spelling.column_major.at(0);
    spec.b_column_major = spelling.column_major.at(1);
    spec.saturate = e.has(Modifier::Satfinite);
    spec.exclusive = e.has(Modifier::Xor);
    spec.rounding = matrix_rounding(e);
    return spec;
}

// --- fragments -------------------------------------------------------------------------------------------------------

llvm::AllocaInst* fragment(Emitter& e, std::size_t words) {
    return e.temporary(llvm::ArrayType::get(e.ir.getInt32Ty(), words));
}

Value* word_pointer(Emitter& e, Value* words, std::size_t index) {
    return e.ir.CreateConstInBoundsGEP1_32(e.ir.getInt32Ty(), words, static_cast<unsigned>(index));
}

std::size_t words_per_register(Element element) {
    return math::element_bits(element) == 64 ? 2 : 1;
}

// Stores the registers of an operand from a word on. Doubles lie at addresses of words, not of their own size.
std::size_t store_registers(Emitter& e, const ptx::Operand& operand, Element element, Value* words, std::size_t at) {
    const std::size_t size = words_per_register(element);
    for (const ptx::Operand& reg : registers_of(operand)) {
        Value* bits = e.read(reg, size == 2 ? ptx::Type::B64 : ptx::Type::B32);
        e.ir.CreateAlignedStore(bits, word_pointer(e, words, at), llvm::Align(4));
        at += size;
    }
    return at;
}

void load_registers(Emitter& e, const ptx::Operand& operand, Element element, Value* words) {
    const std::size_t size = words_per_register(element);
    llvm::Type* type = size == 2 ? e.ir.getInt64Ty() : e.ir.getInt32Ty();
    std::size_t at = 0;
    for (const ptx::Operand& reg : registers_of(operand)) {
        e.write(reg, e.ir.CreateAlignedLoad(type, word_pointer(e, words, at), llvm::Align(4)));
        at += size;
    }
}

Value* flag_bits(Emitter& e, std::uint32_t bits) {
    return e.ir.getInt32(bits);
}

bool is_shared(const Emitter& e) {
    return e.operation().space == ptx::Space::Shared;
}

// --- the instructions ------------------------------------------------------------------------------------------------

// On newer architectures there is more than the table of 9.0 has.
bool is_supported(const MmaSpec& spec) {
    return spec.m != 0 && spec.n != 0 && spec.k != 0;
}

void emit_mma(Emitter& e) {
    const MmaSpec spec = multiplication_of(e);
    if (!is_supported(spec) || e.has(Modifier::BlockScale) || e.has(Modifier::KindF8f6f4)) {
        e.refuse("this multiplication of matrices is not supported");
        return;
    }
    if (spec.saturate && spec.d != Element::S32) {
        e.refuse("wmma.mma with .satfinite is not supported for floating-point types");
        return;
    }
    const std::size_t words = math::fragment_words(spec, MatrixRole::A) + math::fragment_words(spec, MatrixRole::B) +
                              math::fragment_words(spec, MatrixRole::C);
    llvm::AllocaInst* in = fragment(e, words);
    llvm::AllocaInst* out = fragment(e, math::fragment_words(spec, MatrixRole::D));
    std::size_t at = store_registers(e, e.operand(1), spec.a, in, 0);
    at = store_registers(e, e.operand(2), spec.b, in, at);
    store_registers(e, e.operand(3), spec.c, in, at);
    e.call_runtime("rf_mma", e.ir.getVoidTy(), {e.ir.getInt64(spec.bits()), in, out});
    load_registers(e, e.operand(0), spec.d, out);
}

TileMode tile_mode(const Emitter& e) {
    TileMode mode;
    mode.count = e.has(Modifier::X4) ? 4 : e.has(Modifier::X2) ? 2 : 1;
    mode.transpose = e.has(Modifier::Trans);
    mode.shared = is_shared(e);
    return mode;
}

// Other shapes came with later architectures.
bool refuse_other_tiles(Emitter& e) {
    if (e.has(Modifier::M8n8) && e.has(Modifier::B16)) return false;
    e.refuse("only .m8n8 matrices of .b16 can be loaded and stored");
    return true;
}

void emit_ldmatrix(Emitter& e) {
    if (refuse_other_tiles(e)) return;
    const TileMode mode = tile_mode(e);
    llvm::AllocaInst* out = fragment(e, mode.count);
    e.call_runtime("rf_load_matrix", e.ir.getVoidTy(), {e.address(e.operand(1)), flag_bits(e, mode.bits()), out});
    load_registers(e, e.operand(0), Element::S32, out);
}

void emit_stmatrix(Emitter& e) {
    if (refuse_other_tiles(e)) return;
    const TileMode mode = tile_mode(e);
    llvm::AllocaInst* in = fragment(e, mode.count);
    store_registers(e, e.operand(1), Element::S32, in, 0);
    e.call_runtime("rf_store_matrix", e.ir.getVoidTy(), {e.address(e.operand(0)), flag_bits(e, mode.bits()), in});
}

void emit_movmatrix(Emitter& e) {
    e.write(0, e.call_runtime("rf_move_matrix", e.ir.getInt32Ty(), {e.read(1, ptx::Type::B32)}));
}

struct WmmaTransfer {
    MmaSpec spec;
    WmmaMode mode;
    MatrixRole role;
    std::uint32_t stride;  // if the instruction has none: the matrix has no gaps
};

WmmaTransfer wmma_transfer(const Emitter& e, MatrixRole role) {
    const Spelling spelling = read_spelling(e);
    WmmaTransfer transfer{spelling.spec, {}, role, 0};
    MmaSpec& spec = transfer.spec;
    spec.wmma = true;
    const Element type = spelling.types.back();
    if (role == MatrixRole::A || role == MatrixRole::B) {
        spec.a = spec.b = type;
    } else {
        spec.c = spec.d = type;
    }
    transfer.mode.role = static_cast<std::uint32_t>(role);
    transfer.mode.row_major = !spelling.column_major.at(0);
    transfer.mode.shared = is_shared(e);
    const std::uint32_t rows = role == MatrixRole::B ? spec.k : spec.m;
    const std::uint32_t columns = role == MatrixRole::A ? spec.k : spec.n;
    transfer.stride = transfer.mode.row_major ? columns : rows;
    return transfer;
}

Value* stride_of(Emitter& e, const WmmaTransfer& transfer) {
    if (e.operand(2).kind == ptx::OperandKind::Empty) return e.ir.getInt32(transfer.stride);
    return e.read(2, ptx::Type::U32);
}

void emit_wmma_load(Emitter& e) {
    const MatrixRole role = e.has(Modifier::A) ? MatrixRole::A : e.has(Modifier::B) ? MatrixRole::B : MatrixRole::C;
    const WmmaTransfer transfer = wmma_transfer(e, role);
    llvm::AllocaInst* out = fragment(e, math::fragment_words(transfer.spec, role));
    e.call_runtime("rf_wmma_load", e.ir.getVoidTy(),
                   {e.ir.getInt64(transfer.spec.bits()), flag_bits(e, transfer.mode.bits()), e.address(e.operand(1)),
                    stride_of(e, transfer), out});
    load_registers(e, e.operand(0), transfer.spec.element(role), out);
}

void emit_wmma_store(Emitter& e) {
    const WmmaTransfer transfer = wmma_transfer(e, MatrixRole::D);
    llvm::AllocaInst* in = fragment(e, math::fragment_words(transfer.spec, MatrixRole::D));
    store_registers(e, e.operand(1), transfer.spec.d, in, 0);
    e.call_runtime("rf_wmma_store", e.ir.getVoidTy(),
                   {e.ir.getInt64(transfer.spec.bits()), flag_bits(e, transfer.mode.bits()), e.address(e.operand(0)),
                    stride_of(e, transfer), in});
}

const EmitterEntry matrix_entries[] = {
    {ptx::Opcode::Mma, OperandKinds::Any, emit_mma, false},
    {ptx::Opcode::WmmaMma, OperandKinds::Any, emit_mma, false},
    {ptx::Opcode::WmmaLoad, OperandKinds::Any, emit_wmma_load, false},
    {ptx::Opcode::WmmaStoreD, OperandKinds::Any, emit_wmma_store, false},
    {ptx::Opcode::Ldmatrix, OperandKinds::Any, emit_ldmatrix, false},
    {ptx::Opcode::Stmatrix, OperandKinds::Any, emit_stmatrix, false},
    {ptx::Opcode::Movmatrix, OperandKinds::Any, emit_movmatrix, false},
};

}  // namespace

std::span<const EmitterEntry> matrix_emitters() {
    return matrix_entries;
}

}  // namespace ringfence::softgpu::codegen
