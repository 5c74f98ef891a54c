// Memory accesses of vector code: at once where the lanes' addresses are consecutive, lane by lane otherwise.
#include <llvm/IR/MDBuilder.h>

#include <cstddef>

#include "softgpu/codegen/function_builder.h"

namespace ringfence::softgpu::codegen {
namespace {

using ptx::Space;

bool is_shared(Space space) {
    return space == Space::Shared || space == Space::SharedCluster;
}

}  // namespace

// An instruction that is not elementwise, for all lanes of the group.
void FunctionBuilder::emit_for_lanes(const EmitterEntry& entry) {
    const bool load = is_load(*instruction_);
    const bool store = instruction_->opcode() == ptx::Opcode::St;
    if (mask_ == nullptr && is_likely_contiguous()) {
        if (load) {
            emit_contiguous();
        } else {
            emit_likely_store();
        }
        return;
    }
    if ((load || store) && is_contiguous(*instruction_, unit_.vector->registers)) {
        if (mask_ == nullptr || load) {
            emit_contiguous();
            return;
        }
        if (is_shared(operation().space)) {
            emit_masked_shared_store();
            return;
        }
        // Under a guard that holds for all lanes it can still be done at once.
        llvm::Value* bits = ir.CreateBitCast(mask_, ir.getIntNTy(group_lanes_));
        llvm::BasicBlock* at_once = new_block("all");
        llvm::BasicBlock* singly = new_block("some");
        llvm::BasicBlock* after = new_block("after");
        ir.CreateCondBr(ir.CreateICmpEQ(bits, llvm::Constant::getAllOnesValue(bits->getType())), at_once, singly);
        start(at_once);
        llvm::Value* mask = std::exchange(mask_, nullptr);
        emit_contiguous();
        ir.CreateBr(after);
        start(singly);
        mask_ = mask;
        emit_each_lane(entry);
        ir.CreateBr(after);
        start(after);
        return;
    }
    // Under the mask of a block some lane is there.
    if (load && mask_ == outer_mask_ && form_of(operand(1), unit_.vector->registers).form == Form::Uniform) {
        lanes_ = 1;
        entry.emit(*this);
        return;
    }
    if ((load || store) && is_gathered()) {
        emit_gathered();
        return;
    }
    emit_each_lane(entry);
}

void FunctionBuilder::emit_each_lane(const EmitterEntry& entry) {
    const unsigned lanes = std::exchange(lanes_, 1);
    llvm::Value* mask = mask_;
    llvm::Value* number = thread_number();
    llvm::Value* x = tid(0);
    const auto set_lane = [&](unsigned lane) {
        // For reports: the runtime sees one lane at a time.
        const auto put = [&](std::size_t offset, llvm::Value* value) {
            ir.CreateStore(ir.CreateAdd(value, ir.getInt32(lane)),
                           ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), thread_, offset));
        };
        put(offsetof(ThreadState, thread), number);
        put(offsetof(ThreadState, tid), x);
    };
    for (unsigned lane = 0; lane < lanes; ++lane) {
        lane_ = static_cast<int>(lane);
        llvm::BasicBlock* after = nullptr;
        if (mask != nullptr) {
            llvm::BasicBlock* then = new_block("lane");
            after = new_block("lane.after");
            ir.CreateCondBr(ir.CreateExtractElement(mask, lane), then, after);
            start(then);
        }
        set_lane(lane);
        entry.emit(*this);
        if (after != nullptr) {
            ir.CreateBr(after);
            start(after);
        }
    }
    lane_ = -1;
    set_lane(0);
    lanes_ = lanes;
}

