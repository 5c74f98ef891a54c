#include "policy/compiler/translate.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>

#include <array>
#include <map>
#include <set>
#include <vector>

#include "policy/compiler/run_state.h"
#include "policy/helpers.h"
#include "policy/insn.h"

namespace ringfence::policy {
namespace {

// Translates one function of the policy. Its registers and the remaining budget are local variables, which LLVM puts
// into machine registers.
class FunctionTranslator {
public:
    FunctionTranslator(const Program& program, std::size_t index, const std::vector<llvm::Function*>& functions)
        : program_(program),
          self_(program.functions[index]),
          functions_(functions),
          function_(functions[index]),
          build_(function_->getContext()),
          word_(build_.getInt64Ty()) {}

    void run() {
        find_blocks();
        begin();
        for (const auto& [at, block] : blocks_)
            translate_block(at, block);
    }

private:
    // Finds the beginnings of blocks: targets of jumps, and instructions after jumps.
    void find_blocks() {
        std::set<std::uint32_t> starts = {self_.begin};
        for (std::uint32_t at = self_.begin; at < self_.end; at += step(at)) {
            const Insn& insn = program_.insns[at];
            const bool is_jump = insn.opcode == op_jump || is_branch(insn);
            if (is_jump) starts.insert(static_cast<std::uint32_t>(target_of(at, insn)));
            if (is_jump || insn.opcode == op_exit || is_tail_call(insn)) starts.insert(at + 1);
        }
        starts.erase(self_.end);
        for (const std::uint32_t at : starts)
            blocks_[at] = llvm::BasicBlock::Create(function_->getContext(), "at" + std::to_string(at), function_);
    }

    void begin() {
        llvm::BasicBlock* const entry =
            llvm::BasicBlock::Create(function_->getContext(), "entry", function_, &function_->getEntryBlock());
        build_.SetInsertPoint(entry);
        for (unsigned reg = 0; reg < register_count; ++reg) {
            registers_[reg] = build_.CreateAlloca(word_);
            build_.CreateStore(build_.getInt64(0), registers_[reg]);
        }
        left_ = build_.CreateAlloca(word_);
        llvm::AllocaInst* const frame = build_.CreateAlloca(llvm::ArrayType::get(build_.getInt8Ty(), frame_bytes));
        frame->setAlignment(llvm::Align(8));
        set(frame_pointer, build_.CreateAdd(build_.CreatePtrToInt(frame, word_), build_.getInt64(frame_bytes)));
        state_ = function_->getArg(0);
        for (unsigned reg = 1; reg <= 5; ++reg)
            set(reg, function_->getArg(reg));
        take_left();
        build_.CreateBr(blocks_.begin()->second);
        make_overrun();
    }

    void translate_block(std::uint32_t at, llvm::BasicBlock* block) {
        build_.SetInsertPoint(block);
        std::uint32_t end = at;
        std::uint32_t count = 0;
        // Up to the next block, or an instruction that ends this one.
        do {
            ++count;
            const Insn& insn = program_.insns[end];
            const bool ends = insn.opcode == op_jump || is_branch(insn) || insn.opcode == op_exit || is_tail_call(insn);
            end += step(end);
            if (ends) break;
        } while (end < self_.end && !blocks_.contains(end));
        spend(at, count);
        bool has_ended = false;
        for (std::uint32_t now = at; now < end; now += step(now))
            has_ended = translate_insn(now);
        if (!has_ended) build_.CreateBr(blocks_.at(end));
    }

    // Charges the budget for a block before the block runs.
    void spend(std::uint32_t at, std::uint32_t count) {
        llvm::Value* const left =
            build_.CreateSub(build_.CreateLoad(word_, left_), build_.getInt64(std::uint64_t{count}));
        build_.CreateStore(left, left_);
        end_if_overrun(at);
    }

    void end_if_overrun(std::uint32_t at) {
        llvm::Value* const left = build_.CreateLoad(word_, left_);
        llvm::BasicBlock* const go_on = new_block("go_on");
        overrun_at_->addIncoming(build_.getInt64(at), build_.GetInsertBlock());
        build_.CreateCondBr(build_.CreateICmpSLT(left, build_.getInt64(0)), overrun_at_->getParent(), go_on);
        build_.SetInsertPoint(go_on);
    }

    // One exit for all of a function's overruns: separate ones would be a third of the code that LLVM compiles.
    void make_overrun() {
        build_.SetInsertPoint(new_block("overrun"));
        overrun_at_ = build_.CreatePHI(word_, 2);
        put_left();
        build_.CreateStore(build_.getInt64(1), field(offsetof(RunState, has_overrun)));
        build_.CreateStore(overrun_at_, field(offsetof(RunState, overrun_at)));
        build_.CreateRet(build_.getInt64(0));
    }

