// Vector code that runs all groups of a block stage by stage.
//
// A stage is what lies between two barriers. All groups run the first one, one after the other, then all the second
// one: a barrier costs a few moves then, where fibers would take turns. At the end of a stage a group's registers are
// put into memory of its own, and the next group's are fetched.
//
// That is right as long as all groups come to the same barrier, or all to their end. Where one goes another way, or its
// lanes part, the runtime gives each group a fiber of its own (rf_leave_stages), and what follows is done by barriers
// of the runtime. The function then has one group, as it has from the beginning where a block's threads do not all run
// in vector code.
#include <llvm/IR/MDBuilder.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "softgpu/codegen/function_builder.h"

namespace ringfence::softgpu::codegen {

llvm::Value* FunctionBuilder::thread_number() {
    if (staged_) return number_in(group_);
    if (thread_number_ != nullptr) return thread_number_;
    return state_field(thread_, offsetof(ThreadState, thread), ir.getInt32Ty());
}

llvm::Value* FunctionBuilder::tid(unsigned component) {
    if (staged_) return number_in(staged_tid_[component]);
    if (tid_[component] != nullptr) return tid_[component];
    return state_field(thread_, offsetof(ThreadState, tid) + std::size_t{4} * component, ir.getInt32Ty());
}

void FunctionBuilder::begin_stages() {
    for (llvm::AllocaInst** variable : {&first_group_, &groups_end_, &group_, &stage_, &reached_stage_, &staged_tid_[0],
                                        &staged_tid_[1], &staged_tid_[2]}) {
        *variable = temporary(ir.getInt32Ty());
    }
    ir.CreateStore(function_->getArg(1), first_group_);
    ir.CreateStore(function_->getArg(1), group_);
    ir.CreateStore(function_->getArg(2), groups_end_);
    ir.CreateStore(state_field(thread_, offsetof(ThreadState, stage), ir.getInt32Ty()), stage_);
    ir.CreateStore(ir.getInt32(0), reached_stage_);
    stage_memory_ = state_field(thread_, offsetof(ThreadState, stage_memory), ir.getPtrTy());
    next_group_ = new_block("group");
    ir.CreateBr(next_group_);
    // The first stage.
    start(new_block("thread"));
    llvm::BasicBlock* beginning = ir.GetInsertBlock();
    set_thread(number_in(group_));
    for (std::size_t i = 0; i < 3; ++i)
        ir.CreateStore(std::exchange(tid_[i], nullptr), staged_tid_[i]);
    thread_number_ = nullptr;
    clear_registers();
    ir.CreateBr(blocks_[0]);
    start(next_group_);
    ir.CreateSwitch(number_in(stage_), beginning);
}

// True if the function runs one group only.
llvm::Value* FunctionBuilder::is_alone() {
    llvm::Value* next = ir.CreateAdd(number_in(first_group_), ir.getInt32(group_lanes_));
    return ir.CreateICmpEQ(next, number_in(groups_end_));
}

// True if the groups before the current one have come to the same stage.
llvm::Value* FunctionBuilder::goes_along(llvm::Value* stage) {
    llvm::Value* is_first = ir.CreateICmpEQ(number_in(group_), number_in(first_group_));
    return ir.CreateOr(is_first, ir.CreateICmpEQ(number_in(reached_stage_), stage));
}

// A barrier.
void FunctionBuilder::emit_stage_end(std::uint32_t statement) {
    StageEnd end{unit_.vector->stage_at.at(statement), new_block("restore"), new_block("after"), {}};
    llvm::Value* stage = ir.getInt32(end.number + 1);
    llvm::BasicBlock* alone = new_block("alone");
    llvm::BasicBlock* many = new_block("many");
    llvm::BasicBlock* along = new_block("along");
    llvm::BasicBlock* apart = new_block("apart");
    llvm::BasicBlock* all = new_block("all");
    llvm::BasicBlock* more = new_block("more");
    llvm::MDNode* rarely = llvm::MDBuilder(context()).createBranchWeights(1, 1000);
    ir.CreateCondBr(is_alone(), alone, many, rarely);

    start(many);
    ir.CreateCondBr(goes_along(stage), along, apart, llvm::MDBuilder(context()).createBranchWeights(1000, 1));
    start(apart);
    leave_stages();
    ir.CreateBr(alone);
    start(alone);
    find_emitter(operation())->emit(*this);
    ir.CreateBr(end.after);

    start(along);
    ir.CreateStore(stage, reached_stage_);
    save_group(end);
    llvm::Value* next = ir.CreateAdd(number_in(group_), ir.getInt32(group_lanes_));
    ir.CreateCondBr(ir.CreateICmpEQ(next, number_in(groups_end_)), all, more);
    start(more);
    ir.CreateStore(next, group_);
    ir.CreateBr(next_group_);
    start(all);
    ir.CreateStore(number_in(first_group_), group_);
    ir.CreateStore(stage, stage_);
    ir.CreateBr(end.restore);
    start(end.after);
    stretch_allowed_.clear();  // another group's
    stage_ends_.push_back(std::move(end));
}

// Where a group ends.
void FunctionBuilder::end_stages() {
    llvm::Value* ended = ir.getInt32(no_stage);
    llvm::BasicBlock* done = new_block("done");
    llvm::BasicBlock* many = new_block("many");
    llvm::BasicBlock* along = new_block("along");
    llvm::BasicBlock* apart = new_block("apart");
    ir.CreateCondBr(is_alone(), done, many);
    start(many);
    ir.CreateCondBr(goes_along(ended), along, apart);
    start(apart);
    leave_stages();
    ir.CreateBr(done);
    start(along);
    ir.CreateStore(ended, reached_stage_);
    llvm::Value* next = ir.CreateAdd(number_in(group_), ir.getInt32(group_lanes_));
    ir.CreateStore(next, group_);
    ir.CreateCondBr(ir.CreateICmpEQ(next, number_in(groups_end_)), done, next_group_);

    auto* choose = llvm::cast<llvm::SwitchInst>(next_group_->getTerminator());
    for (const StageEnd& stage : stage_ends_) {
        choose->addCase(ir.getInt32(stage.number + 1), stage.restore);
        start(stage.restore);
        restore_group(stage);
        ir.CreateBr(stage.after);
    }
    start(done);
}

// --- a group's registers ---------------------------------------------------------------------------------------------

llvm::Value* FunctionBuilder::group_memory() {
    llvm::Value* threads = ir.CreateSub(number_in(group_), number_in(first_group_));
    llvm::Value* offset = ir.CreateMul(threads, ir.getInt32(stage_bytes_ / group_lanes_));
    return ir.CreateInBoundsGEP(ir.getInt8Ty(), stage_memory_, ir.CreateZExt(offset, ir.getInt64Ty()));
}

void FunctionBuilder::save_group(StageEnd& stage) {
    const Place& place = unit_.vector->stages[stage.number];
    const StageLayout layout = lay_out_stage(*unit_.vector, source_, place, group_lanes_);
    llvm::Value* memory = group_memory();
    const auto put = [&](llvm::Value* value, std::uint64_t offset, unsigned alignment) {
        llvm::Type* bit = ir.getInt1Ty();
        if (value->getType()->getScalarType() == bit)
            value = ir.CreateZExt(value, value->getType()->getWithNewBitWidth(8));
        ir.CreateAlignedStore(value, ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), memory, offset),
                              llvm::Align(alignment));
    };
    for (std::size_t i = 0; i < 3; ++i)
        put(number_in(staged_tid_[i]), 4 * i, 4);
    for (std::size_t i = 0; i < place.registers.size(); ++i) {
        const ptx::RegisterId id = place.registers[i];
        const Register& reg = registers_[id];
        put(ir.CreateLoad(reg.storage->getAllocatedType(), reg.storage), layout.offsets[i], 16);
        const auto mirror = mirrors_.find(id);
        if (mirror == mirrors_.end()) continue;
        put(ir.CreateLoad(ir.getInt1Ty(), mirror->second.first), layout.offsets[i] + 2 * group_lanes_, 1);
        put(ir.CreateLoad(ir.getInt1Ty(), mirror->second.agree), layout.offsets[i] + 2 * group_lanes_ + 1, 1);
        stage.mirrors.push_back(id);
    }
}

