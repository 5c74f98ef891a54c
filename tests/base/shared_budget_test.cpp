#include "base/shared_budget.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "base/mapped_memory.h"
#include "base/memory_file.h"

namespace ringfence {
namespace {

SessionLimits most(Limit kind, std::uint64_t value) {
    SessionLimits limits;
    limits[kind] = value;
    return limits;
}

TEST(SharedBudget, TheSumOfAllHasALimit) {
    constexpr Limit kind = Limit::HostMemory;
    const UniqueFd file = SharedBudget::create_file().take();
    const auto watcher = SharedBudget::join(file.get(), 0).take();
    watcher->set_limits(most(kind, 100));
    const auto one = SharedBudget::join(file.get(), 1).take();
    const auto two = SharedBudget::join(file.get(), 2).take();
    EXPECT_TRUE(one->take(kind, 60));
    EXPECT_FALSE(two->take(kind, 50));
    EXPECT_TRUE(two->take(kind, 40));
    EXPECT_FALSE(one->take(kind, 1));
    EXPECT_EQ(watcher->taken(kind), 100U);
    EXPECT_EQ(watcher->taken_at(kind, 2), 40U);
    EXPECT_EQ(watcher->left(kind), 0U);
    one->give_back(kind, 60);
    EXPECT_FALSE(two->take(kind, 50, 20));
    EXPECT_TRUE(two->take(kind, 40, 20));
    EXPECT_FALSE(two->take(kind, UINT64_MAX));
    watcher->clear(2);
    EXPECT_EQ(watcher->taken(kind), 0U);
}

TEST(SharedBudget, KindsAreApart) {
    const auto budget = SharedBudget::create(most(Limit::Streams, 2)).take();
    EXPECT_TRUE(budget->take(Limit::Streams, 2));
    EXPECT_FALSE(budget->take(Limit::Streams, 1));
    EXPECT_TRUE(budget->take(Limit::Events, 1000)) << "there is no limit";
    EXPECT_EQ(budget->taken(Limit::Events), 1000U) << "and it is counted";
    budget->note_reached(Limit::Streams);
    EXPECT_EQ(budget->reached(Limit::Streams), 1U);
    EXPECT_EQ(budget->reached(Limit::Events), 0U);
}

TEST(SharedBudget, LimitsCanBeChangedForAll) {
    const UniqueFd file = SharedBudget::create_file().take();
    const auto watcher = SharedBudget::join(file.get(), 0).take();
    const auto one = SharedBudget::join(file.get(), 1).take();
    EXPECT_TRUE(one->take(Limit::Graphs, 10));
    watcher->set_limits(most(Limit::Graphs, 5));
    EXPECT_FALSE(one->take(Limit::Graphs, 1));
    EXPECT_EQ(one->left(Limit::Graphs), 0U);
    one->give_back(Limit::Graphs, 6);
    EXPECT_TRUE(one->take(Limit::Graphs, 1));
}

TEST(SharedBudget, AProcessThatIsGoneIsCleared) {
    const UniqueFd file = SharedBudget::create_file().take();
    const auto watcher = SharedBudget::join(file.get(), 0).take();
    watcher->set_limits(most(Limit::Modules, 100));
    const pid_t pid = ::fork();
    if (pid == 0) ::_exit(SharedBudget::join(file.get(), 5).take()->take(Limit::Modules, 90) ? 0 : 1);
    ::waitpid(pid, nullptr, 0);
    EXPECT_EQ(watcher->taken_at(Limit::Modules, 5), 90U);
    EXPECT_EQ(watcher->taken(Limit::Modules), 90U);
    watcher->clear(5);
    EXPECT_TRUE(watcher->take(Limit::Modules, 100));
}

TEST(SharedBudget, OtherFilesAndPlacesAreRefused) {
    const UniqueFd file = SharedBudget::create_file().take();
    EXPECT_FALSE(SharedBudget::join(file.get(), SharedBudget::most_processes).ok());
    EXPECT_FALSE(SharedBudget::join(1, 0).ok());
}

TEST(SharedBudget, WhatTheDeadHaveWrittenElsewhereDoesNotOutliveThem) {
    const UniqueFd file = SharedBudget::create_file().take();
    const auto watcher = SharedBudget::join(file.get(), 0).take();
    const auto one = SharedBudget::join(file.get(), 1).take();
    const auto nobodys = SharedBudget::join(file.get(), 400).take();
    EXPECT_TRUE(one->take(Limit::Modules, 5));
    EXPECT_TRUE(nobodys->take(Limit::Modules, std::uint64_t{1} << 60));
    const std::size_t living[] = {1};
    watcher->keep_only(living);
    EXPECT_EQ(one->taken(Limit::Modules), 5U);
}

// The words of all processes, as one that was taken over sees them.
struct Forger {
    explicit Forger(const UniqueFd& file)
        : memory(MappedMemory::map(file.get(), memory_file_bytes(file.get()).take()).take()) {}
    std::uint64_t& taken(Limit kind, std::size_t place) const {
        const std::size_t before = 1 + 2 * limit_count + static_cast<std::size_t>(kind) * SharedBudget::most_processes;
        return reinterpret_cast<std::uint64_t*>(memory.bytes().data())[before + place];
    }
    MappedMemory memory;
};

TEST(SharedBudget, NobodyHasThePlaceOfWhoeverClears) {
    const UniqueFd file = SharedBudget::create_file().take();
    const auto watcher = SharedBudget::join(file.get(), 0).take();
    const auto one = SharedBudget::join(file.get(), 1).take();
    const Forger forger(file);
    forger.taken(Limit::Modules, 0) = std::uint64_t{1} << 60;
    EXPECT_EQ(one->taken(Limit::Modules), std::uint64_t{1} << 60);
    const std::size_t living[] = {1};
    watcher->keep_only(living);
    EXPECT_EQ(one->taken(Limit::Modules), 0U);
}

TEST(SharedBudget, WhatOthersWroteToALivingOnesPlaceIsGoneWhenItSaysSomething) {
    const UniqueFd file = SharedBudget::create_file().take();
    const auto watcher = SharedBudget::join(file.get(), 0).take();
    const auto one = SharedBudget::join(file.get(), 1).take();
    watcher->set_limits(most(Limit::Modules, 100));
    EXPECT_TRUE(one->take(Limit::Modules, 50));
    EXPECT_TRUE(one->take(Limit::Modules, 20));
    const Forger forger(file);
    forger.taken(Limit::Modules, 1) = 1;
    one->give_back(Limit::Modules, 10);
    EXPECT_EQ(watcher->taken(Limit::Modules), 60U);
    forger.taken(Limit::Modules, 1) = std::uint64_t{1} << 60;
    EXPECT_FALSE(watcher->take(Limit::Modules, 1));
    one->say_own();
    EXPECT_EQ(watcher->taken(Limit::Modules), 60U);
    EXPECT_TRUE(watcher->take(Limit::Modules, 1));
}

// Whoever asks for what he cannot get, again and again, does not keep others from what they can get.
TEST(SharedBudget, WhatIsRefusedIsNeverCounted) {
    constexpr Limit kind = Limit::HostMemory;
    const UniqueFd file = SharedBudget::create_file().take();
    const auto watcher = SharedBudget::join(file.get(), 0).take();
    watcher->set_limits(most(kind, 1000));
    const auto greedy = SharedBudget::join(file.get(), 400).take();
    const auto modest = SharedBudget::join(file.get(), 2).take();
    ASSERT_TRUE(modest->take(kind, 1));
    std::atomic<bool> is_over{false};
    std::thread asking([&] {
        while (!is_over)
            EXPECT_FALSE(greedy->take(kind, 1000));
    });
    int refused = 0;
    for (int i = 0; i < 10'000; ++i) {
        if (modest->take(kind, 1)) {
            modest->give_back(kind, 1);
        } else {
            ++refused;
        }
    }
    is_over = true;
    asking.join();
    EXPECT_EQ(refused, 0);
}

}  // namespace
}  // namespace ringfence
