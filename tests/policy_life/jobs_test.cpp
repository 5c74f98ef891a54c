// Policies that are loaded, exchanged and taken out while jobs go by them: threads that stand for streams, and sleep
// instead of computing.
#include "worker/jobs.h"

#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>

#include <gmock/gmock.h>

#include "policy_source.h"
#include "ringfence/policy.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;
using backend::JobKind;
using testing::HasSubstr;

std::unique_ptr<policy::HostedPolicy> load(const std::string& source) {
    const std::string object = compile_policy(source);
    auto loaded = policy::HostedPolicy::load({reinterpret_cast<const std::uint8_t*>(object.data()), object.size()});
    EXPECT_TRUE(loaded.ok()) << loaded.error().text();
    return loaded.ok() ? loaded.take() : nullptr;
}

sched::VirtualGpu half(const std::string& name) {
    sched::VirtualGpu vgpu;
    vgpu.name = name;
    vgpu.shares[0] = 500'000;
    return vgpu;
}

// A virtual GPU with a session of one stream that is never out of work, until it has done `most` jobs.
class Busy {
public:
    Busy(const std::shared_ptr<Jobs>& jobs, const std::string& name, std::uint64_t most = UINT64_MAX)
        : binding_(jobs->bind(half(name)).take()), gate_(binding_->open_gate(0).take()) {
        thread_ = std::thread([this, most] {
            while (!is_over_ && done < most) {
                gate_->expect(1);
                if (!gate_->enter(JobKind::Compute)) return;
                std::this_thread::sleep_for(200us);
                ++done;
                const bool has_more = !is_over_ && done < most;
                gate_->leave(has_more ? std::optional(JobKind::Compute) : std::nullopt);
            }
        });
    }
    ~Busy() {
        is_over_ = true;
        thread_.join();
    }
    void join() {
        if (thread_.joinable()) thread_.join();
        thread_ = std::thread([] {});
    }

    std::atomic<std::uint64_t> done = 0;

private:
    std::shared_ptr<const Jobs::Binding> binding_;
    std::shared_ptr<backend::JobGate> gate_;
    std::atomic<bool> is_over_ = false;
    std::thread thread_;
};

template <typename Condition>
bool comes_true(const Condition& is_met) {
    for (int i = 0; i < 12'000; ++i) {
        if (is_met()) return true;
        std::this_thread::sleep_for(10ms);
    }
    return false;
}

class PoliciesOfJobs : public testing::Test {
protected:
    void SetUp() override {
        if (!has_clang()) GTEST_SKIP() << "needs clang";
    }

    // Puts it there under load, waits until it has been taken out, and looks that all go on.
    PolicyReport watch_fall(const std::string& source, const policy::WatchSettings& settings) {
        Busy one(jobs_, "one");
        Busy other(jobs_, "other");
        EXPECT_TRUE(comes_true([&] { return one.done > 5 && other.done > 5; }));
        jobs_->set_policy(load(source), settings);
        EXPECT_TRUE(comes_true([&] { return jobs_->policy_report().stage == PolicyReport::Stage::Fallen; }));
        const std::uint64_t one_before = one.done;
        const std::uint64_t other_before = other.done;
        EXPECT_TRUE(comes_true([&] { return one.done > one_before + 10 && other.done > other_before + 10; }));
        return jobs_->policy_report();
    }
    std::uint64_t count(std::uint32_t which) {
        std::uint64_t value = 0;
        EXPECT_TRUE(jobs_->visit_maps([&](std::vector<policy::Map>& maps) {
            for (policy::Map& map : maps) {
                if (map.spec().name == "counts") std::memcpy(&value, map.value(which).data(), sizeof value);
            }
        }));
        return value;
    }

    const std::shared_ptr<Jobs> jobs_ = Jobs::create();
};

