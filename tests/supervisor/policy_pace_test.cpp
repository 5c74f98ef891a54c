#include "supervisor/policy_pace.h"

#include <gtest/gtest.h>

namespace ringfence::supervisor {
namespace {

using namespace std::chrono_literals;

class PolicyPaceTest : public testing::Test {
protected:
    // How many loads it is let through with at once.
    int loads(const std::string& tenant, const std::string& vgpu, int most = 1'000) {
        int done = 0;
        while (done < most && !pace_.take(tenant, vgpu, now_))
            ++done;
        return done;
    }

    PolicyPace pace_{{8, 12}};
    PolicyPace::Clock::time_point now_ = PolicyPace::Clock::time_point(1h);
};

TEST_F(PolicyPaceTest, SomeAtOnceAndThenSoManyAMinute) {
    EXPECT_EQ(loads("alice", "web"), 8);
    EXPECT_EQ(pace_.refused(), 1U);
    const auto wait = pace_.take("alice", "web", now_);
    ASSERT_TRUE(wait);
    EXPECT_EQ(std::chrono::round<std::chrono::milliseconds>(*wait), 5'000ms);
    now_ += *wait;
    EXPECT_EQ(loads("alice", "web"), 1);
    now_ += 1min;
    EXPECT_EQ(loads("alice", "web"), 8);
    EXPECT_EQ(pace_.refused(), 4U);
}

TEST_F(PolicyPaceTest, WhoManagesManyDoesNotGetMoreAndMore) {
    int all = 0;
    for (int vgpu = 0; vgpu < 100; ++vgpu)
        all += loads("alice", "vgpu" + std::to_string(vgpu));
    EXPECT_EQ(all, 32);
    EXPECT_EQ(loads("bob", "his"), 8) << "what another does is not his affair";
}

TEST_F(PolicyPaceTest, AVirtualGpuThatGoesToAnotherTenantBringsWhatItHasUsed) {
    EXPECT_EQ(loads("alice", "web"), 8);
    EXPECT_EQ(loads("bob", "web"), 0);
}

TEST_F(PolicyPaceTest, AClockThatGoesBackGivesNothing) {
    EXPECT_EQ(loads("alice", "web"), 8);
    now_ -= 30min;
    EXPECT_EQ(loads("alice", "web"), 0);
}

}  // namespace
}  // namespace ringfence::supervisor