    // True if no instruction of the block follows.
    bool translate_insn(std::uint32_t at) {
        const Insn& insn = program_.insns[at];
        if (insn.opcode == op_exit) {
            put_left();
            build_.CreateRet(get(0));
            return true;
        }
        if (insn.opcode == op_jump) {
            build_.CreateBr(blocks_.at(static_cast<std::uint32_t>(target_of(at, insn))));
            return true;
        }
        if (is_branch(insn)) {
            build_.CreateCondBr(condition(insn), blocks_.at(static_cast<std::uint32_t>(target_of(at, insn))),
                                blocks_.at(at + 1));
            return true;
        }
        if (is_tail_call(insn)) {
            tail_call(at);
            return true;
        }
        if (insn.opcode == op_call)
            call(at, insn);
        else if (is_alu(insn))
            alu(insn);
        else if (is_load_imm64(insn))
            load_constant(at, insn);
        else if (insn.cls() == Ldx)
            set(insn.dst(), read(address(get(insn.src()), insn), insn.bytes()));
        else if (is_atomic(insn))
            atomic(insn);
        else
            write(address(get(insn.dst()), insn), insn.cls() == Stx ? get(insn.src()) : number(insn.imm), insn.bytes());
        return false;
    }

    void call(std::uint32_t at, const Insn& insn) {
        llvm::Value* const result = insn.src() == CallFunction ? call_function(at, insn) : call_helper(at, insn);
        set(0, result);
        for (unsigned reg = 1; reg <= 5; ++reg)
            set(reg, build_.getInt64(0));
    }

    llvm::Value* call_function(std::uint32_t at, const Insn& insn) {
        put_left();
        std::vector<llvm::Value*> arguments = {state_};
        for (unsigned reg = 1; reg <= 5; ++reg)
            arguments.push_back(get(reg));
        llvm::Value* const result = build_.CreateCall(function_at(target_of(at, insn)), arguments);
        // After an overrun the callee has not finished, so the caller must not continue.
        llvm::BasicBlock* const over = new_block("over");
        llvm::BasicBlock* const go_on = new_block("go_on");
        llvm::Value* const flag = build_.CreateLoad(word_, field(offsetof(RunState, has_overrun)));
        build_.CreateCondBr(build_.CreateICmpNE(flag, build_.getInt64(0)), over, go_on);
        build_.SetInsertPoint(over);
        build_.CreateRet(build_.getInt64(0));
        build_.SetInsertPoint(go_on);
        take_left();
        return result;
    }

    // Translated to a call whose result is returned: nesting is limited by the number of programs, since there are no
    // loops. Which array r2 refers to may depend on the path.
    void tail_call(std::uint32_t at) {
        put_left();
        llvm::Value* const array = get(2);
        llvm::Value* const index = get(3);
        const std::vector<llvm::Value*> arguments = {state_, get(1), number(0), number(0), number(0), number(0)};
        llvm::BasicBlock* const none = new_block("no_program");
        for (std::size_t map = 0; map < program_.maps.size(); ++map) {
            if (program_.maps[map].kind != MapKind::Programs) continue;
            llvm::BasicBlock* const this_one = new_block("programs");
            llvm::BasicBlock* const others = new_block("other_programs");
            build_.CreateCondBr(build_.CreateICmpEQ(array, build_.getInt64(map_word(map))), this_one, others);
            build_.SetInsertPoint(this_one);
            const std::vector<std::uint32_t>& programs = program_.maps[map].programs;
            llvm::SwitchInst* const choice = build_.CreateSwitch(index, none, static_cast<unsigned>(programs.size()));
            for (std::size_t i = 0; i < programs.size(); ++i) {
                if (programs[i] == no_program) continue;
                llvm::BasicBlock* const program = new_block("program");
                choice->addCase(build_.getInt64(i), program);
                build_.SetInsertPoint(program);
                build_.CreateRet(build_.CreateCall(functions_[programs[i]], arguments));
            }
            build_.SetInsertPoint(others);
        }
        build_.CreateBr(none);
        build_.SetInsertPoint(none);
        set(0, number(map_error::not_there));
        for (unsigned reg = 1; reg <= 5; ++reg)
            set(reg, number(0));
        build_.CreateBr(blocks_.at(at + 1));
    }

    // A helper's work is charged at once, since code without branches can call thousands of helpers.
    llvm::Value* call_helper(std::uint32_t at, const Insn& insn) {
        llvm::Type* const pointer = build_.getPtrTy();
        auto* const type = llvm::FunctionType::get(word_, {pointer, word_, word_, word_, word_}, false);
        llvm::Value* const target =
            build_.CreateIntToPtr(build_.getInt64(reinterpret_cast<std::uint64_t>(native_helper(insn.imm))), pointer);
        if (is_charging(insn.imm)) put_left();
        llvm::Value* const result = build_.CreateCall(type, target, {state_, get(1), get(2), get(3), get(4)});
        if (!is_charging(insn.imm)) return result;
        take_left();
        end_if_overrun(at);
        return result;
    }

