#include "sched/simulator/simulation.h"

#include <algorithm>
#include <deque>
#include <queue>

#include "base/escape.h"
#include "sched/simulator/device_model.h"

namespace ringfence::sched {
namespace {

constexpr std::uint32_t endless_depth = 64;  // jobs or rounds that an endless stream has submitted ahead

// A random generator with the same numbers on every machine.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t below(std::uint64_t limit) {
        state_ += 0x9e3779b97f4a7c15;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
        return (mixed ^ (mixed >> 31)) % limit;
    }

private:
    std::uint64_t state_;
};

struct Submitted {
    Time at;
    Resource resource;
};

// One stream of a load.
struct Source {
    const Load* load = nullptr;
    VgpuId vgpu = nobody;
    StreamId stream = nobody;
    std::size_t number = 0;                              // of the load
    const std::vector<RecordedJob>* recorded = nullptr;  // null: the load is generated
    std::size_t next_recorded = 0;
    std::deque<Submitted> submitted;  // jobs whose end is not known, in the order of the stream
    std::deque<Time> lengths;         // of jobs not on the card, if they had the whole device
    std::size_t next_end = 0;         // the step whose end comes next
    JobId last{};
};

struct Tally {
    std::vector<Time> each_second;
    Histogram waits;
    Histogram latencies;
    std::uint64_t jobs = 0;
    bool is_endless = false;
    bool is_recorded = false;
    Time demand = 0;  // card time per second, for loads that are not endless
};

class Simulation : public Device {
public:
    Simulation(const Workload& workload, Policy& policy, const DispatcherSettings& settings)
        : workload_(workload),
          dispatcher_(*this, policy, with_concurrency(settings, workload)),
          model_(workload.concurrency, workload.launch),
          random_(workload.seed) {}

    Result<void> prepare(const NestedPolicies& nested) {
        for (const VgpuGroup& group : workload_.groups) {
            first_of_group_.push_back(names_.size());
            for (std::uint32_t number = 0; number < group.count; ++number) {
                VirtualGpu vgpu = group.vgpu;
                if (group.count > 1) vgpu.name += "." + std::to_string(number);
                RF_RETURN_IF_ERROR(dispatcher_.add_vgpu(vgpu));
                names_.push_back(vgpu.name);
                settings_.push_back(&group.vgpu);
            }
        }
        tallies_.resize(names_.size());
        for (const Load& load : workload_.loads) {
            for (std::uint32_t number = 0; number < workload_.groups[load.group].count; ++number) {
                const auto vgpu = static_cast<VgpuId>(first_of_group_[load.group] + number);
                RF_RETURN_IF_ERROR(add_sources(load, vgpu));
            }
        }
        jobs_of_load_.resize(workload_.loads.size());
        for (const auto& [name, policy] : nested) {
            const auto found = std::find(names_.begin(), names_.end(), name);
            if (found == names_.end())
                return Error::bad_input("the workload has no virtual GPU '" + escape(name) + "'");
            RF_RETURN_IF_ERROR(dispatcher_.nest(static_cast<VgpuId>(found - names_.begin()), policy, 0));
        }
        return {};
    }

    Result<void> run(std::uint64_t most_jobs) {
        for (std::uint32_t index = 0; index < sources_.size(); ++index)
            begin(index);
        while (finished_ < most_jobs) {
            const Time wake = dispatcher_.next_wake();
            const Time next = events_.empty() ? never : events_.top().time;
            // There may be no further event.
            now_ = std::max(now_, std::min({wake, next, workload_.duration}));
            if (std::min(wake, next) >= workload_.duration) break;
            if (wake <= next) {
                dispatcher_.tick(now_);
                continue;
            }
            const Event event = events_.top();
            events_.pop();
            RF_RETURN_IF_ERROR(handle(event));
        }
        return {};
    }

    void start(JobId id, const Job& job) override {
        Source& source = sources_[job.tag];
        const Time whole_device = source.lengths.front();
        source.lengths.pop_front();
        const std::uint32_t part = multiprocessors_for(job);
        const Time length = part == 0 ? whole_device : whole_device * workload_.multiprocessors / part;
        const DeviceModel::Run run = model_.put(job.resource, job.stream, length, now_);
        note_run(job, run);
        push({run.end + workload_.notice, 0, static_cast<std::uint32_t>(job.tag), id, length, run.begin});
    }

    Outcome outcome() const;

private:
    // The end of a job is noticed (job set), or a source must submit.
    struct Event {
        Time time;
        std::uint64_t number;  // orders events at the same time
        std::uint32_t source;
        JobId job;
        Time took;
        Time begun;

