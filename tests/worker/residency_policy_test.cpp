// Tests which session is asked to make room, and whose turn it is.
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
    std::shared_ptr<memory::HostStore> store = memory::HostStore::create(device, {.supply = {.most = 1024 * mebi}});
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
    // A session that comes back goes on asking.
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

// The answer of a loaded policy goes before the usual order.
TEST_F(Policy, OneThatWasLoadedChoosesWhoLeaves) {
    std::vector<sched::MemoryFacts> told;
    MemoryChoice answer{true, 1};
    ResidencySettings settings = quick();
    settings.choose_victim = [&](std::span<const sched::MemoryFacts> candidates) {
        told.assign(candidates.begin(), candidates.end());
        return answer;
    };
    start(settings);
    const auto asker = join("asker", 0);
    const auto idle = join("idle", 10);
    const auto busy = residency->join(3, [] {}, {.vgpu = 7, .share = 100});
    busy->note({.movable = 20, .away = 5});
    busy->note_use();
    ASSERT_TRUE(asker->has_turn(Purpose::MoreMemory));
    EXPECT_EQ(asker->ask_others(5), Outlook::Wait);
    EXPECT_EQ(busy->asked(), 5u);
    EXPECT_EQ(idle->asked(), 0u);
    ASSERT_EQ(told.size(), 2u);
    EXPECT_EQ(told[1].vgpu, 7u);
    EXPECT_EQ(told[1].share, 100u);
    EXPECT_EQ(told[1].resident, 20u);
    EXPECT_EQ(told[1].elsewhere, 5u);
    EXPECT_EQ(told[1].priority, 3u);
    EXPECT_EQ(told[1].needed, 5u);
    EXPECT_NE(told[0].session, told[1].session);
}

TEST_F(Policy, OneThatWantsNobodyToLeaveKeepsNobodyFromComingBack) {
    ResidencySettings settings = quick();
    settings.choose_victim = [](std::span<const sched::MemoryFacts>) { return MemoryChoice{true, std::nullopt}; };
    start(settings);
    const auto asker = join("asker", 0);
    const auto other = join("other", 10);
    ASSERT_TRUE(asker->has_turn(Purpose::MoreMemory));
    EXPECT_EQ(asker->ask_others(5), Outlook::Wait);
    EXPECT_EQ(other->asked(), 0u);
    ASSERT_TRUE(asker->has_turn(Purpose::WayBack));
    EXPECT_EQ(asker->ask_others(5), Outlook::Wait);
    EXPECT_EQ(other->asked(), 5u);
}

TEST_F(Policy, OneThatWasLoadedChoosesWhoComesBackNext) {
    ResidencySettings settings = quick();
    settings.choose_returning = [](std::span<const sched::MemoryFacts> candidates) {
        return MemoryChoice{true, candidates.size() - 1};
    };
    start(settings);
    const auto first = join("first", 0);
    const auto second = join("second", 0);
    const auto third = join("third", 0);
    ASSERT_TRUE(first->has_turn(Purpose::WayBack));
    ASSERT_FALSE(second->has_turn(Purpose::WayBack));
    ASSERT_FALSE(third->has_turn(Purpose::WayBack));
    first->leave_queue();
    EXPECT_FALSE(second->has_turn(Purpose::WayBack));
    EXPECT_TRUE(third->has_turn(Purpose::WayBack));
    third->leave_queue();
    EXPECT_TRUE(second->has_turn(Purpose::WayBack));
}

TEST_F(Policy, NobodyIsPassedOverForLong) {
    ResidencySettings settings = quick();
    settings.longest_passed_over = 0ns;
    settings.choose_returning = [](std::span<const sched::MemoryFacts> candidates) {
        return MemoryChoice{true, candidates.size() - 1};
    };
    start(settings);
    const auto first = join("first", 0);
    const auto second = join("second", 0);
    const auto third = join("third", 0);
    ASSERT_TRUE(first->has_turn(Purpose::WayBack));
    ASSERT_FALSE(second->has_turn(Purpose::WayBack));
    ASSERT_FALSE(third->has_turn(Purpose::WayBack));
    std::this_thread::sleep_for(1ms);
    first->leave_queue();
    EXPECT_TRUE(second->has_turn(Purpose::WayBack));
}

