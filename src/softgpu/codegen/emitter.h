// Writes one function's LLVM IR.
//
// The emitters of the instruction families (emit_*.cpp) are written against this class. An emitter reads the operands
// of the current instruction as LLVM values, combines them, and writes the result:
//
//     void emit_add(Emitter& e) {
//         e.write(0, e.ir.CreateAdd(e.read(1), e.read(2)));
//     }
//
// Values come in the *shape* of the instruction. In scalar code that is one number. In vector code the same emitter
// runs once for several threads: i32 is then <8 x i32>, and IRBuilder's operations work on it just the same. An emitter
// that is marked elementwise must not care: it takes types from `type()` and constants from `constant()`, and calls
// functions only through `call()`, which does so for each lane.
//
// How PTX types look as LLVM types: .f32 is float, .f64 is double, .pred is i1; everything else, f16 and bf16 and
// packed formats included, is an integer of its width. Registers are variables: read and write them in any order.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ptx/model.h"
#include "softgpu/codegen/lane_form.h"
#include "softgpu/runtime/abi.h"

namespace ringfence::softgpu::codegen {

class Emitter;

// Which types of an instruction an entry of the table is for. Float: f16, f32, f64, bf16, tf32 and their packed forms.
enum class OperandKinds : std::uint8_t { Any, Integer, Float };

// How an instruction is written as IR.
struct EmitterEntry {
    ptx::Opcode opcode;
    OperandKinds kinds;
    void (*emit)(Emitter& emitter);
    // A function of the operands alone, without side effects, for one lane as for many.
    bool elementwise;
};

bool is_float(ptx::Type type);
// Which element of a vector `.x`, `.y` … names.
unsigned component_index(ptx::Component component);
// By how much a special register differs from lane to lane.
std::int64_t lane_stride(ptx::SpecialRegister reg, unsigned component);

// The families. Each is in a file of its own.
std::span<const EmitterEntry> integer_emitters();  // add … of integers, mul, mad, div, bfe, dp4a, addc …; emit_integer*
std::span<const EmitterEntry> logic_emitters();    // and, or, lop3, shl, shf, prmt, selp, slct, setp/set of integers
std::span<const EmitterEntry> video_emitters();    // vadd … vset4
std::span<const EmitterEntry> float_emitters();    // add … of f32 and f64, approximations, setp/set/testp of floats
std::span<const EmitterEntry> convert_emitters();  // cvt, cvt.pack
std::span<const EmitterEntry> move_emitters();     // mov, cvta, isspacep, ld/st to special places …
std::span<const EmitterEntry> memory_emitters();   // ld, st, prefetch, fences …
std::span<const EmitterEntry> atomic_emitters();   // atom, red
std::span<const EmitterEntry> warp_emitters();     // shfl, vote, match, redux, activemask, elect, bar, barrier
std::span<const EmitterEntry> matrix_emitters();   // mma, wmma, ldmatrix, stmatrix, movmatrix
std::span<const EmitterEntry> async_emitters();    // cp.async, mbarrier, bulk copies
std::span<const EmitterEntry> tensor_emitters();   // tensor copies, tensormap.*
std::span<const EmitterEntry> texture_emitters();  // tex, tld4, txq, suld, sust, sured, suq, istypep
// The entry for an operation; null if the software GPU does not have it.
const EmitterEntry* find_emitter(const ptx::Operation& operation);

enum class Extend : std::uint8_t { Zero, Sign };

class Emitter {
public:
    Emitter(const Emitter&) = delete;
    Emitter& operator=(const Emitter&) = delete;

    llvm::IRBuilder<> ir;

    // --- the current instruction ---

    const ptx::Instruction& instruction() const { return *instruction_; }
    const ptx::Operation& operation() const { return *instruction_->operation; }
    bool has(ptx::Modifier modifier) const { return operation().has(modifier); }
    // The instruction's type (slot `t`).
    ptx::Type type_of_operation() const { return operation().type; }
    std::size_t operand_count() const { return instruction_->operands.size(); }
    // An operand; Empty if it was left out.
    const ptx::Operand& operand(std::size_t index) const;
    // The type the table gives an operand; the operation's type if the table leaves it open.
    ptx::Type operand_type(std::size_t index) const;
    // For rf_* functions: where we are.
    llvm::Value* site() { return ir.getInt32(site_); }
    llvm::Value* thread() { return thread_; }
    // The instruction cannot be translated; loading the kernel fails with this message, at its line.
    void refuse(std::string message);

