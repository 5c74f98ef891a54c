#include "worker/activity.h"

#include <gmock/gmock.h>

#include "worker/objects.h"

namespace ringfence::worker {
namespace {

using testing::HasSubstr;

// As much of a kernel as is looked at.
struct NamedFunction {
    std::string text;
    std::string_view name() const { return text; }
};
struct Kernel {
    explicit Kernel(std::string name) : named{std::move(name)}, function(&named) {}
    NamedFunction named;
    const NamedFunction* function;
    Activity::Place activity;
};

class ActivityTest : public testing::Test {
protected:
    Activity make(const ActivityOptions& options) {
        return Activity(options,
                        std::make_shared<Journal>(Journal::Who{1, 7, "app"},
                                                  [this](const SessionEvent& event) { events_.push_back(event); }));
    }
    static wire::Launch shape(std::uint32_t grid, std::uint32_t block) { return {0, 0, grid, 1, 1, block, 1, 1, 0, 0}; }

    std::vector<SessionEvent> events_;
};

TEST_F(ActivityTest, LaunchesAreSummedUp) {
    Activity activity = make({.launches = 1});
    Kernel often("often");
    Kernel seldom("seldom");
    for (int i = 0; i < 1000; ++i)
        activity.launched(often, shape(4, 256));
    activity.launched(seldom, shape(1, 1));
    activity.launched(seldom, shape(2, 1));
    activity.launched_graph(5);
    activity.look();
    EXPECT_TRUE(events_.empty());
    EXPECT_TRUE(activity.has_news());
    activity.tell_now();
    ASSERT_EQ(events_.size(), 1U);
    EXPECT_EQ(events_[0].kind, EventKind::Launches);
    EXPECT_EQ(events_[0].amount, 1003U);
    EXPECT_STREQ(events_[0].text, "often x1000 <<<(4,1,1),(256,1,1)>>>, seldom x2, (graph) x1");
    // And begins anew.
    activity.launched(often, shape(4, 256));
    activity.tell_now();
    ASSERT_EQ(events_.size(), 2U);
    EXPECT_EQ(events_[1].amount, 1U);
    activity.tell_now();
    EXPECT_EQ(events_.size(), 2U);
}

TEST_F(ActivityTest, OneOfMany) {
    Activity activity = make({.launches = 100});
    Kernel kernel("k");
    for (int i = 0; i < 1050; ++i)
        activity.launched(kernel, shape(1, 1));
    activity.tell_now();
    ASSERT_EQ(events_.size(), 1U);
    EXPECT_EQ(events_[0].amount, 10U);
    EXPECT_EQ(events_[0].count, 100U);
}

TEST_F(ActivityTest, NothingIsToldIfNobodyAsked) {
    Activity activity = make({});
    Kernel kernel("k");
    activity.launched(kernel, shape(1, 1));
    activity.copied(std::uint64_t{1} << 40, [] { return "host to device"; });
    EXPECT_FALSE(activity.has_news());
    EXPECT_EQ(activity.copies(), 1U);
    EXPECT_EQ(activity.copied_bytes(), std::uint64_t{1} << 40);
    Activity without_journal({.launches = 1, .copies = 1}, nullptr);
    without_journal.launched(kernel, shape(1, 1));
    without_journal.copied(7, [] { return "host to device"; });
    without_journal.look();
    EXPECT_FALSE(without_journal.has_news());
}

TEST_F(ActivityTest, ManyKernelsAreCountedTogether) {
    Activity activity = make({.launches = 1});
    std::vector<Kernel> kernels;
    for (int i = 0; i < 1000; ++i)
        kernels.emplace_back("kernel_with_a_long_name_" + std::to_string(i) + std::string(200, 'x'));
    for (Kernel& kernel : kernels) {
        kernel.function = &kernel.named;
        activity.launched(kernel, shape(1, 1));
    }
    activity.tell_now();
    ASSERT_EQ(events_.size(), 1U);
    EXPECT_EQ(events_[0].amount, 1000U);
    EXPECT_THAT(events_[0].text, HasSubstr(", others x99"));
}

TEST_F(ActivityTest, LargeCopiesAreTold) {
    Activity activity = make({.copies = 1000});
    activity.copied(999, [] { return "never asked for"; });
    activity.copied(1000, [] { return "host to device"; });
    activity.copied(5000, [] { return "device to host"; });
    activity.copied(2000, [] { return "host to device"; });
    activity.tell_now();
    ASSERT_EQ(events_.size(), 1U);
    EXPECT_EQ(events_[0].kind, EventKind::Copies);
    EXPECT_EQ(events_[0].count, 3U);
    EXPECT_EQ(events_[0].amount, 8000U);
    EXPECT_STREQ(events_[0].text, "the largest: 5000 bytes, device to host");
    EXPECT_EQ(activity.copies(), 4U);
}

TEST_F(ActivityTest, ItIsToldWhenItIsTime) {
    Activity activity = make({.launches = 1, .interval = std::chrono::milliseconds(0)});
    Kernel kernel("k");
    activity.launched(kernel, shape(1, 1));
    activity.look();
    EXPECT_EQ(events_.size(), 1U);
}

}  // namespace
}  // namespace ringfence::worker
