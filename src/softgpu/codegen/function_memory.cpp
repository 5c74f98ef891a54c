// Addresses, and the check that every access passes.
//
// An access is checked against the extent that the last access through the same pointer was found in: three or four
// instructions. Only if that fails is the runtime asked, which knows all allocations.
#include <llvm/IR/MDBuilder.h>

#include <bit>
#include <cstddef>

#include "ptx/parameter_layout.h"
#include "softgpu/codegen/function_builder.h"

namespace ringfence::softgpu::codegen {

llvm::Value* FunctionBuilder::variable_address(const ptx::Variable& variable) {
    switch (variable.space) {
        case ptx::Space::Shared: return ir.getInt64(unit_.shared.offset_of(variable));
        case ptx::Space::Local: return ir.CreateAdd(local_base_, ir.getInt64(local_.offset_of(variable)));
        case ptx::Space::Param: return ir.CreatePtrToInt(parameter_pointer(variable), ir.getInt64Ty());
        default: {
            const std::string symbol = ModulePlan::symbol_of(variable);
            llvm::Constant* global = module_.getOrInsertGlobal(symbol, ir.getInt8Ty());
            return ir.CreatePtrToInt(global, ir.getInt64Ty());
        }
    }
}

llvm::Value* FunctionBuilder::function_address(const ptx::Function& function) {
    const ptx::Function& definition = *unit_.plan.definition_of(function);
    if (definition.is_entry) return ir.getInt64(unit_.plan.kernel_address(definition));
    llvm::FunctionCallee callee =
        module_.getOrInsertFunction(ModulePlan::symbol_of(definition), function_type(context(), Variant::Function));
    return ir.CreatePtrToInt(callee.getCallee(), ir.getInt64Ty());
}

llvm::Value* Emitter::address(const ptx::Operand& operand) {
    const ptx::Operand& base = operand.kind == ptx::OperandKind::Address ? operand.address_base() : operand;
    llvm::Value* value = nullptr;
    if (base.is_register() && registers_[base.id].scalar->isIntegerTy(32)) {
        value = ir.CreateZExt(read(base, ptx::Type::U32), integer(64));
    } else {
        value = read(base, ptx::Type::U64);
    }
    const std::int64_t offset = operand.kind == ptx::OperandKind::Address ? operand.offset : 0;
    if (offset == 0) return value;
    if (base.is_register() && registers_[base.id].scalar->isIntegerTy(32)) {
        // 32-bit addresses wrap around as such.
        value = ir.CreateAdd(ir.CreateTrunc(value, integer(32)), constant(32, static_cast<std::uint64_t>(offset)));
        return ir.CreateZExt(value, integer(64));
    }
    return ir.CreateAdd(value, constant(64, static_cast<std::uint64_t>(offset)));
}

bool FunctionBuilder::is_kernel_parameter(const ptx::Operand& operand) const {
    if (variant_ == Variant::Function || operand.kind != ptx::OperandKind::Address) return false;
    const ptx::Operand& base = operand.address_base();
    return base.kind == ptx::OperandKind::Variable && base.variable->space == ptx::Space::Param &&
           !parameter_variables_.contains(base.variable);
}

// A constant place in a variable needs no check: the variable is as old as the module. Unless it is managed: that one
// may lie in memory of the module's user, who can take it away.
bool FunctionBuilder::is_statically_inside(const ptx::Operand& operand, ptx::Space space, unsigned bytes) const {
    if (operand.kind != ptx::OperandKind::Address && operand.kind != ptx::OperandKind::Variable) return false;
    const ptx::Operand& base = operand.kind == ptx::OperandKind::Address ? operand.address_base() : operand;
    if (base.kind != ptx::OperandKind::Variable || base.variable->bytes() == 0) return false;
    if (space == ptx::Space::Generic || base.variable->managed) return false;
    const std::int64_t offset = base.offset + (operand.kind == ptx::OperandKind::Address ? operand.offset : 0);
    if (offset < 0 || static_cast<std::uint64_t>(offset) + bytes > base.variable->bytes()) return false;
    // A parameter lies where its type wants it, whatever it says.
    const std::uint32_t alignment =
        space == ptx::Space::Param ? ptx::parameter_alignment(*base.variable) : base.variable->alignment();
    return static_cast<std::uint64_t>(offset) % bytes == 0 && alignment % bytes == 0;
}

llvm::Value* FunctionBuilder::host_pointer(llvm::Value* address, ptx::Space space) {
    if (space == ptx::Space::Shared || space == ptx::Space::SharedCluster) {
        return ir.CreateGEP(ir.getInt8Ty(), shared_base_, address);
    }
    return ir.CreateIntToPtr(address, ir.getPtrTy());
}

llvm::Value* FunctionBuilder::check_access(const ptx::Operand& operand, ptx::Space space, unsigned bytes,
                                           AccessKind kind) {
    llvm::Value* at = address(operand);
    if (is_statically_inside(operand, space, bytes)) return host_pointer(at, space);
    if (space == ptx::Space::SharedCluster) at = cluster_offset(at);
    const ptx::Operand& base = operand.kind == ptx::OperandKind::Address ? operand.address_base() : operand;
    switch (space) {
        case ptx::Space::Shared:
        case ptx::Space::SharedCluster: check_shared(operand, at, space, bytes, kind); break;
        case ptx::Space::Local: check_local(at, bytes, kind); break;
        case ptx::Space::Param:
            if (base.kind == ptx::OperandKind::Variable) {
                refuse("the access reaches beyond its parameter");
                break;
            }
            [[fallthrough]];
        default: check_extent(operand, at, bytes, kind); break;
    }
    return host_pointer(at, space);
}

const FunctionBuilder::ExtentSlots& FunctionBuilder::extent_of(const ptx::Operand& operand, AccessKind kind) {
    constexpr std::size_t writable_count = extent_count - read_only_extent_count;
    const bool read_only = kind == AccessKind::ReadOnly;
    auto& extents = read_only ? read_only_extents_ : extents_;
    const std::uint64_t root = roots_.root_of(operand);
    const auto found = extents.find(root);
    if (found != extents.end()) return found->second;
    const std::size_t number =
        read_only ? writable_count + extents.size() % read_only_extent_count : extents.size() % writable_count;
    ExtentSlots slots{temporary(ir.getInt64Ty()), temporary(ir.getInt64Ty()), nullptr};
    // This block begins with the extents that earlier blocks have cached.
    llvm::IRBuilder<> at_entry(entry_end_);
    slots.kept = at_entry.CreateConstInBoundsGEP1_64(at_entry.getInt8Ty(), extent_array_, number * sizeof(Extent));
    at_entry.CreateStore(at_entry.CreateLoad(ir.getInt64Ty(), slots.kept), slots.begin);
    llvm::Value* bytes = at_entry.CreateConstInBoundsGEP1_64(at_entry.getInt8Ty(), slots.kept, offsetof(Extent, bytes));
    at_entry.CreateStore(at_entry.CreateLoad(ir.getInt64Ty(), bytes), slots.bytes);
    return extents.emplace(root, slots).first->second;
}

void FunctionBuilder::call_check(llvm::Value* at, unsigned bytes, AccessKind kind, const ExtentSlots& slots) {
    const llvm::FunctionCallee callee = module_.getOrInsertFunction(
        "rf_check",
        llvm::FunctionType::get(
            ir.getVoidTy(),
            {ir.getPtrTy(), ir.getInt64Ty(), ir.getInt32Ty(), ir.getInt32Ty(), ir.getInt32Ty(), ir.getPtrTy()}, false));
    llvm::CallInst* check = ir.CreateCall(
        callee, {thread_, at, ir.getInt32(bytes), site(), ir.getInt32(static_cast<std::uint32_t>(kind)), slots.kept});
    check->addFnAttr(llvm::Attribute::Cold);
    check->setMemoryEffects(llvm::MemoryEffects::argMemOnly() | llvm::MemoryEffects::inaccessibleMemOnly());
    reload_extent(slots);
}

// After the runtime was asked: it may have found something to remember.
void FunctionBuilder::reload_extent(const ExtentSlots& slots) {
    ir.CreateStore(ir.CreateLoad(ir.getInt64Ty(), slots.kept), slots.begin);
    llvm::Value* bytes = ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), slots.kept, offsetof(Extent, bytes));
    ir.CreateStore(ir.CreateLoad(ir.getInt64Ty(), bytes), slots.bytes);
}