    // --- types and constants, in the shape of the instruction ---

    unsigned lanes() const { return lanes_; }
    llvm::Type* shaped(llvm::Type* scalar) const;
    llvm::Type* type(ptx::Type type) const { return shaped(scalar_type(type)); }
    llvm::Type* integer(unsigned bits) const { return shaped(llvm::Type::getIntNTy(context(), bits)); }
    llvm::Type* float32() const { return shaped(llvm::Type::getFloatTy(context())); }
    llvm::Type* float64() const { return shaped(llvm::Type::getDoubleTy(context())); }
    llvm::Value* constant(unsigned bits, std::uint64_t value) const;  // an integer
    llvm::Value* constant_float(float value) const;
    llvm::Value* constant_double(double value) const;
    llvm::Value* constant_of(llvm::Type* like, std::uint64_t value) const;  // an integer of the same type

    // --- operands ---

    // The value of an operand: a register, immediate, special register or symbol's address, as the given type. Wider
    // registers are truncated. Reading a float's register as an integer gives its bits, and the other way round.
    llvm::Value* read(const ptx::Operand& operand, ptx::Type type);
    llvm::Value* read(std::size_t index) { return read(operand(index), operand_type(index)); }
    llvm::Value* read(std::size_t index, ptx::Type type) { return read(operand(index), type); }
    // A predicate, negation applied: i1.
    llvm::Value* read_predicate(const ptx::Operand& operand);
    // Writes a register: integers narrower than it are extended. A sink is ignored.
    void write(const ptx::Operand& operand, llvm::Value* value, Extend extend = Extend::Zero);
    void write(std::size_t index, llvm::Value* value, Extend extend = Extend::Zero) {
        write(operand(index), value, extend);
    }
    // Writes what floating-point arithmetic gave (float or double): a NaN among it becomes the device's canonical NaN
    // where its bits are looked at. Plain write() keeps the bits of a NaN as they are.
    void write_computed(const ptx::Operand& operand, llvm::Value* value);
    void write_computed(std::size_t index, llvm::Value* value) { write_computed(operand(index), value); }

    // The integer type of the same width: reading a float so gives its bits, NaNs made canonical.
    static ptx::Type bits_type(ptx::Type type);
    // A register's value as it is kept, whatever NaN may be in it; for copies into registers that allow it.
    llvm::Value* read_as_is(const ptx::Operand& operand);
    bool keeps_nan(const ptx::Operand& operand) const {
        return operand.is_register() && registers_[operand.id].lazy_nan;
    }

    // --- calls ---

    // Calls a function of the runtime or of math by its name, for each lane. Arguments are in the instruction's shape
    // or scalar; `result` is the scalar result type (may be void).
    llvm::Value* call(const char* name, llvm::Type* result, std::initializer_list<llvm::Value*> arguments);
    // The same for a function whose first argument is the thread and last one the site. Only in scalar code.
    llvm::Value* call_runtime(const char* name, llvm::Type* result, std::initializer_list<llvm::Value*> arguments);

    // --- memory (scalar code, unless said otherwise) ---

