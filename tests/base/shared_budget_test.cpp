#include "base/shared_budget.h"

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace ringfence