// True if an access of `bytes` is aligned and lies, with `more` bytes behind it, in a piece of memory of `size` bytes.
// The offset from its beginning may be a vector.
llvm::Value* FunctionBuilder::is_inside(llvm::Value* offset, llvm::Value* size, unsigned bytes, std::uint64_t more) {
    // Rotated right, an offset that is not a multiple of the width becomes huge: one comparison finds both faults.
    const auto shift = static_cast<unsigned>(std::countr_zero(bytes));
    llvm::Type* type = offset->getType();
    if (shift != 0) offset = intrinsic(llvm::Intrinsic::fshr, {type}, {offset, offset, constant_of(type, shift)});
    // How many places there are that the access can be at: none, if there is too little memory for all.
    if (more != 0) size = intrinsic(llvm::Intrinsic::usub_sat, {size->getType()}, {size, ir.getInt64(more)});
    return ir.CreateICmpULT(offset, splat(ir.CreateLShr(size, shift)));
}

// The same for addresses: of shared memory if there is no extent. Extents begin at multiples of 32, so that an offset
// is aligned as its address is.
llvm::Value* FunctionBuilder::may_access(llvm::Value* at, const ExtentSlots* slots, unsigned bytes,
                                         std::uint64_t more) {
    if (slots == nullptr) return is_inside(at, shared_bytes_, bytes, more);
    llvm::Type* word = ir.getInt64Ty();
    llvm::Value* offset = ir.CreateSub(at, splat(ir.CreateLoad(word, slots->begin)));
    return is_inside(offset, ir.CreateLoad(word, slots->bytes), bytes, more);
}