// Host pointer to the first lane's place; the places of all lanes are checked. Of a load that only some lanes do:
// places of the others may be read as well where that does no harm; elsewhere the pointer is to what the runtime has
// read.
llvm::Value* FunctionBuilder::contiguous_pointer(const ptx::Operand& at, unsigned bytes, AccessKind kind) {
    if (shadowed_base(at)) return likely_contiguous_pointer(at, bytes, kind);
    const Space space = operation().space == Space::None ? Space::Generic : operation().space;
    const unsigned lanes = std::exchange(lanes_, 1);
    llvm::Value* first = address(at);
    const ExtentSlots* slots = is_shared(space) ? nullptr : &extent_of(at, kind);
    llvm::BasicBlock* before = nullptr;
    llvm::BasicBlock* ask = new_block("ask");
    llvm::BasicBlock* fine = new_block("fine");
    llvm::Value* allowed = may_access_jointly(at, first, slots, bytes, lanes);
    llvm::Value* place = host_pointer(first, space);
    before = ir.GetInsertBlock();
    ir.CreateCondBr(allowed, fine, ask, llvm::MDBuilder(context()).createBranchWeights(100000, 1));
    start(ask);
    lanes_ = lanes;
    llvm::AllocaInst* together = nullptr;
    if (mask_ == nullptr) {
        check_lanes(first, bytes, space, bytes, kind, slots);
    } else {
        together = data_of_lanes(bytes);
        access_each("rf_read_each", at, bytes, kind, together);
    }
    llvm::BasicBlock* asked = ir.GetInsertBlock();
    ir.CreateBr(fine);
    start(fine);
    if (together == nullptr) return place;
    llvm::PHINode* either = ir.CreatePHI(ir.getPtrTy(), 2);
    either->addIncoming(place, before);
    either->addIncoming(together, asked);
    return either;
}

// Memory for what all lanes access.
llvm::AllocaInst* FunctionBuilder::data_of_lanes(unsigned bytes) {
    llvm::AllocaInst* data = temporary(llvm::ArrayType::get(ir.getInt8Ty(), std::uint64_t{bytes} * group_lanes_));
    data->setAlignment(llvm::Align(16));
    return data;
}

// A block's shared memory is only accessed by the thread of the system that runs it. So what the other lanes would
// write to can be written as it was.
void FunctionBuilder::emit_masked_shared_store() {
    const ptx::Operand& at = operand(0);
    llvm::Value* data = contiguous_data(operand(1));
    auto* type = llvm::cast<llvm::FixedVectorType>(data->getType());
    const unsigned count = type->getNumElements() / group_lanes_;
    const unsigned element = type->getScalarSizeInBits() / 8;
    llvm::BasicBlock* at_once = new_block("all");
    llvm::BasicBlock* singly = new_block("some");
    llvm::BasicBlock* after = new_block("after");
    lanes_ = 1;
    llvm::Value* first = address(at);
    llvm::Value* allowed =
        may_access(first, nullptr, element * count, std::uint64_t{element} * count * (group_lanes_ - 1));
    ir.CreateCondBr(allowed, at_once, singly, llvm::MDBuilder(context()).createBranchWeights(1000, 1));
    start(at_once);
    llvm::Value* place = host_pointer(first, operation().space);
    llvm::Value* mask = interleave(std::vector<llvm::Value*>(count, mask_));
    llvm::Value* old = ir.CreateAlignedLoad(type, place, llvm::Align(element));
    ir.CreateAlignedStore(ir.CreateSelect(mask, data, old), place, llvm::Align(element));
    ir.CreateBr(after);
    start(singly);
    llvm::AllocaInst* together = data_of_lanes(element * count);
    ir.CreateStore(data, together);
    access_each("rf_write_each", at, element * count, AccessKind::Write, together);
    ir.CreateBr(after);
    start(after);
    lanes_ = group_lanes_;
}

void FunctionBuilder::check_lanes(llvm::Value* first, std::int64_t stride, Space space, unsigned bytes, AccessKind kind,
                                  const ExtentSlots* slots) {
    llvm::Type* number = ir.getInt32Ty();
    llvm::Type* word = ir.getInt64Ty();
    const llvm::FunctionCallee callee = module_.getOrInsertFunction(
        "rf_check_lanes",
        llvm::FunctionType::get(ir.getVoidTy(),
                                {ir.getPtrTy(), word, word, number, number, number, number, ir.getPtrTy()}, false));
    llvm::Value* nothing = llvm::Constant::getNullValue(ir.getPtrTy());
    llvm::CallInst* check =
        ir.CreateCall(callee, {thread_, first, ir.getInt64(static_cast<std::uint64_t>(stride)), ir.getInt32(bytes),
                               site(), ir.getInt32(static_cast<std::uint32_t>(kind)),
                               ir.getInt32(is_shared(space) ? 1 : 0), slots == nullptr ? nothing : slots->kept});
    check->addFnAttr(llvm::Attribute::Cold);
    check->setMemoryEffects(llvm::MemoryEffects::argMemOnly() | llvm::MemoryEffects::inaccessibleMemOnly());
    if (slots != nullptr) reload_extent(*slots);
}

