#include "sched/dispatcher.h"

#include <algorithm>

namespace ringfence::sched {

Dispatcher::Dispatcher(Device& device, Policy& policy, const DispatcherSettings& settings)
    : device_(device),
      policy_(policy),
      settings_(settings),
      policy_sees_jobs_(policy.wants_submit()),
      is_always_asked_(policy.wants_alone()),
      has_budgets_(policy.has_budgets()),
      wants_job_meta_(policy.wants_job_meta()) {
    for (std::size_t index = 0; index < resource_count; ++index) {
        engines_[index].resource = static_cast<Resource>(index);
        engines_[index].concurrency = std::max(settings_.concurrency[index], 1U);
    }
    set_windows();
}

Result<VgpuId> Dispatcher::add_vgpu(const VirtualGpu& vgpu) {
    RF_RETURN_IF_ERROR(check(vgpu));
    if (!removed_vgpus_.empty()) {
        const VgpuId id = removed_vgpus_.back();
        removed_vgpus_.pop_back();
        vgpus_[id] = {};
        ledger_.begin_anew(id);
        kernel_times_.forget(id);
        for (Engine& engine : engines_)
            engine.lanes[id] = {};
        set_shares(id, vgpu);
        return id;
    }
    const auto id = static_cast<VgpuId>(vgpus_.size());
    vgpus_.emplace_back();
    ledger_.make_room_for(id);
    for (Engine& engine : engines_) {
        engine.order.make_room_for(id);
        engine.lanes.emplace_back();
    }
    set_shares(id, vgpu);
    return id;
}

Result<void> Dispatcher::change_vgpu(VgpuId id, const VirtualGpu& vgpu, Time now) {
    RF_RETURN_IF_ERROR(check_vgpu(id));
    RF_RETURN_IF_ERROR(check(vgpu));
    set_shares(id, vgpu);
    for (Engine& engine : engines_) {
        if (engine.order.contains(id)) engine.order.put(id, checked(policy_.admit(told(engine, id, now))));
    }
    return {};
}

Result<void> Dispatcher::remove_vgpu(VgpuId id) {
    RF_RETURN_IF_ERROR(check_vgpu(id));
    Vgpu& vgpu = vgpus_[id];
    if (vgpu.streams != 0 || vgpu.jobs != 0) {
        return Error::bad_input("the virtual GPU is in use: " + std::to_string(vgpu.streams) + " streams, " +
                                std::to_string(vgpu.jobs) + " unfinished jobs")
            .with_remedy("end its sessions first");
    }
    vgpu.is_there = false;
    if (nest_of(id) != nullptr) nests_[id].reset();
    removed_vgpus_.push_back(id);
    for (Engine& engine : engines_) {
        if (engine.last_idle == id) engine.last_idle = nobody;
        if (engine.idle_before == id) engine.idle_before = nobody;
        if (engine.last_started == id) engine.last_started = nobody;
    }
    return {};
}

Result<void> Dispatcher::check_vgpu(VgpuId id) const {
    if (id < vgpus_.size() && vgpus_[id].is_there) return {};
    return Error::internal("there is no virtual GPU " + std::to_string(id));
}

void Dispatcher::set_shares(VgpuId id, const VirtualGpu& vgpu) {
    vgpus_[id].priority = vgpu.priority;
    vgpus_[id].sms = vgpu.sms;
    for (std::size_t index = 0; index < resource_count; ++index)
        engines_[index].lanes[id].share = std::max(vgpu.shares[index], leftover_share);
}

Result<StreamId> Dispatcher::open_stream(VgpuId vgpu, SessionId session, MemberId member) {
    RF_RETURN_IF_ERROR(check_vgpu(vgpu));
    ++vgpus_[vgpu].streams;
    if (closed_streams_.empty()) {
        streams_.push_back({vgpu, session, {}, member});
        return static_cast<StreamId>(streams_.size() - 1);
    }
    const StreamId id = closed_streams_.back();
    closed_streams_.pop_back();
    streams_[id] = {vgpu, session, {}, member};
    return id;
}

void Dispatcher::close_stream(StreamId stream) {
    if (stream >= streams_.size() || streams_[stream].vgpu == nobody) return;
    --vgpus_[streams_[stream].vgpu].streams;
    streams_[stream].vgpu = nobody;
    closed_streams_.push_back(stream);
}

Result<void> Dispatcher::check_job(const Job& job) const {
    if (job.stream >= streams_.size() || streams_[job.stream].vgpu == nobody)
        return Error::internal("there is no stream " + std::to_string(job.stream));
    if (job.resource > Resource::Join || job.priority >= job_priorities || job.cost < 0)
        return Error::internal("a job's resource, priority or cost is out of range");
    for (const JobId& earlier : job.after) {
        if (earlier && !jobs_.was_issued(earlier)) return Error::internal("a job waits for one that never was");
    }
    if (jobs_.live() >= settings_.most_jobs) {
        return Error::bad_input("there are " + std::to_string(jobs_.live()) + " unfinished jobs already")
            .with_remedy("wait for some of them");
    }
    return {};
}

Result<JobId> Dispatcher::submit(const Job& job, Time now) {
    RF_RETURN_IF_ERROR(check_job(job));
    const std::uint32_t slot = jobs_.add(job);
    JobSlot& entry = jobs_[slot];
    Stream& stream = streams_[job.stream];
    entry.job.session = stream.session;
    entry.job.vgpu = stream.vgpu;
    entry.job.member = static_cast<std::uint16_t>(std::min(stream.member, most_members - 1));
    ++vgpus_[stream.vgpu].jobs;
    if (Nest* const nest = nest_of(stream.vgpu)) nest->ask_about(entry, now);
    if (policy_sees_jobs_) ask_about(entry, now);
    entry.before = stream.last;
    wait_for(slot, stream.last, now);
    for (const JobId& earlier : job.after) {
        if (earlier) wait_for(slot, earlier, now);
    }
    const JobId id = jobs_.id(slot);
    stream.last = id;
    if (is_of_device(job.resource)) ++ledger_.at(stream.vgpu, job.resource).submitted;
    examine(slot, now);
    run(now);
    return id;
}

Result<void> Dispatcher::finished(JobId id, Time took, Time now) {
    if (!jobs_.is_live(id) || jobs_[id.slot].state != JobState::Started ||
        jobs_[id.slot].job.resource == Resource::Join)
        return Error::internal("a job was reported finished that is not on the card");
    const JobSlot& entry = jobs_[id.slot];
    if (is_of_device(entry.job.resource)) {
        const VgpuId vgpu = entry.job.vgpu;
        Engine& engine = this->engine(entry.job.resource);
        Lane& lane = engine.lanes[vgpu];
        took = std::clamp<Time>(took, 0, longest_job);
        --lane.in_flight;
        --engine.in_flight;
        lane.work_in_flight -= entry.cost;
        engine.work_in_flight -= entry.cost;
        lane.note_length(took);
        lane.budget.charge((took - entry.cost) / engine.concurrency, now);
        if (entry.is_in_turn) neighbours_->ended(vgpu, engine.resource, entry.cost, took, now);
        Account& account = ledger_.at(vgpu, engine.resource);
        ++account.finished;
        account.device_time += took;
        account.utilisation.add(now, took / engine.concurrency);
        if (!lane.is_active()) note_idle(engine, vgpu, now);
        Nest* const nest = nest_of(vgpu);
        // Without competition durations need not be known.
        const bool is_of_use = entry.is_charged || wants_job_meta_ || (nest != nullptr && nest->wants_job_meta());
        if (entry.job.kernel != 0 && is_of_use) kernel_times_.note(vgpu, entry.job.kernel, took);
        if (nest != nullptr) nest->ended(id.slot, took, took / engine.concurrency, now);
        if (entry.is_charged) {
            const Order order = checked(policy_.retire({told(engine, vgpu, now), took, entry.charge}));
            if (engine.order.contains(vgpu)) engine.order.put(vgpu, order);
        }
        if (lane.is_withdrawn) come_again(engine, vgpu, now);
        if (engine.order.size() != 0) to_pump_ |= 1U << static_cast<unsigned>(engine.resource);
    }
    tell_finished(id.slot);
    run(now);
    return {};
}

Result<void> Dispatcher::charge(VgpuId vgpu, Resource resource, Time took, Time now) {
    RF_RETURN_IF_ERROR(check_vgpu(vgpu));
    if (!is_of_device(resource)) return Error::internal("only the device's resources are charged for");
    Engine& engine = this->engine(resource);
    took = std::clamp<Time>(took, 0, longest_job);
    Account& account = ledger_.at(vgpu, resource);
    account.device_time += took;
    account.utilisation.add(now, took / engine.concurrency);
    engine.lanes[vgpu].budget.charge(took / engine.concurrency, now);
    if (neighbours_ != nullptr) neighbours_->charge(vgpu, resource, took, now);
    const Order order = checked(policy_.retire({told(engine, vgpu, now), took, 0}));
    if (engine.order.contains(vgpu)) engine.order.put(vgpu, order);
    return {};
}

void Dispatcher::cancel(SessionId session, Time now) {
    for (std::uint32_t slot = 0; slot < jobs_.slots(); ++slot) {
        const JobSlot& entry = jobs_[slot];
        if (entry.state == JobState::Free || entry.job.session != session) continue;
        if (entry.state == JobState::Started && entry.job.resource != Resource::Client) continue;
        if (is_of_device(entry.job.resource)) {
            Account& account = ledger_.at(entry.job.vgpu, entry.job.resource);
            ++account.cancelled;
            if (entry.state == JobState::Queued) {
                ++account.cancelled_queued;
                Engine& engine = this->engine(entry.job.resource);
                leave_queue(engine, entry.job.vgpu, slot, now);
                if (Nest* const nest = nest_of(entry.job.vgpu)) nest->cancelled(slot, now);
                if (!engine.lanes[entry.job.vgpu].is_active()) note_idle(engine, entry.job.vgpu, now);
            }
        }
        tell_finished(slot);
    }
    run(now);
}

void Dispatcher::tick(Time now) {
    if (now - last_tick_ >= settings_.tick) {
        policy_.tick({now, now - last_tick_});
        for (const std::unique_ptr<Nest>& nest : nests_) {
            if (nest) nest->tick({now, now - last_tick_});
        }
        set_windows();
        set_budgets(now);
        last_tick_ = now;
        order_anew(now);
    }
    to_pump_ = (1U << resource_count) - 1;
    run(now);
}

void Dispatcher::order_anew(Time now) {
    std::vector<VgpuId> waiting;
    for (Engine& engine : engines_) {
        waiting.clear();
        engine.order.each([&](VgpuId vgpu) { waiting.push_back(vgpu); });
        for (const VgpuId vgpu : waiting)
            engine.order.put(vgpu, checked(policy_.admit(told(engine, vgpu, now))));
    }
}

void Dispatcher::policy_changed(Time now) {
    policy_sees_jobs_ = policy_.wants_submit();
    is_always_asked_ = policy_.wants_alone();
    wants_job_meta_ = policy_.wants_job_meta();
    set_windows();
    set_budgets(now);
    for (std::uint32_t slot = 0; slot < jobs_.slots(); ++slot)
        jobs_[slot].charge = 0;
    order_anew(now);
    to_pump_ = (1U << resource_count) - 1;
    run(now);
}

void Dispatcher::note_nonsense() {
    ++policy_faults_;
    policy_.answer_was_wrong();
}

Time Dispatcher::next_wake() const {
    Time wake = never;
    for (const Engine& engine : engines_) {
        if (engine.order.size() != 0) wake = std::min({wake, engine.hold_until, last_tick_ + settings_.tick});
        for (VgpuId vgpu = 0; vgpu < nests_.size(); ++vgpu) {
            if (engine.lanes[vgpu].is_withdrawn && nests_[vgpu])
                wake = std::min(wake, nests_[vgpu]->held_until(engine.resource));
        }
    }
    return neighbours_ == nullptr ? wake : std::min(wake, neighbours_->next_look());
}

// The hardware's queues wait for jobs that are already on the card, so a job for the card needs no link to those.
// Client jobs are never on the card.
void Dispatcher::wait_for(std::uint32_t slot, JobId earlier, Time now) {
    if (!jobs_.is_live(earlier)) return;
    const JobSlot& other = jobs_[earlier.slot];
    const bool is_on_card = other.state == JobState::Started && other.job.resource != Resource::Client;
    JobSlot& entry = jobs_[slot];
    if (is_on_card && is_of_device(entry.job.resource)) return;
    jobs_.link(earlier.slot, slot);
    ++entry.not_finished;
    if (is_on_card) return;
    ++entry.not_started;
    lend(earlier, urgency_of(entry), now);
}

// Advances a job if it can go on.
void Dispatcher::examine(std::uint32_t slot, Time now) {
    JobSlot& entry = jobs_[slot];
    if (entry.state == JobState::Waiting) {
        if (is_of_device(entry.job.resource)) {
            if (entry.not_started == 0) queue_up(slot, now);
            return;
        }
        const bool is_join = entry.job.resource == Resource::Join;
        if ((is_join ? entry.not_started : entry.not_finished) != 0) return;
        entry.state = JobState::Started;
        device_.start(jobs_.id(slot), entry.job);
        if (is_join) tell_started(slot);
    }
    const bool is_ended_join = entry.state == JobState::Started && entry.job.resource == Resource::Join;
    if (is_ended_join && entry.not_finished == 0) tell_finished(slot);
}

void Dispatcher::tell_started(std::uint32_t slot) {
    jobs_.each_waiting_for(slot, [this](std::uint32_t later) {
        if (--jobs_[later].not_started == 0) to_examine_.push_back(later);
    });
}

void Dispatcher::tell_finished(std::uint32_t slot) {
    const JobSlot& entry = jobs_[slot];
    const bool was_on_card = entry.state == JobState::Started && entry.job.resource != Resource::Client;
    jobs_.each_waiting_for(slot, [&](std::uint32_t later) {
        JobSlot& other = jobs_[later];
        if (!was_on_card) --other.not_started;
        --other.not_finished;
        if (other.not_started == 0) to_examine_.push_back(later);
    });
    --vgpus_[entry.job.vgpu].jobs;
    jobs_.remove(slot);
}

// Repeats until no job can go on: a started or finished job may release others. Iterative, since such chains may be
// long.
void Dispatcher::run(Time now) {
    while (!to_examine_.empty() || to_pump_ != 0) {
        examine_all(now);
        for (Engine& engine : engines_) {
            const std::uint32_t bit = 1U << static_cast<unsigned>(engine.resource);
            if ((to_pump_ & bit) == 0) continue;
            to_pump_ &= ~bit;
            pump(engine, now);
        }
    }
    if (neighbours_ != nullptr) settle(now);
}

void Dispatcher::examine_all(Time now) {
    std::size_t next = 0;
    while (next < to_examine_.size())  // the list grows in the loop
        examine(to_examine_[next++], now);
    to_examine_.clear();
}

std::uint64_t Dispatcher::copy_piece(VgpuId vgpu, Resource resource, std::uint64_t bytes, Time now) {
    constexpr std::uint64_t least_piece = 64 << 10;
    constexpr std::uint64_t bound_piece = 4 << 20;  // for limited lanes: a long copy would cause a long debt
    if (vgpu >= vgpus_.size() || !is_of_device(resource)) return bytes;
    const Engine& engine = this->engine(resource);
    const auto others = static_cast<std::uint32_t>(engine.order.size() - (engine.order.contains(vgpu) ? 1 : 0));
    const CopyAnswer answer =
        policy_.copy_enqueued({now, bytes, vgpu, static_cast<std::uint32_t>(resource), others, 0});
    if (answer.piece < std::min(bytes, least_piece)) note_nonsense();
    const std::uint64_t piece =
        engine.lanes[vgpu].budget.is_bound() ? std::min(answer.piece, bound_piece) : answer.piece;
    return std::min(bytes, std::max(piece, least_piece));
}

Wait Dispatcher::why(JobId id, Time now) const {
    if (!jobs_.is_live(id)) return {};
    const JobSlot& entry = jobs_[id.slot];
    if (entry.state == JobState::Queued) return why_queued(entry, now);
    if (entry.state == JobState::Started)
        return entry.job.resource == Resource::Client ? Wait{Reason::Client, id, entry.job.vgpu} : Wait{};
    const bool needs_end = entry.job.resource == Resource::Client;
    Wait found;
    const auto look_at = [&](JobId earlier, Reason reason) {
        if (found.reason != Reason::None || !jobs_.is_live(earlier)) return;
        const JobSlot& other = jobs_[earlier.slot];
        const bool is_clients = other.state == JobState::Started && other.job.resource == Resource::Client;
        if (other.state == JobState::Started && !is_clients && !needs_end) return;
        found = {is_clients ? Reason::Client : reason, earlier, other.job.vgpu};
    };
    look_at(entry.before, Reason::StreamOrder);
    for (const JobId& earlier : entry.job.after)
        look_at(earlier, Reason::Dependency);
    return found;
}

Wait Dispatcher::why_queued(const JobSlot& entry, Time now) const {
    const Engine& engine = this->engine(entry.job.resource);
    const VgpuId vgpu = entry.job.vgpu;
    const bool is_full = !has_room(engine, expected(entry, engine.lanes[vgpu]), is_contended(engine, vgpu, now));
    if (!engine.lanes[vgpu].budget.is_free(now)) return {Reason::Budget, {}, vgpu};
    if (engine.lanes[vgpu].is_withdrawn) return {Reason::Held, {}, vgpu};
    if (engine.hold_until != never) return {Reason::Held, {}, engine.last_idle};
    if (is_full) return {Reason::Window, {}, engine.last_started};
    return {Reason::Turn, {}, engine.order.first()};
}

}  // namespace ringfence::sched
