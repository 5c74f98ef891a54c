// Translates one function of a PTX module: its frame, its blocks, branches and calls, and the checks of its memory
// accesses. The instructions themselves are the emitters' business.
#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "ptx/analysis/cfg.h"
#include "softgpu/codegen/address_roots.h"
#include "softgpu/codegen/emitter.h"
#include "softgpu/codegen/joint_checks.h"
#include "softgpu/codegen/layout.h"
#include "softgpu/codegen/module_plan.h"
#include "softgpu/codegen/vector_plan.h"

namespace ringfence::softgpu::codegen {

// How a function is to be translated.
enum class Variant : std::uint8_t {
    Scalar,    // a kernel, thread by thread: KernelFunction
    Vector,    // a kernel, several threads at once: KernelFunction
    Resume,    // a kernel, thread by thread from a place in the middle: ResumeFunction
    Function,  // a device function: void(ThreadState*, parameters, results)
};

// Shared by the functions of one translation.
struct UnitContext {
    const ModulePlan& plan;
    VariableLayout shared;
    // The functions with a body in this unit.
    std::unordered_map<const ptx::Function*, llvm::Function*> functions;
    const VectorPlan* vector = nullptr;
    unsigned lanes = 1;  // of vector code
    bool may_wait = true;
};

class FunctionBuilder final : public Emitter {
public:
    FunctionBuilder(llvm::Module& module, const UnitContext& unit, const ptx::Function& function, Variant variant);

    Result<void> build(llvm::Function* into);

    // Instructions that are translated here, not by an emitter.
    static bool is_flow(ptx::Opcode opcode);
    static llvm::FunctionType* function_type(llvm::LLVMContext& context, Variant variant);

private:
    struct ExtentSlots {
        llvm::AllocaInst* begin;
        llvm::AllocaInst* bytes;
        llvm::Value* kept;  // where it is kept from block to block
    };

    // A predicate that differs by lane: its value in the first lane, and whether all others are known to be equal. Both
    // are scalars, so that a branch seldom needs to look at the vector.
    struct Mirror {
        llvm::AllocaInst* first;
        llvm::AllocaInst* agree;
    };

    // Mirrors.
    const Mirror& mirror_of(ptx::RegisterId predicate);
    void mirror_results();
    void set_mirror(const ptx::Operand& predicate, llvm::Value* first, llvm::Value* agree);
    bool mirror_compare();
    bool mirror_logic();
    llvm::Value* lane_value(const ptx::Operand& operand, ptx::Type type, unsigned lane);

    // Shadows.
    struct Shadow {
        Register base;            // the register, as it is kept where the lanes are in step
        llvm::AllocaInst* holds;  // true if they are
    };
    void make_shadow(ptx::RegisterId id);
    void swap_shadows(const std::vector<ptx::RegisterId>& registers);
    void shadow_result();
    llvm::Value* stays_in_step();
    llvm::Value* bound_is_not_met();
    std::optional<ptx::RegisterId> shadowed_base(const ptx::Operand& address) const;
    bool is_likely_contiguous() const;
    void emit_likely_store();
    llvm::Value* likely_contiguous_pointer(const ptx::Operand& at, unsigned bytes, AccessKind kind);

    // Stages.
    struct StageEnd {
        std::uint32_t number;
        llvm::BasicBlock* restore;  // where a group begins with the next stage
        llvm::BasicBlock* after;
        std::vector<ptx::RegisterId> mirrors;  // that were saved
    };
    void begin_stages();
    void end_stages();
    void emit_stage_end(std::uint32_t statement);
    llvm::Value* is_alone();
    llvm::Value* goes_along(llvm::Value* stage);
    llvm::Value* group_memory();
    void save_group(StageEnd& stage);
    void restore_group(const StageEnd& stage);
    void leave_stages();
    void write_leaving(llvm::Function& leaving);
    llvm::Value* number_in(llvm::AllocaInst* variable) { return ir.CreateLoad(ir.getInt32Ty(), variable); }
    llvm::Value* thread_number();
    llvm::Value* tid(unsigned component);

    // The frame.
    void load_states();
    void make_registers();
    void clear_registers();
    void make_parameters();
    void open_local_frame();
    void close_local_frame();
    void check_stack();
    void begin_threads();
    void end_threads();
    void begin_resume();
    void set_thread(llvm::Value* thread);
    void load_register_parameters();
    void store_register_results();
    llvm::Value* state_field(llvm::Value* state, std::size_t offset, llvm::Type* type);