TEST_F(PoliciesOfJobs, DecideFromTheNextQuestionOnUntilTheyAreTakenOut) {
    Busy one(jobs_, "one");
    Busy other(jobs_, "other");
    EXPECT_EQ(jobs_->policy_report().stage, PolicyReport::Stage::BuiltIn);
    jobs_->set_policy(load(policies::counting("first")), {});
    ASSERT_TRUE(comes_true([&] { return count(0) > 20; }));
    const PolicyReport report = jobs_->policy_report();
    EXPECT_EQ(report.stage, PolicyReport::Stage::Runs);
    EXPECT_EQ(report.name, "first");
    EXPECT_GT(report.runs[static_cast<std::size_t>(policy::Hook::Dispatch)], 20U);
    EXPECT_GT(report.steps[static_cast<std::size_t>(policy::Hook::Dispatch)], 100U);
    EXPECT_EQ(report.wrong, 0U);
    jobs_->set_policy(nullptr, {});
    EXPECT_EQ(jobs_->policy_report().stage, PolicyReport::Stage::BuiltIn);
    EXPECT_FALSE(jobs_->visit_maps([](std::vector<policy::Map>&) {}));
    const std::uint64_t before = one.done;
    EXPECT_TRUE(comes_true([&] { return one.done > before + 10; }));
}

TEST_F(PoliciesOfJobs, KeepMapsOfTheSameNameAndKindWhenTheyAreExchanged) {
    Busy one(jobs_, "one");
    Busy other(jobs_, "other");
    jobs_->set_policy(load(policies::counting("first")), {});
    ASSERT_TRUE(comes_true([&] { return count(0) > 20; }));
    jobs_->set_policy(load(policies::counting("second")), {});
    EXPECT_GT(count(0), 20U);
    EXPECT_EQ(count(1), 1U);  // the first one's last words
    EXPECT_EQ(jobs_->policy_report().name, "second");
    // A map of that name of another kind begins anew.
    jobs_->set_policy(
        load("RF_MAP_ARRAY(counts, rf_u32, 4);\nstatic void on_tick(struct rf_tick* ctx) { rf_u32 key = 0;"
             "rf_u32* value = rf_map_lookup(&counts, &key); if (value && ctx->now == 0) *value = 1; }\n"
             "RF_POLICY(\"third\", .tick = on_tick);\n"),
        {});
    jobs_->visit_maps([](std::vector<policy::Map>& maps) { EXPECT_EQ(maps[0].value(0)[0], 0U); });
}

TEST_F(PoliciesOfJobs, AreExchangedAgainAndAgainAndNoJobIsLost) {
    constexpr std::uint64_t jobs_each = 3'000;
    const char* const wanted = std::getenv("RINGFENCE_TEST_SWAPS");
    const int swaps = wanted == nullptr ? 200 : std::atoi(wanted);
    const std::string sources[] = {compile_policy(policies::counting("even")),
                                   compile_policy(policies::counting("odd"))};
    Busy one(jobs_, "one", jobs_each);
    Busy other(jobs_, "other", jobs_each);
    for (int i = 0; i < swaps; ++i) {
        const std::string& object = sources[i % 2];
        jobs_->set_policy(
            policy::HostedPolicy::load({reinterpret_cast<const std::uint8_t*>(object.data()), object.size()}).take(),
            {});
    }
    one.join();
    other.join();
    EXPECT_EQ(one.done, jobs_each);
    EXPECT_EQ(other.done, jobs_each);
    const PolicyReport report = jobs_->policy_report();
    EXPECT_EQ(report.stage, PolicyReport::Stage::Runs) << report.exit;
    EXPECT_EQ(report.changes, static_cast<std::uint64_t>(swaps));
    RecordProperty("longest_change_ns", static_cast<int>(report.longest_change_ns));
}

