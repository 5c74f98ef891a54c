// Guarding that is stopped in the middle, or does not get the memory that it takes.
#include <algorithm>
#include <atomic>
#include <mutex>

#include "../hostile_texts.h"
#include "rewriter_support.h"

namespace ringfence::guard::test {
namespace {

using ringfence::test::hostile_texts;
using ringfence::test::HostileText;

const Error told = Error::bad_input("the session ends").with_status(709);

GuardOptions options_with(std::shared_ptr<Effort> effort, Mode mode = Mode::Fence) {
    GuardOptions options;
    options.mode = mode;
    options.is_split = true;
    options.leaves_out = true;
    options.effort = std::move(effort);
    return options;
}

// Guards a text and stops it when it looks for the n-th time whether it must.
struct Stopped {
    Stopped(const std::string& text, std::uint64_t after, Mode mode = Mode::Fence) {
        std::mutex mutex;  // whoever looks next, in whichever thread, must stop
        std::uint64_t count = 0;
        const auto effort = std::make_shared<Effort>([&](Effort& work) {
            const std::lock_guard lock(mutex);
            if (++count == after) work.stop(told);
        });
        const Result<GuardedPtx> guarded = guard(text, options_with(effort, mode));
        is_accepted = guarded.ok();
        message = guarded ? "" : guarded.error().message;
        status = guarded ? 0 : guarded.error().status;
        looks = count;
    }

    bool is_accepted = false;
    std::string message;
    std::int32_t status = 0;
    std::uint64_t looks = 0;
};

// Who is told to stop looks a few times more, on the way out of what it is in, and in no case goes on.
constexpr std::uint64_t most_looks_afterwards = 2000;

void expect_stopped(const std::string& text, std::uint64_t after, Mode mode = Mode::Fence) {
    const Stopped stopped(text, after, mode);
    EXPECT_FALSE(stopped.is_accepted) << "stopped at look " << after;
    EXPECT_EQ(stopped.message, told.message) << "stopped at look " << after;
    EXPECT_EQ(stopped.status, told.status);
    EXPECT_LE(stopped.looks, after + most_looks_afterwards) << "stopped at look " << after;
}

TEST(GuardEffort, WhateverItIsInItStops) {
    for (const HostileText& hostile : hostile_texts()) {
        SCOPED_TRACE(hostile.name);
        const std::string text = hostile.text(60);
        for (const Mode mode : {Mode::Fence, Mode::Check}) {
            const std::uint64_t all = Stopped(text, 0, mode).looks;
            ASSERT_GT(all, 0U);
            // At the first ones, and then everywhere, a prime apart.
            const std::uint64_t step = std::max<std::uint64_t>(1, all / 60) | 1U;
            for (std::uint64_t after = 1; after <= all; after += after < 10 ? 1 : step)
                expect_stopped(text, after, mode);
            expect_stopped(text, all, mode);
        }
    }
}

// A text of any length is left after as many looks as a short one.
TEST(GuardEffort, HowLongItTakesToStopDoesNotDependOnTheText) {
    for (const HostileText& hostile : hostile_texts()) {
        SCOPED_TRACE(hostile.name);
        const std::string text = hostile.text(800);
        const std::uint64_t all = Stopped(text, 0).looks;
        for (const std::uint64_t part : {30U, 60U, 90U})
            expect_stopped(text, std::max<std::uint64_t>(1, all * part / 100));
    }
}

TEST(GuardEffort, WhoWasStoppedBeforeDoesNotBegin) {
    const auto effort = std::make_shared<Effort>();
    effort->stop(told);
    const Result<GuardedPtx> guarded = guard(hostile_texts()[0].text(10), options_with(effort));
    ASSERT_FALSE(guarded.ok());
    EXPECT_EQ(guarded.error().message, told.message);
}

// So much memory and no more.
struct Limited {
    explicit Limited(std::uint64_t limit) : most(limit) {}

