// The dispatcher's way to the card: windows, turns, and what is asked of the policy.
#include <algorithm>

#include "sched/dispatcher.h"

namespace ringfence::sched {

// What it waited for has come: the job wants the card.
void Dispatcher::queue_up(std::uint32_t slot, Time now) {
    JobSlot& entry = jobs_[slot];
    const VgpuId vgpu = entry.job.vgpu;
    Engine& engine = this->engine(entry.job.resource);
    Lane& lane = engine.lanes[vgpu];
    if (!lane.is_active()) {
        ++engine.active;
        if (lane.idle_since != 0) lane.note_gap(now);
    }
    entry.admitted = now;
    ++ledger_.at(vgpu, engine.resource).admitted;
    if (engine.order.size() == 0) {
        const Time cost = expected(entry, lane);
        if (!is_contended(engine, vgpu, now) && has_room(engine, cost, false)) {
            put_on_card(engine, slot, cost, Reason::Alone, now);
            return;
        }
    }
    entry.state = JobState::Queued;
    lane.push(jobs_, slot);
    if (lane.queued == 1) {
        enlist(engine, vgpu, now);
        engine.order.put(vgpu, checked(policy_.admit(facts_of(engine, vgpu, now))));
    }
    to_pump_ |= 1U << static_cast<unsigned>(engine.resource);
}

void Dispatcher::pump(Engine& engine, Time now) {
    engine.hold_until = never;
    while (engine.order.size() != 0 && start_next(engine, now)) {
    }
}

// False: nothing goes now.
bool Dispatcher::start_next(Engine& engine, Time now) {
    const VgpuId overdue = overdue_lane(engine, now);
    const VgpuId vgpu = overdue != nobody ? overdue : engine.order.first();
    const Lane& lane = engine.lanes[vgpu];
    const std::uint32_t slot = first_job(lane, now);
    JobSlot& entry = jobs_[slot];
    const Time cost = expected(entry, lane);
    const bool contended = is_contended(engine, vgpu, now);
    if (!has_room(engine, cost, contended)) return false;
    Reason reason = Reason::Alone;
    if (contended) {
        const DispatchAnswer answer = ask(engine, vgpu, cost, now);
        if (answer.action == Action::Hold && overdue == nobody) {
            engine.hold_until = answer.until;
            return false;
        }
        reason = overdue != nobody ? Reason::Overdue : static_cast<Reason>(answer.reason);
        entry.is_charged = answer.action == Action::Start;
        entry.charge = answer.charge;
        if (lane.queued > 1) engine.order.put(vgpu, answer.order);
    }
    leave_queue(engine, vgpu, slot, now);
    put_on_card(engine, slot, cost, reason, now);
    return true;
}

void Dispatcher::put_on_card(Engine& engine, std::uint32_t slot, Time cost, Reason reason, Time now) {
    JobSlot& entry = jobs_[slot];
    Lane& lane = engine.lanes[entry.job.vgpu];
    entry.state = JobState::Started;
    entry.cost = cost;
    ++lane.in_flight;
    ++engine.in_flight;
    lane.work_in_flight += cost;
    engine.work_in_flight += cost;
    engine.last_started = entry.job.vgpu;
    Account& account = ledger_.at(entry.job.vgpu, engine.resource);
    ++account.started;
    const Time waited = now - entry.admitted;
    account.waited += waited;
    account.longest_wait = std::max(account.longest_wait, waited);
    ledger_.count(engine.resource, reason);
    device_.start(jobs_.id(slot), entry.job);
    tell_started(slot);
}

void Dispatcher::leave_queue(Engine& engine, VgpuId vgpu, std::uint32_t slot, Time now) {
    Lane& lane = engine.lanes[vgpu];
    lane.remove(jobs_, slot);
    delist(engine, vgpu);
    if (lane.queued == 0) {
        engine.order.remove(vgpu);
    } else {
        enlist(engine, vgpu, now);
    }
}

void Dispatcher::note_idle(Engine& engine, VgpuId vgpu, Time now) {
    --engine.active;
    engine.lanes[vgpu].idle_since = now;
    if (engine.last_idle != vgpu) engine.idle_before = engine.last_idle;
    engine.last_idle = vgpu;
}

bool Dispatcher::has_room(const Engine& engine, Time cost, bool is_contended) const {
    const Window& window = is_contended ? settings_.contended : settings_.alone;
    if (engine.in_flight >= window.most) return false;
    const std::uint32_t least = is_contended && cost >= settings_.long_job ? 1 : window.least;
    return engine.in_flight < least * engine.concurrency ||
           engine.work_in_flight + cost <= window.work * static_cast<Time>(engine.concurrency);
}

// `vgpu` is one of the active ones.
bool Dispatcher::is_contended(const Engine& engine, VgpuId vgpu, Time now) const {
    if (engine.active > 1) return true;
    const VgpuId other = engine.last_idle != vgpu ? engine.last_idle : engine.idle_before;
    return other != nobody && now - engine.lanes[other].idle_since < settings_.memory_of_others;
}

VgpuId Dispatcher::overdue_lane(const Engine& engine, Time now) const {
    const bool is_overdue =
        engine.oldest != nobody && now - engine.lanes[engine.oldest].turn_since >= settings_.overdue;
    return is_overdue ? engine.oldest : nobody;
}

std::uint32_t Dispatcher::first_job(const Lane& lane, Time now) const {
    return lane.first(jobs_, now - settings_.job_overdue);
}

Time Dispatcher::expected(const JobSlot& entry, const Lane& lane) const {
    if (entry.job.cost != 0) return std::min(entry.job.cost, longest_job);
    return lane.mean_job != 0 ? lane.mean_job : settings_.unknown_job;
}

void Dispatcher::enlist(Engine& engine, VgpuId vgpu, Time now) {
    Lane& lane = engine.lanes[vgpu];
    lane.turn_since = now;
    lane.older = engine.newest;
    lane.newer = nobody;
    (engine.newest != nobody ? engine.lanes[engine.newest].newer : engine.oldest) = vgpu;
    engine.newest = vgpu;
}

void Dispatcher::delist(Engine& engine, VgpuId vgpu) {
    const Lane& lane = engine.lanes[vgpu];
    (lane.older != nobody ? engine.lanes[lane.older].newer : engine.oldest) = lane.newer;
    (lane.newer != nobody ? engine.lanes[lane.newer].older : engine.newest) = lane.older;
}

LaneFacts Dispatcher::facts_of(const Engine& engine, VgpuId vgpu, Time now) const {
    const Lane& lane = engine.lanes[vgpu];
    LaneFacts facts{};
    facts.now = now;
    facts.work_in_flight = lane.work_in_flight;
    facts.mean_job = lane.mean_job;
    facts.longest_wait = lane.queued != 0 ? now - lane.turn_since : 0;
    facts.vgpu = vgpu;
    facts.resource = static_cast<std::uint32_t>(engine.resource);
    facts.queued = lane.queued;
    facts.in_flight = lane.in_flight;
    facts.share = lane.share;
    facts.utilisation = ledger_.at(vgpu, engine.resource).utilisation.over_last_second(now);
    facts.priority = vgpus_[vgpu].priority;
    return facts;
}

void Dispatcher::ask_about(JobSlot& entry, Time now) {
    const Job& job = entry.job;
    const SubmitAnswer answer = policy_.submit(
        {now, job.cost, job.bytes, job.vgpu, job.session, static_cast<std::uint32_t>(job.resource), job.priority});
    if (answer.cost < 0 || answer.priority >= job_priorities) {
        note_nonsense();
        return;
    }
    entry.job.cost = answer.cost;
    entry.job.priority = static_cast<std::uint8_t>(answer.priority);
}

Order Dispatcher::checked(Order order) {
    if (order.rank < rank_count) return order;
    note_nonsense();
    order.rank = rank_count - 1;
    return order;
}

DispatchAnswer Dispatcher::ask(Engine& engine, VgpuId vgpu, Time cost, Time now) {
    DispatchFacts facts{};
    facts.lane = facts_of(engine, vgpu, now);
    facts.cost = cost;
    facts.least_key = engine.order.least_key();
    facts.awaited = nobody;
    if (engine.last_idle != nobody && engine.last_idle != vgpu && !engine.lanes[engine.last_idle].is_active()) {
        const Lane& awaited = engine.lanes[engine.last_idle];
        facts.awaited = engine.last_idle;
        facts.awaited_idle = now - awaited.idle_since;
        facts.awaited_gap = awaited.mean_gap;
    }
    facts.runnable = static_cast<std::uint32_t>(engine.order.size());
    facts.in_flight = engine.in_flight;
    DispatchAnswer answer = policy_.dispatch(facts);
    answer.order = checked(answer.order);
    const bool makes_sense = answer.action <= Action::Hold && answer.reason < reason_count && answer.charge >= 0 &&
                             (answer.action == Action::Start || answer.until > now);
    if (!makes_sense) {
        note_nonsense();
        answer.action = Action::Start;
        answer.reason = 0;
        answer.charge = 0;
    }
    answer.until = std::min(answer.until, now + settings_.longest_hold);
    return answer;
}

}  // namespace ringfence::sched
