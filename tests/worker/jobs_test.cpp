// Jobs and gates by themselves: threads that stand for streams, and sleep instead of computing.
#include "worker/jobs.h"

#include <atomic>
#include <chrono>
#include <future>
#include <optional>
#include <thread>

#include <gtest/gtest.h>

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
    const auto jobs = Jobs::create();
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

TEST(Jobs, GetTheirSharesAlsoWhenTheseChange) {
    const auto jobs = Jobs::create();
    Bound one(jobs, vgpu_of("one", 700'000));
    Bound other(jobs, vgpu_of("other", 300'000));
    const Busy first(one, 2ms);
    const Busy second(other, 2ms);
    const auto share = [&] {
        const std::uint64_t one_before = use_of(*jobs, "one").device_ns[0];
        const std::uint64_t other_before = use_of(*jobs, "other").device_ns[0];
        std::this_thread::sleep_for(2s);
        const auto got_one = static_cast<double>(use_of(*jobs, "one").device_ns[0] - one_before);
        const auto got_other = static_cast<double>(use_of(*jobs, "other").device_ns[0] - other_before);
        return 100 * got_one / (got_one + got_other);
    };
    EXPECT_NEAR(share(), 70, 5);
    ASSERT_TRUE(jobs->change(vgpu_of("one", 200'000)).ok());
    ASSERT_TRUE(jobs->change(vgpu_of("other", 800'000)).ok());
    EXPECT_NEAR(share(), 20, 5);
    ASSERT_TRUE(jobs->change(vgpu_of("nobody here", 0)).ok());
}

TEST(Jobs, ThatNobodyWantsLeaveTheGate) {
    const auto jobs = Jobs::create();
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

// As a card's streams do, which ask again and again. What waited there must not be known to anybody any more: its gate
// may go, and nobody else is to wait for it.
TEST(Jobs, ThatNobodyWantsAndGoUnaskedAreForgotten) {
    const auto jobs = Jobs::create({.patience = 1h});
    Bound one(jobs, vgpu_of("one", 500'000));
    std::optional<Bound> other(std::in_place, jobs, vgpu_of("other", 500'000));
    ASSERT_TRUE(one.gate->try_enter(JobKind::Compute));
    other->gate->expect(1);
    EXPECT_FALSE(other->gate->try_enter(JobKind::Compute));
    other->gate->abandon();
    EXPECT_TRUE(comes_true([&] { return other->gate->try_enter(JobKind::Compute); }));
    other->gate->leave({});
    other.reset();
    Bound third(jobs, vgpu_of("third", 500'000));
    EXPECT_FALSE(third.gate->try_enter(JobKind::Compute));
    one.gate->leave({});
    EXPECT_TRUE(comes_true([&] { return third.gate->try_enter(JobKind::Compute); }));
    third.gate->leave({});
}

TEST(Jobs, ThatRunForVeryLongDoNotKeepOthersWaiting) {
    const auto jobs = Jobs::create({.patience = 50ms});
    Bound one(jobs, vgpu_of("one", 500'000));
    Bound other(jobs, vgpu_of("other", 500'000));
    ASSERT_TRUE(one.gate->enter(JobKind::Compute));
    // As kernels that wait for each other do.
    ASSERT_TRUE(other.gate->enter(JobKind::Compute));
    other.gate->leave({});
    one.gate->leave(JobKind::Compute);
    ASSERT_TRUE(one.gate->enter(JobKind::Compute));
    one.gate->leave({});
    EXPECT_GE(use_of(*jobs, "other").longest_wait_ns, 40'000'000U);
}

// A card's: short jobs of others that run beside a long one, and end before it, do not pay for it.
TEST(Jobs, ThatRunBesideOthersPayForAllTheirTime) {
    const auto jobs = Jobs::create({.patience = 1h, .has_queue = true});
    Bound one(jobs, vgpu_of("one", 500'000));
    Bound other(jobs, vgpu_of("other", 500'000));
    const auto enter = [](Bound& bound) { return comes_true([&] { return bound.gate->try_enter(JobKind::Compute); }); };
    // Both are known for short jobs, so that two may be there at a time.
    for (int i = 0; i < 200; ++i) {
        for (Bound* bound : {&one, &other}) {
            ASSERT_TRUE(enter(*bound));
            bound->gate->leave({});
        }
    }
    ASSERT_TRUE(enter(one));
    constexpr int pieces = 5;
    for (int i = 0; i < pieces; ++i) {
        std::this_thread::sleep_for(100ms);
        ASSERT_TRUE(enter(other));
        other.gate->leave({});
    }
    one.gate->leave({});
    // What it has had beyond its share the other gets now.
    const Busy busy(other, 1ms);
    EXPECT_TRUE(comes_true([&] { return use_of(*jobs, "other").jobs > 250; }));
    const auto asked = std::chrono::steady_clock::now();
    ASSERT_TRUE(one.gate->enter(JobKind::Compute));
    EXPECT_GE(std::chrono::steady_clock::now() - asked, 100ms);
    one.gate->leave({});
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
