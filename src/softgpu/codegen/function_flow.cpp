// Branches, returns, and what happens where the lanes of vector code part.
#include <llvm/IR/MDBuilder.h>

#include <algorithm>
#include <cstddef>

#include "softgpu/codegen/function_builder.h"
#include "softgpu/codegen/unit.h"

namespace ringfence::softgpu::codegen {

using ptx::Opcode;

namespace {

// Predicates are kept in bytes.
llvm::Value* in_bytes(llvm::IRBuilder<>& at, llvm::Value* value) {
    llvm::Type* const type = value->getType();
    if (!type->isIntOrIntVectorTy(1)) return value;
    return at.CreateZExt(value, type->getWithNewType(at.getInt8Ty()));
}

// A loop that is to stay one, not be unrolled or made of vectors again.
void keep_loop(llvm::BranchInst& back) {
    llvm::LLVMContext& context = back.getContext();
    llvm::Metadata* const no = llvm::ConstantAsMetadata::get(llvm::ConstantInt::getFalse(context));
    llvm::Metadata* const wishes[] = {
        nullptr,
        llvm::MDNode::get(context, llvm::MDString::get(context, "llvm.loop.unroll.disable")),
        llvm::MDNode::get(context, {llvm::MDString::get(context, "llvm.loop.vectorize.enable"), no}),
    };
    llvm::MDNode* const loop = llvm::MDNode::getDistinct(context, wishes);
    loop->replaceOperandWith(0, loop);
    back.setMetadata(llvm::LLVMContext::MD_loop, loop);
}

}  // namespace

bool FunctionBuilder::is_flow(Opcode opcode) {
    switch (opcode) {
        case Opcode::Bra:
        case Opcode::BrxIdx:
        case Opcode::Call:
        case Opcode::Ret:
        case Opcode::Exit:
        case Opcode::Trap:
        case Opcode::Brkpt:
        case Opcode::Alloca:
        case Opcode::Stacksave:
        case Opcode::Stackrestore: return true;
        default: return false;
    }
}

llvm::BasicBlock* FunctionBuilder::block_of_label(const ptx::Label& label) {
    return edge_to(cfg_.block_of(label.statement));
}

// A block to branch to. On the way back of a loop, others get a chance to run.
llvm::BasicBlock* FunctionBuilder::edge_to(ptx::BlockId target) {
    if (target > current_) return blocks_[target];
    llvm::BasicBlock* before = ir.GetInsertBlock();
    llvm::BasicBlock* edge = new_block("again");
    start(edge);
    emit_poll(target);
    ir.CreateBr(blocks_[target]);
    start(before);
    return edge;
}

// Where the function may look at what another thread has done.
void FunctionBuilder::find_state_reads() {
    if (!waits_) return;
    for (std::uint32_t i = 0; i < source_.body.size(); ++i) {
        if (!source_.body[i].is_instruction()) continue;
        const ptx::Instruction& instruction = source_.body[i].instruction;
        const ptx::Class kind = instruction.instruction_class();
        if (kind == ptx::Class::Call || kind == ptx::Class::Mbarrier || reads_shared_state(instruction)) {
            state_reads_.push_back(i);
        }
    }
}

// True if a thread that waits for another may take the way back from the current block to the target. At least one of
// the ways back of a loop around a read spans it in the text.
bool FunctionBuilder::may_spin(ptx::BlockId target) const {
    const auto read = std::lower_bound(state_reads_.begin(), state_reads_.end(), cfg_.block(target).begin);
    return read != state_reads_.end() && *read < cfg_.block(current_).end;
}

void FunctionBuilder::emit_poll(ptx::BlockId target) {
    // A thread that waits for another one hands over sooner. The others have a count of their own: it would hide that
    // of a loop around them.
    const bool spins = may_spin(target);
    llvm::AllocaInst* budget = spins ? yield_budget_ : poll_budget_;
    llvm::Value* left = ir.CreateSub(ir.CreateLoad(ir.getInt32Ty(), budget), ir.getInt32(1));
    ir.CreateStore(left, budget);
    llvm::BasicBlock* poll = new_block("poll");
    llvm::BasicBlock* go_on = new_block("go.on");
    llvm::MDNode* rarely = llvm::MDBuilder(context()).createBranchWeights(1, 1000);
    ir.CreateCondBr(ir.CreateICmpEQ(left, ir.getInt32(0)), poll, go_on, rarely);
    start(poll);
    call_runtime(spins ? "rf_yield" : "rf_poll", ir.getVoidTy(), {});
    ir.CreateStore(ir.getInt32(spins ? 64 : 4096), budget);
    ir.CreateBr(go_on);
    start(go_on);
}

void FunctionBuilder::emit_flow(std::uint32_t statement) {
    const Opcode opcode = instruction_->opcode();
    if (opcode == Opcode::Brkpt) return;
    const bool leaves = opcode == Opcode::Bra || opcode == Opcode::Ret || opcode == Opcode::Exit;
    if (!instruction_->guard) {
        if (opcode == Opcode::Bra) {
            ir.CreateBr(block_of_label(*operand(0).label));
        } else if (opcode == Opcode::Ret || (opcode == Opcode::Exit && source_.is_entry)) {
            emit_return();
        } else {
            emit_other_flow(statement);
        }
        return;
    }
    if (guard_form() == Form::Varying) {
        emit_varying_flow(statement, leaves);
    } else {
        emit_guarded_flow(statement, leaves, guard_value());
    }
}

// All lanes go the same way, or none does, or the group does both: one after the other if what lies between is short,
// each lane by itself otherwise.
void FunctionBuilder::emit_varying_flow(std::uint32_t statement, bool leaves) {
    llvm::AllocaInst* all_taken = temporary(ir.getInt1Ty());
    llvm::BasicBlock* look = new_block("look");
    llvm::BasicBlock* agreed = new_block("agreed");
    const Mirror& mirror = mirror_of(instruction_->guard.predicate);
    llvm::Value* first = ir.CreateLoad(ir.getInt1Ty(), mirror.first);
    if (instruction_->guard.negated) first = ir.CreateNot(first);
    ir.CreateStore(first, all_taken);
    ir.CreateCondBr(ir.CreateLoad(ir.getInt1Ty(), mirror.agree), agreed, look);

    start(look);
    llvm::Value* guard = guard_value();
    llvm::Value* all = ir.CreateAndReduce(guard);
    llvm::Value* any = ir.CreateOrReduce(guard);
    ir.CreateStore(all, all_taken);
    llvm::BasicBlock* mixed = new_block("mixed");
    ir.CreateCondBr(ir.CreateICmpEQ(all, any), agreed, mixed);
    start(mixed);
    const auto bypass = unit_.vector->bypasses.find(statement);
    if (bypass == unit_.vector->bypasses.end()) {
        emit_divergence(statement);
    } else {
        emit_masked(statement, bypass->second, ir.CreateNot(guard));
    }
    start(agreed);
    instruction_ = &source_.body[statement].instruction;
    site_ = unit_.plan.site_of(source_, statement);
    emit_guarded_flow(statement, leaves, ir.CreateLoad(ir.getInt1Ty(), all_taken));
}

// The block that some lanes jump over, for those that do not.
void FunctionBuilder::emit_masked(std::uint32_t branch, ptx::BlockId block, llvm::Value* mask) {
    llvm::Value* outer = std::exchange(outer_mask_, mask);
    masked_branch_ = branch;
    const ptx::Block& range = cfg_.block(block);
    for (std::uint32_t index = range.begin; index < range.end && !refusal_; ++index) {
        const ptx::Statement& statement = source_.body[index];
        if (!statement.is_instruction() || is_flow(statement.instruction.opcode())) continue;
        statement_ = index;
        instruction_ = &statement.instruction;
        site_ = unit_.plan.site_of(source_, index);
        emit_instruction(index);
    }
    outer_mask_ = outer;
    // Its only way on.
    ir.CreateBr(blocks_[cfg_.successors(block)[0].to]);
}

void FunctionBuilder::emit_guarded_flow(std::uint32_t statement, bool leaves, llvm::Value* condition) {
    llvm::BasicBlock* after = new_block("else");
    llvm::BasicBlock* then = nullptr;
    if (leaves && operation().opcode == Opcode::Bra) {
        then = block_of_label(*operand(0).label);
        ir.CreateCondBr(condition, then, after);
    } else {
        then = new_block("then");
        ir.CreateCondBr(condition, then, after);
        start(then);
        if (leaves && (operation().opcode == Opcode::Ret || source_.is_entry)) {
            emit_return();
        } else {
            emit_other_flow(statement);
        }
        if (is_open()) ir.CreateBr(after);
    }
    start(after);
}

void FunctionBuilder::emit_other_flow(std::uint32_t statement) {
    switch (instruction_->opcode()) {
        case Opcode::BrxIdx: emit_branch_table(statement); break;
        case Opcode::Call: emit_call(); break;
        case Opcode::Trap:
            call_runtime("rf_trap", ir.getVoidTy(), {});
            ir.CreateUnreachable();
            break;
        case Opcode::Exit:
            call("rf_exit", ir.getVoidTy(), {thread()});
            ir.CreateUnreachable();
            break;
        default: emit_stack_instruction(); break;
    }
}

void FunctionBuilder::emit_return() {
    ir.CreateBr(leave_);
}

void FunctionBuilder::emit_branch_table(std::uint32_t statement) {
    const ptx::TargetTable* table = ptx::target_table(source_, operand(1));
    if (table == nullptr) {
        refuse("the branch's table of targets is missing");
        return;
    }
    llvm::Value* index = nullptr;
    if (is_varying(operand(0))) {
        lanes_ = group_lanes_;
        llvm::Value* all = read(0, ptx::Type::U32);
        lanes_ = 1;
        index = ir.CreateExtractElement(all, std::uint64_t{0});
        llvm::Value* same = ir.CreateICmpEQ(all, ir.CreateVectorSplat(group_lanes_, index));
        require_agreement(ir.CreateAndReduce(same), statement);
    } else {
        index = read(0, ptx::Type::U32);
    }
    llvm::BasicBlock* outside = new_block("outside");
    llvm::SwitchInst* branch = ir.CreateSwitch(index, outside, static_cast<unsigned>(table->labels.size()));
    llvm::BasicBlock* from = ir.GetInsertBlock();
    for (std::size_t i = 0; i < table->labels.size(); ++i)
        branch->addCase(ir.getInt32(static_cast<std::uint32_t>(i)), block_of_label(*table->labels[i]));
    start(outside);
    call_runtime("rf_fault_branch", ir.getVoidTy(), {ir.CreateZExt(index, ir.getInt64Ty())});
    ir.CreateUnreachable();
    start(from);
}

// --- where lanes part ------------------------------------------------------------------------------------------------

void FunctionBuilder::require_agreement(llvm::Value* agree, std::uint32_t statement) {
    llvm::BasicBlock* apart = new_block("apart");
    llvm::BasicBlock* together = new_block("together");
    ir.CreateCondBr(agree, together, apart, llvm::MDBuilder(context()).createBranchWeights(1000, 1));
    start(apart);
    emit_divergence(statement);
    start(together);
}

// Hands the threads over to the runtime. A function of its own puts the lanes' registers into memory: here it would
// only make the code that does not part larger and slower.
void FunctionBuilder::emit_divergence(std::uint32_t statement) {
    if (staged_) {
        llvm::BasicBlock* many = new_block("many");
        llvm::BasicBlock* alone = new_block("alone");
        ir.CreateCondBr(is_alone(), alone, many);
        start(many);
        leave_stages();
        ir.CreateBr(alone);
        start(alone);
    }
    const std::uint32_t number = unit_.vector->place_at.at(statement);
    const Place& place = unit_.vector->places[number];
    std::vector<llvm::Value*> values = {thread_};
    std::vector<llvm::Type*> types = {ir.getPtrTy()};
    for (const ptx::RegisterId id : place.registers) {
        const Register& reg = registers_[id];
        values.push_back(ir.CreateLoad(reg.storage->getAllocatedType(), reg.storage));
        types.push_back(values.back()->getType());
    }
    llvm::Function* part = llvm::Function::Create(llvm::FunctionType::get(ir.getVoidTy(), types, false),
                                                  llvm::GlobalValue::InternalLinkage, parting_function, module_);
    part->addFnAttr("warn-stack-size", "0");  // a program decides how large its frame is: it counts
    part->addFnAttr(llvm::Attribute::NoInline);
    part->addFnAttr(llvm::Attribute::Cold);
    part->addFnAttr(llvm::Attribute::NoUnwind);
    write_parting(*part, number);
    ir.CreateCall(part, values);
    ir.CreateBr(leave_);
}

// A loop over the lanes: written out for each, this would be most of the code of a kernel with many such places.
void FunctionBuilder::write_parting(llvm::Function& part, std::uint32_t number) {
    const Place& place = unit_.vector->places[number];
    llvm::BasicBlock* const entry = llvm::BasicBlock::Create(context(), "entry", &part);
    llvm::BasicBlock* const loop = llvm::BasicBlock::Create(context(), "lane", &part);
    llvm::BasicBlock* const done = llvm::BasicBlock::Create(context(), "done", &part);
    llvm::IRBuilder<> at(entry);
    const std::uint64_t bytes = std::max(std::uint64_t{1}, std::uint64_t{place.bytes} * group_lanes_);
    llvm::AllocaInst* memory = at.CreateAlloca(llvm::ArrayType::get(at.getInt8Ty(), bytes));
    memory->setAlignment(llvm::Align(16));
    std::vector<llvm::Value*> values;  // those of all lanes in memory, where they differ otherwise than by a stride
    for (std::size_t i = 0; i < place.registers.size(); ++i) {
        values.push_back(in_bytes(at, part.getArg(static_cast<unsigned>(i + 1))));
        if (registers_[place.registers[i]].form != Form::Varying) continue;
        llvm::AllocaInst* const all = at.CreateAlloca(values.back()->getType());
        at.CreateStore(values.back(), all);
        values.back() = all;
    }
    at.CreateBr(loop);

    at.SetInsertPoint(loop);
    llvm::PHINode* const lane = at.CreatePHI(at.getInt64Ty(), 2);
    llvm::Value* const begin =
        at.CreateInBoundsGEP(at.getInt8Ty(), memory, at.CreateMul(lane, at.getInt64(place.bytes)));
    for (std::size_t i = 0; i < place.registers.size(); ++i) {
        const Register& reg = registers_[place.registers[i]];
        llvm::Value* one = values[i];
        if (reg.form == Form::Varying) {
            llvm::Type* const type = reg.scalar->isIntegerTy(1) ? at.getInt8Ty() : reg.scalar;
            one = at.CreateLoad(type, at.CreateInBoundsGEP(type, one, lane));
        }
        if (reg.form == Form::Strided) {
            llvm::Value* const step = llvm::ConstantInt::get(reg.scalar, static_cast<std::uint64_t>(reg.stride), true);
            one = at.CreateAdd(one, at.CreateMul(at.CreateZExtOrTrunc(lane, reg.scalar), step));
        }
        at.CreateAlignedStore(one, at.CreateConstInBoundsGEP1_64(at.getInt8Ty(), begin, place.offsets[i]),
                              llvm::Align(1));
    }
    llvm::Value* const next = at.CreateAdd(lane, at.getInt64(1));
    lane->addIncoming(at.getInt64(0), entry);
    lane->addIncoming(next, loop);
    keep_loop(*at.CreateCondBr(at.CreateICmpULT(next, at.getInt64(group_lanes_)), loop, done));

    at.SetInsertPoint(done);
    const llvm::FunctionCallee callee = module_.getOrInsertFunction(
        "rf_diverge", llvm::FunctionType::get(at.getVoidTy(),
                                              {at.getPtrTy(), at.getInt32Ty(), at.getPtrTy(), at.getInt32Ty()}, false));
    at.CreateCall(callee, {part.getArg(0), at.getInt32(number), memory, at.getInt32(place.bytes)});
    at.CreateRetVoid();
}

// A strided 32-bit number is widened: that is only right if no lane's number has wrapped around.
void FunctionBuilder::check_widening(std::uint32_t statement) {
    llvm::Value* fine = widens_in_step();
    // In a block that some lanes have jumped over, nothing has happened yet: they part at the jump.
    if (fine != nullptr) require_agreement(fine, outer_mask_ == nullptr ? statement : masked_branch_);
}

// True if no lane's number wraps around; null if the instruction widens no strided number.
llvm::Value* FunctionBuilder::widens_in_step() {
    if (widened_type(*instruction_) == ptx::Type::None) return nullptr;
    const ptx::Operand* source = nullptr;
    for (std::size_t i = 1; i < instruction_->operands.size(); ++i) {
        const ptx::Operand& operand = instruction_->operands[i];
        if (!operand.is_register()) continue;
        const Register& reg = registers_[operand.id];
        if (reg.form == Form::Strided && reg.scalar->isIntegerTy(32)) source = &operand;
    }
    if (source == nullptr) return nullptr;
    const Register& reg = registers_[source->id];
    const unsigned before = std::exchange(lanes_, 1);
    llvm::Value* base = load_register(*source);
    lanes_ = before;
    const std::int64_t last = reg.stride * (group_lanes_ - 1);
    llvm::Value* end = ir.CreateAdd(base, ir.getInt32(static_cast<std::uint32_t>(last)));
    const bool is_signed = ptx::isa::info(widened_type(*instruction_)).kind == ptx::TypeKind::Signed;
    return is_row(base, end, last, is_signed);
}

// True if numbers that go from one to the other in steps of one sign do not wrap around on the way.
llvm::Value* FunctionBuilder::is_row(llvm::Value* from, llvm::Value* to, std::int64_t step, bool is_signed) {
    if (step < 0) std::swap(from, to);
    return is_signed ? ir.CreateICmpSLE(from, to) : ir.CreateICmpULE(from, to);
}

// --- the stack -------------------------------------------------------------------------------------------------------

void FunctionBuilder::emit_stack_instruction() {
    llvm::Value* place = ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), thread_, offsetof(ThreadState, local_top));
    llvm::Value* top = ir.CreateLoad(ir.getInt64Ty(), place);
    switch (instruction_->opcode()) {
        case Opcode::Stacksave: write(0, as_type(top, type_of_operation())); return;
        case Opcode::Stackrestore: ir.CreateStore(ir.CreateZExt(read(0), ir.getInt64Ty()), place); return;
        default: break;
    }
    // alloca
    llvm::Value* size = ir.CreateZExt(read(1, type_of_operation()), ir.getInt64Ty());
    std::uint64_t alignment = 16;
    if (operand(2).kind == ptx::OperandKind::Integer) alignment = std::max<std::uint64_t>(alignment, operand(2).bits);
    llvm::Value* begin = ir.CreateAnd(ir.CreateAdd(top, ir.getInt64(alignment - 1)), ir.getInt64(~(alignment - 1)));
    llvm::Value* limit = state_field(thread_, offsetof(ThreadState, local_end), ir.getInt64Ty());
    llvm::Value* room = ir.CreateSub(limit, begin);
    llvm::BasicBlock* full = new_block("alloca.full");
    llvm::BasicBlock* fits = new_block("alloca.fits");
    ir.CreateCondBr(ir.CreateOr(ir.CreateICmpUGT(begin, limit), ir.CreateICmpUGT(size, room)), full, fits);
    start(full);
    call_runtime("rf_fault_stack", ir.getVoidTy(), {});
    ir.CreateUnreachable();
    start(fits);
    ir.CreateStore(ir.CreateAdd(begin, size), place);
    write(0, as_type(begin, type_of_operation()));
}

}  // namespace ringfence::softgpu::codegen
