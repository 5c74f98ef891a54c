// Jobs and gates by themselves: threads that stand for streams, and sleep instead of computing.
#include "worker/jobs.h"

#include <atomic>
#include <chrono>
#include <future>
#include <optional>
#include <thread>

#include <gtest/gtest.h>

#include "../share_windows.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;
using backend::JobKind;

sched::VirtualGpu vgpu_of(const std::string& name, sched::Share compute) {
    sched::VirtualGpu vgpu;
    vgpu.name = name;
    vgpu.shares[0] = compute;
    return vgpu;
}

// A session of one stream.
struct Bound {
    Bound(const std::shared_ptr<Jobs>& jobs, const sched::VirtualGpu& vgpu)
        : binding(jobs->bind(vgpu).take()), gate(binding->open_gate(0).take()) {}

    std::shared_ptr<const Jobs::Binding> binding;
    std::shared_ptr<backend::JobGate> gate;
};

VgpuUse use_of(const Jobs& jobs, const std::string& name) {
    for (const VgpuUse& use : jobs.use()) {
        if (use.vgpu.name == name) return use;
    }
    return {};
}

// The share of two seconds that the virtual GPU "one" had beside "other", in points.
double share_of_one(const Jobs& jobs_of_one, const Jobs& jobs_of_other) {
    const std::uint64_t before = use_of(jobs_of_one, "one").device_ns[0];
    const std::uint64_t before_other = use_of(jobs_of_other, "other").device_ns[0];
    std::this_thread::sleep_for(2s);
    const auto had = static_cast<double>(use_of(jobs_of_one, "one").device_ns[0] - before);
    const auto other_had = static_cast<double>(use_of(jobs_of_other, "other").device_ns[0] - before_other);
    return 100 * had / (had + other_had);
}

// Work without an end, as a queue that is never empty has it.
class Busy {
public:
    Busy(Bound& bound, std::chrono::microseconds job) : gate_(*bound.gate) {
        thread_ = std::thread([this, job] {
            while (!is_over_) {
                gate_.expect(1);
                if (!gate_.enter(JobKind::Compute)) return;
                std::this_thread::sleep_for(job);
                gate_.leave(is_over_ ? std::nullopt : std::optional(JobKind::Compute));
            }
        });
    }
    ~Busy() {
        is_over_ = true;
        thread_.join();
    }

private:
    backend::JobGate& gate_;
    std::atomic<bool> is_over_ = false;
    std::thread thread_;
};

template <typename Condition>
bool comes_true(const Condition& is_met) {
    for (int i = 0; i < 6000; ++i) {
        if (is_met()) return true;
        std::this_thread::sleep_for(10ms);
    }
    return false;
}

TEST(Jobs, OfOneVirtualGpuGoStraightThrough) {
    const auto jobs = Jobs::create();
    Bound one(jobs, default_vgpu());
    Bound other(jobs, default_vgpu());
    one.gate->expect(2);
    other.gate->expect(1);
    EXPECT_EQ(use_of(*jobs, "default").queued, 3U);
    ASSERT_TRUE(one.gate->enter(JobKind::Compute));
    // Beside the first: nobody competes.
    ASSERT_TRUE(other.gate->enter(JobKind::Compute));
    other.gate->leave({});
    one.gate->leave(JobKind::CopyTo);
    ASSERT_TRUE(one.gate->enter(JobKind::CopyTo));
    one.gate->leave({});
    const VgpuUse use = use_of(*jobs, "default");
    EXPECT_EQ(use.sessions, 2U);
    EXPECT_EQ(use.queued, 0U);
    EXPECT_EQ(use.jobs, 3U);
    EXPECT_EQ(use.waited_ns, 0U);
    EXPECT_GT(use.device_ns[0], 0U);
    EXPECT_GT(use.device_ns[1], 0U);
}

