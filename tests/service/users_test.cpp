#include "service/users.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ringfence::service {
namespace {

using testing::HasSubstr;

TEST(Users, ByNameOrNumberAndNeverRoot) {
    EXPECT_EQ(find_user("61001").take(), (User{61001, 61001}));
    for (const char* root : {"root", "0", "4294967295"})
        EXPECT_THAT(find_user(root).error().message, HasSubstr("must not be root"));
    EXPECT_THAT(find_user("no-such-user").error().text(), HasSubstr("ringfence install"));
}

TEST(Users, WorkersHaveOneOrARange) {
    const WorkerUsers one = find_worker_users("61100").take();
    EXPECT_FALSE(one.is_range());
    EXPECT_EQ(one.last_shared(), 61100U);
    const WorkerUsers many = find_worker_users("61100-61115").take();
    EXPECT_TRUE(many.is_range());
    EXPECT_TRUE(many.contains(61100) && many.contains(61115));
    EXPECT_FALSE(many.contains(61099) || many.contains(61116) || many.contains(0));
    for (const char* bad : {"0-10", "61100-61101", "61110-61100", "1-100000", "61100-", "-5", "61100-x"})
        EXPECT_FALSE(find_worker_users(bad).ok()) << bad;
}

TEST(Users, EachWorkerOfARangeHasItsOwn) {
    const WorkerUsers users = find_worker_users("100-115").take();
    EXPECT_EQ(users.last_shared(), 103U);
    EXPECT_EQ(choose_worker_user(users, true, {}).take(), 100U);
    EXPECT_EQ(choose_worker_user(users, true, {100, 102}).take(), 101U);
    EXPECT_EQ(choose_worker_user(users, false, {}).take(), 104U);
    EXPECT_THAT(choose_worker_user(users, true, {100, 101, 102, 103}).error().text(), HasSubstr("name more users"));
    // The last is for sessions.
    std::vector<uid_t> taken;
    for (uid_t uid = 104; uid < 115; ++uid)
        taken.push_back(uid);
    EXPECT_FALSE(choose_worker_user(users, false, taken).ok());
    EXPECT_EQ(users.session_user(), 115U);
}

TEST(Users, OneIsForAll) {
    const WorkerUsers users = find_worker_users("100").take();
    EXPECT_EQ(choose_worker_user(users, true, {100}).take(), 100U);
    EXPECT_EQ(choose_worker_user(users, false, {100, 100}).take(), 100U);
    EXPECT_EQ(users.session_user(), 100U);
}

}  // namespace
}  // namespace ringfence::service