TEST_F(PoliciesOfJobs, ThatTakeTooManyInstructionsAreTakenOut) {
    const PolicyReport report = watch_fall(policies::takes_its_time(), {.budget = 1'000});
    EXPECT_THAT(report.exit, HasSubstr("budget: hook dispatch: it takes more than 1000 instructions"));
    EXPECT_THAT(report.exit, HasSubstr(".c:"));
}

TEST_F(PoliciesOfJobs, ThatDenyEverythingAreTakenOut) {
    const auto begin = std::chrono::steady_clock::now();
    const PolicyReport report = watch_fall(policies::denies_all(), {.longest_idle = 200 * sched::millisecond});
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 60s);
    EXPECT_THAT(report.exit, HasSubstr("stall: the device (compute) had nothing to do for"));
    EXPECT_THAT(report.exit, HasSubstr("last decisions:"));
    EXPECT_THAT(report.exit, HasSubstr("hold"));
}

TEST_F(PoliciesOfJobs, ThatStarveOneAreTakenOut) {
    const PolicyReport report = watch_fall(policies::starves_one(1), {.patience = 300 * sched::millisecond});
    EXPECT_THAT(report.exit, HasSubstr("starvation: virtual GPU other has waited for compute for"));
}

// The maps as they were when it fell, beside the reason and the last decisions.
TEST_F(PoliciesOfJobs, LeaveTheirMapsInTheExitRecord) {
    EXPECT_FALSE(jobs_->policy_exit(1 << 20).has_value());
    watch_fall(R"(
RF_MAP_ARRAY(seen, rf_u32, 2);
static void on_dispatch(struct rf_dispatch* ctx) {
    rf_u32 place = 1, value = 4711;
    rf_map_update(&seen, &place, &value, RF_ANY);
    ctx->answer.action = 7;
}
RF_POLICY("wrong", .dispatch = on_dispatch);
)",
               {});
    const std::optional<std::string> record = jobs_->policy_exit(1 << 20);
    ASSERT_TRUE(record.has_value());
    EXPECT_THAT(*record, HasSubstr("nonsense: "));
    EXPECT_THAT(*record, HasSubstr("last decisions:"));
    EXPECT_THAT(*record, HasSubstr("map seen (array):\n0 = 0\n1 = 4711\n"));
    // No more than one asks for, but what was decided.
    EXPECT_THAT(jobs_->policy_exit(0).value(), HasSubstr("map seen (array):\n... and 2 more\n"));
    jobs_->set_policy(nullptr, {});
    EXPECT_FALSE(jobs_->policy_exit(1 << 20).has_value());
}

TEST_F(PoliciesOfJobs, ThatTalkNonsenseAreTakenOut) {
    const PolicyReport report = watch_fall(policies::talks_nonsense(), {});
    EXPECT_THAT(report.exit, HasSubstr("nonsense: 32 answers within a second made no sense"));
    EXPECT_GE(report.wrong, 32U);  // more, where a machine stood still for a second in between
}

TEST_F(PoliciesOfJobs, ThatFillTheirMapsHarmNobody) {
    Busy one(jobs_, "one");
    Busy other(jobs_, "other");
    jobs_->set_policy(load(policies::hoards()), {});
    const std::uint64_t one_before = one.done;
    const std::uint64_t other_before = other.done;
    EXPECT_TRUE(comes_true([&] { return one.done > one_before + 300 && other.done > other_before + 300; }));
    EXPECT_EQ(jobs_->policy_report().stage, PolicyReport::Stage::Runs);
}