    void load_constant(std::uint32_t at, const Insn& insn) {
        const std::uint64_t high = static_cast<std::uint32_t>(program_.insns[at + 1].imm);
        const auto low = static_cast<std::uint32_t>(insn.imm);
        if (insn.src() == LoadNumber) {
            set(insn.dst(), build_.getInt64(high << 32U | low));
        } else if (insn.src() == LoadMap) {
            set(insn.dst(), build_.getInt64(map_word(low)));
        } else {
            llvm::Value* const bases = build_.CreateLoad(build_.getPtrTy(), field(offsetof(RunState, bases)));
            llvm::Value* const base =
                build_.CreateLoad(word_, build_.CreateConstGEP1_64(build_.getInt64Ty(), bases, low));
            set(insn.dst(), build_.CreateAdd(base, build_.getInt64(high)));
        }
    }

    llvm::Value* condition(const Insn& insn) {
        const bool is_narrow = insn.cls() == Jmp32;
        llvm::Value* a = get(insn.dst());
        llvm::Value* b = insn.uses_register() ? get(insn.src()) : number(insn.imm);
        if (is_narrow) {
            a = build_.CreateTrunc(a, build_.getInt32Ty());
            b = build_.CreateTrunc(b, build_.getInt32Ty());
        }
        switch (insn.operation()) {
            case Jeq: return build_.CreateICmpEQ(a, b);
            case Jne: return build_.CreateICmpNE(a, b);
            case Jgt: return build_.CreateICmpUGT(a, b);
            case Jge: return build_.CreateICmpUGE(a, b);
            case Jlt: return build_.CreateICmpULT(a, b);
            case Jle: return build_.CreateICmpULE(a, b);
            case Jset: return build_.CreateICmpNE(build_.CreateAnd(a, b), llvm::ConstantInt::get(a->getType(), 0));
            case Jsgt: return build_.CreateICmpSGT(a, b);
            case Jsge: return build_.CreateICmpSGE(a, b);
            case Jslt: return build_.CreateICmpSLT(a, b);
            default: return build_.CreateICmpSLE(a, b);
        }
    }

    void alu(const Insn& insn) {
        if (insn.operation() == End) {
            set(insn.dst(), change_bytes(insn, get(insn.dst())));
            return;
        }
        llvm::Value* a = get(insn.dst());
        llvm::Value* b = insn.uses_register() ? get(insn.src()) : number(insn.imm);
        if (insn.cls() == Alu64) {
            set(insn.dst(), compute(insn.operation(), a, b));
            return;
        }
        a = build_.CreateTrunc(a, build_.getInt32Ty());
        b = build_.CreateTrunc(b, build_.getInt32Ty());
        set(insn.dst(), build_.CreateZExt(compute(insn.operation(), a, b), word_));
    }

    llvm::Value* compute(unsigned operation, llvm::Value* a, llvm::Value* b) {
        llvm::Type* const type = a->getType();
        llvm::Value* const zero = llvm::ConstantInt::get(type, 0);
        llvm::Value* const shift = build_.CreateAnd(b, llvm::ConstantInt::get(type, type->getIntegerBitWidth() - 1));
        switch (operation) {
            case Add: return build_.CreateAdd(a, b);
            case Sub: return build_.CreateSub(a, b);
            case Mul: return build_.CreateMul(a, b);
            case Div: return divide(a, b, zero, false);
            case Mod: return divide(a, b, a, true);
            case Or: return build_.CreateOr(a, b);
            case And: return build_.CreateAnd(a, b);
            case Xor: return build_.CreateXor(a, b);
            case Mov: return b;
            case Neg: return build_.CreateNeg(a);
            case Lsh: return build_.CreateShl(a, shift);
            case Rsh: return build_.CreateLShr(a, shift);
            case Arsh: return build_.CreateAShr(a, shift);
            default: return zero;
        }
    }

    // Division by zero has a defined result, which must not be computed by a real division by zero.
    llvm::Value* divide(llvm::Value* a, llvm::Value* b, llvm::Value* by_zero, bool is_remainder) {
        llvm::Value* const is_zero = build_.CreateICmpEQ(b, llvm::ConstantInt::get(b->getType(), 0));
        llvm::Value* const divisor = build_.CreateSelect(is_zero, llvm::ConstantInt::get(b->getType(), 1), b);
        llvm::Value* const result = is_remainder ? build_.CreateURem(a, divisor) : build_.CreateUDiv(a, divisor);
        return build_.CreateSelect(is_zero, by_zero, result);
    }

