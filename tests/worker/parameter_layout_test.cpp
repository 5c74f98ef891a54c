// The driver's layout of parameters against the checker's.
#include "worker/parameter_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backend/soft/soft.h"
#include "worker/guarded_module.h"

namespace ringfence::worker {
namespace {

using testing::HasSubstr;

constexpr const char* text = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u32 a, .param .u64 p, .param .u8 c, .param .align 16 .b8 d[5])
{
    .reg .b64 %d;
    ld.param.u64 %d, [p];
    st.global.u32 [%d], 1;
    ret;
}
)";

class Told : public backend::Function {
public:
    explicit Told(backend::FunctionInfo info) : info_(std::move(info)) {}
    std::string_view name() const override { return "k"; }
    const backend::FunctionInfo& info() const override { return info_; }

private:
    backend::FunctionInfo info_;
};

class ParameterLayout : public testing::Test {
protected:
    ParameterLayout() : guarded_(guard::guard(text).take()) {}
    const guard::GuardedKernel& kernel() const { return guarded_.kernels.at(0); }
    Result<void> check(std::vector<backend::ParameterInfo> parameters) const {
        backend::FunctionInfo info;
        info.parameters = std::move(parameters);
        return check_parameter_layout(Told(std::move(info)), kernel());
    }

    guard::GuardedPtx guarded_;
};

TEST_F(ParameterLayout, TheKernelHasConditionsAndTheirPlaces) {
    EXPECT_FALSE(kernel().conditions.empty());
    EXPECT_EQ(kernel().parameters, (std::vector<guard::ParameterSpan>{{0, 4}, {8, 8}, {16, 1}, {32, 5}}));
}

TEST_F(ParameterLayout, TheDevicesOwnIsTheSame) {
    backend::SoftOptions options;
    options.memory_bytes = std::uint64_t{64} << 20;
    auto device = backend::open_soft(options).take();
    auto module = device->load(guarded_.ptx).take();
    const backend::Function* function = module->function("k").take();
    EXPECT_TRUE(check_parameter_layout(*function, kernel()).ok());
}

TEST_F(ParameterLayout, AnotherPlaceOrSizeIsRefused) {
    EXPECT_TRUE(check({{0, 4}, {8, 8}, {16, 1}, {32, 5}}).ok());
    const Result<void> moved = check({{0, 4}, {16, 8}, {24, 1}, {32, 5}});
    ASSERT_FALSE(moved.ok());
    EXPECT_THAT(moved.error().message, HasSubstr("number 1 is 8 bytes at 16, not 8 bytes at 8"));
    EXPECT_THAT(moved.error().remedy, HasSubstr("--isolation private"));
    EXPECT_FALSE(check({{0, 4}, {8, 8}, {16, 2}, {32, 5}}).ok());
    EXPECT_FALSE(check({{0, 4}, {8, 8}, {16, 1}}).ok());
}

// A module whose kernel has its parameters elsewhere.
class Moved : public backend::Module {
public:
    Moved() : function_(info()) {}
    Result<const backend::Function*> function(std::string_view) override { return &function_; }
    Result<backend::GlobalInfo> global(std::string_view) override { return Error::bad_input("there is none"); }
    Result<std::vector<std::string>> function_names() override { return std::vector<std::string>{"k"}; }

private:
    static backend::FunctionInfo info() {
        backend::FunctionInfo info;
        info.parameters = {{0, 4}, {16, 8}, {24, 1}, {32, 5}};
        return info;
    }
    Told function_;
};

TEST_F(ParameterLayout, NobodyGetsToLaunchAKernelThatDiffers) {
    const GuardedModule::Uses uses(guarded_.ptx);
    GuardedModule module(std::make_unique<Moved>(), guarded_, uses, PtxLines(text));
    const Result<KernelGuard> guard = module.guard_of("k");
    ASSERT_FALSE(guard.ok());
    EXPECT_THAT(guard.error().message, HasSubstr("do not agree on where the parameters of 'k' lie"));
}

TEST_F(ParameterLayout, NothingIsAskedOfAKernelWithoutConditions) {
    guard::GuardedKernel plain = kernel();
    plain.conditions = {};
    EXPECT_TRUE(check_parameter_layout(Told({}), plain).ok());
}

}  // namespace
}  // namespace ringfence::worker
