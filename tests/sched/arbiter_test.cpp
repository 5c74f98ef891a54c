#include "sched/arbiter.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <new>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace ringfence::sched {
namespace {

constexpr Time period = 30 * millisecond;
constexpr Resource compute = Resource::Compute;

// Memory that children share.
class SharedTable {
public:
    explicit SharedTable(std::size_t bytes)
        : memory_(::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)), bytes_(bytes) {}
    ~SharedTable() { ::munmap(memory_, bytes_); }
    SharedTable(const SharedTable&) = delete;
    SharedTable& operator=(const SharedTable&) = delete;

    std::span<std::byte> bytes() const { return {static_cast<std::byte*>(memory_), bytes_}; }

private:
    void* memory_;
    std::size_t bytes_;
};

struct Bed {
    explicit Bed(std::uint32_t vgpus)
        : table(Arbiter::bytes_for(vgpus)), arbiter(Arbiter::create(table.bytes(), vgpus, period, 0).take()) {}
    SharedTable table;
    Arbiter arbiter;
};

bool nobody_lives(std::uint32_t) {
    return false;
}

// Somebody else who wants the card and has credit, so that no period begins early.
struct Neighbour {
    Neighbour(Bed& bed, VgpuId own) : arbiter(bed.arbiter), vgpu(own), worker(bed.arbiter.join(99).take()) {
        arbiter.set_share(vgpu, compute, whole / 2);
    }
    void ask(Time now) { EXPECT_EQ(arbiter.take(worker, vgpu, compute, 1, now), 1); }

    Arbiter& arbiter;
    VgpuId vgpu;
    Arbiter::Worker worker;
};

TEST(Arbiter, APotGetsItsShareOfEachPeriod) {
    Bed bed(3);
    Neighbour neighbour(bed, 2);
    bed.arbiter.set_share(0, compute, whole / 2);
    const Arbiter::Worker worker = bed.arbiter.join(1).take();
    neighbour.ask(0);
    EXPECT_EQ(bed.arbiter.take(worker, 0, compute, second, 0), 15 * millisecond);
    neighbour.ask(period - 1);
    EXPECT_EQ(bed.arbiter.take(worker, 0, compute, second, period - 1), 0);
    EXPECT_EQ(bed.arbiter.next_period(), period);
    EXPECT_EQ(bed.arbiter.take(worker, 0, compute, 5 * millisecond, period), 5 * millisecond);
    EXPECT_EQ(bed.arbiter.take(worker, 0, compute, second, period), 10 * millisecond);
    EXPECT_EQ(bed.arbiter.take(worker, 1, compute, second, period), 0) << "it has no share";
    EXPECT_EQ(bed.arbiter.periods(), 2U);
    EXPECT_EQ(bed.arbiter.sums(0, Resource::CopyTo).granted, 0) << "copies are apart";
}

TEST(Arbiter, WhatIsNotUsedIsKeptForOnePeriodAndNoLonger) {
    Bed bed(1);
    bed.arbiter.set_share(0, compute, whole / 2);
    const Arbiter::Worker worker = bed.arbiter.join(1).take();
    EXPECT_EQ(bed.arbiter.take(worker, 0, compute, 1, 0), 1);
    EXPECT_EQ(bed.arbiter.take(worker, 0, compute, second, 100 * period), 30 * millisecond);
}

TEST(Arbiter, APeriodBeginsEarlyWhenNobodyWhoWantsHasCredit) {
    Bed bed(3);
    Neighbour neighbour(bed, 2);
    bed.arbiter.set_share(0, compute, whole / 10);
    const Arbiter::Worker worker = bed.arbiter.join(1).take();
    neighbour.ask(0);
    const Time later = 2 * millisecond;  // the neighbour has not asked for a while
    Time sum = 0;
    for (int count = 0; count < 10; ++count)
        sum += bed.arbiter.take(worker, 0, compute, second, later);
    EXPECT_EQ(sum, 30 * millisecond);
    EXPECT_EQ(bed.arbiter.take(neighbour.worker, 2, compute, second, later), 30 * millisecond)
        << "and it has lost none";
}