    // Blocks and statements.
    void emit_block(ptx::BlockId block);
    void emit_statement(std::uint32_t index);
    void emit_instruction(std::uint32_t index);
    void emit_guarded();
    void emit_unguarded();
    unsigned lanes_of_instruction() const;
    Form guard_form() const;
    llvm::Value* guard_value();
    bool is_varying(const ptx::Operand& operand) const;
    llvm::BasicBlock* new_block(const char* name);
    void start(llvm::BasicBlock* block) { ir.SetInsertPoint(block); }
    bool is_open() const { return ir.GetInsertBlock()->getTerminator() == nullptr; }

    // Flow.
    void emit_flow(std::uint32_t statement);
    void emit_guarded_flow(std::uint32_t statement, bool leaves, llvm::Value* condition);
    void emit_other_flow(std::uint32_t statement);
    llvm::BasicBlock* edge_to(ptx::BlockId target);
    llvm::BasicBlock* block_of_label(const ptx::Label& label);
    void emit_branch_table(std::uint32_t statement);
    void emit_return();
    void emit_poll(ptx::BlockId target);
    void find_state_reads();
    bool may_spin(ptx::BlockId target) const;
    void emit_varying_flow(std::uint32_t statement, bool leaves);
    void emit_masked(std::uint32_t branch, ptx::BlockId block, llvm::Value* mask);
    void emit_divergence(std::uint32_t statement);
    void write_parting(llvm::Function& part, std::uint32_t number);
    void require_agreement(llvm::Value* agree, std::uint32_t statement);
    void check_widening(std::uint32_t statement);
    llvm::Value* widens_in_step();
    llvm::Value* is_row(llvm::Value* from, llvm::Value* to, std::int64_t step, bool is_signed);
    void emit_stack_instruction();

    // Calls.
    void emit_call();
    bool emit_builtin(const ptx::Function& callee, const ptx::CallOperands& call);
    void pass_arguments(const ptx::Operand* list, std::span<const ptx::Variable* const> formals, llvm::Value* block,
                        const ParameterLayout& layout);
    void take_results(const ptx::Operand* list, std::span<const ptx::Variable* const> formals, llvm::Value* block,
                      const ParameterLayout& layout);
    ptx::Type passed_type(const ptx::Operand& element, const ptx::Variable& formal) const;
    static std::uint64_t stored_bytes(const llvm::Type* type) { return (type->getScalarSizeInBits() + 7) / 8; }
    llvm::Value* argument(const ptx::CallOperands& call, std::size_t index, unsigned bits);
    llvm::Value* parameter_pointer(const ptx::Variable& variable);

    // Vector code's accesses.
    void emit_for_lanes(const EmitterEntry& entry);
    void emit_each_lane(const EmitterEntry& entry);
    void emit_contiguous();
    llvm::Value* contiguous_data(const ptx::Operand& data);
    llvm::Value* contiguous_pointer(const ptx::Operand& at, unsigned bytes, AccessKind kind);
    bool is_gathered() const;
    void emit_gathered();
    llvm::Value* check_gathered(const ptx::Operand& at, unsigned bytes, AccessKind kind);
    void call_each(const char* function, llvm::Value* places, ptx::Space space, unsigned bytes, AccessKind kind,
                   const ExtentSlots* slots, llvm::Value* data);
    void access_each(const char* function, const ptx::Operand& at, unsigned bytes, AccessKind kind, llvm::Value* data);
    llvm::AllocaInst* data_of_lanes(unsigned bytes);
    void emit_masked_shared_store();
    llvm::Value* interleave(const std::vector<llvm::Value*>& values);

    // The functions that Emitter asks for.
    llvm::Value* shared_window() override { return ir.CreatePtrToInt(shared_base_, ir.getInt64Ty()); }
    bool is_kernel_parameter(const ptx::Operand& operand) const override;
    llvm::Value* variable_address(const ptx::Variable& variable) override;
    llvm::Value* function_address(const ptx::Function& function) override;
    llvm::Value* special_register(ptx::SpecialRegister reg, unsigned component) override;
    llvm::Value* check_access(const ptx::Operand& operand, ptx::Space space, unsigned bytes, AccessKind kind) override;
    llvm::Value* check_range(llvm::Value* address, ptx::Space space, llvm::Value* bytes, unsigned alignment,
                             AccessKind kind) override;

