#include "policy/hosted_policy.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "policy/object.h"
#include "policy/verifier.h"
#include "ringfence/policy.h"

namespace ringfence::policy {

Result<std::unique_ptr<HostedPolicy>> HostedPolicy::load(ConstBytes object, const MakeRunner& make) {
    RF_TRY(Program program, load_object(object));
    const Verdict verdict = verify(program);
    if (verdict.refusal) {
        std::string text = text_of(*verdict.refusal, program);
        text.pop_back();
        return Error::bad_input(std::move(text));
    }
    return std::unique_ptr<HostedPolicy>(new HostedPolicy(std::move(program), make));
}

HostedPolicy::HostedPolicy(Program program, const MakeRunner& make)
    : program_(std::move(program)), maps_(make_maps(program_.maps)), runner_(make(program_, maps_)) {}

std::size_t HostedPolicy::take_maps_of(HostedPolicy& other) {
    std::size_t taken = 0;
    for (Map& mine : maps_) {
        const auto same = std::find_if(other.maps_.begin(), other.maps_.end(),
                                       [&](const Map& theirs) { return is_same_map(mine.spec(), theirs.spec()); });
        if (mine.spec().is_variables || same == other.maps_.end()) continue;
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

// Into every hook's function: this is what is paid for each decision.
[[gnu::always_inline]] inline bool HostedPolicy::run_present(Hook hook, sched::Time now, Bytes context) {
    if (!has_begun_) begin(now);
    surroundings_.now = static_cast<std::uint64_t>(now);
    ++runs_[static_cast<std::size_t>(hook)];
    const bool has_ended = runner_->run(hook, context, surroundings_, budget_);
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

// A context is the facts and then the answer.
template <typename Context, typename Facts, typename Usual>
auto HostedPolicy::ask(Hook hook, sched::Time now, const Facts& facts, const Usual& usual) {
    using Answer = decltype(usual());
    static_assert(sizeof(Context) == sizeof(Facts) + sizeof(Answer) && offsetof(Context, answer) == sizeof(Facts));
    if (!has(hook)) return usual();
    alignas(8) std::array<std::uint8_t, sizeof(Context)> context;
    std::memcpy(context.data(), &facts, sizeof facts);
    const bool is_filled_in = (program_.flags & own_answers_flag) == 0;
    Answer answer{};
    if (is_filled_in) answer = usual();
    std::memcpy(context.data() + sizeof facts, &answer, sizeof answer);
    if (!run_present(hook, now, context)) return is_filled_in ? answer : usual();
    std::memcpy(&answer, context.data() + sizeof facts, sizeof answer);
    return answer;
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
    return ask<rf_submit>(Hook::Submit, facts.now, facts, [&] { return usual_.submit(facts); });
}

sched::Order HostedPolicy::admit(const sched::LaneFacts& facts) {
    return ask<rf_admit>(Hook::Admit, facts.now, facts, [&] { return usual_.admit(facts); });
}

sched::DispatchAnswer HostedPolicy::dispatch(const sched::DispatchFacts& facts) {
    return ask<rf_dispatch>(Hook::Dispatch, facts.lane.now, facts, [&] { return usual_.dispatch(facts); });
}

sched::Order HostedPolicy::retire(const sched::RetireFacts& facts) {
    return ask<rf_retire>(Hook::Retire, facts.lane.now, facts, [&] { return usual_.retire(facts); });
}

sched::CopyAnswer HostedPolicy::copy_enqueued(const sched::CopyFacts& facts) {
    return ask<rf_copy>(Hook::CopyEnqueue, facts.now, facts, [&] { return usual_.copy_enqueued(facts); });
}

sched::MemoryAnswer HostedPolicy::memory_pressure(const sched::MemoryFacts& facts) {
    return ask<rf_memory>(Hook::MemoryPressure, facts.now, facts, [&] { return usual_.memory_pressure(facts); });
}

sched::MemoryAnswer HostedPolicy::reclaim(const sched::MemoryFacts& facts) {
    return ask<rf_memory>(Hook::Reclaim, facts.now, facts, [&] { return usual_.reclaim(facts); });
}

void HostedPolicy::tick(const sched::TickFacts& facts) {
    rf_tick context{facts.now, facts.period};
    run(Hook::Tick, facts.now, {reinterpret_cast<std::uint8_t*>(&context), sizeof context});
}

}  // namespace ringfence::policy