        bool operator<(const Event& other) const {
            return time != other.time ? time > other.time : number > other.number;
        }
    };

    // 0 means all.
    [[nodiscard]] std::uint32_t multiprocessors_for(const Job& job) const {
        if (job.partition.count != 0) return job.partition.count;
        const std::uint32_t sms = job.resource == Resource::Compute ? settings_[job.vgpu]->sms : 0;
        return sms < workload_.multiprocessors ? sms : 0;
    }

    static DispatcherSettings with_concurrency(DispatcherSettings settings, const Workload& workload) {
        settings.concurrency = workload.concurrency;
        settings.multiprocessors = workload.multiprocessors;
        if (workload.turn != 0) settings.turn = workload.turn;
        return settings;
    }

    Result<void> add_sources(const Load& load, VgpuId vgpu) {
        if (load.kind == Load::Kind::Recorded) {
            for (const std::vector<RecordedJob>& jobs : load.recording.streams) {
                RF_RETURN_IF_ERROR(add_source(load, vgpu, &jobs));
                note_recorded_demand(jobs, vgpu);
            }
            return {};
        }
        for (std::uint32_t stream = 0; stream < load.streams; ++stream)
            RF_RETURN_IF_ERROR(add_source(load, vgpu, nullptr));
        note_demand(load, vgpu);
        return {};
    }

    Result<void> add_source(const Load& load, VgpuId vgpu, const std::vector<RecordedJob>* recorded) {
        Source source;
        source.load = &load;
        source.recorded = recorded;
        source.vgpu = vgpu;
        source.number = static_cast<std::size_t>(&load - workload_.loads.data());
        const MemberId member = member_of(source.number);
        RF_TRY(source.stream, dispatcher_.open_stream(vgpu, vgpu, member));
        RF_RETURN_IF_ERROR(dispatcher_.weigh(vgpu, member, load.weight, 0));
        sources_.push_back(std::move(source));
        return {};
    }

    // The load's index among its virtual GPU's loads.
    [[nodiscard]] MemberId member_of(std::size_t load) const {
        const auto begin = workload_.loads.begin();
        return static_cast<MemberId>(
            std::count_if(begin, begin + static_cast<std::ptrdiff_t>(load),
                          [&](const Load& other) { return other.group == workload_.loads[load].group; }));
    }

    void note_demand(const Load& load, VgpuId vgpu) {
        Time round = load.pause;
        for (const Step& step : load.steps)
            round += load.kind == Load::Kind::Sync ? mean_of(step) + workload_.launch + workload_.notice : 0;
        for (const Step& step : load.steps) {
            Tally& tally = tally_of(vgpu, step.resource);
            if (load.kind == Load::Kind::Endless) {
                tally.is_endless = true;
            } else {
                tally.demand += mean_of(step) * load.streams * (second / 1000) / std::max<Time>(round / 1000, 1);
            }
        }
    }

    void note_recorded_demand(const std::vector<RecordedJob>& jobs, VgpuId vgpu) {
        const Time seconds = workload_.duration / second;
        for (const RecordedJob& job : jobs) {
            if (job.submitted >= workload_.duration) break;
            Tally& tally = tally_of(vgpu, job.resource);
            tally.is_recorded = true;
            tally.demand += job.length / seconds;
        }
    }

    static Time mean_of(const Step& step) {
        Time sum = 0;
        for (const Time length : step.lengths)
            sum += length;
        return sum / static_cast<Time>(step.lengths.size());
    }

    void begin(std::uint32_t index) {
        const Source& source = sources_[index];
        if (source.recorded != nullptr) {
            push({source.recorded->front().submitted, 0, index, {}, 0, 0});
        } else if (source.load->kind == Load::Kind::Endless) {
            // Few at the beginning, so that thousands of streams do not all begin with many.
            for (std::uint32_t count = 0; count < std::max(endless_depth / source.load->streams, 2U); ++count)
                submit_round(index);
        } else {
            const auto spread = static_cast<std::uint64_t>(std::max<Time>(source.load->pause, 1));
            push({static_cast<Time>(random_.below(spread)), 0, index, {}, 0, 0});
        }
    }

