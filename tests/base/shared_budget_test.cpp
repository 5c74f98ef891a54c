#include "base/shared_budget.h"

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace ringfence {
namespace {

TEST(SharedBudget, TheSumOfAllHasALimit) {
    const UniqueFd file = SharedBudget::create_file().take();
    const auto watcher = SharedBudget::join(file.get(), 0, 100).take();
    const auto one = SharedBudget::join(file.get(), 1, 100).take();
    const auto two = SharedBudget::join(file.get(), 2, 100).take();
    EXPECT_TRUE(one->take(60));
    EXPECT_FALSE(two->take(50));
    EXPECT_TRUE(two->take(40));
    EXPECT_FALSE(one->take(1));
    EXPECT_EQ(watcher->taken(), 100U);
    EXPECT_EQ(watcher->taken_at(2), 40U);
    one->give_back(60);
    EXPECT_FALSE(two->take(50, 20));
    EXPECT_TRUE(two->take(40, 20));
    EXPECT_FALSE(two->take(UINT64_MAX));
    watcher->clear(2);
    EXPECT_EQ(watcher->taken(), 0U);
}

TEST(SharedBudget, AProcessThatIsGoneIsCleared) {
    const UniqueFd file = SharedBudget::create_file().take();
    const auto watcher = SharedBudget::join(file.get(), 0, 100).take();
    const pid_t pid = ::fork();
    if (pid == 0) ::_exit(SharedBudget::join(file.get(), 5, 100).take()->take(90) ? 0 : 1);
    ::waitpid(pid, nullptr, 0);
    EXPECT_EQ(watcher->taken_at(5), 90U);
    watcher->clear(5);
    EXPECT_TRUE(watcher->take(100));
}

TEST(SharedBudget, OtherFilesAndPlacesAreRefused) {
    const UniqueFd file = SharedBudget::create_file().take();
    EXPECT_FALSE(SharedBudget::join(file.get(), SharedBudget::most_processes, 1).ok());
    EXPECT_FALSE(SharedBudget::join(1, 0, 1).ok());
}

}  // namespace
}  // namespace ringfence
