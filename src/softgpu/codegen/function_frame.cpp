// A function's frame: states, registers, parameters, local memory, and the loop over the threads.
#include <cstddef>

#include "ptx/analysis/registers_of.h"
#include "softgpu/codegen/function_builder.h"

namespace ringfence::softgpu::codegen {

llvm::Value* FunctionBuilder::state_field(llvm::Value* state, std::size_t offset, llvm::Type* type) {
    llvm::Value* place = ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), state, offset);
    return ir.CreateLoad(type, place);
}

void FunctionBuilder::load_states() {
    llvm::Type* pointer = ir.getPtrTy();
    llvm::Type* number = ir.getInt32Ty();
    block_state_ = state_field(thread_, offsetof(ThreadState, block), pointer);
    shared_base_ = state_field(block_state_, offsetof(BlockState, shared), pointer);
    shared_bytes_ =
        ir.CreateZExt(state_field(block_state_, offsetof(BlockState, shared_bytes), number), ir.getInt64Ty());
    for (std::size_t i = 0; i < 3; ++i)
        ntid_[i] = state_field(block_state_, offsetof(BlockState, ntid) + 4 * i, number);
    // Loaded once: stores might change them, as far as the optimiser knows.
    for (std::size_t i = 0; i < 3; ++i) {
        ctaid_[i] = state_field(block_state_, offsetof(BlockState, ctaid) + 4 * i, number);
        nctaid_[i] = state_field(block_state_, offsetof(BlockState, nctaid) + 4 * i, number);
    }
    extent_array_ = state_field(block_state_, offsetof(BlockState, extents), pointer);
    for (llvm::AllocaInst** budget : {&poll_budget_, &yield_budget_}) {
        *budget = temporary(number);
        ir.CreateStore(ir.getInt32(1024), *budget);
    }
    if (variant_ != Variant::Function) {
        ir.CreateStore(ir.getInt32(group_lanes_),
                       ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), thread_, offsetof(ThreadState, lanes)));
    }
    if (variant_ == Variant::Function) {
        parameter_block_ = function_->getArg(1);
        result_block_ = function_->getArg(2);
    } else {
        parameter_block_ = state_field(block_state_, offsetof(BlockState, parameters), pointer);
    }
}

void FunctionBuilder::make_registers() {
    registers_.resize(source_.register_count);
    for (const ptx::RegisterGroup& group : source_.register_groups) {
        for (std::uint32_t i = 0; i < group.count; ++i) {
            const ptx::RegisterId id = group.first + i;
            Register& reg = registers_[id];
            reg.scalar = scalar_type(group.type);
            reg.vector = group.vector;
            reg.lazy_nan = lazy_nan_[id];
            if (variant_ == Variant::Vector) {
                reg.form = unit_.vector->registers[id].form;
                reg.stride = unit_.vector->registers[id].stride;
            }
        }
    }
    // Only registers that occur get a place: a declaration may name thousands.
    std::vector<bool> used(source_.register_count);
    for (const ptx::Statement& statement : source_.body) {
        if (!statement.is_instruction()) continue;
        ptx::for_each_register(statement.instruction, [&](ptx::RegisterId id, ptx::isa::Access) { used[id] = true; });
    }
    const ptx::ParameterRegisters passed = ptx::parameter_registers(source_);
    for (ptx::RegisterId id = 0; id < source_.register_count; ++id) {
        if (!used[id] && !passed.is_parameter(id) && !passed.is_result(id)) continue;
        Register& reg = registers_[id];
        llvm::Type* type =
            reg.form == Form::Varying ? llvm::FixedVectorType::get(reg.scalar, group_lanes_) : reg.scalar;
        if (reg.vector > 1) type = llvm::ArrayType::get(type, reg.vector);
        reg.storage = temporary(type);
        if (variant_ == Variant::Vector && unit_.vector->has_shadow(id)) make_shadow(id);
    }
}