    // The address an operand `[a+4]` names in its own space: i64 (shared: offset).
    llvm::Value* address(const ptx::Operand& operand);
    // Checks an access of `bytes` (a power of two up to 16, or 32) at an address of the given space, and gives a host
    // pointer to it. `space` Generic, Global, Const, Local, Param, Shared (and SharedCluster).
    llvm::Value* checked_pointer(const ptx::Operand& operand, ptx::Space space, unsigned bytes, AccessKind kind) {
        return check_access(operand, space, bytes, kind);
    }
    // The same for an address that is a value, which needs no power of two or alignment if `alignment` says so. `bytes`
    // may be any run-time i32 (0 is allowed and checks nothing).
    llvm::Value* checked_pointer(llvm::Value* address, ptx::Space space, llvm::Value* bytes, unsigned alignment,
                                 AccessKind kind) {
        return check_range(address, space, bytes, alignment, kind);
    }
    // How what the current instruction loads is checked.
    AccessKind load_kind() const {
        return operation().space == ptx::Space::Const ? AccessKind::ReadOnly : AccessKind::Read;
    }
    // Where the block's shared memory lies among generic addresses: i64.
    virtual llvm::Value* shared_window() = 0;
    // True if an address operand names a parameter of the kernel, which never changes.
    virtual bool is_kernel_parameter(const ptx::Operand& operand) const = 0;
    // The elements of `{a, b}` or of a vector register; otherwise the operand itself.
    std::vector<ptx::Operand> elements(const ptx::Operand& operand) const;
    // Promises that the loaded value never changes while the kernel runs.
    void mark_invariant(llvm::LoadInst* load);
    // A variable in the function's frame, for passing arrays to the runtime. Made once, at the function's entry.
    llvm::AllocaInst* temporary(llvm::Type* type);
    // The carry flag of add.cc and similar instructions: an i1 variable of the function. Instructions that read it are
    // not elementwise, and keep the function out of vector code.
    llvm::AllocaInst* carry() {
        if (carry_ == nullptr) carry_ = temporary(llvm::Type::getInt1Ty(context()));
        return carry_;
    }

    virtual llvm::Value* special_register(ptx::SpecialRegister reg, unsigned component) = 0;

    // --- plumbing ---

    llvm::LLVMContext& context() const { return module_.getContext(); }
    llvm::Module& module() { return module_; }
    llvm::Type* scalar_type(ptx::Type type) const;
    llvm::Value* splat(llvm::Value* scalar);  // to the instruction's shape
    // Calls an LLVM intrinsic such as llvm.ctpop, overloaded on `type`.
    llvm::Value* intrinsic(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Type*> types,
                           std::initializer_list<llvm::Value*> arguments);

protected:
    struct Register {
        llvm::AllocaInst* storage = nullptr;
        llvm::Type* scalar = nullptr;
        Form form = Form::Uniform;
        std::int64_t stride = 0;
        bool lazy_nan = false;  // NaNs in it are made canonical when its bits are read
        std::uint8_t vector = 1;
    };

    Emitter(llvm::Module& module, const ptx::Module& source) : ir(module.getContext()), module_(module), ptx_(source) {}
    virtual llvm::Value* variable_address(const ptx::Variable& variable) = 0;
    virtual llvm::Value* function_address(const ptx::Function& function) = 0;
    // Checks an access and gives a host pointer; see checked_pointer().
    virtual llvm::Value* check_access(const ptx::Operand& operand, ptx::Space space, unsigned bytes,
                                      AccessKind kind) = 0;
    virtual llvm::Value* check_range(llvm::Value* address, ptx::Space space, llvm::Value* bytes, unsigned alignment,
                                     AccessKind kind) = 0;
    virtual ~Emitter() = default;

    llvm::Value* storage_of(const Register& reg, unsigned component);
    llvm::Value* load_register(const ptx::Operand& operand);
    llvm::Value* read_register(const ptx::Operand& operand, ptx::Type type);
    llvm::Value* spread(llvm::Value* base, std::int64_t stride);
    llvm::Value* canonical_nan(llvm::Value* bits);
    llvm::Value* as_type(llvm::Value* value, ptx::Type type);
    void store_register(const Register& reg, unsigned component, llvm::Value* value);

    llvm::Module& module_;
    const ptx::Module& ptx_;
    const ptx::Instruction* instruction_ = nullptr;
    SiteId site_ = 0;
    unsigned lanes_ = 1;             // of the current instruction
    int lane_ = -1;                  // in vector code, while scalar code is written for one lane: which
    unsigned group_lanes_ = 1;       // of the function
    llvm::Value* mask_ = nullptr;    // in vector code: which lanes the guard lets through; null: all
    llvm::Value* thread_ = nullptr;  // ThreadState*
    llvm::Function* function_ = nullptr;
    llvm::AllocaInst* carry_ = nullptr;
    std::vector<Register> registers_;
    std::optional<std::string> refusal_;
};

}  // namespace ringfence::softgpu::codegen
