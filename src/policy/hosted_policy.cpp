#include "policy/hosted_policy.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "policy/object.h"
#include "policy/verifier.h"
#include "ringfence/policy.h"

namespace ringfence::policy {

Result<std::unique_ptr<HostedPolicy>> HostedPolicy::load(ConstBytes object, const MakeRunner& make, Check check) {
    RF_TRY(Program program, load_object(object));
    if (check != nullptr) RF_RETURN_IF_ERROR(check(program));
    const Verdict verdict = verify(program);
    if (verdict.refusal) {
        std::string text = text_of(*verdict.refusal, program);
        text.pop_back();
        return Error::bad_input(std::move(text));
    }
    return std::unique_ptr<HostedPolicy>(new HostedPolicy(std::move(program), make));
}

HostedPolicy::HostedPolicy(Program program, const MakeRunner& make)
    : program_(std::move(program)), maps_(make_maps(program_.maps)), runner_(make(program_, maps_)) {
    known_.find(maps_);
    runner_->prepare(surroundings_, usual_budget);
}

std::size_t HostedPolicy::take_maps_of(HostedPolicy& other) {
    std::size_t taken = 0;
    for (Map& mine : maps_) {
        const auto same = std::find_if(other.maps_.begin(), other.maps_.end(),
                                       [&](const Map& theirs) { return is_same_map(mine.spec(), theirs.spec()); });
        const bool is_of_its_code = mine.spec().is_variables || mine.spec().kind == MapKind::Programs;
        if (is_of_its_code || same == other.maps_.end()) continue;
        std::swap(mine, *same);
        ++taken;
    }
    return taken;
}

void HostedPolicy::leave(sched::Time now, std::uint32_t reason) {
    if (!has_begun_ || !has(Hook::Exit)) return;
    rf_exit context{now, reason, 0};
    run(Hook::Exit, now, {reinterpret_cast<std::uint8_t*>(&context), sizeof context});
}

void HostedPolicy::begin(sched::Time now) {
    has_begun_ = true;
    rf_init context{now};
    run(Hook::Init, now, {reinterpret_cast<std::uint8_t*>(&context), sizeof context});
}

// Inlined into every hook's function, since every decision runs it.
[[gnu::always_inline]] inline bool HostedPolicy::run_present(Hook hook, sched::Time now, Bytes context) {
    if (!has_begun_) begin(now);
    surroundings_.now = static_cast<std::uint64_t>(now);
    ++runs_[static_cast<std::size_t>(hook)];
    const bool has_ended = runner_->run(hook, context);
    steps_[static_cast<std::size_t>(hook)] += runner_->steps();
    if (!has_ended) note_fault();
    return has_ended;
}

bool HostedPolicy::run(Hook hook, sched::Time now, Bytes context) {
    if (has(hook)) return run_present(hook, now, context);
    if (!has_begun_) begin(now);
    return false;
}

void HostedPolicy::note_fault() {
    ++faults_;
    last_fault_ = runner_->fault();
}

// A context is the facts followed by the answer. Zeros are written in place: writing them elsewhere in pieces and
// copying them in one go would make the processor wait for all these writes.
template <typename Context, typename Facts, typename Answer, typename Usual>
[[gnu::always_inline]] inline void HostedPolicy::ask(Hook hook, sched::Time now, const Facts& facts, Answer& answer,
                                                     const Usual& usual) {
    static_assert(sizeof(Context) == sizeof(Facts) + sizeof(Answer) && offsetof(Context, answer) == sizeof(Facts));
    if (!has(hook)) {
        answer = usual();
        return;
    }
    alignas(8) std::array<std::uint8_t, sizeof(Context)> context;
    std::memcpy(context.data(), &facts, sizeof facts);
    std::uint8_t* const place = context.data() + sizeof facts;
    const bool owns_answers = (program_.flags & own_answers_flag) != 0;
    if (owns_answers) {
        std::memset(place, 0, sizeof answer);
    } else {
        answer = usual();
        std::memcpy(place, &answer, sizeof answer);
    }
    if (run_present(hook, now, context)) {
        std::memcpy(&answer, place, sizeof answer);
    } else if (owns_answers) {
        answer = usual();
    }
}

static_assert(sizeof(rf_lane) == sizeof(sched::LaneFacts) &&
              offsetof(rf_lane, vgpu) == offsetof(sched::LaneFacts, vgpu) &&
              offsetof(rf_lane, share) == offsetof(sched::LaneFacts, share) &&
              offsetof(rf_lane, priority) == offsetof(sched::LaneFacts, priority));
static_assert(offsetof(rf_dispatch, least_key) == offsetof(sched::DispatchFacts, least_key) &&
              offsetof(rf_dispatch, awaited) == offsetof(sched::DispatchFacts, awaited) &&
              offsetof(rf_dispatch, in_flight) == offsetof(sched::DispatchFacts, in_flight));
static_assert(offsetof(rf_memory, share) == offsetof(sched::MemoryFacts, share) &&
              offsetof(rf_memory, queued) == offsetof(sched::MemoryFacts, queued));

bool HostedPolicy::wants_submit() const {
    return has(Hook::Submit);
}

sched::SubmitAnswer HostedPolicy::submit(const sched::SubmitFacts& facts) {
    sched::SubmitAnswer answer;
    ask<rf_submit>(Hook::Submit, facts.now, facts, answer, [&] { return usual_.submit(facts); });
    return answer;
}

sched::Order HostedPolicy::admit(const sched::LaneFacts& facts) {
    sched::Order answer;
    ask<rf_admit>(Hook::Admit, facts.now, facts, answer, [&] { return usual_.admit(facts); });
    return answer;
}

sched::DispatchAnswer HostedPolicy::usual_dispatch(const sched::DispatchFacts& facts) {
    const sched::DispatchAnswer usual = usual_.dispatch(facts);
    if (usual.action == sched::Action::Start) {
        usual_charge_ = usual.charge;
        usual_place_ = usual.order;
    }
    return usual;
}

// Undoes a charge: the built-in policy has charged the lane for a job that the loaded policy does not start.
void HostedPolicy::take_back(const sched::DispatchFacts& facts, sched::DispatchAnswer& answer) {
    if (usual_charge_ < 0) return;
    const sched::Order before = usual_.retire({facts.lane, 0, usual_charge_});
    const bool is_usual_place = answer.order.key == usual_place_.key && answer.order.rank == usual_place_.rank;
    if (is_usual_place) answer.order = before;
}

sched::DispatchAnswer HostedPolicy::dispatch(const sched::DispatchFacts& facts) {
    usual_charge_ = -1;
    sched::DispatchAnswer answer;
    ask<rf_dispatch>(Hook::Dispatch, facts.lane.now, facts, answer, [&] { return usual_dispatch(facts); });
    if (answer.action != sched::Action::Start) take_back(facts, answer);
    return answer;
}

sched::Order HostedPolicy::retire(const sched::RetireFacts& facts) {
    known_.note_retired(facts);
    sched::Order answer;
    ask<rf_retire>(Hook::Retire, facts.lane.now, facts, answer, [&] { return usual_.retire(facts); });
    return answer;
}

sched::CopyAnswer HostedPolicy::copy_enqueued(const sched::CopyFacts& facts) {
    sched::CopyAnswer answer;
    ask<rf_copy>(Hook::CopyEnqueue, facts.now, facts, answer, [&] { return usual_.copy_enqueued(facts); });
    return answer;
}

sched::MemoryAnswer HostedPolicy::memory_pressure(const sched::MemoryFacts& facts) {
    sched::MemoryAnswer answer;
    ask<rf_memory>(Hook::MemoryPressure, facts.now, facts, answer, [&] { return usual_.memory_pressure(facts); });
    return answer;
}

sched::MemoryAnswer HostedPolicy::reclaim(const sched::MemoryFacts& facts) {
    sched::MemoryAnswer answer;
    ask<rf_memory>(Hook::Reclaim, facts.now, facts, answer, [&] { return usual_.reclaim(facts); });
    return answer;
}

void HostedPolicy::tick(const sched::TickFacts& facts) {
    rf_tick context{facts.now, facts.period};
    run(Hook::Tick, facts.now, {reinterpret_cast<std::uint8_t*>(&context), sizeof context});
}

void HostedPolicy::thermal(const sched::ThermalFacts& facts) {
    static_assert(sizeof(rf_thermal) == sizeof facts &&
                  offsetof(rf_thermal, power_limit) == offsetof(sched::ThermalFacts, power_limit));
    rf_thermal context{};
    std::memcpy(&context, &facts, sizeof context);
    run(Hook::Thermal, facts.now, {reinterpret_cast<std::uint8_t*>(&context), sizeof context});
}

}  // namespace ringfence::policy
