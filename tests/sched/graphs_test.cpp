// Random graphs of jobs against a sequential reference: order, results, nothing lost, no deadlock; with the usual
// policy and with one that answers nonsense.
//
// The device here is as free as a real one may be: any job on it may end next whose predecessors have ended. A job's
// result depends on its predecessors and on the jobs before it in its stream, so a wrong order shows.
#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "sched/band.h"
#include "sched/dispatcher.h"

namespace ringfence::sched {
namespace {

class NonsensePolicy : public Policy {
public:
    explicit NonsensePolicy(std::uint64_t seed) : random_(seed) {}

    bool wants_submit() const override { return true; }
    SubmitAnswer submit(const SubmitFacts&) override {
        return {static_cast<Time>(random_()), static_cast<std::uint32_t>(random_() % 6), 0};
    }
    Order admit(const LaneFacts&) override { return order(); }
    DispatchAnswer dispatch(const DispatchFacts& facts) override {
        const auto action = static_cast<Action>(random_() % 3);
        return {order(), static_cast<Time>(random_()), facts.lane.now + static_cast<Time>(random_() % 100'000) - 1000,
                action, static_cast<std::uint32_t>(random_() % 20)};
    }
    Order retire(const RetireFacts&) override { return order(); }
    MemoryAnswer memory_pressure(const MemoryFacts&) override { return {random_()}; }
    MemoryAnswer reclaim(const MemoryFacts&) override { return {random_()}; }

private:
    Order order() { return {random_(), static_cast<std::uint32_t>(random_() % 18), 0}; }

    std::mt19937_64 random_;
};

struct PlannedJob {
    Job job;
    JobId id;
    std::vector<std::size_t> before;  // those it waits for
    std::uint64_t value = 0;
    enum { Planned, Submitted, Started, Finished, Dropped } state = Planned;
};

std::uint64_t mix(std::uint64_t one, std::uint64_t other) {
    return (one ^ (other + 0x9e3779b97f4a7c15 + (one << 6) + (one >> 2))) * 0xff51afd7ed558ccd;
}

class Graph : public Device {
public:
    explicit Graph(std::uint64_t seed, Policy& policy) : random_(seed), dispatcher_(*this, policy, settings()) {
        const std::size_t vgpus = 1 + pick(3);
        for (std::size_t index = 0; index < vgpus; ++index) {
            VirtualGpu vgpu;
            vgpu.name = "v" + std::to_string(index);
            vgpu.shares = {whole / 4, whole / 8, 0};
            vgpu.priority = static_cast<std::uint32_t>(pick(3));
            EXPECT_TRUE(dispatcher_.add_vgpu(vgpu).ok());
        }
        sessions_ = 1 + pick(4);
        const std::size_t streams = 1 + pick(6);
        for (std::size_t index = 0; index < streams; ++index) {
            const auto session = static_cast<SessionId>(pick(sessions_));
            stream_session_.push_back(session);
            EXPECT_EQ(dispatcher_.open_stream(static_cast<VgpuId>(session % vgpus), session).take(), index);
        }
        plan(8 + pick(32));
        cancel_at_ = pick(4) == 0 ? pick(jobs_.size()) : SIZE_MAX;
    }