    llvm::Value* host_pointer(llvm::Value* address, ptx::Space space);
    bool is_statically_inside(const ptx::Operand& operand, ptx::Space space, unsigned bytes) const;
    llvm::Value* is_inside(llvm::Value* offset, llvm::Value* size, unsigned bytes, std::uint64_t more);
    llvm::Value* may_access(llvm::Value* at, const ExtentSlots* slots, unsigned bytes, std::uint64_t more);
    std::uint32_t stretch_here(unsigned bytes) const;
    llvm::Value* may_access_jointly(const ptx::Operand& operand, llvm::Value* at, const ExtentSlots* slots,
                                    unsigned bytes, unsigned count);
    llvm::Value* address_moved(const ptx::Operand& operand, llvm::Value* at, std::int64_t by);
    void check_extent(const ptx::Operand& operand, llvm::Value* address, unsigned bytes, AccessKind kind);
    void check_shared(const ptx::Operand& operand, llvm::Value* offset, ptx::Space space, unsigned bytes,
                      AccessKind kind);
    llvm::Value* cluster_offset(llvm::Value* address);
    void check_lanes(llvm::Value* first, std::int64_t stride, ptx::Space space, unsigned bytes, AccessKind kind,
                     const ExtentSlots* slots);
    void check_local(llvm::Value* address, unsigned bytes, AccessKind kind);
    const ExtentSlots& extent_of(const ptx::Operand& operand, AccessKind kind);
    void reload_extent(const ExtentSlots& slots);
    void call_check(llvm::Value* address, unsigned bytes, AccessKind kind, const ExtentSlots& slots);

    const UnitContext& unit_;
    const ptx::Function& source_;
    Variant variant_;
    bool waits_;  // threads may wait for each other
    ptx::ControlFlowGraph cfg_;
    AddressRoots roots_;
    JointChecks joint_checks_;
    VariableLayout local_;
    ParameterLayout parameters_;
    ParameterLayout results_;

    std::vector<llvm::BasicBlock*> blocks_;
    llvm::BasicBlock* leave_ = nullptr;         // where a thread ends
    llvm::BasicBlock* choose_place_ = nullptr;  // of Resume: where it jumps to the place it is called with
    ptx::BlockId current_ = 0;
    std::uint32_t statement_ = 0;
    std::vector<std::uint32_t> state_reads_;  // statements

    llvm::Value* block_state_ = nullptr;
    llvm::Value* parameter_block_ = nullptr;
    llvm::Value* result_block_ = nullptr;
    llvm::Value* shared_base_ = nullptr;
    llvm::Value* shared_bytes_ = nullptr;
    llvm::Value* ntid_[3] = {};
    llvm::Value* ctaid_[3] = {};
    llvm::Value* nctaid_[3] = {};
    llvm::Value* tid_[3] = {};
    llvm::Value* thread_number_ = nullptr;
    bool staged_ = false;  // the function runs its groups stage by stage
    std::uint32_t stage_bytes_ = 0;
    llvm::Value* stage_memory_ = nullptr;
    llvm::BasicBlock* next_group_ = nullptr;
    llvm::Function* leaving_ = nullptr;
    llvm::AllocaInst* staged_tid_[3] = {};
    llvm::AllocaInst* first_group_ = nullptr;    // of those that run together: the number of its first thread
    llvm::AllocaInst* groups_end_ = nullptr;     // behind the last thread of the last one
    llvm::AllocaInst* group_ = nullptr;          // that runs
    llvm::AllocaInst* stage_ = nullptr;          // that it has begun with
    llvm::AllocaInst* reached_stage_ = nullptr;  // that those before it have come to
    std::vector<StageEnd> stage_ends_;
    llvm::Value* local_base_ = nullptr;
    llvm::Value* local_before_ = nullptr;
    llvm::Value* extent_array_ = nullptr;
    llvm::Instruction* entry_end_ = nullptr;    // in front of it, what all code of the function needs can be loaded
    llvm::AllocaInst* poll_budget_ = nullptr;   // how many rounds of loops until the runtime is asked
    llvm::AllocaInst* yield_budget_ = nullptr;  // the same of loops that may wait for another thread
    // The thread, or the first of its group, that the loop over the threads has come to; of Resume: counted from 0.
    llvm::PHINode* first_thread_ = nullptr;
    llvm::Value* resumed_registers_ = nullptr;
    std::uint32_t masked_branch_ = 0;    // the jump
    llvm::Value* outer_mask_ = nullptr;  // lanes that run a block which others have jumped over
    std::unordered_map<ptx::RegisterId, Mirror> mirrors_;
    std::unordered_map<ptx::RegisterId, Shadow> shadows_;
    std::unordered_map<std::uint64_t, ExtentSlots> extents_;  // by the pointer's root
    std::unordered_map<std::uint64_t, ExtentSlots> read_only_extents_;
    // By the number of a stretch: the answer for all of its accesses, once the first of them was written.
    std::unordered_map<std::uint32_t, llvm::AllocaInst*> stretch_allowed_;
    std::unordered_map<const ptx::Variable*, llvm::AllocaInst*> parameter_variables_;
    std::vector<bool> lazy_nan_;
    std::vector<std::pair<std::uint32_t, llvm::BasicBlock*>> resume_blocks_;
};

}  // namespace ringfence::softgpu::codegen