// A register that is read before it was written holds zero, for every thread anew.
void FunctionBuilder::clear_registers() {
    for (const Register& reg : registers_) {
        if (reg.storage == nullptr) continue;
        ir.CreateStore(llvm::Constant::getNullValue(reg.storage->getAllocatedType()), reg.storage);
    }
    for (const auto& [id, shadow] : shadows_)
        ir.CreateStore(ir.getFalse(), shadow.holds);
}

void FunctionBuilder::make_parameters() {
    for (const ptx::Statement& statement : source_.body) {
        if (statement.kind != ptx::StatementKind::Variables) continue;
        for (const ptx::Variable* variable : statement.variables->variables) {
            if (variable->space != ptx::Space::Param) continue;
            llvm::AllocaInst* storage = temporary(llvm::ArrayType::get(ir.getInt8Ty(), variable->bytes()));
            storage->setAlignment(llvm::Align(16));
            parameter_variables_[variable] = storage;
        }
    }
}

void FunctionBuilder::open_local_frame() {
    if (local_.bytes() == 0) return;
    llvm::Value* top = ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), thread_, offsetof(ThreadState, local_top));
    local_before_ = ir.CreateLoad(ir.getInt64Ty(), top);
    const std::uint64_t alignment = std::max(16U, local_.alignment());
    local_base_ = ir.CreateAnd(ir.CreateAdd(local_before_, ir.getInt64(alignment - 1)), ir.getInt64(~(alignment - 1)));
    llvm::Value* end = ir.CreateAdd(local_base_, ir.getInt64(align_up(local_.bytes(), 16)));
    llvm::Value* limit = state_field(thread_, offsetof(ThreadState, local_end), ir.getInt64Ty());
    llvm::BasicBlock* full = new_block("local.full");
    llvm::BasicBlock* fits = new_block("local.fits");
    ir.CreateCondBr(ir.CreateICmpUGT(end, limit), full, fits);
    start(full);
    call_runtime("rf_fault_stack", ir.getVoidTy(), {});
    ir.CreateUnreachable();
    start(fits);
    // The exact end, so that one byte more is found out; the next frame aligns it anew.
    ir.CreateStore(ir.CreateAdd(local_base_, ir.getInt64(local_.bytes())), top);
}

void FunctionBuilder::close_local_frame() {
    if (local_before_ == nullptr) return;
    llvm::Value* top = ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), thread_, offsetof(ThreadState, local_top));
    ir.CreateStore(local_before_, top);
}

// Only functions that can come back to themselves can run out of stack.
void FunctionBuilder::check_stack() {
    if (variant_ != Variant::Function) return;
    const ptx::CallGraph& calls = unit_.plan.calls();
    const ptx::FunctionId id = calls.id_of(source_);
    if (!calls.is_recursive(id) && !calls.calls_unknown(id) && !unit_.plan.is_indirect(source_)) return;
    llvm::Value* frame = ir.CreateIntrinsic(llvm::Intrinsic::frameaddress, {ir.getPtrTy()}, {ir.getInt32(0)});
    llvm::Value* limit = state_field(thread_, offsetof(ThreadState, stack_limit), ir.getPtrTy());
    llvm::BasicBlock* deep = new_block("stack.deep");
    llvm::BasicBlock* fine = new_block("stack.fine");
    ir.CreateCondBr(ir.CreateICmpULT(frame, limit), deep, fine);
    start(deep);
    call_runtime("rf_fault_stack", ir.getVoidTy(), {});
    ir.CreateUnreachable();
    start(fine);
}