TEST(Jobs, OfTwoVirtualGpusAreOnTheDeviceOneAtATime) {
    const auto jobs = Jobs::create({.patience = 1h});
    Bound one(jobs, vgpu_of("one", 500'000));
    Bound other(jobs, vgpu_of("other", 500'000));
    ASSERT_TRUE(one.gate->enter(JobKind::Compute));
    auto entered = std::async(std::launch::async, [&] { return other.gate->enter(JobKind::Compute); });
    EXPECT_TRUE(comes_true([&] { return other.gate->is_waiting(); }));
    // Copies are another matter.
    Bound copying(jobs, vgpu_of("other", 500'000));
    ASSERT_TRUE(copying.gate->enter(JobKind::CopyFrom));
    copying.gate->leave({});
    EXPECT_EQ(entered.wait_for(0s), std::future_status::timeout);
    one.gate->leave({});
    EXPECT_TRUE(entered.get());
    other.gate->leave({});
    EXPECT_GT(use_of(*jobs, "other").waited_ns, 0U);
    EXPECT_EQ(use_of(*jobs, "one").waited_ns, use_of(*jobs, "one").longest_wait_ns);
}

TEST(Jobs, CopiesAreCutWhileOthersWaitToCopy) {
    constexpr std::uint64_t bytes = std::uint64_t{64} << 20;
    const auto jobs = Jobs::create({.patience = 1h});
    Bound one(jobs, vgpu_of("one", 500'000));
    EXPECT_EQ(one.binding->copy_piece(JobKind::CopyTo, bytes), bytes);
    Bound other(jobs, vgpu_of("other", 500'000));
    EXPECT_EQ(one.binding->copy_piece(JobKind::CopyTo, bytes), bytes) << "nobody copies";
    ASSERT_TRUE(one.gate->enter(JobKind::CopyTo));
    auto entered = std::async(std::launch::async, [&] { return other.gate->enter(JobKind::CopyTo); });
    EXPECT_TRUE(comes_true([&] { return other.gate->is_waiting(); }));
    EXPECT_EQ(one.binding->copy_piece(JobKind::CopyTo, bytes), std::uint64_t{4} << 20);
    EXPECT_EQ(one.binding->copy_piece(JobKind::CopyFrom, bytes), bytes) << "the other direction is another matter";
    one.gate->leave({});
    EXPECT_TRUE(entered.get());
    other.gate->leave({});
}

// Two workers in one process, as far as the board knows.
TEST(Jobs, OfTwoWorkersGetTheirShares) {
    const UniqueFd file = sched::CardBoard::create_file(JobBoard::now()).take();
    const auto workers_jobs = [&](std::size_t place) {
        return Jobs::create(
            {.card = sched::CardBoard::join(file.get(), place, sched::CardBoard::Card::Software).take()});
    };
    const auto first_jobs = workers_jobs(1);
    const auto second_jobs = workers_jobs(2);
    Bound one(first_jobs, vgpu_of("one", 700'000));
    EXPECT_FALSE(one.gate->is_needed());
    Bound other(second_jobs, vgpu_of("other", 300'000));
    EXPECT_TRUE(one.gate->is_needed());
    const Busy first(one, 1ms);
    const Busy second(other, 1ms);
    ASSERT_TRUE(
        comes_true([&] { return use_of(*first_jobs, "one").jobs > 100 && use_of(*second_jobs, "other").jobs > 100; }));
    EXPECT_TRUE(share_becomes(70, 6, [&] { return share_of_one(*first_jobs, *second_jobs); }));
}

TEST(Jobs, GetTheirSharesAlsoWhenTheseChange) {
    const auto jobs = Jobs::create();
    Bound one(jobs, vgpu_of("one", 700'000));
    Bound other(jobs, vgpu_of("other", 300'000));
    const Busy first(one, 2ms);
    const Busy second(other, 2ms);
    EXPECT_TRUE(share_becomes(70, 5, [&] { return share_of_one(*jobs, *jobs); }));
    ASSERT_TRUE(jobs->change(vgpu_of("one", 200'000)).ok());
    ASSERT_TRUE(jobs->change(vgpu_of("other", 800'000)).ok());
    EXPECT_TRUE(share_becomes(20, 5, [&] { return share_of_one(*jobs, *jobs); }));
    ASSERT_TRUE(jobs->change(vgpu_of("nobody here", 0)).ok());
}

TEST(Jobs, ThatNobodyWantsLeaveTheGate) {
    const auto jobs = Jobs::create({.patience = 1h});
    Bound one(jobs, vgpu_of("one", 500'000));
    Bound other(jobs, vgpu_of("other", 500'000));
    ASSERT_TRUE(one.gate->enter(JobKind::Compute));
    other.gate->expect(2);
    auto entered = std::async(std::launch::async, [&] { return other.gate->enter(JobKind::Compute); });
    EXPECT_TRUE(comes_true([&] { return other.gate->is_waiting(); }));
    other.gate->abandon();
    EXPECT_FALSE(entered.get());
    EXPECT_FALSE(other.gate->is_waiting());
    EXPECT_FALSE(other.gate->enter(JobKind::Compute));
    EXPECT_EQ(use_of(*jobs, "other").queued, 0U);
    // One that was asked for ahead of time, and is dropped.
    Bound third(jobs, vgpu_of("third", 500'000));
    one.gate->leave(JobKind::Compute);
    one.gate->expect(1);
    one.gate->forget();
    ASSERT_TRUE(third.gate->enter(JobKind::Compute));
    third.gate->leave({});
}

TEST(Jobs, ThatRunForVeryLongDoNotKeepOthersWaiting) {
    const auto jobs = Jobs::create({.patience = 50ms});
    Bound one(jobs, vgpu_of("one", 500'000));
    Bound other(jobs, vgpu_of("other", 500'000));
    const auto begin = std::chrono::steady_clock::now();
    ASSERT_TRUE(one.gate->enter(JobKind::Compute));
    // As kernels that wait for each other do.
    ASSERT_TRUE(other.gate->enter(JobKind::Compute));
    EXPECT_GE(std::chrono::steady_clock::now() - begin, 50ms);
    other.gate->leave({});
    one.gate->leave(JobKind::Compute);
    ASSERT_TRUE(one.gate->enter(JobKind::Compute));
    one.gate->leave({});
    EXPECT_GT(use_of(*jobs, "other").longest_wait_ns, 0U);
}

TEST(Jobs, AreNotLostWhenSessionsComeAndGo) {
    const auto jobs = Jobs::create();
    std::atomic<std::uint64_t> done = 0;
    std::vector<std::thread> streams;
    for (int i = 0; i < 8; ++i) {
        streams.emplace_back([&, i] {
            for (int round = 0; round < 50; ++round) {
                Bound bound(jobs, vgpu_of("vgpu" + std::to_string((i + round) % 3), 300'000));
                bound.gate->expect(10);
                for (int job = 0; job < 10; ++job) {
                    if (!bound.gate->enter(static_cast<JobKind>(job % 3))) return;
                    ++done;
                    bound.gate->leave(job < 9 ? std::optional(static_cast<JobKind>((job + 1) % 3)) : std::nullopt);
                }
            }
        });
    }
    for (std::thread& stream : streams)
        stream.join();
    EXPECT_EQ(done, 8U * 50 * 10);
    std::uint64_t counted = 0;
    for (const VgpuUse& use : jobs->use()) {
        counted += use.jobs;
        EXPECT_EQ(use.queued, 0U);
        EXPECT_EQ(use.sessions, 0U);
    }
    EXPECT_EQ(counted, done);
}

}  // namespace
}  // namespace ringfence::worker
