#include "policy/seat.h"

#include <algorithm>
#include <ctime>

#include <fmt/format.h>

#include "base/escape.h"

namespace ringfence::policy {
namespace {

constexpr std::uint32_t fewest_holds = 20;
// A lane starves if it gets less than this part of its share, and either of its turns or of a device that is kept idle.
// Policies may be unfair, or leave the device idle on purpose, but not to that degree.
constexpr std::int64_t least_part = 32;

constexpr std::string_view resource_names[] = {"compute", "copy_to", "copy_from"};

std::string place_of(const Program& program, std::uint32_t insn) {
    const SourceLine* const line = program.line_of(insn);
    if (line != nullptr && line->file < program.files.size())
        return fmt::format("{}:{}:{}: {}", escape(program.files[line->file]), line->line, line->column,
                           escape(line->text));
    const Function* const function = program.function_of(insn);
    return fmt::format("instruction {} of {}", insn, function == nullptr ? "?" : escape(function->name));
}

Decision decision_of(const sched::DispatchFacts& facts, const sched::DispatchAnswer& answer) {
    return {facts.lane.now,
            facts.lane.longest_wait,
            answer.order.key,
            facts.lane.vgpu,
            answer.order.rank,
            answer.reason,
            static_cast<std::uint32_t>(answer.action),
            facts.lane.resource,
            Hook::Dispatch};
}

std::string milliseconds(sched::Time time) {
    return fmt::format("{} ms", time / sched::millisecond);
}

}  // namespace

std::string_view name_of(ExitReason reason) {
    switch (reason) {
        case ExitReason::Unloaded: return "unloaded";
        case ExitReason::Swapped: return "swapped";
        case ExitReason::Budget: return "budget";
        case ExitReason::Fault: return "fault";
        case ExitReason::Nonsense: return "nonsense";
        case ExitReason::Starvation: return "starvation";
        case ExitReason::Stall: return "stall";
        case ExitReason::Time: return "time";
    }
    return "?";
}

std::string text_of(const ExitRecord& record, const VgpuName& vgpu_name) {
    std::string text =
        fmt::format("{}: {}{}\n", name_of(record.reason),
                    record.vgpu == sched::nobody ? "" : "virtual GPU " + vgpu_name(record.vgpu) + " ", record.text);
    if (!record.where.empty()) text += fmt::format("  at {}\n", record.where);
    if (!record.last.empty()) text += "  last decisions:\n";
    for (const Decision& decision : record.last)
        text += "  " + line_of(decision, record.at, vgpu_name(decision.vgpu));
    return text;
}

sched::Time processor_time() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * sched::second + time.tv_nsec;
}

std::unique_ptr<HostedPolicy> Seat::put(std::unique_ptr<HostedPolicy> guest, const WatchSettings& settings,
                                        sched::Time now) {
    std::unique_ptr<HostedPolicy> before = take_out(ExitReason::Swapped, now);
    guest->set_budget(settings.budget);
    if (before) guest->take_maps_of(*before);
    guest_ = std::move(guest);
    if (together_ != nullptr) ++together_->guests;
    settings_ = settings;
    is_watched_closely_ = settings.most_work != 0;
    look_at_sampling();
    return before;
}

std::unique_ptr<HostedPolicy> Seat::clear(sched::Time now) {
    return take_out(ExitReason::Unloaded, now);
}

std::unique_ptr<HostedPolicy> Seat::take_out(ExitReason reason, sched::Time now) {
    if (guest_) guest_->leave(now, static_cast<std::uint32_t>(reason));
    note_guest_goes();
    std::unique_ptr<HostedPolicy> before = std::move(guest_ ? guest_ : fallen_);
    guest_.reset();
    fallen_.reset();
    exit_record_.reset();
    all_wrong_ = 0;
    decisions_.clear();
    begin_anew(now);
    return before;
}

// Resets the built-in policy, whose state is out of date.
void Seat::begin_anew(sched::Time now) {
    usual_ = sched::Band();
    engines_ = {};
    wrong_ = 0;
    is_timed_ = false;
    is_watched_closely_ = false;
    every_ = until_next_ = 1;
    waits_.clear();
    since_ = now;
    has_changed_ = true;
}

