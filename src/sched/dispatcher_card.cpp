// How the dispatcher puts jobs on the card: windows, turns, and asking the policy.
#include <algorithm>

#include "sched/answers.h"
#include "sched/dispatcher.h"

namespace ringfence::sched {

// The job's dependencies are done: it now waits for the card.
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
    Nest* const nest = nest_of(vgpu);
    if (nest != nullptr) nest->arrived(slot, now);
    const bool must_ask = nest != nullptr && nest->is_contended(engine.resource, now);
    ++ledger_.at(vgpu, engine.resource).admitted;
    if (engine.order.size() == 0 && !must_ask) {
        const Time cost = expected(entry, lane);
        const bool is_free = !is_contended(engine, vgpu, now) && has_room(engine, cost, is_shared(engine, now));
        const Permission permission = is_free ? ask_neighbours(engine, vgpu, cost, now) : Permission::Refused;
        if (permission != Permission::Refused) {
            entry.is_in_turn = permission == Permission::InTurn;
            put_on_card(engine, slot, cost, Reason::Alone, now);
            return;
        }
    }
    entry.state = JobState::Queued;
    if (nest != nullptr) {
        nest->push(slot, now);
        ++lane.queued;
        if (lane.is_withdrawn) come_again(engine, vgpu, now);
    } else {
        lane.push(jobs_, slot);
    }
    if (lane.queued == 1) {
        enlist(engine, vgpu, now);
        engine.order.put(vgpu, checked(policy_.admit(told(engine, vgpu, now))));
    }
    to_pump_ |= 1U << static_cast<unsigned>(engine.resource);
}

void Dispatcher::pump(Engine& engine, Time now) {
    engine.hold_until = never;
    look_at_budgets(now);
    if (!nests_.empty()) look_at_withdrawn(engine, now);
    // After each started job, the next one of its stream waits for the card, too, and may be next.
    while (engine.order.size() != 0 && start_next(engine, now))
        examine_all(now);
    for (const PassedOver& lane : passed_over_)
        engine.order.put(lane.vgpu, lane.order);
    passed_over_.clear();
}

Permission Dispatcher::ask_neighbours(const Engine& engine, VgpuId vgpu, Time cost, Time now) {
    return neighbours_ == nullptr ? Permission::Alone : neighbours_->ask(vgpu, engine.resource, cost, now);
}

void Dispatcher::settle(Time now) {
    for (const Engine& engine : engines_)
        neighbours_->settle(engine.resource, engine.in_flight, engine.order.size() != 0, now);
}

// False if no job can be started now.
bool Dispatcher::start_next(Engine& engine, Time now) {
    const VgpuId overdue = overdue_lane(engine, now);
    const VgpuId vgpu = overdue != nobody ? overdue : next_lane(engine);
    const Lane& lane = engine.lanes[vgpu];
    if (overdue == nobody && !lane.budget.is_free(now)) {
        engine.hold_until = std::min(engine.hold_until, lane.budget.paid_at());
        pass_over(engine, vgpu);
        return true;
    }
    Nest* const nest = nest_of(vgpu);
    if (nest != nullptr && !puts_forward(engine, vgpu, *nest, now)) return lane.is_withdrawn;
    const std::uint32_t slot = nest != nullptr ? nest->choose(engine.resource, now) : first_job(lane, now);
    JobSlot& entry = jobs_[slot];
    const Time cost = expected(entry, lane);
    const bool contended = is_contended(engine, vgpu, now);
    const bool is_narrow = contended || is_shared(engine, now) || (nest && nest->is_contended(engine.resource, now));
    const bool has_room = this->has_room(engine, is_narrow ? perhaps(entry, lane) : cost, is_narrow);
    if ((!has_room || must_wait_for_others(engine, vgpu)) && !may_pass(engine, vgpu, now)) return false;
    // An overdue lane does not depend on neighbours, either.
    const Permission permission = overdue != nobody ? Permission::Alone : ask_neighbours(engine, vgpu, cost, now);
    if (permission == Permission::Refused) {
        pass_over(engine, vgpu);  // another lane from here may have credit
        return true;
    }
    Reason reason = Reason::Alone;
    if (contended) {
        const DispatchAnswer answer = ask(engine, vgpu, cost, now);
        if (answer.action == Action::Hold && overdue == nobody) {
            engine.hold_until = std::min(engine.hold_until, answer.until);
            if (permission == Permission::InTurn) neighbours_->ended(vgpu, engine.resource, cost, 0, now);
            return false;
        }
        reason = overdue != nobody ? Reason::Overdue : static_cast<Reason>(answer.reason);
        entry.is_charged = answer.action == Action::Start;
        entry.charge = answer.charge;
        if (lane.queued > 1) engine.order.put(vgpu, answer.order);
    }
    leave_queue(engine, vgpu, slot, now);
    entry.is_in_turn = permission == Permission::InTurn;
    put_on_card(engine, slot, cost, reason, now);
    return true;
}

