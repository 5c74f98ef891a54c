#include "base/effort.h"

#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/parallel.h"

namespace ringfence {
namespace {

Error reason(const char* text) {
    return Error::bad_input(text);
}

TEST(Effort, TheFirstReasonStays) {
    Effort work;
    EXPECT_FALSE(work.look());
    EXPECT_FALSE(work.why_stopped());
    work.stop(reason("one"));
    work.stop(reason("two"));
    EXPECT_TRUE(work.look());
    EXPECT_EQ(work.why_stopped()->message, "one");
}

TEST(Effort, IsThatOfItsThreadToTheEndOfTheScope) {
    EXPECT_FALSE(must_stop());
    const auto outer = std::make_shared<Effort>();
    outer->stop(reason("stopped"));
    {
        const EffortScope scope(outer);
        EXPECT_TRUE(must_stop());
        std::thread([] { EXPECT_FALSE(must_stop()); }).join();
        {
            const EffortScope inner(std::make_shared<Effort>());
            EXPECT_FALSE(must_stop());
        }
        {
            const EffortScope none(nullptr);
            EXPECT_FALSE(must_stop());
        }
        EXPECT_TRUE(must_stop());
    }
    EXPECT_FALSE(must_stop());
}

TEST(Effort, ThreadsThatHelpDoTheSameWork) {
    const auto work = std::make_shared<Effort>();
    const EffortScope scope(work);
    const std::vector<std::size_t> sizes(1000, 1);
    std::atomic<int> begun = 0;
    in_parallel(sizes, 1, [&](std::size_t) {
        EXPECT_EQ(current_effort(), work);
        if (++begun == 10) work->stop(reason("enough"));
    });
    EXPECT_GE(begun, 10);
    EXPECT_LE(begun, 10 + 4) << "each thread ends with what it has begun";
}

struct CountedMemory {
    std::atomic<std::uint64_t> taken{0};
    std::uint64_t most = UINT64_MAX;

    std::shared_ptr<Effort> effort() {
        return std::make_shared<Effort>(Effort::Counter{[this](std::uint64_t bytes) -> Result<void> {
                                                            if (taken + bytes > most) return reason("no more");
                                                            taken += bytes;
                                                            return {};
                                                        },
                                                        [this](std::uint64_t bytes) { taken -= bytes; }});
    }
};

TEST(Effort, MemoryIsHeldUntilItGoes) {
    CountedMemory counted;
    const EffortScope scope(counted.effort());
    {
        HeldMemory memory(1'000'000);
        EXPECT_GE(counted.taken, 1'000'000U);
        const std::uint64_t before = counted.taken;
        EXPECT_TRUE(memory.raise_to(10));
        EXPECT_EQ(counted.taken, before) << "it is not lowered";
        EXPECT_TRUE(memory.raise_to(5'000'000));
        HeldMemory other(std::move(memory));
        EXPECT_GE(counted.taken, 5'000'000U);
        EXPECT_EQ(other.bytes(), counted.taken);
        HeldMemory third(1);
        third = std::move(other);
        EXPECT_EQ(third.bytes(), counted.taken) << "what it had went back";
    }
    EXPECT_EQ(counted.taken, 0U);
}

TEST(Effort, GoesBackFromOtherThreadsToo) {
    CountedMemory counted;
    std::optional<HeldMemory> memory;
    {
        const EffortScope scope(counted.effort());
        memory.emplace(1000);
    }
    EXPECT_GT(counted.taken, 0U);
    std::thread([&] { memory.reset(); }).join();
    EXPECT_EQ(counted.taken, 0U);
}

TEST(Effort, WithoutMemoryTheWorkStops) {
    CountedMemory counted;
    counted.most = 1'000'000;
    const auto work = counted.effort();
    const EffortScope scope(work);
    HeldMemory memory(500'000);
    EXPECT_FALSE(must_stop());
    EXPECT_FALSE(memory.raise_to(2'000'000));
    EXPECT_TRUE(must_stop());
    EXPECT_EQ(work->why_stopped()->message, "no more");
}

TEST(Effort, NobodyCountsWithoutOne) {
    HeldMemory memory(UINT64_MAX / 2);
    EXPECT_TRUE(memory.raise_to(UINT64_MAX));
    EXPECT_EQ(memory.bytes(), 0U);
}

TEST(Effort, AllOfAnOwnerAreStopped) {
    Efforts owner;
    const auto first = owner.begin();
    (void)owner.begin();
    const auto second = owner.begin();
    owner.stop_all(reason("the end"));
    EXPECT_EQ(first->why_stopped()->message, "the end");
    EXPECT_TRUE(second->look());
    EXPECT_TRUE(owner.begin()->look()) << "too late";
}

}  // namespace
}  // namespace ringfence