TEST(Arbiter, TwoWorkersShareAPot) {
    Bed bed(1);
    bed.arbiter.set_share(0, compute, whole / 2);
    Arbiter other = Arbiter::open(bed.table.bytes()).take();
    const Arbiter::Worker one = bed.arbiter.join(1).take();
    const Arbiter::Worker two = other.join(2).take();
    EXPECT_EQ(bed.arbiter.take(one, 0, compute, 10 * millisecond, 0), 10 * millisecond);
    EXPECT_EQ(other.take(two, 0, compute, 10 * millisecond, 0), 5 * millisecond);
    bed.arbiter.spend(one, 0, compute, 4 * millisecond, 0);
    bed.arbiter.give_back(one, 0, compute, 6 * millisecond);
    EXPECT_EQ(other.take(two, 0, compute, 10 * millisecond, 0), 6 * millisecond);
    const Arbiter::Sums sums = bed.arbiter.sums(0, compute);
    EXPECT_EQ(sums.spent, 4 * millisecond);
    EXPECT_EQ(sums.held(), 11 * millisecond);
    EXPECT_EQ(sums.available(), 0);
}

TEST(Arbiter, WhoSpendsMoreThanItHasWaitsForIt) {
    Bed bed(2);
    Neighbour neighbour(bed, 1);
    bed.arbiter.set_share(0, compute, whole / 2);
    const Arbiter::Worker worker = bed.arbiter.join(1).take();
    EXPECT_EQ(bed.arbiter.take(worker, 0, compute, millisecond, 0), millisecond);
    bed.arbiter.spend(worker, 0, compute, 50 * millisecond, 0);
    for (Time now : {period, 2 * period}) {
        neighbour.ask(now);
        EXPECT_EQ(bed.arbiter.take(worker, 0, compute, second, now), 0);
    }
    EXPECT_EQ(bed.arbiter.take(worker, 0, compute, second, 3 * period), 10 * millisecond);
}

TEST(Arbiter, DebtDoesNotStopOneThatIsAlone) {
    Bed bed(2);
    bed.arbiter.set_share(0, compute, whole / 100);
    const Arbiter::Worker worker = bed.arbiter.join(1).take();
    bed.arbiter.spend(worker, 0, compute, 50 * millisecond, 0);
    EXPECT_GT(bed.arbiter.take(worker, 0, compute, second, 0), 0);
}

TEST(Arbiter, WhatADeadWorkerHadIsThereAgain) {
    Bed bed(1);
    bed.arbiter.set_share(0, compute, whole / 2);
    const Arbiter::Worker dead = bed.arbiter.join(7).take();
    EXPECT_EQ(bed.arbiter.take(dead, 0, compute, second, 0), 15 * millisecond);
    bed.arbiter.spend(dead, 0, compute, 5 * millisecond, 0);
    EXPECT_EQ(bed.arbiter.reclaim(1, [](std::uint32_t) { return true; }), 0U);
    EXPECT_EQ(bed.arbiter.reclaim(1, nobody_lives), 1U);
    EXPECT_FALSE(bed.arbiter.is_member(dead));
    EXPECT_EQ(bed.arbiter.take(dead, 0, compute, second, 0), 0) << "its place is not its own any more";
    const Arbiter::Worker next = bed.arbiter.join(8).take();
    EXPECT_EQ(next.place, dead.place);
    EXPECT_EQ(bed.arbiter.take(next, 0, compute, second, 0), 10 * millisecond);
    bed.arbiter.leave(next);
    EXPECT_EQ(bed.arbiter.sums(0, compute).available(), 10 * millisecond);
}