// The stretch that the current access belongs to, if its accesses are all done whenever one of them is.
std::uint32_t FunctionBuilder::stretch_here(unsigned bytes) const {
    if (outer_mask_ != nullptr || mask_ != nullptr || lane_ >= 0) return JointChecks::none;
    const std::uint32_t number = joint_checks_.stretch_of(statement_);
    if (number == JointChecks::none || joint_checks_.stretch(number).bytes != bytes) return JointChecks::none;
    // Lanes that are not in step leave out the check of all.
    const ptx::Operand& at = operand(is_load(*instruction_) ? 1 : 0);
    return shadows_.contains(at.address_base().id) ? JointChecks::none : number;
}

// The same as may_access() for the current instruction's access, or for the stretch of accesses that it belongs to:
// then the first of them finds it out for all.
llvm::Value* FunctionBuilder::may_access_jointly(const ptx::Operand& operand, llvm::Value* at, const ExtentSlots* slots,
                                                 unsigned bytes, unsigned count) {
    const std::uint64_t lanes = std::uint64_t{bytes} * (count - 1);
    const std::uint32_t number = stretch_here(bytes);
    if (number == JointChecks::none) return may_access(at, slots, bytes, lanes);
    llvm::AllocaInst*& allowed = stretch_allowed_[number];
    if (allowed == nullptr) {
        const Stretch& stretch = joint_checks_.stretch(number);
        llvm::Value* first = address_moved(operand, at, stretch.first - operand.offset);
        allowed = temporary(ir.getInt1Ty());
        const auto others = static_cast<std::uint64_t>(stretch.last - stretch.first);
        ir.CreateStore(may_access(first, slots, bytes, others + lanes), allowed);
    }
    return ir.CreateLoad(ir.getInt1Ty(), allowed);
}

// Another place of the same register: 32-bit addresses wrap around as such.
llvm::Value* FunctionBuilder::address_moved(const ptx::Operand& operand, llvm::Value* at, std::int64_t by) {
    if (by == 0) return at;
    const bool narrow = registers_[operand.address_base().id].scalar->isIntegerTy(32);
    if (!narrow) return ir.CreateAdd(at, ir.getInt64(static_cast<std::uint64_t>(by)));
    llvm::Value* moved = ir.CreateAdd(ir.CreateTrunc(at, ir.getInt32Ty()), ir.getInt32(static_cast<std::uint32_t>(by)));
    return ir.CreateZExt(moved, ir.getInt64Ty());
}

void FunctionBuilder::check_extent(const ptx::Operand& operand, llvm::Value* at, unsigned bytes, AccessKind kind) {
    const ExtentSlots& slots = extent_of(operand, kind);
    llvm::BasicBlock* ask = new_block("ask");
    llvm::BasicBlock* fine = new_block("fine");
    ir.CreateCondBr(may_access_jointly(operand, at, &slots, bytes, 1), fine, ask,
                    llvm::MDBuilder(context()).createBranchWeights(100000, 1));
    start(ask);
    call_check(at, bytes, kind, slots);
    ir.CreateBr(fine);
    start(fine);
}

// With its sign, which a register of 32 bits has in its last bit.
llvm::Value* FunctionBuilder::cluster_offset(llvm::Value* address) {
    return ir.CreateSExt(ir.CreateTrunc(address, ir.getInt32Ty()), ir.getInt64Ty());
}