struct PolicyOfTwo : Policy {
    UniqueFd file = RoomBoard::create_file().take();
    std::shared_ptr<RoomBoard> elsewhere = RoomBoard::join(file.get(), 2, 1h, 1h).take();
    std::uint64_t asked_for = 0;

    void start_beside_another() {
        ResidencySettings settings = quick();
        settings.board = RoomBoard::join(file.get(), 1, 1h, 1h).take();
        settings.ask_elsewhere = [this](std::uint64_t bytes) { asked_for += bytes; };
        start(settings);
    }
    void offer_elsewhere(std::uint64_t bytes, bool is_at_work) {
        const auto wish = elsewhere->first(Residency::Clock::now());
        elsewhere->offer({.movable = bytes, .ready = bytes, .is_at_work = is_at_work}, wish ? wish->question : 0);
    }
    std::uint64_t free() { return device.memory_info().take().free; }
};

TEST_F(PolicyOfTwo, OtherWorkersAreAskedWhereNobodyHereCanGive) {
    start_beside_another();
    const auto asker = join("asker", 3);
    ASSERT_TRUE(asker->has_turn(Purpose::WayBack));
    EXPECT_EQ(asker->ask_others(7), Outlook::Hopeless) << "what it has itself does not count";
    offer_elsewhere(100, false);
    EXPECT_EQ(asker->movable_of_others(), 100u);
    EXPECT_EQ(asker->ask_others(7), Outlook::Wait);
    EXPECT_EQ(asked_for, 7u);
    EXPECT_EQ(elsewhere->first(Residency::Clock::now())->bytes, free() + 7) << "what must be free, not what is missing";
    asker->leave_queue();
    EXPECT_FALSE(elsewhere->first(Residency::Clock::now()));
}

TEST_F(PolicyOfTwo, TheIdleOfAllWorkersGoFirst) {
    start_beside_another();
    const auto asker = join("asker", 0);
    const auto here = join("here", 10);
    offer_elsewhere(100, true);
    ASSERT_TRUE(asker->has_turn(Purpose::MoreMemory));
    EXPECT_EQ(asker->ask_others(7), Outlook::Wait);
    offer_elsewhere(100, true);
    EXPECT_EQ(asker->ask_others(7), Outlook::Wait);
    EXPECT_EQ(here->asked(), 7u);
    here->gave(7);
    here->note({.movable = 3, .away = 7});
    offer_elsewhere(100, false);
    EXPECT_EQ(asker->ask_others(2), Outlook::Wait);
    EXPECT_EQ(here->asked(), 0u) << "the other one has been idle for longer";
}

TEST_F(PolicyOfTwo, WhoCameFirstToTheBoardHasTheTurn) {
    start_beside_another();
    const auto asker = join("asker", 5);
    elsewhere->want(free() + 4, true, Residency::Clock::now());
    EXPECT_FALSE(asker->is_room(1)) << "another worker has the turn";
    EXPECT_FALSE(asker->may_commit(1));
    ASSERT_TRUE(asker->has_turn(Purpose::MoreMemory));
    EXPECT_EQ(asker->ask_others(1), Outlook::Behind);
    // It gives, although it waits itself: otherwise each would wait for the other.
    std::thread giver([this] { residency->give_out([] { return false; }); });
    EXPECT_TRUE(becomes([&] { return asker->asked() == 4; }));
    EXPECT_EQ(asker->purpose(), Purpose::WayBack);
    asker->refuse();
    EXPECT_TRUE(becomes([&] { return elsewhere->movable_elsewhere() == 0; })) << "nobody waits for it in vain";
    elsewhere->withdraw();
    giver.join();
    EXPECT_EQ(elsewhere->movable_elsewhere(), 5u) << "it may be able to later";
    EXPECT_EQ(asker->ask_others(1), Outlook::Hopeless) << "nobody is before it";
    asker->leave_queue();
    // The device here has nothing free.
    EXPECT_TRUE(asker->may_commit(0));
    elsewhere->want(1, true, Residency::Clock::now());
    EXPECT_FALSE(asker->may_commit(0));
}

}  // namespace
}  // namespace ringfence::worker