    std::shared_ptr<Effort> effort() {
        return std::make_shared<Effort>(Effort::Counter{[this](std::uint64_t bytes) -> Result<void> {
                                                            const std::uint64_t now = taken += bytes;
                                                            if (now > most) {
                                                                taken -= bytes;
                                                                return Error::bad_input("no more").with_status(2);
                                                            }
                                                            peak = std::max<std::uint64_t>(peak, now);
                                                            return {};
                                                        },
                                                        [this](std::uint64_t bytes) { taken -= bytes; }});
    }

    const std::uint64_t most;
    std::atomic<std::uint64_t> taken{0};
    std::atomic<std::uint64_t> peak{0};
};

TEST(GuardEffort, MemoryIsCountedAndGivenBack) {
    for (const HostileText& hostile : hostile_texts()) {
        SCOPED_TRACE(hostile.name);
        const std::string text = hostile.text(1000);
        Limited all(UINT64_MAX);
        EXPECT_TRUE(guard(text, options_with(all.effort())).ok());
        EXPECT_EQ(all.taken, 0U);
        EXPECT_GE(all.peak, text.size());
        // Threads that check functions side by side take more at once than one after the other: so not just below it.
        for (const std::uint64_t part : {1U, 20U, 40U}) {
            Limited some(all.peak * part / 100);
            const Result<GuardedPtx> guarded = guard(text, options_with(some.effort()));
            ASSERT_FALSE(guarded.ok()) << part << " percent";
            EXPECT_EQ(guarded.error().message, "no more");
            EXPECT_EQ(guarded.error().status, 2);
            EXPECT_EQ(some.taken, 0U);
        }
    }
}

// 17 small allocations for each function of no more than `ret`: some 4 KB. Those are counted.
TEST(GuardEffort, TinyFunctionsAreCounted) {
    Limited all(UINT64_MAX);
    constexpr int count = 5000;
    EXPECT_TRUE(guard(hostile_texts()[0].text(count), options_with(all.effort())).ok());
    EXPECT_GE(all.peak, std::uint64_t{3800} * count);
}

TEST(GuardEffort, InitialContentsThatAreNotThereTakeNothing) {
    Limited all(std::uint64_t{4} << 20U);
    const Result<GuardedPtx> guarded = guard(
        ".version 8.0\n.target sm_80\n.address_size 64\n.global .u32 a[60000000] = {1, 0, 7};\n"
        ".entry k(){ret;}\n",
        options_with(all.effort()));
    ASSERT_TRUE(guarded.ok()) << guarded.error().text();
    const VariableBlock& block = guarded.value().block;
    EXPECT_EQ(block.bytes, 240'000'000U);
    EXPECT_EQ(block.initialized, 240'000'000U);
    EXPECT_EQ(block.contents.size(), 12U);
    EXPECT_LT(block.contents_bytes(), 1000U);
}

TEST(GuardEffort, InitialContentsThatAreThereAreCounted) {
    for (const char* variable :
         {".global .u32 a[30000000] = {1};\n.global .u32 b = 1;\n", ".managed .global .u32 a[30000000] = {1};\n"}) {
        const std::string text = fmt::format(
            ".version 8.0\n.target sm_80\n.address_size 64\n{}.entry k(){{ret;}}\n",
            variable[1] == 'm' ? ".global .attribute(.managed) .u32 a[30000000] = {1};\n" : std::string(variable));
        Limited little(std::uint64_t{32} << 20U);
        const Result<GuardedPtx> refused = guard(text, options_with(little.effort()));
        ASSERT_FALSE(refused.ok());
        EXPECT_EQ(refused.error().message, "no more");
        EXPECT_EQ(little.taken, 0U);
        Limited all(UINT64_MAX);
        EXPECT_TRUE(guard(text, options_with(all.effort())).ok());
        EXPECT_GE(all.peak, 240'000'000U) << "and a copy of them";
        EXPECT_EQ(all.taken, 0U);
    }
}

}  // namespace
}  // namespace ringfence::guard::test