void Seat::fall_back(ExitRecord record) {
    record.policy = guest_->program().name;
    record.last = decisions_.last(decisions_of_exit);
    note_guest_goes();
    fallen_ = std::move(guest_);
    // The exit hook of a policy that has failed is not called: it would fail, too.
    const bool has_failed =
        record.reason == ExitReason::Budget || record.reason == ExitReason::Fault || record.reason == ExitReason::Time;
    if (!has_failed) fallen_->leave(record.at, static_cast<std::uint32_t>(record.reason));
    begin_anew(record.at);
    exit_record_ = std::move(record);
}

bool Seat::is_taken_out(Hook hook, sched::Time now) {
    if (guest_->faults() != 0 && fail(hook, now)) return true;
    if (settings_.most_work != 0 && works_too_much(now)) return true;
    if (is_timed_) return took_too_long(hook, now);
    note_long_run();
    return false;
}

bool Seat::fail(Hook hook, sched::Time now) {
    const std::optional<Fault>& fault = guest_->last_fault();
    if (!fault) return false;
    ExitRecord record;
    record.reason = fault->is_overrun ? ExitReason::Budget : ExitReason::Fault;
    record.text = fmt::format("hook {}: {}", info_of(hook).name, fault->message);
    record.where = place_of(guest_->program(), fault->insn);
    record.at = now;
    fall_back(std::move(record));
    return true;
}

bool Seat::works_too_much(sched::Time now) {
    const std::uint64_t work = guest_->last_work();
    if (now - work_.since > sched::second) work_ = {0, now};
    work_.done += work;
    std::uint64_t most = settings_.most_work;
    if (together_ != nullptr) {
        if (now - together_->since > sched::second) *together_ = {0, now, together_->guests};
        together_->done += work;
        // The limit for one is divided only when all together exceed it.
        if (together_->done > most) most /= std::max<std::uint64_t>(together_->guests, 1);
    }
    if (work_.done <= most) return false;
    ExitRecord record;
    record.reason = ExitReason::Budget;
    record.text =
        fmt::format("all hooks together took {} instructions within a second, and may take {}", work_.done, most);
    if (most != settings_.most_work)
        record.text += fmt::format(", a part of the {} for all policies of virtual GPUs", settings_.most_work);
    record.at = now;
    fall_back(std::move(record));
    return true;
}

bool Seat::took_too_long(Hook hook, sched::Time now) {
    const sched::Time took = clock_() - run_since_;
    if (took <= settings_.longest_hook) return false;
    ExitRecord record;
    record.reason = ExitReason::Time;
    record.text = fmt::format("hook {}: it took {} of the processor, and may take {}", info_of(hook).name,
                              milliseconds(took), milliseconds(settings_.longest_hook));
    record.at = now;
    fall_back(std::move(record));
    return true;
}

sched::Time Seat::patience_with(const sched::LaneFacts& lane) const {
    const sched::Time owed =
        std::min(lane.mean_job, sched::longest_job) * sched::whole / std::max<sched::Time>(lane.share, 1);
    return settings_.patience + owed;
}

// Over twice the patience, a lane that waited most of that time must have got a reasonable part of its share; or as
// many turns as others, if the device was not kept idle.
void Seat::watch_share(const sched::LaneFacts& lane) {
    Engine& all = engine(lane.resource);
    Period& period = all.lane_of(lane.vgpu).period;
    const sched::Time now = lane.now;
    if (period.since < 0) period = {now, now, 0, 0, 0, all.starts, all.held};
    period.waited += std::min(lane.longest_wait, now - period.last_look);
    period.last_look = now;
    const sched::Time length = now - period.since;
    if (length < 2 * patience_with(lane)) return;
    const Period over = std::exchange(period, {now, now, 0, 0, 0, all.starts, all.held});
    const bool has_waited = over.waited >= length / 4 * 3;
    const sched::Time least = length / sched::whole * lane.share / least_part;
    const std::uint64_t starts = all.starts - over.starts;
    const bool has_turns = (over.turns + 1) * least_part * std::max<std::uint64_t>(all.runnable, 2) >= starts;
    const bool is_held = all.held - over.held >= length / 4 * 3;
    if (!has_waited || over.got >= least || (has_turns && !is_held)) return;
    ExitRecord record;
    record.reason = is_held ? ExitReason::Stall : ExitReason::Starvation;
    record.vgpu = lane.vgpu;
    record.text = fmt::format(
        "had {} jobs on the device ({}) within {}, of {}, and waited for {}; the policy held the device idle for {}",
        over.turns, resource_names[lane.resource % sched::resource_count], milliseconds(length), starts,
        milliseconds(over.waited), milliseconds(all.held - over.held));
    record.at = now;
    fall_back(std::move(record));
}