// The measured time of a job is charged, so this holds on a machine that is short of time, too.
TEST_F(PoliciesOfJobs, BoundWhatOneThatIsAloneGets) {
    Busy one(jobs_, "one");
    jobs_->set_policy(load("RF_MAP_IO_BUDGETS(4);\nstatic void on_tick(struct rf_tick* ctx) { (void)ctx; }\n"
                           "RF_POLICY(\"bounds\", .tick = on_tick);\n"),
                      {});
    const std::uint64_t most[3] = {50'000, 0, 0};
    ASSERT_TRUE(jobs_->visit_maps(
        [&](std::vector<policy::Map>& maps) { std::memcpy(maps.at(0).value(0).data(), most, sizeof most); }));
    const std::uint64_t first = one.done;
    ASSERT_TRUE(comes_true([&] { return one.done > first + 5; }));
    std::this_thread::sleep_for(200ms);  // until it is obeyed, and what was saved up is gone
    const auto begin = std::chrono::steady_clock::now();
    const std::uint64_t had = jobs_->use().at(0).device_ns[0];
    const std::uint64_t before = one.done;
    ASSERT_TRUE(comes_true(
        [&] { return one.done > before + 20 && std::chrono::steady_clock::now() - begin > std::chrono::seconds(2); }));
    const auto passed = std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count();
    const std::uint64_t got = jobs_->use().at(0).device_ns[0] - had;
    EXPECT_LT(static_cast<double>(got) / static_cast<double>(passed), 0.1);
    jobs_->set_policy(nullptr, {});
    const std::uint64_t bound = one.done;
    EXPECT_TRUE(comes_true([&] { return one.done > bound + 300; }));
}

TEST_F(PoliciesOfJobs, CanBeLoadedAgainAfterAFall) {
    watch_fall(policies::talks_nonsense(), {});
    Busy one(jobs_, "one");
    Busy other(jobs_, "other");
    jobs_->set_policy(load(policies::counting("better")), {});
    EXPECT_TRUE(comes_true([&] { return count(0) > 20; }));
    EXPECT_EQ(jobs_->policy_report().exit, "");
}

// Compares the facts that a launch gets when its turn has come with those that the policy got of it.
TEST_F(PoliciesOfJobs, SayWhereKernelsRunAndKnowThem) {
    const auto jobs = Jobs::create({.multiprocessors = 4});
    const auto binding = jobs->bind(half("one")).take();
    const auto gate = binding->open_gate(0).take();
    const auto one_job = [&] {
        gate->expect(1);
        EXPECT_TRUE(gate->enter({JobKind::Compute, 4711, 256}));
        const backend::Multiprocessors place = gate->multiprocessors();
        gate->leave(std::nullopt);
        return std::pair(place.first, place.count);
    };
    EXPECT_EQ(one_job(), std::pair(0U, 0U));
    jobs->set_policy(load(R"(
RF_MAP_PLACEMENT(4);
RF_MAP_JOB_META(4);
RF_MAP_ARRAY(seen, struct rf_job_meta, 1);
static void on_dispatch(struct rf_dispatch* ctx) {
    rf_u32 vgpu = ctx->lane.vgpu, lane = RF_LANE_INDEX(ctx->lane), first = 0;
    struct rf_placement* place = rf_map_lookup(&PLACEMENT, &vgpu);
    if (place) place->first = 1, place->count = 2;
    struct rf_job_meta* job = rf_map_lookup(&JOB_META, &lane);
    if (job && job->kernel) rf_map_update(&seen, &first, job, RF_ANY);
}
RF_POLICY("places", .dispatch = on_dispatch);
)"),
                     {});
    EXPECT_EQ(one_job(), std::pair(1U, 2U));
    EXPECT_EQ(one_job(), std::pair(1U, 2U));
    rf_job_meta seen{};
    jobs->visit_maps([&](std::vector<policy::Map>& maps) {
        for (policy::Map& map : maps) {
            if (map.spec().name == "seen") std::memcpy(&seen, map.value(0).data(), sizeof seen);
        }
    });
    EXPECT_EQ(seen.kernel, 4711U);
    EXPECT_EQ(seen.threads, 256U);
    EXPECT_EQ(seen.runs, 1U);  // before the last
    jobs->set_policy(nullptr, {});
    EXPECT_EQ(one_job(), std::pair(0U, 0U));
}

}  // namespace
}  // namespace ringfence::worker