// Where in the block the thread (in vector code: the first lane) is.
void FunctionBuilder::set_thread(llvm::Value* thread) {
    thread_number_ = thread;
    llvm::BasicBlock* rows = new_block("rows");
    llvm::BasicBlock* located = new_block("located");
    llvm::BasicBlock* before = ir.GetInsertBlock();
    llvm::Value* one_row = ir.CreateICmpEQ(ir.CreateMul(ntid_[1], ntid_[2]), ir.getInt32(1));
    ir.CreateCondBr(one_row, located, rows);
    start(rows);
    llvm::Value* row = ir.CreateUDiv(thread, ntid_[0]);
    llvm::Value* xs[] = {thread, ir.CreateSub(thread, ir.CreateMul(row, ntid_[0]))};
    llvm::Value* plane = ir.CreateUDiv(row, ntid_[1]);
    llvm::Value* ys[] = {ir.getInt32(0), ir.CreateSub(row, ir.CreateMul(plane, ntid_[1]))};
    llvm::Value* zs[] = {ir.getInt32(0), plane};
    ir.CreateBr(located);
    start(located);
    const auto either = [&](llvm::Value* const(&values)[2]) {
        llvm::PHINode* phi = ir.CreatePHI(ir.getInt32Ty(), 2);
        phi->addIncoming(values[0], before);
        phi->addIncoming(values[1], rows);
        return phi;
    };
    tid_[0] = either(xs);
    tid_[1] = either(ys);
    tid_[2] = either(zs);
    const auto store = [&](std::size_t offset, llvm::Value* value) {
        ir.CreateStore(value, ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), thread_, offset));
    };
    store(offsetof(ThreadState, thread), thread);
    for (std::size_t i = 0; i < 3; ++i)
        store(offsetof(ThreadState, tid) + 4 * i, tid_[i]);
}

void FunctionBuilder::begin_threads() {
    if (staged_) {
        begin_stages();
        return;
    }
    llvm::BasicBlock* before = ir.GetInsertBlock();
    llvm::BasicBlock* each = new_block("thread");
    ir.CreateBr(each);
    start(each);
    first_thread_ = ir.CreatePHI(ir.getInt32Ty(), 2);
    first_thread_->addIncoming(function_->getArg(1), before);
    set_thread(first_thread_);
    clear_registers();
    ir.CreateBr(blocks_[0]);
}

void FunctionBuilder::end_threads() {
    if (staged_) {
        end_stages();
    } else if (first_thread_ != nullptr) {
        llvm::BasicBlock* done = new_block("done");
        llvm::Value* next = ir.CreateAdd(first_thread_, ir.getInt32(group_lanes_));
        first_thread_->addIncoming(next, ir.GetInsertBlock());
        llvm::Value* end = function_->getArg(variant_ == Variant::Resume ? 4 : 2);
        ir.CreateCondBr(ir.CreateICmpULT(next, end), first_thread_->getParent(), done);
        start(done);
    }
    close_local_frame();
    if (variant_ == Variant::Function) store_register_results();
    ir.CreateRetVoid();
    if (variant_ != Variant::Resume) return;
    // Now that all places have their blocks, the way in can be written.
    start(choose_place_);
    llvm::BasicBlock* nowhere = new_block("nowhere");
    llvm::SwitchInst* way = ir.CreateSwitch(function_->getArg(1), nowhere);
    for (const auto& [place, target] : resume_blocks_) {
        llvm::BasicBlock* load = new_block("load");
        way->addCase(ir.getInt32(place), load);
        start(load);
        const Place& where = unit_.vector->places[place];
        for (std::size_t i = 0; i < where.registers.size(); ++i) {
            const Register& reg = registers_[where.registers[i]];
            llvm::Value* from = ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), resumed_registers_, where.offsets[i]);
            llvm::Type* stored = reg.scalar->isIntegerTy(1) ? ir.getInt8Ty() : reg.scalar;
            llvm::Value* value = ir.CreateAlignedLoad(stored, from, llvm::Align(1));
            if (reg.scalar->isIntegerTy(1)) value = ir.CreateTrunc(value, reg.scalar);
            ir.CreateStore(value, reg.storage);
        }
        ir.CreateBr(target);
    }
    start(nowhere);
    ir.CreateUnreachable();
}

