// Passes policies from administrators and tenants to the workers.
#include <chrono>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "base/memory_file.h"
#include "supervisor/kept_policy.h"
#include "supervisor/log.h"
#include "supervisor/supervisor.h"

namespace ringfence::supervisor {
namespace {

// Longer than the verifier may take, even on a busy machine.
constexpr std::chrono::milliseconds longest_wait_for_verdict{25'000};

constexpr std::chrono::milliseconds longest_wait_for_map{5'000};
constexpr std::uint64_t largest_refusal = 64 << 10;

std::string actor_name(const PolicyActor& actor) {
    const std::string process = fmt::format("process {} of user {}", actor.peer.pid, actor.peer.uid);
    return actor.holder ? fmt::format("tenant {}, {}", actor.holder->tenant, process) : process;
}

// The option of `ringfence policy` that names the policy's virtual GPU.
std::string option_of(const std::string& vgpu) {
    return vgpu.empty() ? "" : " --vgpu " + vgpu;
}

nlohmann::ordered_json details_of(const std::string& vgpu, nlohmann::ordered_json details) {
    if (!vgpu.empty()) details["vgpu"] = vgpu;
    return details;
}

PolicyAnswer answer(Outcome<std::uint32_t> outcome) {
    return std::make_unique<Outcome<std::uint32_t>>(std::move(outcome));
}

Refusal not_that(Error error) {
    return {schema::ErrorCode::INVALID_ARGUMENT, std::move(error), ""};
}

Refusal too_often(const PolicyActor& actor, std::chrono::steady_clock::duration wait) {
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(wait).count();
    return {
        schema::ErrorCode::LIMIT_REACHED,
        Error::bad_input(
            fmt::format("tenant {} has loaded or exchanged policies of virtual GPU '{}', or of all its virtual GPUs, "
                        "too often",
                        actor.holder->tenant, actor.vgpu))
            .with_remedy(fmt::format("try again in {} s, or ask the administrator to allow more ([policies], "
                                     "docs/settings.md)",
                                     seconds)),
        "policy_loads"};
}

Refusal busy() {
    return {schema::ErrorCode::OVERLOADED,
            Error::bad_input("another policy is being verified just now").with_remedy("try again in a moment"), ""};
}

Refusal replaced() {
    return {
        schema::ErrorCode::OVERLOADED,
        Error::bad_input("the daemon was being replaced while the policy was being verified, and nothing has changed")
            .with_remedy("try again in a moment"),
        ""};
}

}  // namespace

// A tenant's actions count against its share of the audit log, since it can repeat them. False: only counted.
bool Supervisor::record_policy(std::string_view event, const std::string& tenant,
                               const nlohmann::ordered_json& details) {
    if (!tenant.empty()) return records_.write(event, {std::nullopt, 0, tenant}, details);
    records_.write(event, details);
    return true;
}

kj::Promise<PolicyAnswer> Supervisor::set_policy(const PolicyActor& actor, PolicyRequest request) {
    const std::string& vgpu = actor.vgpu;
    if (judging_policies_.contains(vgpu)) return answer(busy());
    const ShelvedPolicy* const before = workers_->policy(vgpu);
    if (before != nullptr && !request.must_replace) {
        return answer(not_that(
            Error::bad_input(fmt::format("policy '{}' is loaded already", before->name))
                .with_remedy(fmt::format("put this one in its place: ringfence policy swap{} FILE", option_of(vgpu)))));
    }
    if (before == nullptr && request.must_replace) {
        return answer(
            not_that(Error::bad_input("no policy is loaded that this one could replace")
                         .with_remedy(fmt::format("load it: ringfence policy load{} FILE", option_of(vgpu)))));
    }
    if (auto refusal = why_too_soon(actor)) return answer(std::move(*refusal));
    Result<ShelvedPolicy> policy = shelve(request.object.get(), request.name, request.watch, actor_name(actor));
    if (!policy.ok()) return answer(not_that(policy.take_error()));
    policy.value().vgpu = vgpu;
    if (actor.holder) {
        policy.value().tenant = actor.holder->tenant;
        policy.value().guest = actor.holder->guest;
    }
    const std::uint32_t number = workers_->offer_policy(&policy.value(), vgpu);
    judging_policies_[vgpu] = number;
    return wait_until([this, number, vgpu] { return workers_->have_judged_policy(number, vgpu); },
                      longest_wait_for_verdict)
        .then([this, number, actor, shelved = policy.take()]() mutable {
            // If the policy was withdrawn, stop here: another daemon may have the workers by now.
            const auto judging = judging_policies_.find(actor.vgpu);
            if (judging == judging_policies_.end() || judging->second != number) return answer(replaced());
            judging_policies_.erase(judging);
            // The sender may have lost the right meanwhile.
            if (auto refusal = actor.vgpu.empty() ? std::nullopt : why_not_manager(actor)) {
                workers_->withdraw_policy(number, actor.vgpu);
                return answer(std::move(*refusal));
            }
            return answer(judge_policy(std::move(shelved), number));
        });
}

// The next daemon will not know policies that are being verified, so workers must not load them later.
void Supervisor::withdraw_judged_policies() {
    for (const auto& [vgpu, number] : std::exchange(judging_policies_, {}))
        workers_->withdraw_policy(number, vgpu);
}

// Checked before the policy is read, since reading is what the limit protects from.
std::optional<Refusal> Supervisor::why_too_soon(const PolicyActor& actor) {
    if (!actor.holder) return std::nullopt;
    const std::string& tenant = actor.holder->tenant;
    const auto wait = policy_pace_.take(tenant, actor.vgpu, Clock::now());
    if (!wait) return std::nullopt;
    Refusal refusal = too_often(actor, *wait);
    record_policy("policy_refused", tenant,
                  details_of(actor.vgpu, {{"by", actor_name(actor)}, {"text", refusal.error.message}}));
    return refusal;
}

Outcome<std::uint32_t> Supervisor::judge_policy(ShelvedPolicy policy, std::uint32_t number) {
    const std::string vgpu = policy.vgpu;
    // A newer order has unloaded the virtual GPU's policies meanwhile, and this one with them.
    if (workers_->policy_number(vgpu) > number) {
        return Refusal{schema::ErrorCode::OVERLOADED,
                       Error::bad_input("policies of the virtual GPU were taken out while this one was being verified")
                           .with_remedy("load it again"),
                       ""};
    }
    if (!workers_->have_judged_policy(number, vgpu)) {
        workers_->withdraw_policy(number, vgpu);
        return Refusal{
            schema::ErrorCode::OVERLOADED,
            Error::bad_input("not every worker has verified the policy in time").with_remedy("try again in a moment"),
            ""};
    }
    const nlohmann::ordered_json details =
        details_of(vgpu, {{"policy", policy.name}, {"digest", policy.digest}, {"by", policy.by}});
    if (const std::string why = workers_->why_policy_refused(number, vgpu); !why.empty()) {
        workers_->withdraw_policy(number, vgpu);
        nlohmann::ordered_json refused = details;
        refused["text"] = why;
        record_policy("policy_refused", policy.tenant, refused);
        return not_that(Error::bad_input(why));
    }
    const bool is_swap = workers_->policy(vgpu) != nullptr;
    if (record_policy(is_swap ? "policy_swapped" : "policy_loaded", policy.tenant, details)) {
        log(fmt::format("policy '{}' decides{} from now on, says {}", policy.name,
                        vgpu.empty() ? "" : " within " + vgpu, policy.by));
    }
    if (vgpu.empty()) keep(&policy);
    workers_->settle_policy(std::move(policy), number, vgpu);
    return workers_->sharing_workers();
}

// Saves the policy for a restarted daemon. A failure is only logged: the policy is active all the same.
void Supervisor::keep(const ShelvedPolicy* policy) {
    const Result<void> kept = keep_policy(kept_policy_path(options_.settings), policy);
    if (!kept.ok())
        log("the policy could not be saved, so a restarted daemon will not have it: " + kept.error().text());
}

// The saved policy was accepted once. A worker that refuses it now reports that, and uses the built-in one.
void Supervisor::take_kept_policy() {
    Result<std::optional<ShelvedPolicy>> kept = read_kept_policy(kept_policy_path(options_.settings));
    if (!kept.ok()) {
        log("the saved policy is not loaded: " + kept.error().text());
        return;
    }
    if (!kept.value()) return;
    ShelvedPolicy policy = *kept.take();
    records_.write("policy_loaded", {{"policy", policy.name}, {"digest", policy.digest}, {"by", policy.by}});
    log(fmt::format("policy '{}' decides again after this start, loaded by {}", policy.name, policy.by));
    const std::uint32_t number = workers_->offer_policy(&policy, "");
    workers_->settle_policy(std::move(policy), number, "");
}

void Supervisor::unload_policy(const std::string& vgpu, const std::string& by, const std::string& tenant) {
    const ShelvedPolicy* const before = workers_->policy(vgpu);
    if (before != nullptr &&
        record_policy("policy_unloaded", tenant, details_of(vgpu, {{"policy", before->name}, {"by", by}}))) {
        log(fmt::format("the built-in policy decides{} from now on, says {}", vgpu.empty() ? "" : " within " + vgpu,
                        by));
    }
    if (vgpu.empty()) keep(nullptr);
    workers_->settle_policy(std::nullopt, workers_->offer_policy(nullptr, vgpu), vgpu);
}

kj::Promise<PolicyAnswer> Supervisor::unset_policy(const PolicyActor& actor) {
    const std::string& vgpu = actor.vgpu;
    const bool is_judging = judging_policies_.contains(vgpu);
    // A tenant could keep verification busy, so an administrator unloads the present policy and those being verified.
    const bool need_not_wait = !actor.holder && !vgpu.empty();
    if (is_judging && !need_not_wait) return answer(busy());
    if (!is_judging && workers_->policy(vgpu) == nullptr)
        return answer(Refusal{schema::ErrorCode::NOT_FOUND, Error::bad_input("no policy is loaded"), ""});
    unload_policy(vgpu, actor_name(actor), actor.holder ? actor.holder->tenant : "");
    const std::uint32_t number = workers_->policy_number(vgpu);
    return wait_until([this, number, vgpu] { return workers_->have_judged_policy(number, vgpu); },
                      longest_wait_for_verdict)
        .then([this] { return answer(workers_->sharing_workers()); });
}

// A tenant or an administrator asks; the answer does not reveal virtual GPUs that are not the tenant's.
Outcome<PolicyActor> Supervisor::manage_policy(const Caller& caller, std::span<const std::byte> token,
                                               const std::string& vgpu) {
    PolicyActor actor{caller.peer, vgpu, std::nullopt};
    if (!token.empty() || !Reception::may_administer(caller.peer)) {
        Outcome<Holder> holder = identify(caller, token);
        if (auto* refusal = std::get_if<Refusal>(&holder)) return std::move(*refusal);
        actor.holder = std::get<Holder>(std::move(holder));
    }
    refresh_tenants();
    if (auto refusal = why_not_manager(actor)) {
        records_.refused(caller.peer, refusal->error.message, actor.holder ? actor.holder->tenant : "");
        return std::move(*refusal);
    }
    return actor;
}

std::optional<Refusal> Supervisor::why_not_manager(const PolicyActor& actor) {
    const sched::VirtualGpu* const vgpu = reception_->find_vgpu(actor.vgpu);
    if (!actor.holder) {
        if (vgpu != nullptr) return std::nullopt;
        return Refusal{schema::ErrorCode::NOT_FOUND,
                       Error::bad_input(fmt::format("there is no virtual GPU '{}'", escape(actor.vgpu, 64)))
                           .with_remedy("'ringfence vgpu list' names those that there are"),
                       ""};
    }
    const Holder& holder = *actor.holder;
    if (auto refusal = why_unwelcome(holder)) return refusal;
    if (holder.guest.most < tenants::SessionKind::Compute) {
        return Refusal{schema::ErrorCode::DENIED,
                       Error::bad_input("its token does not allow full sessions, and so no policies")
                           .with_remedy("ask the issuer of the token for one that allows more"),
                       ""};
    }
    if (vgpu != nullptr && !vgpu->managed_by.empty() && vgpu->managed_by == holder.tenant) return std::nullopt;
    return Refusal{schema::ErrorCode::DENIED,
                   Error::bad_input(fmt::format("tenant {} does not manage a virtual GPU '{}'", holder.tenant,
                                                escape(actor.vgpu, 64)))
                       .with_remedy(fmt::format("ask the administrator for it: ringfence vgpu set NAME --managed-by {}",
                                                holder.tenant)),
                   ""};
}

void Supervisor::unload_unmanaged(const std::string& by) {
    std::vector<std::string> gone;
    const tenants::UnixTime now = unix_now();
    for (const ShelvedPolicy* const policy : workers_->nested_policies()) {
        const sched::VirtualGpu* const vgpu = reception_->find_vgpu(policy->vgpu);
        const bool is_managed = vgpu != nullptr && (policy->tenant.empty() || vgpu->managed_by == policy->tenant);
        const bool has_right = !policy->guest || !reception_->why_unwelcome(*policy->guest, now);
        if (!is_managed || !has_right) gone.push_back(policy->vgpu);
    }
    for (const std::string& vgpu : gone)
        unload_policy(vgpu, by);
}

kj::Promise<TextAnswer> Supervisor::look_at_map(const PolicyActor& actor, MapRequest request) {
    const auto refuse = [](Error error) { return std::make_unique<Outcome<UniqueFd>>(not_that(std::move(error))); };
    // One question at a time for a tenant: questions share one queue, and each takes the lock that scheduling needs.
    const bool is_tenants = actor.holder.has_value();
    if (is_tenants && asking_about_maps_.contains(actor.vgpu)) {
        return std::make_unique<Outcome<UniqueFd>>(
            Refusal{schema::ErrorCode::OVERLOADED,
                    Error::bad_input("another question about a map is being answered just now")
                        .with_remedy("try again in a moment"),
                    ""});
    }
    Result<WorkerProcess*> worker = workers_->worker_with_policy(request.worker);
    if (!worker.ok()) return refuse(worker.take_error());
    const std::uint32_t number = ++last_text_question_;
    request.question.header.number = number;
    worker::put_text(request.question.vgpu, actor.vgpu);
    if (Result<void> asked = worker.value()->ask_about_map(request.question); !asked.ok())
        return refuse(asked.take_error());
    const bool is_set = request.question.action == worker::MapAction::Set;
    if (is_set) {
        record_policy("policy_map_set", actor.holder ? actor.holder->tenant : "",
                      details_of(actor.vgpu, {{"map", request.question.map}, {"by", actor_name(actor)}}));
    }
    const pid_t pid = worker.value()->pid();
    const auto is_told = [this, pid, number] {
        const WorkerProcess* const asked = workers_->find(pid);
        return asked == nullptr || asked->has_text(number);
    };
    if (is_tenants) asking_about_maps_.insert(actor.vgpu);
    return wait_until(is_told, longest_wait_for_map)
        .then([this, pid, number, refuse, is_tenants, vgpu = actor.vgpu]() -> TextAnswer {
            if (is_tenants) asking_about_maps_.erase(vgpu);
            WorkerProcess* const asked = workers_->find(pid);
            WorkerProcess::Text answer = asked == nullptr ? WorkerProcess::Text() : asked->take_text(number);
            if (!answer.is_told)
                return refuse(Error::bad_input("the worker has not answered").with_remedy("try again"));
            if (!answer.is_refused) return std::make_unique<Outcome<UniqueFd>>(std::move(answer.text));
            Result<std::string> why = read_memory_file(answer.text.get(), largest_refusal);
            return refuse(why.ok() ? Error::bad_input(why.take()) : why.take_error());
        });
}

void Supervisor::note_policy(WorkerProcess& worker) {
    for (const std::string& vgpu : worker.take_policy_falls()) {
        const worker::PolicyState& state = worker.policy(vgpu);
        const ShelvedPolicy* const shelved = workers_->policy(vgpu);
        const bool is_told =
            record_policy("policy_fallback", shelved == nullptr ? "" : shelved->tenant,
                          details_of(vgpu, {{"policy", state.name}, {"worker", worker.pid()}, {"text", state.exit}}));
        if (!is_told) continue;
        log(fmt::format("worker {} has taken policy '{}'{} out, and the built-in one decides: {}", worker.pid(),
                        state.name, vgpu.empty() ? "" : " of " + vgpu, state.exit));
    }
}

}  // namespace ringfence::supervisor