    Result<void> handle(const Event& event) {
        Source& source = sources_[event.source];
        if (!event.job) {
            if (source.recorded != nullptr) {
                submit_recorded(event.source);
                return {};
            }
            submit_round(event.source);
            if (source.load->kind == Load::Kind::Periodic) push({now_ + source.load->pause, 0, event.source, {}, 0, 0});
            return {};
        }
        const Submitted job = source.submitted.front();
        source.submitted.pop_front();
        note_end(tally_of(source.vgpu, job.resource), job.at, event);
        RF_RETURN_IF_ERROR(dispatcher_.finished(event.job, event.took, now_));
        ++finished_;
        ++jobs_of_load_[source.number];
        if (source.recorded != nullptr) return {};
        source.next_end = (source.next_end + 1) % source.load->steps.size();
        if (source.next_end != 0) return {};
        if (source.load->kind == Load::Kind::Endless) submit_round(event.source);
        if (source.load->kind == Load::Kind::Sync) push({now_ + source.load->pause, 0, event.source, {}, 0, 0});
        return {};
    }

    void submit_round(std::uint32_t index) {
        Source& source = sources_[index];
        for (const Step& step : source.load->steps) {
            Job job;
            job.resource = step.resource;
            const std::size_t which = step.lengths.size() == 1 ? 0 : random_.below(step.lengths.size());
            // Each step of each load is a separate kernel, and so is each length if `are_kernels`.
            const auto number = static_cast<std::size_t>(&step - source.load->steps.data());
            if (step.resource == Resource::Compute)
                job.kernel = ((step.are_kernels ? which : 0) << 32U) + (source.number << 8U) + number + 1;
            if (source.load->after) job.after[0] = last_job_of(*source.load->after);
            submit(index, job, step.lengths[which]);
        }
    }

    // Submits at the recorded time, even if earlier jobs are late: the recorded program does not wait.
    void submit_recorded(std::uint32_t index) {
        Source& source = sources_[index];
        const RecordedJob& recorded = (*source.recorded)[source.next_recorded++];
        Job job;
        job.resource = recorded.resource;
        if (recorded.kernel != 0) job.kernel = (std::uint64_t{source.number + 1} << 32U) + recorded.kernel;
        submit(index, job, recorded.length);
        if (source.next_recorded != source.recorded->size())
            push({(*source.recorded)[source.next_recorded].submitted, 0, index, {}, 0, 0});
    }

    void submit(std::uint32_t index, Job job, Time length) {
        Source& source = sources_[index];
        job.tag = index;
        job.stream = source.stream;
        // Noted first, since the job may be on the card before submit() returns.
        source.lengths.push_back(length);
        source.submitted.push_back({now_, job.resource});
        ++submitted_;
        if (const Result<JobId> id = dispatcher_.submit(job, now_)) {
            source.last = id.value();
            return;
        }
        ++refused_;
        source.lengths.pop_back();
        source.submitted.pop_back();
    }

    // The last job of the group's first stream; none if that stream has had no job.
    [[nodiscard]] JobId last_job_of(std::size_t group) const {
        const auto found = std::find_if(sources_.begin(), sources_.end(),
                                        [&](const Source& source) { return source.load->group == group; });
        return found == sources_.end() ? JobId{} : found->last;
    }

    void note_run(const Job& job, const DeviceModel::Run& run) {
        std::vector<Time>& seconds = tally_of(job.vgpu, job.resource).each_second;
        for (Time at = run.begin; at < run.end;) {
            const auto index = static_cast<std::size_t>(at / second);
            const Time until = std::min(run.end, (static_cast<Time>(index) + 1) * second);
            if (index >= seconds.size()) seconds.resize(index + 1);
            seconds[index] += until - at;
            at = until;
        }
    }

    void note_end(Tally& tally, Time submitted, const Event& event) const {
        ++tally.jobs;
        if (submitted < workload_.warmup) return;
        tally.waits.add(event.begun - submitted);
        tally.latencies.add(now_ - submitted);
    }

    void push(Event event) {
        event.number = ++events_pushed_;
        events_.push(event);
    }

    Tally& tally_of(VgpuId vgpu, Resource resource) { return tallies_[vgpu][static_cast<std::size_t>(resource)]; }
    void add_lanes(Outcome& outcome, std::size_t resource) const;
    [[nodiscard]] std::vector<Share> wanted(std::size_t resource) const;

    const Workload& workload_;
    Dispatcher dispatcher_;
    DeviceModel model_;
    Random random_;
    std::vector<std::size_t> first_of_group_;
    std::vector<std::string> names_;
    std::vector<const VirtualGpu*> settings_;
    std::vector<Source> sources_;
    std::vector<std::uint64_t> jobs_of_load_;
    std::vector<std::array<Tally, resource_count>> tallies_;
    std::priority_queue<Event> events_;
    std::uint64_t events_pushed_ = 0;
    std::uint64_t submitted_ = 0;
    std::uint64_t finished_ = 0;
    std::uint64_t refused_ = 0;
    Time now_ = 0;
};

