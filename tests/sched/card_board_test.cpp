// The workers of a card tell each other their state, and each draws its conclusions. The tests set the time.
#include "sched/card_board.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <iterator>
#include <memory>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "base/memory_file.h"
#include "sched/band.h"
#include "sched/card_neighbours.h"
#include "sched/dispatcher.h"

namespace ringfence::sched {
namespace {

constexpr Resource kernels = Resource::Compute;
constexpr auto software = CardBoard::Card::Software;

VirtualGpu vgpu_with(const std::string& name, Share share) {
    VirtualGpu vgpu;
    vgpu.name = name;
    vgpu.shares = {share, share, share};
    return vgpu;
}

struct Boards {
    UniqueFd file = CardBoard::create_file(0).take();
    std::shared_ptr<CardBoard> supervisor = CardBoard::join(file.get(), 0, software).take();
    std::shared_ptr<CardBoard> join(std::size_t place) const {
        return CardBoard::join(file.get(), place, software).take();
    }
};

TEST(CardBoard, AllKnowAVirtualGpuByTheSameNumber) {
    const Boards boards;
    const auto one = boards.join(1);
    const auto two = boards.join(2);
    const VgpuId web = one->number_of("web");
    EXPECT_NE(two->number_of("batch"), web);
    EXPECT_EQ(two->number_of("web"), web);
    for (std::uint32_t i = 0; i < 2 * CardBoard::most_vgpus; ++i)
        EXPECT_LT(one->number_of("more" + std::to_string(i)), CardBoard::most_vgpus);
    EXPECT_EQ(one->number_of("web"), web);
}

TEST(CardBoard, KnowsWhetherSeveralVirtualGpusAreThere) {
    const Boards boards;
    const auto one = boards.join(1);
    const auto two = boards.join(2);
    using Sessions = CardBoard::Sessions;
    EXPECT_FALSE(one->has_several_vgpus());
    one->say_sessions(Sessions::OfOne, 3);
    two->say_sessions(Sessions::OfOne, 3);
    EXPECT_FALSE(one->has_several_vgpus());
    two->say_sessions(Sessions::OfOne, 4);
    EXPECT_TRUE(one->has_several_vgpus());
    two->say_sessions(Sessions::None, 0);
    EXPECT_FALSE(one->has_several_vgpus());
    two->say_sessions(Sessions::OfSeveral, 0);
    EXPECT_TRUE(one->has_several_vgpus());
    boards.supervisor->clear(2);
    EXPECT_FALSE(one->has_several_vgpus());
}

TEST(CardBoard, CardsAreApart) {
    const Boards boards;
    const auto one = boards.join(1);
    const auto other = CardBoard::join(boards.file.get(), 2, CardBoard::Card::Hardware).take();
    ASSERT_TRUE(one->take_turn(kernels, second));
    EXPECT_TRUE(other->take_turn(kernels, second));
    one->note_use(kernels, second);
    EXPECT_FALSE(other->do_others_use(kernels, second));
}

TEST(CardBoard, OneHasTheTurnUntilItEndsOrIsGoneOrLastsTooLong) {
    const Boards boards;
    const auto one = boards.join(1);
    const auto two = boards.join(2);
    Time now = 5 * second;
    ASSERT_TRUE(one->take_turn(kernels, now));
    EXPECT_FALSE(two->take_turn(kernels, now));
    // Looked at the clock before the other did.
    EXPECT_FALSE(two->take_turn(kernels, now - millisecond));
    EXPECT_TRUE(two->take_turn(Resource::CopyTo, now));
    const std::uint32_t seen = two->changes();
    one->end_turn(kernels);
    EXPECT_NE(two->changes(), seen);
    ASSERT_TRUE(two->take_turn(kernels, now));
    boards.supervisor->clear(2);
    EXPECT_FALSE(two->has_turn(kernels));
    ASSERT_TRUE(one->take_turn(kernels, now));
    now += CardBoard::longest_turn + millisecond;
    ASSERT_TRUE(two->take_turn(kernels, now));
    EXPECT_FALSE(one->has_turn(kernels));
    one->end_turn(kernels);
    EXPECT_TRUE(two->has_turn(kernels)) << "what was taken from it is not its own to end";
}

TEST(CardBoard, OtherFilesAndPlacesAreRefused) {
    const Boards boards;
    EXPECT_FALSE(CardBoard::join(boards.file.get(), CardBoard::most_processes, software).ok());
    const UniqueFd other = create_memory_file("other", 4096).take();
    EXPECT_FALSE(CardBoard::join(other.get(), 1, software).ok());
}

// Workers on one card that works off one job after the other.
class Simulation {
public:
    struct Worker final : Device {
        Worker(const Boards& boards, std::size_t place, const VirtualGpu& vgpu, Time its_job)
            : neighbours(boards.join(place)), dispatcher(*this, band, settings()), job(its_job) {
            dispatcher.set_neighbours(&neighbours);
            id = dispatcher.add_vgpu(vgpu).take();
            neighbours.bind(id, vgpu);
            neighbours.say_sessions({id});
            stream = dispatcher.open_stream(id, 0).take();
        }
        static DispatcherSettings settings() {
            DispatcherSettings settings;
            settings.contended = {0, 1, 1};
            return settings;
        }
        void start(JobId started, const Job&) override { on_card.push_back(started); }
        void submit(Time now) {
            Job next;
            next.stream = stream;
            EXPECT_TRUE(dispatcher.submit(next, now).ok());
        }

