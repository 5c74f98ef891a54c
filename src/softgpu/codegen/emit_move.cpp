// mov, selp, and conversions between generic addresses and those of a state space.
#include "softgpu/codegen/emitter.h"

namespace ringfence::softgpu::codegen {
namespace {

using ptx::Opcode;
using ptx::OperandKind;
using ptx::Space;

// Integers keep a NaN's bits, floats keep it to be corrected later; see nan_registers.h.
bool is_copy_type(ptx::Type type) {
    return type == ptx::Type::F32 || type == ptx::Type::F64;
}

void emit_pack(Emitter& e) {
    const std::vector<ptx::Operand> parts = e.elements(e.operand(1));
    const unsigned bits = ptx::isa::info(e.type_of_operation()).bits;
    const unsigned part_bits = bits / static_cast<unsigned>(parts.size());
    llvm::Value* all = e.constant(bits, 0);
    const ptx::Type part_type = e.operand_type(1);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        llvm::Value* part = e.ir.CreateZExt(e.read(parts[i], part_type), e.integer(bits));
        all = e.ir.CreateOr(all, e.ir.CreateShl(part, e.constant(bits, part_bits * i)));
    }
    e.write(0, all);
}

void emit_unpack(Emitter& e) {
    const std::vector<ptx::Operand> parts = e.elements(e.operand(0));
    const unsigned bits = ptx::isa::info(e.type_of_operation()).bits;
    const unsigned part_bits = bits / static_cast<unsigned>(parts.size());
    llvm::Value* all = e.read(1, e.type_of_operation());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        llvm::Value* part = e.ir.CreateLShr(all, e.constant(bits, part_bits * i));
        e.write(parts[i], e.ir.CreateTrunc(part, e.integer(part_bits)));
    }
}

// mov.v4: element by element.
void emit_move_elements(Emitter& e) {
    const std::vector<ptx::Operand> to = e.elements(e.operand(0));
    const ptx::Operand& from = e.operand(1);
    std::vector<llvm::Value*> values;
    for (std::size_t i = 0; i < to.size(); ++i) {
        if (from.kind != OperandKind::Special) {
            values.push_back(e.read(e.elements(from)[i], e.type_of_operation()));
            continue;
        }
        static constexpr std::string_view letters[] = {"x", "y", "z", "w"};
        ptx::Operand element = from;
        element.component = *ptx::Component::named(letters[i]);
        values.push_back(e.read(element, e.type_of_operation()));
    }
    for (std::size_t i = 0; i < to.size(); ++i)
        e.write(to[i], values[i]);
}

void emit_mov(Emitter& e) {
    // In braces, or a vector register as a whole.
    const bool to_list = e.elements(e.operand(0)).size() > 1;
    const bool from_list = e.elements(e.operand(1)).size() > 1;
    if (e.operation().vector > 1 || (to_list && from_list)) {
        emit_move_elements(e);
    } else if (from_list) {
        emit_pack(e);
    } else if (to_list) {
        emit_unpack(e);
    } else if (e.keeps_nan(e.operand(0))) {
        e.write(0, e.read_as_is(e.operand(1)));
    } else {
        e.write(0, e.read(1, is_copy_type(e.type_of_operation()) ? Emitter::bits_type(e.type_of_operation())
                                                                 : e.type_of_operation()));
    }
}

void emit_selp(Emitter& e) {
    llvm::Value* condition = e.read_predicate(e.operand(3));
    if (e.keeps_nan(e.operand(0))) {
        e.write(0, e.ir.CreateSelect(condition, e.read_as_is(e.operand(1)), e.read_as_is(e.operand(2))));
        return;
    }
    const ptx::Type type = Emitter::bits_type(e.type_of_operation());
    e.write(0, e.ir.CreateSelect(condition, e.read(1, type), e.read(2, type)));
}

// The start of a space's window among generic addresses, as far as it has one.
llvm::Value* window_of(Emitter& e, Space space) {
    const bool shared = space == Space::Shared || space == Space::SharedCluster;
    return shared ? e.shared_window() : e.ir.getInt64(0);
}

void emit_cvta(Emitter& e) {
    const ptx::Type type = e.type_of_operation();
    const unsigned bits = ptx::isa::info(type).bits;
    if (bits != 64) {
        e.refuse("generic addresses have 64 bits");
        return;
    }
    llvm::Value* window = e.splat(window_of(e, e.operation().space));
    llvm::Value* address = e.read(1, type);
    // Offsets of other blocks of the cluster have a sign, and come from registers of 32 bits as well.
    const bool of_cluster = e.operation().space == Space::SharedCluster;
    if (of_cluster && !e.has(ptx::Modifier::To)) {
        llvm::Type* half = address->getType()->getWithNewBitWidth(32);
        address = e.ir.CreateSExt(e.ir.CreateTrunc(address, half), address->getType());
    }
    e.write(0, e.has(ptx::Modifier::To) ? e.ir.CreateSub(address, window) : e.ir.CreateAdd(address, window));
}

void emit_isspacep(Emitter& e) {
    const char* name = "rf_is_global";
    switch (e.operation().space) {
        case Space::Const: name = "rf_is_const"; break;
        case Space::Local: name = "rf_is_local"; break;
        case Space::Shared: name = "rf_is_shared"; break;
        case Space::SharedCluster: name = "rf_is_cluster_shared"; break;
        case Space::Param: name = "rf_is_param"; break;
        default: break;
    }
    llvm::Value* address = e.ir.CreateZExtOrTrunc(e.read(1), e.integer(64));
    llvm::Value* is = e.call(name, e.ir.getInt64Ty(), {e.thread(), address});
    e.write(0, e.ir.CreateICmpNE(is, e.constant(64, 0)));
}

llvm::Value* own_rank(Emitter& e) {
    return e.special_register(ptx::SpecialRegister::ClusterCtarank, 0);
}

// The same place in another block of the cluster. Generic addresses lie as far from each other as those of the space.
void emit_mapa(Emitter& e) {
    llvm::Value* address = e.read(1, e.type_of_operation());
    llvm::Value* blocks = e.ir.CreateSub(e.read(2, ptx::Type::U32), own_rank(e));
    llvm::Value* away = e.ir.CreateShl(blocks, e.ir.getInt32(cluster_stride_bits));
    e.write(0, e.ir.CreateAdd(address, e.ir.CreateSExtOrTrunc(away, address->getType())));
}

void emit_getctarank(Emitter& e) {
    llvm::Value* address = e.read(1, e.type_of_operation());
    if (e.operation().space == Space::None) address = e.ir.CreateSub(address, e.shared_window());
    llvm::Value* offset = e.ir.CreateSExtOrTrunc(address, e.integer(32));
    llvm::Value* blocks = e.ir.CreateAShr(offset, e.ir.getInt32(cluster_stride_bits));
    e.write(0, e.ir.CreateAdd(blocks, own_rank(e)));
}

constexpr EmitterEntry move_entries[] = {
    {Opcode::Mov, OperandKinds::Any, emit_mov, true},
    {Opcode::Selp, OperandKinds::Any, emit_selp, true},
    {Opcode::Cvta, OperandKinds::Any, emit_cvta, true},
    {Opcode::Isspacep, OperandKinds::Any, emit_isspacep, false},
    {Opcode::Mapa, OperandKinds::Any, emit_mapa, false},
    {Opcode::Getctarank, OperandKinds::Any, emit_getctarank, false},
};

}  // namespace

std::span<const EmitterEntry> move_emitters() {
    return move_entries;
}

}  // namespace ringfence::softgpu::codegen