// Lanes that need less than their share get what they need; the rest is divided among the others by share, repeatedly.
std::vector<Share> Simulation::wanted(std::size_t resource) const {
    std::vector<Share> result(names_.size());
    std::vector<VgpuId> open;
    for (VgpuId vgpu = 0; vgpu < names_.size(); ++vgpu) {
        const Tally& tally = tallies_[vgpu][resource];
        if (tally.is_endless || tally.demand != 0) open.push_back(vgpu);
    }
    std::int64_t left = whole;
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        std::int64_t sum = 0;
        for (const VgpuId vgpu : open)
            sum += std::max(settings_[vgpu]->shares[resource], leftover_share);
        const std::int64_t to_divide = left;
        std::vector<VgpuId> still_open;
        for (const VgpuId vgpu : open) {
            const Tally& tally = tallies_[vgpu][resource];
            const std::int64_t part = to_divide * std::max(settings_[vgpu]->shares[resource], leftover_share) / sum;
            const std::int64_t demand =
                tally.demand / (second / whole) / static_cast<std::int64_t>(workload_.concurrency[resource]);
            result[vgpu] = static_cast<Share>(part);
            if (tally.is_endless || demand >= part) {
                still_open.push_back(vgpu);
                continue;
            }
            result[vgpu] = static_cast<Share>(demand);
            left -= demand;
            has_changed = true;
        }
        open = std::move(still_open);
    }
    return result;
}

void Simulation::add_lanes(Outcome& outcome, std::size_t resource) const {
    const auto first = static_cast<std::size_t>(workload_.warmup / second);
    const auto end = static_cast<std::size_t>(std::max(now_, workload_.warmup) / second);
    std::vector<Time> totals(end);
    for (const auto& tallies : tallies_) {
        const std::vector<Time>& seconds = tallies[resource].each_second;
        for (std::size_t index = 0; index < std::min(end, seconds.size()); ++index)
            totals[index] += seconds[index];
    }
    Time total = 0;
    for (std::size_t index = first; index < end; ++index)
        total += totals[index];
    const Time capacity = static_cast<Time>(end - first) * second * workload_.concurrency[resource];
    const auto part = [](Time of, Time all) {
        return all == 0 ? 0 : static_cast<Share>(of / 1000 * whole / std::max<Time>(all / 1000, 1));
    };
    outcome.busy[resource] = part(total, capacity);
    const std::vector<Share> wants = wanted(resource);
    for (VgpuId vgpu = 0; vgpu < names_.size(); ++vgpu) {
        const Tally& tally = tallies_[vgpu][resource];
        if (tally.jobs == 0 && !tally.is_endless) continue;
        LaneOutcome lane;
        lane.vgpu = names_[vgpu];
        lane.resource = static_cast<Resource>(resource);
        lane.is_endless = tally.is_endless;
        lane.is_recorded = tally.is_recorded;
        lane.wanted = wants[vgpu];
        lane.jobs = tally.jobs;
        lane.waits = tally.waits;
        lane.latencies = tally.latencies;
        for (std::size_t index = first; index < end; ++index) {
            const Time used = index < tally.each_second.size() ? tally.each_second[index] : 0;
            lane.device_time += used;
            lane.each_second.push_back(part(used, totals[index]));
            const Share got = lane.each_second.back();
            if (lane.is_recorded) continue;
            lane.largest_error =
                std::max(lane.largest_error, got > lane.wanted ? got - lane.wanted : lane.wanted - got);
        }
        lane.got = part(lane.device_time, total);
        outcome.lanes.push_back(std::move(lane));
    }
}

Outcome Simulation::outcome() const {
    Outcome outcome;
    outcome.jobs = finished_;
    outcome.jobs_of_load = jobs_of_load_;
    outcome.unfinished = dispatcher_.unfinished();
    outcome.lost = submitted_ - refused_ - finished_ - outcome.unfinished;
    for (std::size_t resource = 0; resource < resource_count; ++resource) {
        add_lanes(outcome, resource);
        for (std::size_t reason = 0; reason < reason_count; ++reason) {
            outcome.decisions[resource][reason] =
                dispatcher_.ledger().decisions(static_cast<Resource>(resource), static_cast<Reason>(reason));
        }
    }
    return outcome;
}

}  // namespace

Result<Outcome> simulate(const Workload& workload, Policy& policy, const DispatcherSettings& settings,
                         std::uint64_t most_jobs, const NestedPolicies& nested) {
    Simulation simulation(workload, policy, settings);
    RF_RETURN_IF_ERROR(simulation.prepare(nested));
    RF_RETURN_IF_ERROR(simulation.run(most_jobs));
    return simulation.outcome();
}

}  // namespace ringfence::sched