// They lie in one row.
void FunctionBuilder::begin_resume() {
    llvm::Type* number = ir.getInt32Ty();
    const auto place_of = [&](std::size_t offset) {
        return ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), thread_, offset);
    };
    llvm::Value* first = state_field(thread_, offsetof(ThreadState, thread), number);
    for (std::size_t i = 0; i < 3; ++i)
        tid_[i] = state_field(thread_, offsetof(ThreadState, tid) + 4 * i, number);
    llvm::BasicBlock* before = ir.GetInsertBlock();
    llvm::BasicBlock* each = new_block("thread");
    ir.CreateBr(each);
    start(each);
    first_thread_ = ir.CreatePHI(number, 2);
    first_thread_->addIncoming(ir.getInt32(0), before);
    thread_number_ = ir.CreateAdd(first, first_thread_);
    tid_[0] = ir.CreateAdd(tid_[0], first_thread_);
    ir.CreateStore(thread_number_, place_of(offsetof(ThreadState, thread)));
    ir.CreateStore(tid_[0], place_of(offsetof(ThreadState, tid)));
    llvm::Value* offset = ir.CreateMul(ir.CreateZExt(first_thread_, ir.getInt64Ty()),
                                       ir.CreateZExt(function_->getArg(3), ir.getInt64Ty()));
    resumed_registers_ = ir.CreateInBoundsGEP(ir.getInt8Ty(), function_->getArg(2), offset);
    clear_registers();
    choose_place_ = new_block("choose");
    ir.CreateBr(choose_place_);
}

// Old PTX passes values in registers.
void FunctionBuilder::load_register_parameters() {
    const ptx::ParameterRegisters passed = ptx::parameter_registers(source_);
    ptx::RegisterId next = passed.results;
    for (std::size_t i = 0; i < source_.signature.parameters.size(); ++i) {
        if (source_.signature.parameters[i]->space != ptx::Space::Register) continue;
        const Register& reg = registers_[next++];
        for (unsigned element = 0; element < reg.vector; ++element) {
            const std::uint64_t offset = parameters_.offsets[i] + element * stored_bytes(reg.scalar);
            llvm::Value* from = ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), parameter_block_, offset);
            ir.CreateStore(ir.CreateAlignedLoad(reg.scalar, from, llvm::Align(1)), storage_of(reg, element));
        }
    }
}

void FunctionBuilder::store_register_results() {
    ptx::RegisterId next = 0;
    for (std::size_t i = 0; i < source_.signature.results.size(); ++i) {
        if (source_.signature.results[i]->space != ptx::Space::Register) continue;
        const Register& reg = registers_[next++];
        for (unsigned element = 0; element < reg.vector; ++element) {
            const std::uint64_t offset = results_.offsets[i] + element * stored_bytes(reg.scalar);
            llvm::Value* to = ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), result_block_, offset);
            ir.CreateAlignedStore(ir.CreateLoad(reg.scalar, storage_of(reg, element)), to, llvm::Align(1));
        }
    }
}

// --- special registers -----------------------------------------------------------------------------------------------

