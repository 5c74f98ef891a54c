// Registers of vector code that are strided in nearly all groups, seen from the first lane.
//
// `min(i, last)` with a strided i is as strided as i is, where no lane meets the bound. Beside the vector such a
// register has a shadow: the first lane's number, and whether the others follow it in steps. What is computed from it
// has one too, up to the addresses of loads and stores: where the shadow holds, one check and one access serve all
// lanes, and the vectors are not needed. Elsewhere, at an image's border say, the runtime accesses lane by lane.
#include <llvm/IR/MDBuilder.h>

#include <algorithm>
#include <utility>

#include "softgpu/codegen/function_builder.h"

namespace ringfence::softgpu::codegen {

using ptx::Opcode;

void FunctionBuilder::make_shadow(ptx::RegisterId id) {
    const LaneForm likely = unit_.vector->likely[id];
    Register base = registers_[id];
    base.form = likely.form;
    base.stride = likely.stride;
    base.storage = temporary(base.scalar);
    shadows_.emplace(id, Shadow{base, temporary(ir.getInt1Ty())});
}

// While they are swapped, instructions are written for registers that are strided. Twice is back.
void FunctionBuilder::swap_shadows(const std::vector<ptx::RegisterId>& registers) {
    for (const ptx::RegisterId id : registers)
        std::swap(registers_[id], shadows_.at(id).base);
}

// After an instruction: the shadow of the register that it wrote.
void FunctionBuilder::shadow_result() {
    if (instruction_->operands.empty() || !operand(0).is_register()) return;
    const auto result = shadows_.find(operand(0).id);
    if (result == shadows_.end()) return;
    if (instruction_->guard || outer_mask_ != nullptr) {
        ir.CreateStore(ir.getFalse(), result->second.holds);
        return;
    }
    std::vector<ptx::RegisterId> swapped = {operand(0).id};
    llvm::Value* holds = ir.getTrue();
    for (std::size_t i = 1; i < operand_count(); ++i) {
        if (!operand(i).is_register()) continue;
        const ptx::RegisterId id = operand(i).id;
        const auto source = shadows_.find(id);
        if (source == shadows_.end()) continue;
        holds = ir.CreateAnd(holds, ir.CreateLoad(ir.getInt1Ty(), source->second.holds));
        if (std::find(swapped.begin(), swapped.end(), id) == swapped.end()) swapped.push_back(id);
    }
    swap_shadows(swapped);
    if (llvm::Value* condition = stays_in_step(); condition != nullptr) holds = ir.CreateAnd(holds, condition);
    find_emitter(operation())->emit(*this);
    swap_shadows(swapped);
    ir.CreateStore(holds, result->second.holds);
}

// The condition under which operands in steps give a result in steps; null: there is no condition.
llvm::Value* FunctionBuilder::stays_in_step() {
    const Opcode opcode = instruction_->opcode();
    return opcode == Opcode::Min || opcode == Opcode::Max ? bound_is_not_met() : widens_in_step();
}

// min and max of a strided number and a uniform one: the strided one is taken by all lanes if it is by the first and
// the last, unless it wraps around in between.
llvm::Value* FunctionBuilder::bound_is_not_met() {
    const auto stride_of = [&](std::size_t index) {
        return operand(index).is_register() ? registers_[operand(index).id].stride
                                            : form_of(operand(index), unit_.vector->registers).stride;
    };
    const std::size_t moving = stride_of(1) != 0 ? 1 : 2;
    const ptx::Type type = type_of_operation();
    const bool is_signed = ptx::isa::info(type).kind == ptx::TypeKind::Signed;
    llvm::Value* bound = lane_value(operand(3 - moving), type, 0);
    llvm::Value* ends[] = {lane_value(operand(moving), type, 0), lane_value(operand(moving), type, group_lanes_ - 1)};
    llvm::Value* all = is_row(ends[0], ends[1], stride_of(moving), is_signed);
    for (llvm::Value* end : ends) {
        const bool min = instruction_->opcode() == Opcode::Min;
        llvm::Value* low = min ? end : bound;
        llvm::Value* high = min ? bound : end;
        all = ir.CreateAnd(all, is_signed ? ir.CreateICmpSLE(low, high) : ir.CreateICmpULE(low, high));
    }
    return all;
}

// --- accesses --------------------------------------------------------------------------------------------------------

std::optional<ptx::RegisterId> FunctionBuilder::shadowed_base(const ptx::Operand& address) const {
    if (address.kind != ptx::OperandKind::Address || !address.address_base().is_register()) return std::nullopt;
    const ptx::RegisterId id = address.address_base().id;
    if (registers_[id].form != Form::Varying || !shadows_.contains(id)) return std::nullopt;
    return id;
}

bool FunctionBuilder::is_likely_contiguous() const {
    const bool load = is_load(*instruction_);
    if (!load && instruction_->opcode() != Opcode::St) return false;
    return shadowed_base(operand(load ? 1 : 0)) && is_contiguous(*instruction_, unit_.vector->likely);
}

// A load's: host pointer to the data of all lanes, which are checked. Where they are not adjacent the runtime puts them
// together.
llvm::Value* FunctionBuilder::likely_contiguous_pointer(const ptx::Operand& at, unsigned bytes, AccessKind kind) {
    const ptx::RegisterId base = *shadowed_base(at);
    llvm::AllocaInst* together = data_of_lanes(bytes);
    llvm::BasicBlock* in_step = new_block("in.step");
    llvm::BasicBlock* apart = new_block("out.of.step");
    llvm::BasicBlock* after = new_block("after");
    ir.CreateCondBr(ir.CreateLoad(ir.getInt1Ty(), shadows_.at(base).holds), in_step, apart,
                    llvm::MDBuilder(context()).createBranchWeights(1000, 1));
    start(in_step);
    swap_shadows({base});
    llvm::Value* adjacent = contiguous_pointer(at, bytes, kind);
    swap_shadows({base});
    in_step = ir.GetInsertBlock();
    ir.CreateBr(after);
    start(apart);
    access_each("rf_read_each", at, bytes, kind, together);
    ir.CreateBr(after);
    start(after);
    llvm::PHINode* pointer = ir.CreatePHI(ir.getPtrTy(), 2);
    pointer->addIncoming(adjacent, in_step);
    pointer->addIncoming(together, apart);
    return pointer;
}

void FunctionBuilder::emit_likely_store() {
    const ptx::Operand& at = operand(0);
    const ptx::RegisterId base = *shadowed_base(at);
    llvm::Value* data = contiguous_data(operand(1));
    const llvm::Align alignment(ptx::isa::info(type_of_operation()).bits / 8);
    const auto bytes = static_cast<unsigned>(module_.getDataLayout().getTypeStoreSize(data->getType()) / group_lanes_);
    llvm::BasicBlock* in_step = new_block("in.step");
    llvm::BasicBlock* apart = new_block("out.of.step");
    llvm::BasicBlock* after = new_block("after");
    ir.CreateCondBr(ir.CreateLoad(ir.getInt1Ty(), shadows_.at(base).holds), in_step, apart,
                    llvm::MDBuilder(context()).createBranchWeights(1000, 1));
    start(in_step);
    swap_shadows({base});
    llvm::Value* adjacent = contiguous_pointer(at, bytes, AccessKind::Write);
    swap_shadows({base});
    ir.CreateAlignedStore(data, adjacent, alignment);
    ir.CreateBr(after);
    start(apart);
    llvm::AllocaInst* together = temporary(data->getType());
    ir.CreateStore(data, together);
    access_each("rf_write_each", at, bytes, AccessKind::Write, together);
    ir.CreateBr(after);
    start(after);
}

}  // namespace ringfence::softgpu::codegen