    // "" or what went wrong.
    std::string run() {
        std::size_t submitted = 0;
        while (problem_.empty()) {
            now_ += static_cast<Time>(pick(50'000));
            if (submitted == cancel_at_) cancel();
            if (submitted < jobs_.size() && pick(2) == 0) {
                submit(submitted++);
            } else if (!finish_one() && submitted == jobs_.size()) {
                if (dispatcher_.unfinished() == 0) break;
                const Time wake = dispatcher_.next_wake();
                if (wake == never) return "a deadlock";
                now_ = std::max(now_, wake);
                dispatcher_.tick(now_);
            }
        }
        return problem_.empty() ? compare() : problem_;
    }

    void start(JobId, const Job& job) override {
        PlannedJob& planned = jobs_[job.tag];
        if (planned.state != PlannedJob::Submitted) return fail("started twice", job);
        for (const std::size_t earlier : planned.before) {
            const PlannedJob& other = jobs_[earlier];
            const bool has_ended = other.state >= PlannedJob::Finished;
            const bool is_on_card = other.state == PlannedJob::Started && other.job.resource != Resource::Client;
            if (job.resource == Resource::Client ? !has_ended : !has_ended && !is_on_card)
                return fail("started too early", job);
        }
        planned.state = PlannedJob::Started;
        started_.push_back(job.tag);
        settle_joins();
    }

private:
    static DispatcherSettings settings() {
        DispatcherSettings settings;
        settings.overdue = 5 * millisecond;
        return settings;
    }

    std::size_t pick(std::size_t limit) { return random_() % limit; }

    void plan(std::size_t count) {
        std::vector<std::size_t> last(stream_session_.size(), SIZE_MAX);
        jobs_.resize(count);
        for (std::size_t index = 0; index < count; ++index) {
            PlannedJob& planned = jobs_[index];
            const std::size_t stream = pick(stream_session_.size());
            planned.job.tag = index;
            planned.job.stream = static_cast<StreamId>(stream);
            planned.job.resource = static_cast<Resource>(pick(5));
            planned.job.priority = static_cast<std::uint8_t>(pick(job_priorities));
            planned.job.cost = pick(2) == 0 ? 0 : static_cast<Time>(pick(3'000'000));
            if (last[stream] != SIZE_MAX) planned.before.push_back(last[stream]);
            last[stream] = index;
            for (std::size_t more = pick(4); more != 0 && index != 0; --more)
                planned.before.push_back(pick(index));
        }
    }

    void submit(std::size_t index) {
        PlannedJob& planned = jobs_[index];
        if (stream_session_[planned.job.stream] == cancelled_) {
            planned.state = PlannedJob::Dropped;
            return;
        }
        // The first of `before` may be the stream's: naming it as well does no harm.
        std::size_t slot = 0;
        for (const std::size_t earlier : planned.before) {
            if (jobs_[earlier].id) planned.job.after[slot++ % 4] = jobs_[earlier].id;
        }
        planned.state = PlannedJob::Submitted;
        Result<JobId> id = dispatcher_.submit(planned.job, now_);
        if (id) {
            planned.id = id.value();
        } else {
            problem_ = id.error().message;
        }
        settle_joins();
    }

    bool can_end(const PlannedJob& planned) const {
        return std::all_of(planned.before.begin(), planned.before.end(),
                           [&](std::size_t earlier) { return jobs_[earlier].state >= PlannedJob::Finished; });
    }

    bool finish_one() {
        std::vector<std::size_t> ready;
        for (const std::size_t tag : started_) {
            const PlannedJob& planned = jobs_[tag];
            const bool is_open = planned.state == PlannedJob::Started && planned.job.resource != Resource::Join;
            if (is_open && planned.id && can_end(planned)) ready.push_back(tag);
        }
        if (ready.empty()) return false;
        PlannedJob& chosen = jobs_[ready[pick(ready.size())]];
        end(chosen);
        settle_joins();
        Result<void> told = dispatcher_.finished(chosen.id, static_cast<Time>(pick(3'000'000)), now_);
        if (!told) problem_ = told.error().message;
        settle_joins();
        return true;
    }

    // A join ends by itself. Only what came before it decides, so joins end in the order in which they were planned.
    void settle_joins() {
        for (PlannedJob& planned : jobs_) {
            const bool is_open = planned.state == PlannedJob::Started && planned.job.resource == Resource::Join;
            if (is_open && can_end(planned)) end(planned);
        }
    }

    void end(PlannedJob& planned) {
        compute(planned, jobs_);
        planned.state = PlannedJob::Finished;
    }

    static void compute(PlannedJob& planned, const std::vector<PlannedJob>& jobs) {
        planned.value = mix(planned.job.tag, 1);
        for (const std::size_t earlier : planned.before)
            planned.value = mix(planned.value, jobs[earlier].value);
    }

    void cancel() {
        cancel_at_ = SIZE_MAX;
        cancelled_ = static_cast<SessionId>(pick(sessions_));
        for (PlannedJob& planned : jobs_) {
            if (stream_session_[planned.job.stream] != cancelled_) continue;
            const bool is_clients = planned.state == PlannedJob::Started && planned.job.resource == Resource::Client;
            if (planned.state == PlannedJob::Submitted || is_clients) planned.state = PlannedJob::Dropped;
        }
        settle_joins();
        dispatcher_.cancel(cancelled_, now_);
        settle_joins();
    }

    std::string compare() {
        std::vector<PlannedJob> reference = jobs_;
        for (PlannedJob& planned : reference) {
            planned.value = 0;
            if (planned.state == PlannedJob::Finished) compute(planned, reference);
        }
        for (std::size_t index = 0; index < jobs_.size(); ++index) {
            if (jobs_[index].state < PlannedJob::Finished) return "a job was lost";
            if (jobs_[index].value != reference[index].value) return "a wrong result";
        }
        return balance();
    }

    std::string balance() const {
        const Ledger& ledger = dispatcher_.ledger();
        std::uint64_t started = 0;
        for (VgpuId vgpu = 0; vgpu < ledger.vgpus(); ++vgpu) {
            for (std::size_t resource = 0; resource < resource_count; ++resource) {
                const Account& account = ledger.at(vgpu, static_cast<Resource>(resource));
                started += account.started;
                if (account.submitted != account.finished + account.cancelled || account.on_card() != 0 ||
                    account.queued() != 0 || account.waiting_for_order() != 0)
                    return "the ledger does not balance";
            }
        }
        const auto on_card = std::count_if(started_.begin(), started_.end(),
                                           [&](std::size_t tag) { return is_of_device(jobs_[tag].job.resource); });
        return started == static_cast<std::uint64_t>(on_card) ? "" : "the ledger counts other starts";
    }

    void fail(const char* what, const Job& job) {
        if (problem_.empty()) problem_ = "job " + std::to_string(job.tag) + ": " + what;
    }

    std::mt19937_64 random_;
    std::vector<PlannedJob> jobs_;
    std::vector<std::size_t> started_;
    std::vector<SessionId> stream_session_;
    std::string problem_;
    Dispatcher dispatcher_;
    std::size_t sessions_ = 1;
    std::size_t cancel_at_ = SIZE_MAX;
    SessionId cancelled_ = nobody;
    Time now_ = second;
};

constexpr std::uint64_t graph_count = 10'000;  // with each policy

TEST(Graphs, TheUsualPolicyKeepsOrderAndLosesNothing) {
    for (std::uint64_t seed = 0; seed < graph_count; ++seed) {
        Band policy;
        ASSERT_EQ(Graph(seed, policy).run(), "") << "seed " << seed;
    }
}

TEST(Graphs, APolicyThatAnswersNonsenseDoesNotBreakThem) {
    for (std::uint64_t seed = 0; seed < graph_count; ++seed) {
        NonsensePolicy policy(seed);
        ASSERT_EQ(Graph(seed, policy).run(), "") << "seed " << seed;
    }
}

}  // namespace
}  // namespace ringfence::sched
