// Predicates of vector code, seen from the first lane.
//
// `i < n` with a strided i and a uniform n is the same for all lanes if it is so for the first and the last one. That
// is two scalar comparisons, where looking at a vector of booleans takes a dozen instructions. Where a predicate comes
// from something else, its mirror says that nothing is known, and the vector is looked at.
#include "softgpu/codegen/function_builder.h"

namespace ringfence::softgpu::codegen {
namespace {

using ptx::Modifier;
using ptx::Opcode;

struct Comparison {
    llvm::CmpInst::Predicate predicate = llvm::CmpInst::BAD_ICMP_PREDICATE;
    bool is_signed = true;
};

// Comparisons that change at most once along a row of growing numbers.
Comparison comparison_of(const ptx::Operation& operation) {
    const ptx::TypeKind kind = ptx::isa::info(operation.type).kind;
    const bool is_signed = kind == ptx::TypeKind::Signed;
    const auto choose = [&](llvm::CmpInst::Predicate s, llvm::CmpInst::Predicate u) {
        return Comparison{is_signed ? s : u, is_signed};
    };
    if (kind != ptx::TypeKind::Signed && kind != ptx::TypeKind::Unsigned) return {};
    if (operation.has(Modifier::Lt) || operation.has(Modifier::Lo))
        return choose(llvm::CmpInst::ICMP_SLT, llvm::CmpInst::ICMP_ULT);
    if (operation.has(Modifier::Le) || operation.has(Modifier::Ls))
        return choose(llvm::CmpInst::ICMP_SLE, llvm::CmpInst::ICMP_ULE);
    if (operation.has(Modifier::Gt) || operation.has(Modifier::Hi))
        return choose(llvm::CmpInst::ICMP_SGT, llvm::CmpInst::ICMP_UGT);
    if (operation.has(Modifier::Ge) || operation.has(Modifier::Hs))
        return choose(llvm::CmpInst::ICMP_SGE, llvm::CmpInst::ICMP_UGE);
    return {};
}

bool has_boolean(const ptx::Operation& operation) {
    return operation.has(Modifier::And) || operation.has(Modifier::Or) || operation.has(Modifier::Xor);
}

}  // namespace

const FunctionBuilder::Mirror& FunctionBuilder::mirror_of(ptx::RegisterId predicate) {
    const auto found = mirrors_.find(predicate);
    if (found != mirrors_.end()) return found->second;
    llvm::BasicBlock& entry = function_->getEntryBlock();
    llvm::IRBuilder<> at_entry(&entry, entry.begin());
    const Mirror mirror{at_entry.CreateAlloca(ir.getInt1Ty()), at_entry.CreateAlloca(ir.getInt1Ty())};
    at_entry.CreateStore(ir.getFalse(), mirror.first);
    at_entry.CreateStore(ir.getFalse(), mirror.agree);
    return mirrors_.emplace(predicate, mirror).first->second;
}

void FunctionBuilder::set_mirror(const ptx::Operand& predicate, llvm::Value* first, llvm::Value* agree) {
    if (!predicate.is_register() || registers_[predicate.id].form != Form::Varying) return;
    const Mirror& mirror = mirror_of(predicate.id);
    ir.CreateStore(first, mirror.first);
    ir.CreateStore(agree, mirror.agree);
}

// After an instruction: what is known of the predicates it wrote.
void FunctionBuilder::mirror_results() {
    if (instruction_->operands.empty() || operand_type(0) != ptx::Type::Pred) return;
    const bool plain = !instruction_->guard && outer_mask_ == nullptr;
    if (plain && (mirror_compare() || mirror_logic())) return;
    const ptx::Operand& result = operand(0);
    set_mirror(result, ir.getFalse(), ir.getFalse());
    for (const ptx::Operand& part : result.elements())
        set_mirror(part, ir.getFalse(), ir.getFalse());
}

// A uniform or strided operand as one lane has it.
llvm::Value* FunctionBuilder::lane_value(const ptx::Operand& operand, ptx::Type type, unsigned lane) {
    lane_ = static_cast<int>(lane);
    llvm::Value* value = read(operand, type);
    lane_ = -1;
    return value;
}

bool FunctionBuilder::mirror_compare() {
    if (instruction_->opcode() != Opcode::Setp || has_boolean(operation()) || !operand(0).is_register()) return false;
    const Comparison comparison = comparison_of(operation());
    if (comparison.predicate == llvm::CmpInst::BAD_ICMP_PREDICATE) return false;
    const LaneForm a = form_of(operand(1), unit_.vector->registers);
    const LaneForm b = form_of(operand(2), unit_.vector->registers);
    if (a.form == Form::Varying || b.form == Form::Varying || (a.form == Form::Strided && b.form == Form::Strided)) {
        return false;
    }
    const ptx::Type type = type_of_operation();
    const unsigned last = group_lanes_ - 1;
    llvm::Value* first_a = lane_value(operand(1), type, 0);
    llvm::Value* first_b = lane_value(operand(2), type, 0);
    llvm::Value* last_a = lane_value(operand(1), type, last);
    llvm::Value* last_b = lane_value(operand(2), type, last);
    llvm::Value* first = ir.CreateICmp(comparison.predicate, first_a, first_b);
    llvm::Value* agree = ir.CreateICmpEQ(first, ir.CreateICmp(comparison.predicate, last_a, last_b));
    // Only if the row does not wrap around in between.
    const bool a_moves = a.form == Form::Strided;
    agree = ir.CreateAnd(agree, is_row(a_moves ? first_a : first_b, a_moves ? last_a : last_b,
                                       a_moves ? a.stride : b.stride, comparison.is_signed));
    set_mirror(operand(0), first, agree);
    return true;
}

// and, or, xor, not of predicates: they agree where their operands do.
bool FunctionBuilder::mirror_logic() {
    const Opcode opcode = instruction_->opcode();
    const bool two = opcode == Opcode::And || opcode == Opcode::Or || opcode == Opcode::Xor;
    if (!two && opcode != Opcode::Not && opcode != Opcode::Mov) return false;
    llvm::Value* first[2] = {};
    llvm::Value* agree = ir.getTrue();
    for (std::size_t i = 0; i < (two ? 2U : 1U); ++i) {
        const ptx::Operand& source = operand(i + 1);
        if (!source.is_register()) return false;
        const Register& reg = registers_[source.id];
        if (reg.form == Form::Varying) {
            const Mirror& mirror = mirror_of(source.id);
            first[i] = ir.CreateLoad(ir.getInt1Ty(), mirror.first);
            agree = ir.CreateAnd(agree, ir.CreateLoad(ir.getInt1Ty(), mirror.agree));
        } else {
            first[i] = ir.CreateLoad(ir.getInt1Ty(), reg.storage);
        }
        if (source.negated) first[i] = ir.CreateNot(first[i]);
    }
    llvm::Value* value = first[0];
    if (opcode == Opcode::And) value = ir.CreateAnd(first[0], first[1]);
    if (opcode == Opcode::Or) value = ir.CreateOr(first[0], first[1]);
    if (opcode == Opcode::Xor) value = ir.CreateXor(first[0], first[1]);
    if (opcode == Opcode::Not) value = ir.CreateNot(first[0]);
    set_mirror(operand(0), value, agree);
    return true;
}

}  // namespace ringfence::softgpu::codegen