// Skips the lane until the others were tried.
void Dispatcher::pass_over(Engine& engine, VgpuId vgpu) {
    passed_over_.push_back({vgpu, engine.order.order_of(vgpu)});
    engine.order.remove(vgpu);
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
    lane.budget.charge(cost / engine.concurrency, now);
    if (engine.last_started != entry.job.vgpu || engine.work_in_turn >= settings_.turn) engine.work_in_turn = 0;
    engine.work_in_turn += perhaps(entry, lane);
    engine.last_started = entry.job.vgpu;
    if (Nest* const nest = nest_of(entry.job.vgpu)) nest->started(slot, cost);
    Account& account = ledger_.at(entry.job.vgpu, engine.resource);
    ++account.started;
    const Time waited = now - entry.admitted;
    account.waited += waited;
    account.longest_wait = std::max(account.longest_wait, waited);
    ledger_.count(engine.resource, reason);
    if (engine.resource == Resource::Compute) entry.job.partition = wish_of_policy(entry.job.vgpu);
    device_.start(jobs_.id(slot), entry.job);
    tell_started(slot);
}

void Dispatcher::leave_queue(Engine& engine, VgpuId vgpu, std::uint32_t slot, Time now) {
    Lane& lane = engine.lanes[vgpu];
    const std::uint32_t lent = lane.lent;
    if (Nest* const nest = nest_of(vgpu)) {
        nest->remove(slot, now);
        --lane.queued;
    } else {
        lane.remove(jobs_, slot);
    }
    if (!lane.is_withdrawn) delist(engine, vgpu);
    if (lane.queued == 0) {
        engine.order.remove(vgpu);
        lane.is_withdrawn = false;
    } else if (!lane.is_withdrawn) {
        enlist(engine, vgpu, now);
        if (lane.lent != lent) engine.order.put(vgpu, checked(policy_.admit(told(engine, vgpu, now))));
    }
}

void Dispatcher::note_idle(Engine& engine, VgpuId vgpu, Time now) {
    --engine.active;
    engine.lanes[vgpu].idle_since = now;
    if (engine.last_idle != vgpu) engine.idle_before = engine.last_idle;
    engine.last_idle = vgpu;
}

bool Dispatcher::has_room(const Engine& engine, Time cost, bool is_contended) const {
    const Window& window = is_contended ? engine.contended : settings_.alone;
    if (engine.in_flight >= window.most) return false;
    const std::uint32_t least = is_contended && cost >= settings_.long_job ? 1 : window.least;
    return engine.in_flight < least * engine.concurrency ||
           engine.work_in_flight + cost <= window.work * static_cast<Time>(engine.concurrency);
}

// The lane that has the turn keeps it for a while, unless a lane with precedence comes.
VgpuId Dispatcher::next_lane(const Engine& engine) const {
    const VgpuId first = engine.order.first();
    const VgpuId last = engine.last_started;
    const bool goes_on = settings_.turn != 0 && last != nobody && engine.work_in_turn < settings_.turn &&
                         engine.order.contains(last) && engine.lanes[last].in_flight != 0;
    return goes_on && priority_of(engine, first) <= priority_of(engine, last) ? last : first;
}

bool Dispatcher::must_wait_for_others(const Engine& engine, VgpuId vgpu) const {
    if (settings_.turn == 0) return false;
    const Lane& lane = engine.lanes[vgpu];
    return engine.in_flight != lane.in_flight && engine.work_in_flight - lane.work_in_flight > settings_.overlap;
}

bool Dispatcher::may_pass(const Engine& engine, VgpuId vgpu, Time now) const {
    if (!settings_.priority_passes || priority_of(engine, vgpu) == 0) return false;
    const Lane& lane = engine.lanes[vgpu];
    const Share used = ledger_.at(vgpu, engine.resource).utilisation.over_last_second(now);
    return lane.in_flight < settings_.contended.least && used <= lane.share;
}

// `vgpu` must be active.
bool Dispatcher::is_contended(const Engine& engine, VgpuId vgpu, Time now) const {
    if (engine.active > 1 || is_always_asked_) return true;
    const VgpuId other = engine.last_idle != vgpu ? engine.last_idle : engine.idle_before;
    return other != nobody && now - engine.lanes[other].idle_since < settings_.memory_of_others;
}

bool Dispatcher::is_alone(VgpuId vgpu, Resource resource, Time now) const {
    const Engine& engine = engines_[static_cast<std::size_t>(resource)];
    const Nest* const nest = nest_of(vgpu);
    return !is_contended(engine, vgpu, now) && !is_shared(engine, now) &&
           (nest == nullptr || !nest->is_contended(resource, now));
}

