// Writes the instructions of one function, each made safe.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "guard/rewriter/fence_cache.h"
#include "guard/rewriter/fence_places.h"
#include "guard/rewriter/function_writer.h"
#include "ptx/writer.h"

namespace ringfence::guard::rewriting {

class StatementWriter {
public:
    StatementWriter(ModuleContext& context, const FunctionPlan& plan, const WriteOptions& options, FunctionText& text,
                    WrittenFunction& written);

    void write(std::uint32_t statement);
    // The need for shared memory is known only at the end.
    void finish();

private:
    void write_access(std::uint32_t statement);
    Treatment make_safe(std::uint32_t statement, const AccessPlan& plan, ptx::Operand& address);
    std::uint64_t fenced_bytes(const AccessPlan& plan) const;
    std::uint64_t shared_fence_bytes(const AccessPlan& plan) const;
    void make_shared_fences(std::uint32_t statement);
    Treatment make_fenced(std::uint32_t statement, const AccessPlan& plan, ptx::Operand& address);
    Treatment make_bounded_together(std::uint32_t statement, const AccessPlan& plan, ptx::Operand& address);
    Treatment make_bounded_shared(std::uint32_t statement, const AccessPlan& plan, ptx::Operand& address);
    void make_bounded_variable(std::uint32_t statement, const AccessPlan& plan, ptx::Operand& address);
    // In check mode: a call of __rf_violation, if the address has changed.
    void record_if_astray(std::uint32_t statement, const Sequences::Fenced& fenced);
    void record_if_astray(std::uint32_t statement, const Sequences::Split& split);
    void record_if_astray(std::uint32_t statement, const Sequences::Bounded& bounded);
    void record(std::uint32_t statement, const std::string& original, std::string wrong);
    void clamp_sizes(const std::vector<AccessPlan>& plans, std::span<ptx::Operand> operands);
    void clamp_stride(const ptx::Instruction& instruction, const std::vector<AccessPlan>& plans,
                      std::span<ptx::Operand> operands);

    void write_call(std::uint32_t statement);
    void write_service(std::uint32_t statement, std::string_view service);
    void write_indirect_call(std::uint32_t statement);
    void write_table_branch(std::uint32_t statement);
    void write_trap(std::uint32_t statement);
    void write_barrier(const ptx::Instruction& instruction);
    void write_mask(std::uint32_t statement);
    void write_descriptors(std::uint32_t statement);
    void write_image(std::uint32_t statement);
    ptx::Operand aligned(const ptx::Operand& byte, std::uint32_t bytes);
    std::string operand_text(const ptx::Operand& operand) const;
    void write_kept(const ptx::Instruction& instruction);

    // The instruction's operands, to be changed; symbols of the module's variables are replaced already.
    std::vector<ptx::Operand> replaced_operands(const ptx::Instruction& instruction);
    ptx::Operand replaced(const ptx::Operand& operand);
    ptx::Operand replaced_symbol(const ptx::Operand& symbol);
    OwnRegister managed_start(std::uint32_t number);
    ptx::Operand replaced_workspace(const ptx::Operand& special);
    void print(const ptx::Instruction& instruction, std::span<const ptx::Operand> operands);
    AddressText register_text(ptx::RegisterId reg) const;
    AddressText base_text(const AccessPlan& plan, const ptx::Operand& address);
    void set_address(ptx::Operand& address, OwnRegister reg, std::int64_t offset);
    ptx::Operand own_operand(OwnRegister reg) const;
    void need_shared(std::uint64_t bytes);
    template <typename Visit>
    void for_each_leading_shared(const Visit& visit) const;
    std::uint64_t largest_shared() const;
    // The instruction's guard, or its substitute: the warp's vote, or the end of a count.
    ptx::Guard guard_of(const ptx::Instruction& instruction) const;
    std::string guard_text(const ptx::Instruction& instruction) const;
    void vote(std::uint32_t statement);
    void end_here(std::uint32_t statement, const std::string& guard);
    void count(const ptx::Instruction& branch, bool leaves_when_taken);
    std::uint32_t site_of(std::uint32_t statement) const;

    ModuleContext& context_;
    const FunctionPlan& plan_;
    const WriteOptions& options_;
    FunctionText& text_;
    WrittenFunction& written_;
    Sequences sequences_;
    const bool asks_launch_;  // this variant is for launches that meet conditions
    FencePlaces fence_places_;
    FenceCache fences_;
    FenceCache bounds_;  // of shared memory
    ptx::Writer writer_;
    // About the statement that is being written:
    ptx::RegisterId guard_ = ptx::no_register;  // instead of its own
    bool comes_alone_ = false;
    std::string last_place_;  // of a bulk copy: where it may begin in shared memory at most
    std::uint64_t shared_needed_ = 0;
    std::uint64_t shared_multiple_ = 16;  // of the guard's own variable, if there must be one
    ptx::Variable constants_;             // __rf_const
};

}  // namespace ringfence::guard::rewriting