void FunctionBuilder::emit_contiguous() {
    const bool load = is_load(*instruction_);
    const ptx::Operand& data = operand(load ? 0 : 1);
    const std::span<const ptx::Operand> elements =
        data.kind == ptx::OperandKind::Vector ? data.elements() : std::span<const ptx::Operand>(&data, 1);
    const ptx::Type type = type_of_operation();
    const unsigned bytes = ptx::isa::info(type).bits / 8;
    const auto count = static_cast<unsigned>(elements.size());
    llvm::Type* scalar = ir.getIntNTy(bytes * 8);
    auto* whole = llvm::FixedVectorType::get(scalar, group_lanes_ * count);
    lanes_ = group_lanes_;
    if (load) {
        llvm::Value* from = contiguous_pointer(operand(1), bytes * count, load_kind());
        llvm::Value* all = ir.CreateAlignedLoad(whole, from, llvm::Align(bytes));
        const bool is_signed = ptx::isa::info(type).kind == ptx::TypeKind::Signed;
        for (unsigned i = 0; i < count; ++i) {
            std::vector<int> picks;
            for (unsigned lane = 0; lane < group_lanes_; ++lane)
                picks.push_back(static_cast<int>(lane * count + i));
            llvm::Value* value = count == 1 ? all : ir.CreateShuffleVector(all, picks);
            write(elements[i], value, is_signed ? Extend::Sign : Extend::Zero);
        }
        return;
    }
    llvm::Value* all = contiguous_data(data);
    llvm::Value* to = contiguous_pointer(operand(0), bytes * count, AccessKind::Write);
    ir.CreateAlignedStore(all, to, llvm::Align(bytes));
}

bool FunctionBuilder::is_gathered() const {
    const Space space = operation().space;
    if (space == Space::Param || space == Space::Local || !is_plain_access(operation())) return false;
    return ptx::isa::info(operation().type).bits <= 64;
}

// Lanes whose places lie anywhere: checked all at once, accessed one by one.
void FunctionBuilder::emit_gathered() {
    const bool load = is_load(*instruction_);
    const std::vector<ptx::Operand> data = elements(operand(load ? 0 : 1));
    const ptx::Type type = type_of_operation();
    const unsigned bytes = ptx::isa::info(type).bits / 8;
    const auto count = static_cast<unsigned>(data.size());
    lanes_ = group_lanes_;
    std::vector<llvm::Value*> values;
    for (const ptx::Operand& element : data) {
        llvm::Value* none = llvm::PoisonValue::get(integer(bytes * 8));
        values.push_back(load ? none : splat(read(element, bits_type(type))));
    }
    llvm::Value* places = check_gathered(operand(load ? 1 : 0), bytes * count, load ? load_kind() : AccessKind::Write);
    const Space space = operation().space == Space::None ? Space::Generic : operation().space;
    // Lanes that are not to access anything do so in a place of their own.
    llvm::Value* aside = mask_ == nullptr ? nullptr : temporary(llvm::ArrayType::get(ir.getInt64Ty(), 4));
    llvm::Type* scalar = ir.getIntNTy(bytes * 8);
    for (unsigned lane = 0; lane < group_lanes_; ++lane) {
        llvm::Value* place = host_pointer(ir.CreateExtractElement(places, lane), space);
        if (mask_ != nullptr) place = ir.CreateSelect(ir.CreateExtractElement(mask_, lane), place, aside);
        for (unsigned i = 0; i < count; ++i) {
            llvm::Value* at = ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), place, std::uint64_t{bytes} * i);
            if (load) {
                llvm::Value* one = ir.CreateAlignedLoad(scalar, at, llvm::Align(bytes));
                values[i] = ir.CreateInsertElement(values[i], one, lane);
            } else {
                ir.CreateAlignedStore(ir.CreateExtractElement(values[i], lane), at, llvm::Align(bytes));
            }
        }
    }
    if (!load) return;
    const bool is_signed = ptx::isa::info(type).kind == ptx::TypeKind::Signed;
    for (unsigned i = 0; i < count; ++i)
        write(data[i], values[i], is_signed ? Extend::Sign : Extend::Zero);
}

// The lanes' addresses, all of which may be accessed.
llvm::Value* FunctionBuilder::check_gathered(const ptx::Operand& at, unsigned bytes, AccessKind kind) {
    const Space space = operation().space == Space::None ? Space::Generic : operation().space;
    llvm::Value* places = splat(address(at));
    const ExtentSlots* slots = is_shared(space) ? nullptr : &extent_of(at, kind);
    llvm::Value* inside = may_access(places, slots, bytes, 0);
    if (mask_ != nullptr) inside = ir.CreateOr(inside, ir.CreateNot(mask_));
    llvm::BasicBlock* ask = new_block("ask");
    llvm::BasicBlock* fine = new_block("fine");
    ir.CreateCondBr(ir.CreateAndReduce(inside), fine, ask, llvm::MDBuilder(context()).createBranchWeights(100000, 1));
    start(ask);
    call_each("rf_check_each", places, space, bytes, kind, slots, nullptr);
    ir.CreateBr(fine);
    start(fine);
    return places;
}