TEST(Arbiter, APotThatNobodyAskedForAges) {
    Bed bed(2);
    bed.arbiter.set_share(0, compute, whole / 2);
    bed.arbiter.set_share(1, compute, whole / 2);
    const Arbiter::Worker worker = bed.arbiter.join(1).take();
    for (const Time idle : {1000, 20'000, 40'000, 60'000, 70'000, 131'071}) {
        const Time from = static_cast<Time>(bed.arbiter.periods()) * period;
        static_cast<void>(bed.arbiter.take(worker, 1, compute, second, from));
        static_cast<void>(bed.arbiter.take(worker, 0, compute, second, from + idle * period));
        EXPECT_GE(bed.arbiter.take(worker, 1, compute, second, from + (idle + 1) * period), 15 * millisecond) << idle;
    }
}

TEST(Arbiter, APlaceForEachWorkerAndNoMore) {
    Bed bed(1);
    for (std::uint32_t pid = 1; pid <= Arbiter::most_workers; ++pid)
        ASSERT_TRUE(bed.arbiter.join(pid).ok());
    EXPECT_FALSE(bed.arbiter.join(1000).ok());
    EXPECT_EQ(bed.arbiter.reclaim(1, [](std::uint32_t pid) { return pid != 5; }), 1U);
    EXPECT_EQ(bed.arbiter.join(1000).take().place, 4U);
}

TEST(Arbiter, OtherMemoryIsRefused) {
    SharedTable table(Arbiter::bytes_for(2));
    EXPECT_FALSE(Arbiter::open(table.bytes()).ok());
    EXPECT_FALSE(Arbiter::create(table.bytes(), 3, period, 0).ok());
    ASSERT_TRUE(Arbiter::create(table.bytes(), 2, period, 0).ok());
    EXPECT_FALSE(Arbiter::open(table.bytes().first(Arbiter::bytes_for(1))).ok());
}

// Workers that each run jobs of one virtual GPU on a card that works them off one by one. Each goes on only with
// credit.
std::vector<double> parts_used(const std::vector<Share>& shares, const std::vector<Time>& lengths) {
    Bed bed(static_cast<std::uint32_t>(shares.size()));
    std::vector<Arbiter::Worker> workers;
    for (VgpuId vgpu = 0; vgpu < shares.size(); ++vgpu) {
        bed.arbiter.set_share(vgpu, compute, shares[vgpu]);
        workers.push_back(bed.arbiter.join(vgpu + 1).take());
    }
    constexpr Time duration = 5 * second;
    std::vector<double> used(shares.size());
    Time now = 0;
    while (now < duration) {
        bool has_any = false;
        for (VgpuId vgpu = 0; vgpu < shares.size(); ++vgpu) {
            if (lengths[vgpu] == 0) continue;
            if (bed.arbiter.take(workers[vgpu], vgpu, compute, lengths[vgpu], now) == 0) continue;
            // A job cannot be divided: with any credit it runs, and the pot is in debt afterwards.
            has_any = true;
            now += lengths[vgpu];
            used[vgpu] += static_cast<double>(lengths[vgpu]) / static_cast<double>(duration);
            bed.arbiter.spend(workers[vgpu], vgpu, compute, lengths[vgpu], now);
        }
        if (!has_any) now += 10 * microsecond;
    }
    return used;
}

TEST(Arbiter, WorkersGetTheirShares) {
    const std::vector<Time> short_jobs(2, 20 * microsecond);
    const std::vector<Time> long_jobs(2, 5 * millisecond);
    const std::vector<Time> both = {50 * millisecond, 100 * microsecond};
    for (const auto& lengths : {short_jobs, long_jobs, both}) {
        const std::vector<double> used = parts_used({700'000, 300'000}, lengths);
        EXPECT_NEAR(used[0], 0.7, 0.02) << lengths[0];
        EXPECT_NEAR(used[1], 0.3, 0.02) << lengths[0];
    }
}

TEST(Arbiter, WorkersUseTheSharesOfIdleOnes) {
    const std::vector<double> used = parts_used({200'000, 500'000, 300'000}, {millisecond, 0, 0});
    EXPECT_GE(used[0], 0.97);
}

// Workers that take, spend and give back as fast as they can, until they are killed.
constexpr std::uint32_t vgpu_count = 4;
constexpr std::size_t worker_count = 6;

struct Common {
    std::atomic<Time> now;
    std::atomic<std::uint64_t> rounds;
};

[[noreturn]] void work(Arbiter arbiter, Common& common, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const Arbiter::Worker worker = arbiter.join(static_cast<std::uint32_t>(::getpid())).take();
    while (true) {
        const auto resource = static_cast<Resource>(random() % resource_count);
        const auto wanted = static_cast<Time>(random() % millisecond);
        const Time now = common.now.fetch_add(20 * microsecond);
        const auto pot = static_cast<VgpuId>(random() % (vgpu_count - 1));  // the last one is idle
        const Time got = arbiter.take(worker, pot, resource, wanted, now);
        if (got == 0) continue;
        const Time used = static_cast<Time>(random()) & (got - 1);
        arbiter.spend(worker, pot, resource, used, now);
        if (random() % 2 == 0) arbiter.give_back(worker, pot, resource, got - used);
        ++common.rounds;
    }
}

bool lives(std::uint32_t pid) {
    return ::kill(static_cast<pid_t>(pid), 0) == 0;
}

void expect_sums_make_sense(const Arbiter& arbiter, bool nobody_works) {
    for (VgpuId vgpu = 0; vgpu < vgpu_count; ++vgpu) {
        for (std::size_t resource = 0; resource < resource_count; ++resource) {
            const Arbiter::Sums sums = arbiter.sums(vgpu, static_cast<Resource>(resource));
            const auto periods = static_cast<Time>(arbiter.periods());
            // No credit was made out of nothing.
            EXPECT_LE(sums.spent, periods * period / vgpu_count);
            if (!nobody_works) continue;
            EXPECT_EQ(sums.held(), 0) << "somebody who is gone has credit";
            EXPECT_EQ(sums.granted, sums.spent + sums.available());
        }
    }
}

TEST(Arbiter, WorkersKilledAtRandomMomentsLoseNothing) {
    Bed bed(vgpu_count);
    SharedTable common_memory(sizeof(Common));
    Common& common = *new (common_memory.bytes().data()) Common{};
    for (VgpuId vgpu = 0; vgpu < vgpu_count; ++vgpu) {
        for (std::size_t resource = 0; resource < resource_count; ++resource)
            bed.arbiter.set_share(vgpu, static_cast<Resource>(resource), whole / vgpu_count);
    }
    std::mt19937_64 random(11);
    const auto start_worker = [&] {
        const std::uint64_t seed = random();
        const pid_t pid = ::fork();
        if (pid == 0) work(bed.arbiter, common, seed);
        return pid;
    };
    std::vector<pid_t> workers(worker_count);
    for (pid_t& worker : workers)
        worker = start_worker();
    constexpr int kills = 300;
    for (int count = 0; count < kills; ++count) {
        // So that somebody is in the middle of something, however slow the machine is.
        const std::uint64_t rounds = common.rounds + random() % 50;
        while (common.rounds < rounds)
            ::usleep(static_cast<unsigned>(random() % 200));
        pid_t& victim = workers[random() % worker_count];
        ::kill(victim, SIGKILL);
        ::waitpid(victim, nullptr, 0);
        bed.arbiter.reclaim(static_cast<std::uint32_t>(::getpid()), lives);
        expect_sums_make_sense(bed.arbiter, false);
        victim = start_worker();
    }
    for (const pid_t worker : workers) {
        ::kill(worker, SIGKILL);
        ::waitpid(worker, nullptr, 0);
    }
    bed.arbiter.reclaim(static_cast<std::uint32_t>(::getpid()), lives);
    expect_sums_make_sense(bed.arbiter, true);
    // All of it can be taken by the next one.
    const Arbiter::Worker heir = bed.arbiter.join(1).take();
    const Time later = common.now + 10 * period;
    for (VgpuId vgpu = 0; vgpu < vgpu_count; ++vgpu)
        EXPECT_EQ(bed.arbiter.take(heir, vgpu, compute, second, later), 2 * period / vgpu_count);
}

// However long it was idle, and whatever number the period has.
TEST(Arbiter, AnIdleOneGetsItsPartWhenItComes) {
    for (const Time idle : {10 * period, 5000 * period, 62'000 * period, 65'536 * period, 200'000 * period}) {
        Bed bed(2);
        bed.arbiter.set_share(0, compute, whole / 2);
        bed.arbiter.set_share(1, compute, whole / 2);
        const Arbiter::Worker worker = bed.arbiter.join(1).take();
        Time now = 0;
        while (now < idle) {
            now += period;
            const Time got = bed.arbiter.take(worker, 0, compute, period, now);
            bed.arbiter.spend(worker, 0, compute, got, now);
        }
        EXPECT_GT(bed.arbiter.take(worker, 1, compute, period, now), 0) << idle / period;
    }
    // Nobody came at all.
    Bed bed(1);
    bed.arbiter.set_share(0, compute, whole);
    const Arbiter::Worker worker = bed.arbiter.join(1).take();
    EXPECT_GT(bed.arbiter.take(worker, 0, compute, period, 62'000 * period), 0);
}

// One that dies while it puts back what others left.
TEST(Arbiter, AReclaimerMayDieToo) {
    Bed bed(64);
    for (VgpuId vgpu = 0; vgpu < 64; ++vgpu)
        bed.arbiter.set_share(vgpu, compute, whole / 64);
    std::mt19937_64 random(3);
    for (int round = 0; round < 50; ++round) {
        for (std::uint32_t pid = 1'000'000'000; pid < 1'000'000'000 + 16; ++pid) {
            const Arbiter::Worker worker = bed.arbiter.join(pid).take();
            for (VgpuId vgpu = 0; vgpu < 64; ++vgpu)
                static_cast<void>(bed.arbiter.take(worker, vgpu, compute, microsecond, round * period));
        }
        const pid_t reclaimer = ::fork();
        if (reclaimer == 0) {
            bed.arbiter.reclaim(static_cast<std::uint32_t>(::getpid()), nobody_lives);
            ::_exit(0);
        }
        ::usleep(static_cast<unsigned>(random() % 500));
        ::kill(reclaimer, SIGKILL);
        ::waitpid(reclaimer, nullptr, 0);
        bed.arbiter.reclaim(static_cast<std::uint32_t>(::getpid()), nobody_lives);
        for (VgpuId vgpu = 0; vgpu < 64; ++vgpu)
            ASSERT_EQ(bed.arbiter.sums(vgpu, compute).held(), 0);
    }
}

}  // namespace
}  // namespace ringfence::sched