llvm::Value* FunctionBuilder::special_register(ptx::SpecialRegister reg, unsigned component) {
    using ptx::SpecialRegister;
    llvm::Type* number = ir.getInt32Ty();
    const auto of_block = [&](std::size_t offset) { return state_field(block_state_, offset, number); };
    const auto of_axis = [&](std::size_t offset) -> llvm::Value* {
        return component < 3 ? of_block(offset + std::size_t{4} * component) : ir.getInt32(0);
    };
    const auto lane = [&] { return ir.CreateAnd(thread_number(), ir.getInt32(31)); };
    const auto lane_bit = [&] { return ir.CreateShl(ir.getInt32(1), lane()); };
    const auto runtime = [&](const char* name) {
        return ir.CreateCall(module_.getOrInsertFunction(name, llvm::FunctionType::get(ir.getInt64Ty(), {}, false)));
    };
    switch (reg) {
        case SpecialRegister::Tid: return component < 3 ? tid(component) : ir.getInt32(0);
        case SpecialRegister::Ntid: return component < 3 ? ntid_[component] : ir.getInt32(0);
        case SpecialRegister::Ctaid: return component < 3 ? ctaid_[component] : ir.getInt32(0);
        case SpecialRegister::Nctaid: return component < 3 ? nctaid_[component] : ir.getInt32(0);
        case SpecialRegister::Clusterid: return of_axis(offsetof(BlockState, clusterid));
        case SpecialRegister::Nclusterid: return of_axis(offsetof(BlockState, nclusterid));
        case SpecialRegister::ClusterCtaid: return of_axis(offsetof(BlockState, cluster_ctaid));
        case SpecialRegister::ClusterNctaid: return of_axis(offsetof(BlockState, cluster_nctaid));
        case SpecialRegister::ClusterCtarank: return of_block(offsetof(BlockState, cluster_rank));
        case SpecialRegister::ClusterNctarank: return of_block(offsetof(BlockState, cluster_blocks));
        case SpecialRegister::IsExplicitCluster: return of_block(offsetof(BlockState, is_explicit_cluster));
        case SpecialRegister::Laneid: return lane();
        case SpecialRegister::Warpid: return ir.CreateLShr(thread_number(), ir.getInt32(5));
        case SpecialRegister::Nwarpid: return ir.getInt32(64);
        case SpecialRegister::Smid: return of_block(offsetof(BlockState, multiprocessor));
        case SpecialRegister::Nsmid: return of_block(offsetof(BlockState, multiprocessors));
        case SpecialRegister::Gridid: return state_field(block_state_, offsetof(BlockState, grid_id), ir.getInt64Ty());
        case SpecialRegister::LanemaskEq: return lane_bit();
        case SpecialRegister::LanemaskLt: return ir.CreateSub(lane_bit(), ir.getInt32(1));
        case SpecialRegister::LanemaskLe: return ir.CreateOr(ir.CreateSub(lane_bit(), ir.getInt32(1)), lane_bit());
        case SpecialRegister::LanemaskGe: return ir.CreateNeg(lane_bit());
        case SpecialRegister::LanemaskGt:
            return ir.CreateNot(ir.CreateOr(ir.CreateSub(lane_bit(), ir.getInt32(1)), lane_bit()));
        case SpecialRegister::Clock:
        case SpecialRegister::Clock64: return runtime("rf_clock");
        case SpecialRegister::ClockHi: return ir.CreateLShr(runtime("rf_clock"), ir.getInt64(32));
        case SpecialRegister::Globaltimer:
        case SpecialRegister::GlobaltimerLo: return runtime("rf_global_timer");
        case SpecialRegister::GlobaltimerHi: return ir.CreateLShr(runtime("rf_global_timer"), ir.getInt64(32));
        // By these cooperative groups find what the blocks of a grid meet in: the high word, then the low one.
        case SpecialRegister::Envreg1:
            return ir.CreateLShr(state_field(block_state_, offsetof(BlockState, grid_workspace), ir.getInt64Ty()),
                                 ir.getInt64(32));
        case SpecialRegister::Envreg2:
            return state_field(block_state_, offsetof(BlockState, grid_workspace), ir.getInt64Ty());
        case SpecialRegister::TotalSmemSize:
        case SpecialRegister::AggrSmemSize:
            return ir.CreateSub(ir.CreateTrunc(shared_bytes_, number), ir.getInt32(unit_.plan.reserved_shared()));
        case SpecialRegister::DynamicSmemSize: return of_block(offsetof(BlockState, dynamic_shared));
        // The two areas within it lie apart from each other; where a card has them is not known.
        case SpecialRegister::ReservedSmemOffset1: return ir.getInt32(reserved_shared_bytes / 2);
        case SpecialRegister::ReservedSmemOffsetEnd:
        case SpecialRegister::ReservedSmemOffsetCap: return ir.getInt32(reserved_shared_bytes);
        // Performance counters, environment registers and the like read as zero; and so do the others of these places.
        default: return ir.getInt64(0);
    }
}

}  // namespace ringfence::softgpu::codegen
