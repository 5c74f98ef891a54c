// Modules that would take time or memory out of proportion to their length.
#include <string>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "ptx/parser.h"
#include "softgpu/codegen/module_plan.h"
#include "softgpu/codegen/vector_plan.h"

namespace ringfence::softgpu::codegen {
namespace {

std::unique_ptr<ptx::Module> parse_kernel(const std::string& body) {
    DiagnosticSink sink;
    return ptx::parse(".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n" + body + "ret;\n}\n",
                      sink);
}

TEST(HostileModule, RegistersThatAreOnlyNamedAreRefused) {
    const auto module = parse_kernel(".reg .b64 %r<4000000>;\n");
    ASSERT_NE(module, nullptr);
    const auto plan = ModulePlan::make(*module);
    ASSERT_FALSE(plan.ok());
    EXPECT_EQ(plan.error().kind, Error::Kind::bad_input);
    EXPECT_THAT(plan.error().message, testing::HasSubstr("up to 'k' there are 4000000 registers"));
}

TEST(HostileModule, ManyBranchesWithManyLiveRegistersGetNoVectorCode) {
    constexpr int registers = 300;
    std::string body = fmt::format(".reg .b32 %r<{}>;\n.reg .pred %p;\n", registers);
    for (int i = 0; i < registers; ++i)
        body += fmt::format("mov.u32 %r{}, %tid.x;\n", i);
    body += "mul.lo.u32 %r0, %r0, %r0;\nsetp.eq.u32 %p, %r0, 3;\n";
    for (int i = 0; i < registers; ++i)
        body += fmt::format("L{0}: @%p bra L{1};\nadd.u32 %r{0}, %r{0}, 1;\n", i, i * 7 % registers);
    for (int i = 0; i < registers; ++i)
        body += fmt::format("add.u32 %r0, %r0, %r{};\n", i);
    const auto module = parse_kernel(body);
    ASSERT_NE(module, nullptr);
    const auto plan = ModulePlan::make(*module);
    ASSERT_TRUE(plan.ok()) << plan.error().message;
    for (const ptx::Item& item : module->items) {
        if (item.kind != ptx::ItemKind::Function) continue;
        EXPECT_EQ(plan_vector(*plan.value(), ptx::ControlFlowGraph(*item.function)).obstacle, "it is too large");
    }
}

}  // namespace
}  // namespace ringfence::softgpu::codegen