void FunctionBuilder::restore_group(const StageEnd& stage) {
    const Place& place = unit_.vector->stages[stage.number];
    const StageLayout layout = lay_out_stage(*unit_.vector, source_, place, group_lanes_);
    llvm::Value* memory = group_memory();
    const auto get = [&](llvm::Type* type, std::uint64_t offset, unsigned alignment) -> llvm::Value* {
        const bool bits = type->getScalarType()->isIntegerTy(1);
        llvm::Type* kept = bits ? type->getWithNewBitWidth(8) : type;
        llvm::Value* value = ir.CreateAlignedLoad(kept, ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), memory, offset),
                                                  llvm::Align(alignment));
        return bits ? ir.CreateTrunc(value, type) : value;
    };
    const auto tell = [&](std::size_t offset, llvm::Value* value) {
        ir.CreateStore(value, ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), thread_, offset));
    };
    tell(offsetof(ThreadState, thread), number_in(group_));
    for (std::size_t i = 0; i < 3; ++i) {
        llvm::Value* at = get(ir.getInt32Ty(), 4 * i, 4);
        ir.CreateStore(at, staged_tid_[i]);
        tell(offsetof(ThreadState, tid) + 4 * i, at);
    }
    // Nothing is known yet of the values that this group of lanes has.
    for (const auto& [id, mirror] : mirrors_)
        ir.CreateStore(ir.getFalse(), mirror.agree);
    for (const auto& [id, shadow] : shadows_)
        ir.CreateStore(ir.getFalse(), shadow.holds);
    for (std::size_t i = 0; i < place.registers.size(); ++i) {
        const ptx::RegisterId id = place.registers[i];
        const Register& reg = registers_[id];
        ir.CreateStore(get(reg.storage->getAllocatedType(), layout.offsets[i], 16), reg.storage);
        if (std::find(stage.mirrors.begin(), stage.mirrors.end(), id) == stage.mirrors.end()) continue;
        const Mirror& mirror = mirrors_.at(id);
        ir.CreateStore(get(ir.getInt1Ty(), layout.offsets[i] + 2 * group_lanes_, 1), mirror.first);
        ir.CreateStore(get(ir.getInt1Ty(), layout.offsets[i] + 2 * group_lanes_ + 1, 1), mirror.agree);
    }
}