// An access of the block's own shared memory that does not pass is bad, unless another one of its stretch is. Those of
// its cluster's are decided about by the runtime.
void FunctionBuilder::check_shared(const ptx::Operand& operand, llvm::Value* offset, ptx::Space space, unsigned bytes,
                                   AccessKind kind) {
    const bool joint = space == ptx::Space::Shared && stretch_here(bytes) != JointChecks::none;
    const bool comes_back = joint || space == ptx::Space::SharedCluster;
    const char* function = joint ? "rf_check_shared" : comes_back ? "rf_check_cluster" : "rf_fault_shared";
    llvm::BasicBlock* bad = new_block("bad");
    llvm::BasicBlock* fine = new_block("fine");
    ir.CreateCondBr(may_access_jointly(operand, offset, nullptr, bytes, 1), fine, bad,
                    llvm::MDBuilder(context()).createBranchWeights(100000, 1));
    start(bad);
    const llvm::FunctionCallee callee = module_.getOrInsertFunction(
        function, llvm::FunctionType::get(
                      ir.getVoidTy(),
                      {ir.getPtrTy(), ir.getInt64Ty(), ir.getInt32Ty(), ir.getInt32Ty(), ir.getInt32Ty()}, false));
    llvm::CallInst* fault = ir.CreateCall(
        callee, {thread_, offset, ir.getInt32(bytes), site(), ir.getInt32(static_cast<std::uint32_t>(kind))});
    fault->addFnAttr(llvm::Attribute::Cold);
    if (comes_back) {
        fault->setMemoryEffects(llvm::MemoryEffects::argMemOnly() | llvm::MemoryEffects::inaccessibleMemOnly());
        ir.CreateBr(fine);
    } else {
        fault->setDoesNotReturn();
        ir.CreateUnreachable();
    }
    start(fine);
}

void FunctionBuilder::check_local(llvm::Value* at, unsigned bytes, AccessKind kind) {
    llvm::BasicBlock* ask = new_block("ask");
    llvm::BasicBlock* fine = new_block("fine");
    if (local_base_ != nullptr && local_.bytes() >= bytes) {
        llvm::Value* offset = ir.CreateSub(at, local_base_);
        llvm::Value* inside = ir.CreateICmpULE(offset, ir.getInt64(local_.bytes() - bytes));
        llvm::Value* even = ir.CreateICmpEQ(ir.CreateAnd(at, ir.getInt64(bytes - 1)), ir.getInt64(0));
        ir.CreateCondBr(ir.CreateAnd(inside, even), fine, ask,
                        llvm::MDBuilder(context()).createBranchWeights(100000, 1));
    } else {
        ir.CreateBr(ask);
    }
    start(ask);
    const llvm::FunctionCallee callee = module_.getOrInsertFunction(
        "rf_check_local",
        llvm::FunctionType::get(ir.getVoidTy(),
                                {ir.getPtrTy(), ir.getInt64Ty(), ir.getInt32Ty(), ir.getInt32Ty(), ir.getInt32Ty()},
                                false));
    ir.CreateCall(callee, {thread_, at, ir.getInt32(bytes), site(), ir.getInt32(static_cast<std::uint32_t>(kind))});
    ir.CreateBr(fine);
    start(fine);
}

llvm::Value* FunctionBuilder::check_range(llvm::Value* at, ptx::Space space, llvm::Value* bytes, unsigned alignment,
                                          AccessKind kind) {
    const unsigned shared = space == ptx::Space::Shared ? 1 : space == ptx::Space::SharedCluster ? 2 : 0;
    if (at->getType()->isIntegerTy(32)) at = ir.CreateZExt(at, ir.getInt64Ty());
    if (space == ptx::Space::SharedCluster) at = cluster_offset(at);
    if (bytes->getType()->isIntegerTy(32)) bytes = ir.CreateZExt(bytes, ir.getInt64Ty());
    const llvm::FunctionCallee callee = module_.getOrInsertFunction(
        "rf_check_range", llvm::FunctionType::get(ir.getVoidTy(),
                                                  {ir.getPtrTy(), ir.getInt64Ty(), ir.getInt64Ty(), ir.getInt32Ty(),
                                                   ir.getInt32Ty(), ir.getInt32Ty(), ir.getInt32Ty()},
                                                  false));
    ir.CreateCall(callee, {thread_, at, bytes, ir.getInt32(alignment), site(),
                           ir.getInt32(static_cast<std::uint32_t>(kind)), ir.getInt32(shared)});
    return host_pointer(at, space);
}

}  // namespace ringfence::softgpu::codegen