    llvm::Value* change_bytes(const Insn& insn, llvm::Value* value) {
        llvm::Type* const type = build_.getIntNTy(static_cast<unsigned>(insn.imm));
        value = build_.CreateTrunc(value, type);
        if (insn.uses_register()) value = build_.CreateUnaryIntrinsic(llvm::Intrinsic::bswap, value);
        return build_.CreateZExt(value, word_);
    }

    // Only one thread at a time runs a policy, so plain loads and stores are enough.
    void atomic(const Insn& insn) {
        llvm::Value* const place = address(get(insn.dst()), insn);
        llvm::Value* const old = read(place, insn.bytes());
        llvm::Value* const source = get(insn.src());
        if (insn.imm == Cmpxchg) {
            llvm::Value* const wanted =
                insn.bytes() == 4 ? build_.CreateAnd(get(0), build_.getInt64(UINT32_MAX)) : get(0);
            llvm::Value* const is_same = build_.CreateICmpEQ(old, wanted);
            write(place, build_.CreateSelect(is_same, source, old), insn.bytes());
            set(0, old);
            return;
        }
        const auto operation = static_cast<unsigned>(insn.imm & ~Fetch);
        write(place, insn.imm == Xchg ? source : compute(operation, old, source), insn.bytes());
        if (atomic_fetches(insn)) set(insn.src(), old);
    }

    llvm::Value* address(llvm::Value* base, const Insn& insn) {
        return build_.CreateIntToPtr(build_.CreateAdd(base, number(insn.offset)), build_.getPtrTy());
    }
    llvm::Value* read(llvm::Value* place, unsigned bytes) {
        llvm::Type* const type = build_.getIntNTy(bytes * 8);
        return build_.CreateZExt(build_.CreateAlignedLoad(type, place, llvm::Align(1)), word_);
    }
    void write(llvm::Value* place, llvm::Value* value, unsigned bytes) {
        build_.CreateAlignedStore(build_.CreateTrunc(value, build_.getIntNTy(bytes * 8)), place, llvm::Align(1));
    }

    llvm::Value* get(unsigned reg) { return build_.CreateLoad(word_, registers_[reg]); }
    void set(unsigned reg, llvm::Value* value) { build_.CreateStore(value, registers_[reg]); }
    llvm::Value* number(std::int64_t value) { return build_.getInt64(static_cast<std::uint64_t>(value)); }
    llvm::Value* field(std::size_t offset) { return build_.CreateConstGEP1_64(build_.getInt8Ty(), state_, offset); }
    void put_left() { build_.CreateStore(build_.CreateLoad(word_, left_), field(offsetof(RunState, left))); }
    void take_left() { build_.CreateStore(build_.CreateLoad(word_, field(offsetof(RunState, left))), left_); }
    llvm::BasicBlock* new_block(const char* name) {
        return llvm::BasicBlock::Create(function_->getContext(), name, function_);
    }
    [[nodiscard]] std::uint32_t step(std::uint32_t at) const {
        return static_cast<std::uint32_t>(slots_of(program_.insns[at]));
    }
    [[nodiscard]] llvm::Function* function_at(std::size_t insn) const {
        std::size_t index = 0;
        while (program_.functions[index].begin != insn)
            ++index;
        return functions_[index];
    }

    const Program& program_;
    const Function& self_;
    const std::vector<llvm::Function*>& functions_;
    llvm::Function* const function_;
    llvm::IRBuilder<> build_;
    llvm::Type* const word_;
    llvm::Value* state_ = nullptr;
    llvm::AllocaInst* left_ = nullptr;
    llvm::PHINode* overrun_at_ = nullptr;
    std::array<llvm::AllocaInst*, register_count> registers_{};
    std::map<std::uint32_t, llvm::BasicBlock*> blocks_;
};

}  // namespace

std::string native_name(std::size_t policy, std::size_t function) {
    return "rf_policy_" + std::to_string(policy) + "_" + std::to_string(function);
}

void translate(const Program& program, std::size_t policy, llvm::Module& module) {
    llvm::LLVMContext& context = module.getContext();
    llvm::Type* const word = llvm::Type::getInt64Ty(context);
    auto* const type =
        llvm::FunctionType::get(word, {llvm::PointerType::getUnqual(context), word, word, word, word, word}, false);
    std::vector<llvm::Function*> functions;
    for (std::size_t i = 0; i < program.functions.size(); ++i) {
        functions.push_back(
            llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, native_name(policy, i), &module));
        // Keeps LLVM from replacing loops by calls of memcpy or similar: no such function is linked.
        functions.back()->addFnAttr("no-builtins");
        functions.back()->addFnAttr(llvm::Attribute::NoUnwind);
    }
    for (std::size_t i = 0; i < program.functions.size(); ++i)
        FunctionTranslator(program, i, functions).run();
}

}  // namespace ringfence::policy
