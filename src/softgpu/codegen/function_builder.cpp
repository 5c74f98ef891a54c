#include "softgpu/codegen/function_builder.h"

#include <llvm/IR/MDBuilder.h>

#include <fmt/core.h>

#include "base/source_map.h"
#include "ptx/analysis/registers_of.h"
#include "softgpu/codegen/nan_registers.h"

namespace ringfence::softgpu::codegen {

FunctionBuilder::FunctionBuilder(llvm::Module& module, const UnitContext& unit, const ptx::Function& function,
                                 Variant variant)
    : Emitter(module, unit.plan.module()),
      unit_(unit),
      source_(function),
      variant_(variant),
      waits_(unit.may_wait),
      cfg_(function),
      roots_(function),
      joint_checks_(cfg_),
      local_(unit.plan.local_layout(function)),
      parameters_(lay_out_parameters(function.signature.parameters)),
      results_(lay_out_parameters(function.signature.results)),
      lazy_nan_(find_lazy_nan_registers(function)) {
    group_lanes_ = variant == Variant::Vector ? unit.lanes : 1;
    if (variant == Variant::Vector && waits_) stage_bytes_ = stage_bytes(*unit.vector, function, unit.lanes);
    staged_ = stage_bytes_ != 0;
    find_state_reads();
}

llvm::FunctionType* FunctionBuilder::function_type(llvm::LLVMContext& context, Variant variant) {
    llvm::Type* pointer = llvm::PointerType::getUnqual(context);
    llvm::Type* number = llvm::Type::getInt32Ty(context);
    llvm::Type* nothing = llvm::Type::getVoidTy(context);
    switch (variant) {
        case Variant::Resume:
            return llvm::FunctionType::get(nothing, {pointer, number, pointer, number, number}, false);
        case Variant::Function: return llvm::FunctionType::get(nothing, {pointer, pointer, pointer}, false);
        default: return llvm::FunctionType::get(nothing, {pointer, number, number}, false);
    }
}

Result<void> FunctionBuilder::build(llvm::Function* into) {
    function_ = into;
    thread_ = into->getArg(0);
    site_ = unit_.plan.site_of(source_, static_cast<std::uint32_t>(source_.body.size()));
    start(llvm::BasicBlock::Create(context(), "entry", into));
    for (ptx::BlockId block = 0; block <= cfg_.size(); ++block)
        blocks_.push_back(new_block("block"));
    leave_ = blocks_.back();

    load_states();
    // A mark in the entry block, behind the states.
    entry_end_ = ir.CreateBr(new_block("body"));
    start(entry_end_->getSuccessor(0));
    make_registers();
    make_parameters();
    check_stack();
    open_local_frame();
    switch (variant_) {
        case Variant::Scalar:
        case Variant::Vector: begin_threads(); break;
        case Variant::Resume: begin_resume(); break;
        case Variant::Function:
            clear_registers();
            load_register_parameters();
            ir.CreateBr(blocks_[0]);
            break;
    }
    for (ptx::BlockId block = 0; block < cfg_.size() && !refusal_; ++block)
        emit_block(block);
    if (refusal_) {
        const LineColumn where = LineMap(*ptx_.source).position(source_.body[statement_].where.begin);
        return Error::bad_input(*refusal_).at({ptx_.file_name, where.line, where.column});
    }
    start(leave_);
    end_threads();
    return {};
}

llvm::BasicBlock* FunctionBuilder::new_block(const char* name) {
    return llvm::BasicBlock::Create(context(), name, function_);
}

// --- blocks and statements -------------------------------------------------------------------------------------------

void FunctionBuilder::emit_block(ptx::BlockId block) {
    current_ = block;
    start(blocks_[block]);
    const ptx::Block& source = cfg_.block(block);
    if (source.table != nullptr) {
        // brx.idx leads to its targets directly.
        ir.CreateUnreachable();
        return;
    }
    for (std::uint32_t index = source.begin; index < source.end && !refusal_; ++index) {
        if (!is_open()) break;
        emit_statement(index);
    }
    if (!is_open()) return;
    for (const ptx::FlowEdge& edge : cfg_.successors(block)) {
        if (edge.kind != ptx::EdgeKind::Fallthrough) continue;
        if (edge.to == cfg_.exit()) {
            emit_return();
        } else {
            ir.CreateBr(edge_to(edge.to));
        }
        return;
    }
    emit_return();
}

void FunctionBuilder::emit_statement(std::uint32_t index) {
    statement_ = index;
    const ptx::Statement& statement = source_.body[index];
    if (!statement.is_instruction()) return;
    instruction_ = &statement.instruction;
    site_ = unit_.plan.site_of(source_, index);
    if (variant_ == Variant::Resume && unit_.vector->place_at.contains(index)) {
        // A lane that left its group comes in here.
        llvm::BasicBlock* here = new_block("resume");
        ir.CreateBr(here);
        start(here);
        resume_blocks_.emplace_back(unit_.vector->place_at.at(index), here);
        stretch_allowed_.clear();  // it has not passed the first access of any
    }
    if (is_flow(instruction_->opcode())) {
        emit_flow(index);
    } else {
        emit_instruction(index);
    }
}

Form FunctionBuilder::guard_form() const {
    if (!instruction_->guard) return Form::Uniform;
    return registers_[instruction_->guard.predicate].form;
}

// In the shape of the guard's register.
llvm::Value* FunctionBuilder::guard_value() {
    const ptx::Guard& guard = instruction_->guard;
    const Register& reg = registers_[guard.predicate];
    llvm::Type* kept = reg.form == Form::Varying ? llvm::FixedVectorType::get(reg.scalar, group_lanes_) : reg.scalar;
    llvm::Value* value = ir.CreateLoad(kept, reg.storage);
    return guard.negated ? ir.CreateNot(value) : value;
}

bool FunctionBuilder::is_varying(const ptx::Operand& operand) const {
    if (operand.is_register()) return registers_[operand.id].form == Form::Varying;
    for (const ptx::Operand& element : operand.elements()) {
        if (is_varying(element)) return true;
    }
    return false;
}

// How many lanes the instruction must be done for: one if every register it writes is kept as a scalar.
unsigned FunctionBuilder::lanes_of_instruction() const {
    if (group_lanes_ == 1) return 1;
    bool writes = false;
    bool varies = guard_form() == Form::Varying;
    bool reads_lanes = false;
    ptx::for_each_register_use(*instruction_, [&](const ptx::RegisterUse& use) {
        const Register& reg = registers_[use.reg];
        writes = writes || use.writes();
        varies = varies || (use.writes() && reg.form == Form::Varying);
        reads_lanes = reads_lanes || (use.reads() && reg.form != Form::Uniform);
    });
    if (instruction_->instruction_class() == ptx::Class::Atomic ||
        instruction_->instruction_class() == ptx::Class::Reduce) {
        return group_lanes_;  // each lane does its own
    }
    // A store that only some lanes do is done for each of them.
    const bool masked_store = outer_mask_ != nullptr && !writes;
    return varies || masked_store || (!writes && reads_lanes) ? group_lanes_ : 1;
}

void FunctionBuilder::emit_instruction(std::uint32_t index) {
    if (staged_ && unit_.vector->stage_at.contains(index)) {
        emit_stage_end(index);
        return;
    }
    lanes_ = lanes_of_instruction();
    if (group_lanes_ > 1 && unit_.vector->place_at.contains(index)) check_widening(index);
    mask_ = outer_mask_;
    if (instruction_->guard) {
        emit_guarded();
    } else {
        emit_unguarded();
    }
    mask_ = nullptr;
    lanes_ = 1;
    if (group_lanes_ > 1) {
        mirror_results();
        shadow_result();
    }
}

void FunctionBuilder::emit_unguarded() {
    const EmitterEntry* entry = find_emitter(operation());
    if (entry == nullptr) {
        refuse(fmt::format("'{}' is not supported by the software GPU", operation().text));
        return;
    }
    if (lanes_ > 1 && !entry->elementwise) {
        emit_for_lanes(*entry);
    } else {
        entry->emit(*this);
    }
}

void FunctionBuilder::emit_guarded() {
    llvm::Value* guard = guard_value();
    if (guard_form() == Form::Varying) {
        mask_ = outer_mask_ == nullptr ? guard : ir.CreateAnd(outer_mask_, guard);
        emit_unguarded();
        mask_ = nullptr;
        return;
    }
    llvm::BasicBlock* then = new_block("then");
    llvm::BasicBlock* after = new_block("after");
    ir.CreateCondBr(guard, then, after);
    start(then);
    emit_unguarded();
    if (is_open()) ir.CreateBr(after);
    start(after);
}

}  // namespace ringfence::softgpu::codegen