        CardNeighbours neighbours;
        Band band;
        Dispatcher dispatcher;
        Time job;
        VgpuId id = 0;
        StreamId stream = 0;
        std::deque<JobId> on_card;
        std::uint32_t seen = 0;
        Time began = -1;
        Time used = 0;
    };

    void add(const std::string& name, Share share, Time job) {
        workers.push_back(std::make_unique<Worker>(boards, workers.size() + 1, vgpu_with(name, share), job));
        for (int i = 0; i < 4 && job != 0; ++i)
            workers.back()->submit(now);
    }
    // Each always has something more to do.
    void run(Time until) {
        std::size_t most_at_once = 0;
        for (constexpr Time step = 10 * microsecond; now < until; now += step) {
            std::size_t at_once = 0;
            for (const auto& worker : workers) {
                if (!worker || worker->job == 0) continue;
                const std::uint32_t changes = worker->neighbours.board().changes();
                const bool is_told = worker->neighbours.next_look() != never && changes != worker->seen;
                worker->seen = changes;
                if (is_told || now >= worker->dispatcher.next_wake()) worker->dispatcher.tick(now);
                if (worker->on_card.empty()) continue;
                ++at_once;
                if (worker->began < 0) worker->began = now;
                if (now - worker->began < worker->job) continue;
                const Time took = now - worker->began;
                worker->used += took;
                worker->began = -1;
                const JobId done = worker->on_card.front();
                worker->on_card.pop_front();
                worker->submit(now);
                EXPECT_TRUE(worker->dispatcher.finished(done, took, now).ok());
            }
            most_at_once = std::max(most_at_once, at_once);
            busy += at_once != 0 ? step : 0;
        }
        EXPECT_LE(most_at_once, 2U);  // when one that was alone is joined by another
    }
    double part_of(std::size_t which) const {
        Time all = 0;
        for (const auto& worker : workers)
            all += worker ? worker->used : 0;
        return static_cast<double>(workers[which]->used) / static_cast<double>(all);
    }