// Calls a function of the runtime with the addresses of the lanes, and which of them count; `data`: null if there are
// none.
void FunctionBuilder::call_each(const char* function, llvm::Value* places, Space space, unsigned bytes, AccessKind kind,
                                const ExtentSlots* slots, llvm::Value* data) {
    llvm::AllocaInst* list = temporary(places->getType());
    ir.CreateStore(places, list);
    llvm::Value* mask = llvm::ConstantInt::getSigned(ir.getInt32Ty(), -1);
    if (mask_ != nullptr) mask = ir.CreateZExt(ir.CreateBitCast(mask_, ir.getIntNTy(group_lanes_)), ir.getInt32Ty());
    std::vector<llvm::Value*> arguments = {
        thread_,
        list,
        mask,
        ir.getInt32(bytes),
        site(),
        ir.getInt32(static_cast<std::uint32_t>(kind)),
        ir.getInt32(is_shared(space) ? 1 : 0),
        slots == nullptr ? llvm::Constant::getNullValue(ir.getPtrTy()) : slots->kept};
    if (data != nullptr) arguments.push_back(data);
    std::vector<llvm::Type*> types;
    types.reserve(arguments.size());
    for (const llvm::Value* argument : arguments)
        types.push_back(argument->getType());
    llvm::CallInst* call = ir.CreateCall(
        module_.getOrInsertFunction(function, llvm::FunctionType::get(ir.getVoidTy(), types, false)), arguments);
    call->addFnAttr(llvm::Attribute::Cold);
    // A function that only checks does not touch what the lanes access.
    if (data == nullptr)
        call->setMemoryEffects(llvm::MemoryEffects::argMemOnly() | llvm::MemoryEffects::inaccessibleMemOnly());
    if (slots != nullptr) reload_extent(*slots);
}

// The runtime accesses lane by lane.
void FunctionBuilder::access_each(const char* function, const ptx::Operand& at, unsigned bytes, AccessKind kind,
                                  llvm::Value* data) {
    const Space space = operation().space == Space::None ? Space::Generic : operation().space;
    const unsigned before = std::exchange(lanes_, group_lanes_);
    llvm::Value* places = splat(address(at));
    lanes_ = before;
    call_each(function, places, space, bytes, kind, is_shared(space) ? nullptr : &extent_of(at, kind), data);
}

// The data of a store, as they lie in memory.
llvm::Value* FunctionBuilder::contiguous_data(const ptx::Operand& data) {
    const std::span<const ptx::Operand> elements =
        data.kind == ptx::OperandKind::Vector ? data.elements() : std::span<const ptx::Operand>(&data, 1);
    lanes_ = group_lanes_;
    std::vector<llvm::Value*> values;
    for (const ptx::Operand& element : elements)
        values.push_back(splat(read(element, bits_type(type_of_operation()))));
    return interleave(values);
}

// a0 b0 a1 b1 …
llvm::Value* FunctionBuilder::interleave(const std::vector<llvm::Value*>& values) {
    if (values.size() == 1) return values[0];
    // Pairs first: {a, b}, {c, d}, then those.
    std::vector<llvm::Value*> joined = values;
    while (joined.size() > 1) {
        std::vector<llvm::Value*> next;
        for (std::size_t i = 0; i < joined.size(); i += 2) {
            auto* type = llvm::cast<llvm::FixedVectorType>(joined[i]->getType());
            std::vector<int> order(std::size_t{2} * type->getNumElements());
            for (std::size_t k = 0; k < order.size(); ++k)
                order[k] = static_cast<int>(k);
            next.push_back(ir.CreateShuffleVector(joined[i], joined[i + 1], order));
        }
        joined = std::move(next);
    }
    std::vector<int> order;
    for (unsigned lane = 0; lane < group_lanes_; ++lane) {
        for (unsigned i = 0; i < values.size(); ++i)
            order.push_back(static_cast<int>(i * group_lanes_ + lane));
    }
    return ir.CreateShuffleVector(joined[0], order);
}

}  // namespace ringfence::softgpu::codegen
