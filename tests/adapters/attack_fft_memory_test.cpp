// Memory of cuFFT's plans counts as the session's for as long as a plan exists.
#include <cstring>
#include <functional>
#include <memory>

#include <gtest/gtest.h>

#include "adapters/libraries.h"
#include "base/account.h"
#include "channel/library_functions.h"
#include "library_caller.h"

namespace ringfence::adapters::fft_memory {
namespace {

constexpr std::uint64_t handle = 0x77;

// Does nothing until it is told to.
class StalledStream final : public backend::FakeStream {
public:
    Result<bool> is_idle() override { return work.empty(); }
    Result<void> call_host(std::function<void()> function) override {
        work.push_back(std::move(function));
        return {};
    }
    void go_on() {
        for (const auto& function : std::exchange(work, {}))
            function();
    }

    std::vector<std::function<void()>> work;
};

class CountingCaller final : public Caller {
public:
    Result<void> check(backend::Address, std::uint64_t) const override { return {}; }
    bool is_alone() const override { return false; }
    Result<backend::Stream*> begin_work(std::uint64_t) override { return &stream; }
    Result<ResultPlace> result_place() override { return Error::internal("none"); }
    Result<backend::Address> protect(std::span<const std::byte>) override { return Error::internal("none"); }
    Result<Account::Holding> charge(std::uint64_t bytes) override { return account->hold(Limit::DeviceMemory, bytes); }
    Result<void> insert(std::uint64_t, std::shared_ptr<Object> its) override {
        object = std::move(its);
        return {};
    }
    Object* find(std::uint64_t) const override { return object.get(); }
    std::shared_ptr<Object> remove(std::uint64_t) override { return std::exchange(object, nullptr); }

    std::shared_ptr<Account> account = Account::create({});
    StalledStream stream;
    std::shared_ptr<Object> object;
};

TEST(FftMemoryTest, WhatADestroyedPlansWorkNeedsIsCountedUntilItIsDone) {
    Libraries libraries{soft_library_folder()};
    auto found = libraries.find(channel::Library::Cufft);
    if (!found.ok()) GTEST_SKIP() << found.error().text();
    Adapter& adapter = *found.value();
    CountingCaller caller;
    const auto call = [&](channel::CufftFunction function, const channel::LibraryFrame& frame) {
        const auto answer = adapter.call(caller, static_cast<std::uint32_t>(function), frame.bytes());
        ASSERT_TRUE(answer.ok()) << answer.error().text();
        EXPECT_EQ(answer.value().status, 0);
    };
    channel::PlanShape shape{};
    shape.types = channel::plan_types(0x29);  // C2C
    shape.rank = 1;
    shape.n[0] = 1021;
    shape.batch = 1;
    channel::LibraryFrame make;
    make.add(handle);
    make.add_copy(&shape, sizeof shape);
    call(channel::CufftFunction::MakePlan, make);
    EXPECT_GT(caller.account->taken(Limit::DeviceMemory), 0U);

    std::vector<float> data(2 * 1021);
    channel::LibraryFrame execute;
    execute.add(handle);
    execute.add(data.data());
    execute.add(data.data());
    execute.add(-1);
    call(channel::CufftFunction::Execute, execute);
    channel::LibraryFrame destroy;
    destroy.add(handle);
    call(channel::CufftFunction::Destroy, destroy);
    EXPECT_GT(caller.account->taken(Limit::DeviceMemory), 0U);
    caller.stream.go_on();
    EXPECT_EQ(caller.account->taken(Limit::DeviceMemory), 0U);
}

}  // namespace
}  // namespace ringfence::adapters::fft_memory