// True if other processes use the card, too.
bool Dispatcher::is_shared(const Engine& engine, Time now) const {
    return neighbours_ != nullptr && neighbours_->are_there(engine.resource, now);
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
    // Per kernel, since one may take 20 us and another 50 ms: their mean describes neither.
    if (const Time known = kernel_times_.of(entry.job.vgpu, entry.job.kernel).mean; known != 0)
        return std::min(known, longest_job);
    return lane.mean_job != 0 ? lane.mean_job : settings_.unknown_job;
}

// A pessimistic duration, for room and turns while others wait: otherwise a lane with some short jobs in a row would
// put several on the card at once, and if each turned out to be long, take most of a second.
Time Dispatcher::perhaps(const JobSlot& entry, const Lane& lane) const {
    const Time usual = expected(entry, lane);
    if (entry.job.cost != 0) return usual;
    const KernelTimes::Known kernel = kernel_times_.of(entry.job.vgpu, entry.job.kernel);
    const Time peak = entry.job.kernel != 0 ? kernel.peak : lane.peak_job;
    const std::uint32_t runs = entry.job.kernel != 0 ? kernel.runs : lane.runs;
    // A few short runs do not predict the next one.
    constexpr std::uint32_t enough_runs = 16;
    return std::min(std::max({usual, peak, runs < enough_runs ? settings_.unknown_job : 0}), longest_job);
}

Time Dispatcher::expected_length(VgpuId vgpu, Resource resource) const {
    const Time mean = engines_[static_cast<std::size_t>(resource)].lanes[vgpu].mean_job;
    return mean != 0 ? mean : settings_.unknown_job;
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
    facts.priority = priority_of(engine, vgpu);
    return facts;
}

std::uint32_t Dispatcher::next_job(const Engine& engine, VgpuId vgpu, Time now) const {
    if (const Nest* const nest = nest_of(vgpu)) return nest->chosen(engine.resource);
    const Lane& lane = engine.lanes[vgpu];
    return lane.queued == 0 ? nobody : first_job(lane, now);
}

LaneFacts Dispatcher::told(const Engine& engine, VgpuId vgpu, Time now) {
    if (wants_job_meta_) {
        const std::uint32_t slot = next_job(engine, vgpu, now);
        policy_.note_next_job(vgpu, engine.resource, slot == nobody ? JobMeta{} : meta_of(jobs_[slot], kernel_times_));
    }
    return facts_of(engine, vgpu, now);
}

// The policy's wish, within the virtual GPU's own limit.
Partition Dispatcher::wish_of_policy(VgpuId vgpu) {
    const std::uint32_t device = settings_.multiprocessors;
    if (device == 0 || !policy_.has_partitions()) return {};
    const std::uint32_t sms = vgpus_[vgpu].sms;
    const std::uint32_t most = sms == 0 ? device : std::min(sms, device);
    const Partition wish = policy_.partition(vgpu, device, most);
    if (wish == Partition()) return {};
    const bool makes_sense = wish.count != 0 && wish.count <= most && wish.first < device &&  //
                             wish.count <= device - wish.first;
    if (!makes_sense) note_nonsense();
    return makes_sense ? wish : Partition();
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

// A window is only a wish: it is clamped, which does not count as a wrong answer.
void Dispatcher::set_windows() {
    const Window& usual = settings_.contended;
    for (Engine& engine : engines_) {
        const Window wish = policy_.window(engine.resource, usual);
        engine.contended = usual;
        if (wish == usual) continue;
        engine.contended.work = std::clamp<Time>(wish.work, 0, std::max(usual.work, longest_window));
        engine.contended.most = std::clamp(wish.most, 1U, std::max(usual.most, 1U));
        engine.contended.least = std::clamp(wish.least, 1U, engine.contended.most);
    }
}

void Dispatcher::set_budgets(Time now) {
    has_budgets_ = policy_.has_budgets();
    budgets_since_ = now;
    for (Engine& engine : engines_) {
        for (VgpuId vgpu = 0; vgpu < engine.lanes.size(); ++vgpu)
            engine.lanes[vgpu].budget.set(has_budgets_ ? policy_.budget(vgpu, engine.resource) : 0);
    }
}

Order Dispatcher::checked(Order order) {
    if (!set_right(order)) note_nonsense();
    return order;
}

DispatchAnswer Dispatcher::ask(Engine& engine, VgpuId vgpu, Time cost, Time now) {
    DispatchFacts facts{};
    facts.lane = told(engine, vgpu, now);
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
    if (!set_right(answer, now, settings_.longest_hold)) note_nonsense();
    return answer;
}

}  // namespace ringfence::sched
