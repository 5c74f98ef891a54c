// Who is asked to make room, and whose turn it is.
#include <map>
#include <thread>

#include "../memory/fake_device.h"
#include "residency_test.h"
#include "worker/residency.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;
using Outlook = Residency::Outlook;
using Purpose = Residency::Purpose;

// Nobody protects what it has for longer than this, so a test need not wait for it.
ResidencySettings quick() {
    ResidencySettings settings;
    settings.least_stay = 0ns;
    settings.least_idle = 0ns;
    return settings;
}

struct Policy : testing::Test {
    memory::FakeDevice device;
    std::shared_ptr<memory::HostStore> store = memory::HostStore::create(device, {.most = 1024 * mebi}).take();
    std::shared_ptr<Residency> residency;
    std::map<std::string, int> woken;

    void start(const ResidencySettings& settings) { residency = std::make_shared<Residency>(device, store, settings); }
    std::unique_ptr<Residency::Member> join(const std::string& name, std::uint64_t movable,
                                            std::uint32_t priority = 0) {
        auto member = residency->join(priority, [this, name] { ++woken[name]; });
        member->note({.movable = movable, .away = 0});
        return member;
    }
};

TEST_F(Policy, WhoHasDoneNothingForLongestGoesFirst) {
    start(quick());
    const auto asker = join("asker", 0);
    const auto idle = join("idle", 10);
    const auto busy = join("busy", 10);
    std::this_thread::sleep_for(2ms);
    busy->note_use();
    ASSERT_TRUE(asker->has_turn(Purpose::MoreMemory));
    EXPECT_EQ(asker->ask_others(5), Outlook::Wait);
    EXPECT_EQ(idle->asked(), 5u);
    EXPECT_EQ(busy->asked(), 0u);
    EXPECT_EQ(woken["idle"], 1);
    // Nobody else while that is enough; more if it is not.
    EXPECT_EQ(asker->ask_others(5), Outlook::Wait);
    EXPECT_EQ(busy->asked(), 0u);
    EXPECT_EQ(asker->ask_others(12), Outlook::Wait);
    EXPECT_EQ(busy->asked(), 7u);
    idle->gave(5);
    EXPECT_EQ(idle->asked(), 0u);
    EXPECT_GT(woken["asker"], 0);
}

TEST_F(Policy, PriorityComesBeforeIdleness) {
    start(quick());
    const auto asker = join("asker", 0);
    const auto important = join("important", 10, 2);
    std::this_thread::sleep_for(2ms);
    const auto other = join("other", 10, 0);
    ASSERT_TRUE(asker->has_turn(Purpose::MoreMemory));
    EXPECT_EQ(asker->ask_others(1), Outlook::Wait);
    EXPECT_EQ(other->asked(), 1u);
    EXPECT_EQ(important->asked(), 0u);
}

TEST_F(Policy, WhoHasJustComeInStays) {
    ResidencySettings settings = quick();
    settings.least_stay = 1h;
    settings.least_idle = 1h;
    start(settings);
    const auto asker = join("asker", 0);
    const auto other = join("other", 10);
    ASSERT_TRUE(asker->has_turn(Purpose::WayBack));
    EXPECT_EQ(asker->ask_others(1), Outlook::Wait) << "later";
    EXPECT_EQ(other->asked(), 0u);
}

TEST_F(Policy, ALongMoveGivesALongStay) {
    start(quick());
    const auto asker = join("asker", 0);
    const auto other = join("other", 10);
    other->came_in(1h);
    ASSERT_TRUE(asker->has_turn(Purpose::WayBack));
    EXPECT_EQ(asker->ask_others(1), Outlook::Wait);
    EXPECT_EQ(other->asked(), 0u);
    other->came_in(0ns);
    EXPECT_EQ(asker->ask_others(1), Outlook::Wait);
    EXPECT_EQ(other->asked(), 1u);
}

TEST_F(Policy, WhoRefusesIsNotAskedAgainInThisTurn) {
    start(quick());
    const auto asker = join("asker", 0);
    const auto other = join("other", 10);
    ASSERT_TRUE(asker->has_turn(Purpose::MoreMemory));
    EXPECT_EQ(asker->ask_others(1), Outlook::Wait);
    other->refuse();
    EXPECT_EQ(asker->ask_others(1), Outlook::Hopeless);
    EXPECT_EQ(other->asked(), 0u);
    asker->leave_queue();
    // Who comes back goes on asking.
    ASSERT_TRUE(asker->has_turn(Purpose::WayBack));
    EXPECT_EQ(asker->ask_others(1), Outlook::Wait);
    other->refuse();
    EXPECT_EQ(asker->ask_others(1), Outlook::Hopeless);
    EXPECT_EQ(asker->ask_others(1), Outlook::Wait);
    EXPECT_EQ(other->asked(), 1u);
}

TEST_F(Policy, OneTurnAfterTheOther) {
    start(quick());
    auto first = join("first", 10);
    const auto second = join("second", 10);
    EXPECT_TRUE(first->has_turn(Purpose::WayBack));
    EXPECT_FALSE(second->has_turn(Purpose::WayBack));
    EXPECT_FALSE(second->may_commit(0)) << "the first has the turn";
    EXPECT_TRUE(first->may_commit(0));
    EXPECT_EQ(first->ask_others(4), Outlook::Wait);
    EXPECT_EQ(second->asked(), 4u);
    // It ends, whatever it was doing.
    first.reset();
    EXPECT_EQ(second->asked(), 0u);
    EXPECT_TRUE(second->has_turn(Purpose::WayBack));
    EXPECT_GT(woken["second"], 1);
    EXPECT_EQ(second->ask_others(1), Outlook::Hopeless) << "nobody is left";
}

TEST_F(Policy, OtherWorkersAreAskedWhereNobodyHereCanGive) {
    ResidencySettings settings = quick();
    settings.machine = SharedBudget::create({}).take();
    std::uint64_t asked_for = 0;
    settings.ask_elsewhere = [&](std::uint64_t bytes) { asked_for += bytes; };
    start(settings);
    const auto asker = join("asker", 3);
    ASSERT_TRUE(asker->has_turn(Purpose::WayBack));
    EXPECT_EQ(asker->ask_others(7), Outlook::Hopeless) << "what it has itself does not count";
    ASSERT_TRUE(settings.machine->take(Limit::DeviceMemory, 100));  // as another worker does
    EXPECT_EQ(asker->movable_of_others(), 100u);
    EXPECT_EQ(asker->ask_others(7), Outlook::Wait);
    EXPECT_EQ(asked_for, 7u);
}

}  // namespace
}  // namespace ringfence::worker