    Boards boards;
    std::vector<std::unique_ptr<Worker>> workers;
    Time now = second;
    Time busy = 0;
};

TEST(CardNeighbours, WorkersGetTheirShares) {
    for (const auto& [first_job, second_job] :
         {std::pair(20 * microsecond, 20 * microsecond), std::pair(millisecond, millisecond),
          std::pair(50 * millisecond, 100 * microsecond)}) {
        Simulation simulation;
        simulation.add("web", 700'000, first_job);
        simulation.add("batch", 300'000, second_job);
        simulation.run(7 * second);
        EXPECT_NEAR(simulation.part_of(0), 0.7, 0.03) << first_job;
        EXPECT_GE(simulation.busy, 6 * second * 95 / 100) << first_job;
    }
}

TEST(CardNeighbours, WhatIsIdleIsUsedByOthers) {
    Simulation simulation;
    simulation.add("web", 700'000, millisecond);
    simulation.add("batch", 300'000, 0);
    simulation.run(4 * second);
    EXPECT_GE(simulation.workers[0]->used, 3 * second * 97 / 100);
    const auto& ledger = simulation.workers[0]->dispatcher.ledger();
    EXPECT_EQ(ledger.decisions(kernels, Reason::Alone), ledger.at(0, kernels).started);
}

TEST(CardNeighbours, TwoWorkersOfOneVirtualGpuShareItsPart) {
    Simulation simulation;
    simulation.add("web", 500'000, millisecond);
    simulation.add("web", 500'000, millisecond);
    simulation.add("batch", 500'000, millisecond);
    simulation.run(7 * second);
    EXPECT_GE(simulation.part_of(0), 0.1);
    EXPECT_GE(simulation.part_of(1), 0.1);
    EXPECT_NEAR(simulation.part_of(2), 0.5, 0.03);
}

TEST(CardNeighbours, WhatADeadOneHadIsTheOthers) {
    Simulation simulation;
    simulation.add("web", 700'000, millisecond);
    simulation.add("batch", 300'000, millisecond);
    simulation.run(2 * second);
    // Not a step of it is done any more; it may have the turn.
    const auto dead = std::move(simulation.workers[0]);
    simulation.boards.supervisor->clear(1);
    const Time before = simulation.workers[1]->used;
    simulation.run(5 * second);
    EXPECT_GE(simulation.workers[1]->used - before, 3 * second * 97 / 100);
}

TEST(CardNeighbours, OneThatStandsStillWithItsTurnKeepsOthersForAMomentOnly) {
    Simulation simulation;
    simulation.add("web", 700'000, millisecond);
    simulation.add("batch", 300'000, millisecond);
    simulation.run(2 * second);
    const auto stopped = std::move(simulation.workers[0]);  // nobody clears
    const Time before = simulation.workers[1]->used;
    simulation.run(6 * second);
    EXPECT_GE(simulation.workers[1]->used - before, 2 * second);
}

// Whatever is written there, nobody reads or writes elsewhere, or never comes back.
TEST(CardNeighbours, NonsenseOnTheBoardCostsTurnsAndNothingElse) {
    std::mt19937_64 random(7);
    Simulation simulation;
    simulation.add("web", 700'000, millisecond);
    simulation.add("batch", 300'000, millisecond);
    const std::uint64_t bytes = memory_file_bytes(simulation.boards.file.get()).take();
    const MappedMemory memory = MappedMemory::map(simulation.boards.file.get(), bytes).take();
    auto* const words = reinterpret_cast<std::uint64_t*>(memory.bytes().data());
    for (int step = 0; step < 40; ++step) {
        for (std::size_t word = 0; word < 32'768; ++word)
            words[word] = random() % 4 == 0 ? UINT64_MAX : random();
        simulation.run(simulation.now + millisecond);
    }
    // A waiting job goes in the end, asked or not.
    const std::uint64_t before = simulation.workers[1]->dispatcher.ledger().at(0, kernels).finished;
    simulation.run(simulation.now + 11 * second);
    EXPECT_GT(simulation.workers[1]->dispatcher.ledger().at(0, kernels).finished, before);
}

// One that was taken over has written where it liked.
TEST(CardBoard, WhatTheDeadHaveWrittenElsewhereDoesNotOutliveThem) {
    const Boards boards;
    const auto one = boards.join(1);
    boards.supervisor->know(vgpu_with("web", whole / 2));
    const VgpuId web = one->number_of("web");
    one->credits().set_share(web, kernels, whole / 2);
    const auto dead = boards.join(2);
    const auto nobodys = boards.join(400);
    constexpr Time now = 1000 * second;
    for (std::uint32_t i = 0; i < 2 * CardBoard::most_vgpus; ++i)
        static_cast<void>(dead->number_of("more" + std::to_string(i)));
    dead->credits().set_share(web, kernels, 0);
    dead->credits().spend(dead->worker(), web, kernels, 3600 * second, now);
    for (VgpuId number = 0; number < CardBoard::most_vgpus; ++number)
        dead->credits().keep_for(number, kernels, never - 1);
    nobodys->say_waiting(kernels, never);
    nobodys->note_use(kernels, now);
    EXPECT_EQ(one->credits().take(one->worker(), web, kernels, millisecond, now), 0);
    const std::size_t living[] = {1};
    boards.supervisor->keep_only(living, now);
    EXPECT_FALSE(one->do_others_wait(kernels, now));
    EXPECT_FALSE(one->do_others_use(kernels, now));
    EXPECT_EQ(one->number_of("web"), web);
    EXPECT_LT(one->number_of("batch"), CardBoard::most_vgpus - 1);
    EXPECT_GT(one->credits().take(one->worker(), web, kernels, millisecond, now), 0);
}

TEST(CardBoard, WhatTheDeadHaveWrittenToLivingLinesIsNotBelieved) {
    const Boards boards;
    const auto one = boards.join(1);
    constexpr Time now = 1000 * second;
    // A line whose owner lives and does nothing, and that of whoever clears.
    for (const std::size_t place : {std::size_t{2}, std::size_t{0}}) {
        const auto forged = boards.join(place);
        forged->note_use(kernels, never);
        forged->say_waiting(kernels, never);
        forged->say_sessions(CardBoard::Sessions::OfSeveral, 0);
        const std::size_t living[] = {1, 2};
        boards.supervisor->keep_only(living, now);
        EXPECT_FALSE(one->do_others_wait(kernels, now)) << place;
        EXPECT_FALSE(one->do_others_use(kernels, now)) << place;
        forged->say_sessions(CardBoard::Sessions::None, 0);
    }
    const auto honest = boards.join(3);
    honest->note_use(kernels, now + millisecond);
    honest->say_waiting(kernels, now + second / 2);
    EXPECT_TRUE(one->do_others_use(kernels, now)) << "it looked at the clock a moment later";
    EXPECT_TRUE(one->do_others_wait(kernels, now));
}

// One that was taken over says of all places that they are a living one's.
TEST(CardBoard, PlacesThatAreForgedDoNotKeepOthersOut) {
    const Boards boards;
    const auto one = boards.join(1);
    const auto dead = boards.join(2);
    while (dead->credits().join(1).ok()) {
    }
    const std::size_t living[] = {1};
    boards.supervisor->keep_only(living, second);
    const auto three = CardBoard::join(boards.file.get(), 3, software);
    EXPECT_TRUE(three.ok());
    EXPECT_TRUE(CardBoard::join(boards.file.get(), 4, software).ok()) << "not only where the dead one was";
}

TEST(CardBoard, WhoLosesItsPlaceTakesAnother) {
    const Boards boards;
    const auto one = boards.join(1);
    const VgpuId web = one->number_of("web");
    one->credits().set_share(web, kernels, whole / 2);
    const auto dead = boards.join(2);
    dead->credits().leave(one->worker());
    const std::size_t living[] = {1};
    boards.supervisor->keep_only(living, second);
    EXPECT_GT(one->credits().take(one->worker(), web, kernels, millisecond, 2 * second), 0);
}

TEST(CardBoard, ForgedCountsAreNoDebt) {
    const Boards boards;
    const auto one = boards.join(1);
    const VgpuId web = one->number_of("web");
    one->credits().set_share(web, kernels, whole / 2);
    constexpr Time got = 1'234'567;
    constexpr Time used = 777'777;
    ASSERT_EQ(one->credits().take(one->worker(), web, kernels, got, second), got);
    one->credits().spend(one->worker(), web, kernels, used, second);
    const std::uint64_t bytes = memory_file_bytes(boards.file.get()).take();
    const MappedMemory memory = MappedMemory::map(boards.file.get(), bytes).take();
    auto* const words = reinterpret_cast<std::uint64_t*>(memory.bytes().data());
    std::uint64_t* const end = words + bytes / sizeof(std::uint64_t);
    constexpr std::uint64_t entry[] = {got, used};
    std::uint64_t* const found = std::search(words, end, std::begin(entry), std::end(entry));
    ASSERT_NE(found, end);
    constexpr std::uint64_t hours = std::uint64_t{1} << 46;
    const std::size_t living[] = {1};
    for (const std::uint64_t spent : {used + hours, used - hours}) {
        found[1] = spent;
        boards.supervisor->keep_only(living, second);
        one->credits().spend(one->worker(), web, kernels, millisecond, second);
        const Arbiter::Sums sums = one->credits().sums(web, kernels);
        EXPECT_GT(sums.available(), -second) << "it pays for what it used";
        EXPECT_LT(sums.held(), second) << "and does not go on for nothing";
    }
}

}  // namespace
}  // namespace ringfence::sched