void Seat::watch_wait(const sched::LaneFacts& lane) {
    Engine& all = engine(lane.resource);
    std::uint64_t& turn = all.lane_of(lane.vgpu).turn;
    if (lane.longest_wait == 0 || turn == not_seen) {
        turn = all.questions;
        return;
    }
    // Waiting from before this policy does not count.
    const sched::Time waited = std::min(lane.longest_wait, lane.now - since_);
    if (waited < patience_with(lane)) return;
    // If no other lane had turns, the work on the device is long, which is not the policy's fault.
    if (all.questions - turn < 2 * (std::uint64_t{all.runnable} + 1)) return;
    ExitRecord record;
    record.reason = ExitReason::Starvation;
    record.vgpu = lane.vgpu;
    record.text =
        fmt::format("has waited for {} for {}, while the policy decided {} times",
                    resource_names[lane.resource % sched::resource_count], milliseconds(waited), all.questions - turn);
    record.at = lane.now;
    fall_back(std::move(record));
}

void Seat::watch_hold(const sched::DispatchFacts& facts, const sched::DispatchAnswer& answer) {
    Engine& all = engine(facts.lane.resource);
    const sched::Time now = facts.lane.now;
    if (answer.action != sched::Action::Hold || facts.in_flight != 0) {
        all.holds = 0;
        return;
    }
    if (all.holds == 0 || now - all.last_hold > settings_.longest_gap) {
        all.hold_since = now;
        all.holds = 0;
    }
    if (all.holds != 0) all.held += now - all.last_hold;
    ++all.holds;
    all.last_hold = now;
    if (all.holds < fewest_holds || now - all.hold_since < settings_.longest_idle) return;
    ExitRecord record;
    record.reason = ExitReason::Stall;
    record.text = fmt::format(
        "the device ({}) had nothing to do for {}, while {} virtual GPUs waited: the policy held them {} times in a "
        "row",
        resource_names[facts.lane.resource % sched::resource_count], milliseconds(now - all.hold_since), facts.runnable,
        all.holds);
    record.at = now;
    fall_back(std::move(record));
}

void Seat::answer_was_wrong() {
    if (!guest_) return;
    ++all_wrong_;
    if (wrong_ == 0 || now_ - wrong_since_ > sched::second) {
        wrong_since_ = now_;
        wrong_ = 0;
    }
    if (++wrong_ < settings_.most_wrong) return;
    ExitRecord record;
    record.reason = ExitReason::Nonsense;
    record.text = fmt::format(
        "{} answers within a second made no sense: a rank, reason, charge, action or time out of range", wrong_);
    record.at = now_;
    fall_back(std::move(record));
}

// Every job's way leads through these: what is rare is elsewhere, and an answer is made where the caller wants it.

sched::SubmitAnswer Seat::submit(const sched::SubmitFacts& facts) {
    if (!guest_) return usual_.submit(facts);
    begin_question(facts.now);
    const sched::SubmitAnswer answer = guest_->submit(facts);
    return has_failed(Hook::Submit, facts.now) ? usual_.submit(facts) : answer;
}

sched::Order Seat::admit(const sched::LaneFacts& facts) {
    if (!guest_) {
        const sched::Order usual = usual_.admit(facts);
        note_usual({facts.now, 0, usual.key, facts.vgpu, usual.rank, 0, 0, facts.resource, Hook::Admit});
        return usual;
    }
    begin_question(facts.now);
    const sched::Order answer = guest_->admit(facts);
    if (!has_failed(Hook::Admit, facts.now)) watch_wait(facts);
    if (guest_) watch_share(facts);
    if (!guest_) return usual_.admit(facts);
    note({facts.now, 0, answer.key, facts.vgpu, answer.rank, 0, 0, facts.resource, Hook::Admit});
    return answer;
}

