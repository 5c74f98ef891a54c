// The plan of a kernel: the facts that are found before it is translated.
#include "softgpu/codegen/vector_plan.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "ptx/parser.h"
#include "softgpu/codegen/joint_checks.h"
#include "softgpu/codegen/module_plan.h"

namespace ringfence::softgpu::codegen {
namespace {

class Kernel {
public:
    explicit Kernel(const std::string& body) {
        DiagnosticSink sink;
        module_ = ptx::parse(".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n" +
                                 registers_ + body + "ret;\n}\n",
                             sink);
        plan_ = ModulePlan::make(*module_).take();
        for (const ptx::Item& item : module_->items) {
            if (item.kind == ptx::ItemKind::Function) function_ = item.function;
        }
    }

    const ptx::Function& function() const { return *function_; }
    VectorPlan vector_plan() const { return plan_vector(*plan_, ptx::ControlFlowGraph(*function_)); }
    JointChecks joint_checks() const { return JointChecks(ptx::ControlFlowGraph(*function_)); }

    // The statements that are loads and stores, in order.
    std::vector<std::uint32_t> accesses() const {
        std::vector<std::uint32_t> found;
        for (std::uint32_t i = 0; i < function_->body.size(); ++i) {
            if (!function_->body[i].is_instruction()) continue;
            const ptx::Opcode opcode = function_->body[i].instruction.opcode();
            if (opcode == ptx::Opcode::Ld || opcode == ptx::Opcode::St) found.push_back(i);
        }
        return found;
    }

private:
    const std::string registers_ =
        ".reg .b64 %p, %q; .reg .b32 %r<8>; .reg .f32 %f<4>; .reg .pred %a;\n.shared .u32 cells[64];\n";
    std::unique_ptr<ptx::Module> module_;
    std::unique_ptr<ModulePlan> plan_;
    const ptx::Function* function_ = nullptr;
};

TEST(JointChecks, AccessesThroughOneRegisterMakeUpAStretch) {
    const Kernel kernel("ld.global.u32 %r1, [%p+8]; ld.global.u32 %r2, [%p]; st.global.u32 [%p+-4], %r1;\n");
    const JointChecks checks = kernel.joint_checks();
    const auto accesses = kernel.accesses();
    const std::uint32_t number = checks.stretch_of(accesses[0]);
    ASSERT_NE(number, JointChecks::none);
    EXPECT_EQ(checks.stretch_of(accesses[1]), number);
    EXPECT_EQ(checks.stretch_of(accesses[2]), number);
    EXPECT_EQ(checks.stretch(number).first, -4);
    EXPECT_EQ(checks.stretch(number).last, 8);
    EXPECT_EQ(checks.stretch(number).bytes, 4U);
}

TEST(JointChecks, OthersStandAlone) {
    const char* const bodies[] = {
        "ld.global.u32 %r1, [%p]; ld.global.u32 %r2, [%q];\n",                       // another register
        "ld.global.u32 %r1, [%p]; add.u64 %p, %p, 4; ld.global.u32 %r2, [%p];\n",    // with another value
        "ld.global.u32 %r1, [%p]; ld.global.u64 %q, [%p+8];\n",                      // of another width
        "ld.global.u32 %r1, [%p]; ld.global.u32 %r2, [%p+6];\n",                     // aligned otherwise
        "ld.global.u32 %r1, [%p]; ld.const.u32 %r2, [%p+4];\n",                      // in another space
        "ld.global.u32 %r1, [%p]; @%a ld.global.u32 %r2, [%p+4];\n",                 // perhaps not at all
        "ld.global.u32 %r1, [%p]; @%a bra L; ld.global.u32 %r2, [%p+4]; L: ret;\n",  // in another block
        "ld.global.u32 %r1, [%p]; ld.global.u32 %r2, [%p+2097152];\n",               // far away
        "ld.local.u32 %r1, [%p]; ld.local.u32 %r2, [%p+4];\n",                       // checked in another way
        "ld.global.u64 %p, [%p]; ld.global.u64 %q, [%p+8];\n",                       // through what the first loaded
    };
    for (const char* const body : bodies) {
        const Kernel kernel(body);
        const JointChecks checks = kernel.joint_checks();
        for (const std::uint32_t access : kernel.accesses())
            EXPECT_EQ(checks.stretch_of(access), JointChecks::none) << body;
    }
}

TEST(VectorPlan, BarriersMakeStages) {
    const Kernel kernel(
        "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; bar.sync 0; add.u32 %r1, %r1, %r2;\n"
        "bar.sync 1; st.shared.u32 [cells], %r1;\n");
    const VectorPlan plan = kernel.vector_plan();
    ASSERT_TRUE(plan.possible()) << plan.obstacle;
    ASSERT_EQ(plan.stages.size(), 2U);
    EXPECT_EQ(plan.stages[0].registers.size(), 2U);
    EXPECT_EQ(plan.stages[1].registers.size(), 1U);
    EXPECT_GT(stage_bytes(plan, kernel.function(), 32), 0U);
    EXPECT_EQ(stage_bytes(plan, kernel.function(), 32) % 32, 0U);
}

TEST(VectorPlan, ThreadsThatWaitInAnotherWayHaveNoStages) {
    const char* const bodies[] = {
        "bar.sync 0, 64;\n",                // for some threads
        "mov.u32 %r1, 3; bar.sync %r1;\n",  // by a number that is computed
        "bar.sync 0; L: ld.volatile.global.u32 %r1, [%p]; setp.eq.u32 %a, %r1, 0; @%a bra L;\n",  // for a word
        "bar.sync 0; atom.global.add.u32 %r1, [%p], 1; st.global.u32 [%p], %r1;\n",
    };
    for (const char* const body : bodies) {
        const VectorPlan plan = Kernel(body).vector_plan();
        EXPECT_TRUE(plan.stages.empty()) << body;
    }
    EXPECT_TRUE(Kernel("mov.u32 %r1, %tid.x;\n").vector_plan().stages.empty());
}

// A register of `%i`, by its name.
LaneForm likely_form(const Kernel& kernel, const VectorPlan& plan, std::size_t access) {
    const ptx::Instruction& instruction = kernel.function().body[kernel.accesses()[access]].instruction;
    const bool load = instruction.opcode() == ptx::Opcode::Ld;
    return form_of(instruction.operands[load ? 1 : 0], plan.likely);
}

TEST(VectorPlan, NumbersThatAreHeldWithinBoundsAreLikelyStrided) {
    const Kernel kernel(
        "mov.u32 %r1, %tid.x; sub.u32 %r2, %r1, 2; max.s32 %r2, %r2, 0; min.s32 %r2, 99, %r2;\n"
        "mad.wide.s32 %q, %r2, 4, %p; ld.global.u32 %r3, [%q]; mul.lo.u32 %r4, %r1, %r1;\n"
        "mad.wide.u32 %q, %r4, 4, %p;\n"
        "st.shared.u32 [cells], %r3;\n");
    const VectorPlan plan = kernel.vector_plan();
    ASSERT_TRUE(plan.possible()) << plan.obstacle;
    // Two instructions write %q, and only one of them a number of that form.
    EXPECT_EQ(likely_form(kernel, plan, 0).form, Form::Varying);

    const Kernel other(
        "mov.u32 %r1, %tid.x; sub.u32 %r2, %r1, 2; max.s32 %r2, %r2, 0; min.s32 %r2, 99, %r2;\n"
        "mad.wide.s32 %q, %r2, 4, %p; ld.global.u32 %r3, [%q]; st.global.u32 [%p], %r3;\n");
    const VectorPlan good = other.vector_plan();
    EXPECT_EQ(likely_form(other, good, 0), (LaneForm{Form::Strided, 4}));
    EXPECT_EQ(form_of(other.function().body[other.accesses()[0]].instruction.operands[1], good.registers).form,
              Form::Varying);
}

TEST(VectorPlan, ShadowsAreForAdjacentAccessesOnly) {
    // Every second place.
    const Kernel kernel(
        "mov.u32 %r1, %tid.x; max.s32 %r2, %r1, 3; mad.wide.s32 %q, %r2, 8, %p;\n"
        "ld.global.u32 %r3, [%q]; st.global.u32 [%p], %r3;\n");
    const VectorPlan plan = kernel.vector_plan();
    for (ptx::RegisterId reg = 0; reg < kernel.function().register_count; ++reg)
        EXPECT_FALSE(plan.has_shadow(reg)) << reg;
}

}  // namespace
}  // namespace ringfence::softgpu::codegen
