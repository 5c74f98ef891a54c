#include "sched/nest.h"

#include <algorithm>

#include "sched/answers.h"

namespace ringfence::sched {
namespace {

// When a hold ends, waiting threads check again, under the common lock: a tenant's policy must not be able to cause
// that too often. Other events end a hold earlier.
constexpr Time shortest_hold = 100 * microsecond;

}  // namespace

Nest::Nest(Policy& policy, const MemberWeights& weights, JobTable& jobs, const KernelTimes& times,
           const DispatcherSettings& settings)
    : policy_(&policy), weights_(weights), jobs_(jobs), times_(times), settings_(settings) {
    for (std::size_t index = 0; index < resource_count; ++index)
        engines_[index].resource = static_cast<Resource>(index);
}

Nest::Member& Nest::member_of(const JobSlot& entry) {
    Engine& engine = this->engine(entry.job.resource);
    const MemberId member = entry.job.member;
    if (member >= engine.members.size()) {
        engine.members.resize(member + std::size_t{1});
        engine.order.make_room_for(member);
    }
    return engine.members[member];
}

Order Nest::checked(Order order) {
    if (!set_right(order)) policy_->answer_was_wrong();
    return order;
}

void Nest::policy_changed(Policy& policy, Time now) {
    policy_ = &policy;
    for (OnCard& job : on_card_)
        job.charge = 0;
    for (Engine& engine : engines_) {
        engine.chosen = nobody;
        engine.held_until = never;
    }
    order_anew(now);
}

void Nest::tick(const TickFacts& facts) {
    policy_->tick(facts);
    order_anew(facts.now);
}

void Nest::order_anew(Time now) {
    std::vector<MemberId> waiting;
    for (Engine& engine : engines_) {
        waiting.clear();
        engine.order.each([&](MemberId member) { waiting.push_back(member); });
        for (const MemberId member : waiting)
            engine.order.put(member, checked(policy_->admit(told(engine, member, now))));
    }
}

// A nested policy cannot change a job's expected time, which the card's policy and the windows rely on.
void Nest::ask_about(JobSlot& entry, Time now) {
    if (!is_of_device(entry.job.resource) || !policy_->wants_submit()) return;
    const Job& job = entry.job;
    const SubmitAnswer answer = policy_->submit(
        {now, job.cost, job.bytes, job.member, job.member, static_cast<std::uint32_t>(job.resource), job.priority});
    if (answer.cost < 0 || answer.priority >= job_priorities) {
        policy_->answer_was_wrong();
        return;
    }
    entry.job.priority = static_cast<std::uint8_t>(answer.priority);
}

void Nest::arrived(std::uint32_t slot, Time now) {
    Lane& lane = member_of(jobs_[slot]).lane;
    if (lane.is_active()) return;
    ++engine(jobs_[slot].job.resource).active;
    if (lane.idle_since != 0) lane.note_gap(now);
}

void Nest::push(std::uint32_t slot, Time now) {
    const JobSlot& entry = jobs_[slot];
    Lane& lane = member_of(entry).lane;
    Engine& engine = this->engine(entry.job.resource);
    lane.push(jobs_, slot);
    engine.held_until = never;
    if (lane.queued != 1) return;
    lane.turn_since = now;
    engine.order.put(entry.job.member, checked(policy_->admit(told(engine, entry.job.member, now))));
}

void Nest::remove(std::uint32_t slot, Time now) {
    const JobSlot& entry = jobs_[slot];
    Lane& lane = member_of(entry).lane;
    lane.remove(jobs_, slot);
    lane.turn_since = now;
    if (lane.queued == 0) engine(entry.job.resource).order.remove(entry.job.member);
}

void Nest::started(std::uint32_t slot, Time cost) {
    const JobSlot& entry = jobs_[slot];
    Lane& lane = member_of(entry).lane;
    Engine& engine = this->engine(entry.job.resource);
    ++lane.in_flight;
    lane.work_in_flight += cost;
    ++engine.in_flight;
    engine.held_until = never;
    const bool was_chosen = engine.chosen == slot;
    on_card_.push_back({slot, cost, was_chosen ? engine.charge : 0, was_chosen && engine.is_charged});
    if (was_chosen) engine.chosen = nobody;
}

void Nest::cancelled(std::uint32_t slot, Time now) {
    const JobSlot& entry = jobs_[slot];
    Engine& engine = this->engine(entry.job.resource);
    const MemberId member = entry.job.member;
    const bool was_chosen = engine.chosen == slot;
    if (was_chosen) engine.chosen = nobody;
    if (!engine.members[member].lane.is_active()) note_idle(engine, member, now);
    if (!was_chosen || !engine.is_charged) return;
    const Order order = checked(policy_->retire({told(engine, member, now), 0, engine.charge}));
    if (engine.order.contains(member)) engine.order.put(member, order);
}

void Nest::ended(std::uint32_t slot, Time took, Time share_of_engine, Time now) {
    const auto found =
        std::find_if(on_card_.begin(), on_card_.end(), [slot](const OnCard& job) { return job.slot == slot; });
    if (found == on_card_.end()) return;
    const OnCard job = *found;
    *found = on_card_.back();
    on_card_.pop_back();
    const MemberId member = jobs_[slot].job.member;
    Engine& engine = this->engine(jobs_[slot].job.resource);
    Member& of = engine.members[member];
    --of.lane.in_flight;
    of.lane.work_in_flight -= job.cost;
    --engine.in_flight;
    engine.held_until = never;
    of.lane.note_length(took);
    of.utilisation.add(now, share_of_engine);
    if (!of.lane.is_active()) note_idle(engine, member, now);
    if (!job.is_charged) return;
    const Order order = checked(policy_->retire({told(engine, member, now), took, job.charge}));
    if (engine.order.contains(member)) engine.order.put(member, order);
}

void Nest::note_idle(Engine& engine, MemberId member, Time now) {
    --engine.active;
    engine.members[member].lane.idle_since = now;
    if (engine.last_idle != member) engine.idle_before = engine.last_idle;
    engine.last_idle = member;
}

bool Nest::is_contended(Resource resource, Time now) const {
    const Engine& engine = this->engine(resource);
    if (engine.active > 1 || policy_->wants_alone()) return true;
    const auto was_there = [&](MemberId member) {
        return member != nobody && !engine.members[member].lane.is_active() &&
               now - engine.members[member].lane.idle_since < settings_.memory_of_others;
    };
    return engine.active == 1 && (was_there(engine.last_idle) || was_there(engine.idle_before));
}

std::uint32_t Nest::choose(Resource resource, Time now) {
    Engine& engine = this->engine(resource);
    if (engine.chosen != nobody) return engine.chosen;
    engine.held_until = never;
    if (engine.order.size() == 0) return nobody;
    const MemberId overdue = overdue_member(engine, now);
    const MemberId member = overdue != nobody ? overdue : engine.order.first();
    const Lane& lane = engine.members[member].lane;
    const std::uint32_t slot = lane.first(jobs_, now - settings_.job_overdue);
    engine.charge = 0;
    engine.is_charged = false;
    if (is_contended(resource, now)) {
        const Time known = lane.mean_job != 0 ? lane.mean_job : settings_.unknown_job;
        const Time cost = jobs_[slot].job.cost != 0 ? std::min(jobs_[slot].job.cost, longest_job) : known;
        const DispatchAnswer answer = ask(engine, member, cost, now);
        if (answer.action == Action::Hold && overdue == nobody) {
            engine.held_until = std::max(answer.until, now + shortest_hold);
            return nobody;
        }
        engine.charge = answer.charge;
        engine.is_charged = answer.action == Action::Start;
        engine.order.put(member, answer.order);
    }
    engine.chosen = slot;
    return slot;
}

// The member that waits longest for a turn, if it is overdue. A plain loop: members are as few as a worker's sessions.
MemberId Nest::overdue_member(const Engine& engine, Time now) const {
    MemberId oldest = nobody;
    Time since = now - settings_.overdue;
    engine.order.each([&](MemberId member) {
        const Time turn = engine.members[member].lane.turn_since;
        if (turn > since) return;
        since = turn;
        oldest = member;
    });
    return oldest;
}

LaneFacts Nest::facts_of(const Engine& engine, MemberId member, Time now) const {
    const Member& of = engine.members[member];
    LaneFacts facts{};
    facts.now = now;
    facts.work_in_flight = of.lane.work_in_flight;
    facts.mean_job = of.lane.mean_job;
    facts.longest_wait = of.lane.queued != 0 ? now - of.lane.turn_since : 0;
    facts.vgpu = member;
    facts.resource = static_cast<std::uint32_t>(engine.resource);
    facts.queued = of.lane.queued;
    facts.in_flight = of.lane.in_flight;
    facts.share = weights_.do_differ() ? weights_.part_of(member) : whole / std::max(engine.active, 1U);
    facts.utilisation = of.utilisation.over_last_second(now);
    if (of.lane.queued != 0) facts.priority = jobs_[of.lane.first(jobs_, now - settings_.job_overdue)].job.priority;
    return facts;
}

// Like Dispatcher::told(), with members in the place of virtual GPUs.
LaneFacts Nest::told(const Engine& engine, MemberId member, Time now) {
    if (policy_->wants_job_meta()) {
        const Lane& lane = engine.members[member].lane;
        const JobMeta meta =
            lane.queued == 0 ? JobMeta{} : meta_of(jobs_[lane.first(jobs_, now - settings_.job_overdue)], times_);
        policy_->note_next_job(member, engine.resource, meta);
    }
    return facts_of(engine, member, now);
}

DispatchAnswer Nest::ask(const Engine& engine, MemberId member, Time cost, Time now) {
    DispatchFacts facts{};
    facts.lane = told(engine, member, now);
    facts.cost = cost;
    facts.least_key = engine.order.least_key();
    facts.awaited = nobody;
    const MemberId idle = engine.last_idle;
    if (idle != nobody && idle != member && !engine.members[idle].lane.is_active()) {
        facts.awaited = idle;
        facts.awaited_idle = now - engine.members[idle].lane.idle_since;
        facts.awaited_gap = engine.members[idle].lane.mean_gap;
    }
    facts.runnable = static_cast<std::uint32_t>(engine.order.size());
    facts.in_flight = engine.in_flight;
    DispatchAnswer answer = policy_->dispatch(facts);
    answer.order = checked(answer.order);
    if (!set_right(answer, now, settings_.longest_hold)) policy_->answer_was_wrong();
    return answer;
}

}  // namespace ringfence::sched