void Seat::note_start(const sched::DispatchFacts& facts, Engine& all) {
    waits_.note(facts.lane.longest_wait);
    Watched& lane = all.lane_of(facts.lane.vgpu);
    lane.turn = all.questions;
    ++lane.period.turns;
    ++all.starts;
    if (all.holds == 0) return;
    if (facts.in_flight == 0 && facts.lane.now - all.last_hold <= settings_.longest_gap)
        all.held += facts.lane.now - all.last_hold;
    all.holds = 0;
}

void Seat::watch(const sched::DispatchFacts& facts, const sched::DispatchAnswer& answer) {
    Engine& all = engine(facts.lane.resource);
    ++all.questions;
    all.runnable = facts.runnable;
    note(decision_of(facts, answer));
    if (answer.action == sched::Action::Start)
        note_start(facts, all);
    else
        watch_hold(facts, answer);
}

sched::DispatchAnswer Seat::dispatch(const sched::DispatchFacts& facts) {
    const bool is_guests = has_guest();
    if (is_guests) begin_question(facts.lane.now);
    sched::DispatchAnswer answer = is_guests ? guest_->dispatch(facts) : usual_.dispatch(facts);
    if (is_guests && !has_failed(Hook::Dispatch, facts.lane.now)) {
        watch(facts, answer);
        if (!guest_) answer = usual_.dispatch(facts);
        return answer;
    }
    if (is_guests) answer = usual_.dispatch(facts);
    note_usual(decision_of(facts, answer));
    if (answer.action == sched::Action::Start) waits_.note(facts.lane.longest_wait);
    return answer;
}

sched::Order Seat::retire(const sched::RetireFacts& facts) {
    if (!guest_) {
        const sched::Order usual = usual_.retire(facts);
        note_usual(
            {facts.lane.now, 0, usual.key, facts.lane.vgpu, usual.rank, 0, 0, facts.lane.resource, Hook::Retire});
        return usual;
    }
    begin_question(facts.lane.now);
    const sched::Order answer = guest_->retire(facts);
    if (has_failed(Hook::Retire, facts.lane.now)) return usual_.retire(facts);
    engine(facts.lane.resource).lane_of(facts.lane.vgpu).period.got += facts.took;
    note({facts.lane.now, 0, answer.key, facts.lane.vgpu, answer.rank, 0, 0, facts.lane.resource, Hook::Retire});
    return answer;
}

sched::CopyAnswer Seat::copy_enqueued(const sched::CopyFacts& facts) {
    if (!guest_) return usual_.copy_enqueued(facts);
    begin_question(facts.now);
    const sched::CopyAnswer answer = guest_->copy_enqueued(facts);
    return has_failed(Hook::CopyEnqueue, facts.now) ? usual_.copy_enqueued(facts) : answer;
}

sched::MemoryAnswer Seat::memory_pressure(const sched::MemoryFacts& facts) {
    if (!guest_) return usual_.memory_pressure(facts);
    begin_question(facts.now);
    const sched::MemoryAnswer answer = guest_->memory_pressure(facts);
    return has_failed(Hook::MemoryPressure, facts.now) ? usual_.memory_pressure(facts) : answer;
}

sched::MemoryAnswer Seat::reclaim(const sched::MemoryFacts& facts) {
    if (!guest_) return usual_.reclaim(facts);
    begin_question(facts.now);
    const sched::MemoryAnswer answer = guest_->reclaim(facts);
    return has_failed(Hook::Reclaim, facts.now) ? usual_.reclaim(facts) : answer;
}

void Seat::look_at_sampling() {
    const std::uint32_t every = guest_->sampling();
    if (every == every_) return;
    every_ = every;
    until_next_ = every;
}

void Seat::thermal(const sched::ThermalFacts& facts) {
    if (!guest_) return;
    begin_question(facts.now);
    guest_->thermal(facts);
    static_cast<void>(has_failed(Hook::Thermal, facts.now));
}

void Seat::tick(const sched::TickFacts& facts) {
    if (guest_) {
        look_at_sampling();
        begin_question(facts.now);
        guest_->tick(facts);
        if (!has_failed(Hook::Tick, facts.now)) return;
    }
    usual_.tick(facts);
}

}  // namespace ringfence::policy