// --- the end of it ---------------------------------------------------------------------------------------------------

// From here on the function runs the current group only.
void FunctionBuilder::leave_stages() {
    llvm::Type* number = ir.getInt32Ty();
    if (leaving_ == nullptr) {
        leaving_ = llvm::Function::Create(
            llvm::FunctionType::get(ir.getVoidTy(), {ir.getPtrTy(), number, number, number, number, number}, false),
            llvm::GlobalValue::InternalLinkage, "rf.leave.stages", module_);
        leaving_->addFnAttr(llvm::Attribute::NoInline);
        leaving_->addFnAttr(llvm::Attribute::Cold);
        leaving_->addFnAttr(llvm::Attribute::NoUnwind);
        write_leaving(*leaving_);
    }
    llvm::Value* group = number_in(group_);
    ir.CreateCall(leaving_, {thread_, number_in(first_group_), group, number_in(groups_end_), number_in(stage_),
                             number_in(reached_stage_)});
    ir.CreateStore(group, first_group_);
    ir.CreateStore(ir.CreateAdd(group, ir.getInt32(group_lanes_)), groups_end_);
}

// A function of its own tells the runtime at which barrier the others wait.
void FunctionBuilder::write_leaving(llvm::Function& leaving) {
    llvm::IRBuilder<> at(llvm::BasicBlock::Create(context(), "entry", &leaving));
    llvm::Value* reached = leaving.getArg(5);
    llvm::Value* barrier = at.getInt32(0);
    llvm::Value* aligned = at.getInt32(0);
    llvm::Value* where = at.getInt32(0);
    for (std::uint32_t i = 0; i < unit_.vector->stages.size(); ++i) {
        const std::uint32_t statement = unit_.vector->stages[i].statement;
        const ptx::Instruction& instruction = source_.body[statement].instruction;
        const bool is_aligned =
            instruction.opcode() != ptx::Opcode::Barrier || instruction.operation->has(ptx::Modifier::Aligned);
        llvm::Value* here = at.CreateICmpEQ(reached, at.getInt32(i + 1));
        const auto id = static_cast<std::uint32_t>(instruction.operands[0].bits);
        barrier = at.CreateSelect(here, at.getInt32(id), barrier);
        aligned = at.CreateSelect(here, at.getInt32(is_aligned ? 1 : 0), aligned);
        where = at.CreateSelect(here, at.getInt32(unit_.plan.site_of(source_, statement)), where);
    }
    llvm::AllocaInst* groups = at.CreateAlloca(llvm::ArrayType::get(at.getInt8Ty(), sizeof(StagedGroups)));
    groups->setAlignment(llvm::Align(alignof(StagedGroups)));
    const auto put = [&](std::size_t offset, llvm::Value* value) {
        at.CreateStore(value, at.CreateConstInBoundsGEP1_64(at.getInt8Ty(), groups, offset));
    };
    put(offsetof(StagedGroups, first), leaving.getArg(1));
    put(offsetof(StagedGroups, current), leaving.getArg(2));
    put(offsetof(StagedGroups, end), leaving.getArg(3));
    put(offsetof(StagedGroups, stage), leaving.getArg(4));
    put(offsetof(StagedGroups, reached), reached);
    put(offsetof(StagedGroups, barrier), barrier);
    put(offsetof(StagedGroups, aligned), aligned);
    put(offsetof(StagedGroups, site), where);
    put(offsetof(StagedGroups, bytes), at.getInt32(stage_bytes_));
    at.CreateCall(
        module_.getOrInsertFunction("rf_leave_stages",
                                    llvm::FunctionType::get(at.getVoidTy(), {at.getPtrTy(), at.getPtrTy()}, false)),
        {leaving.getArg(0), groups});
    at.CreateRetVoid();
}

}  // namespace ringfence::softgpu::codegen
