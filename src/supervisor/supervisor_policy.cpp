// Policies that decide whose turn it is: they come from an administrator, and go to the workers.
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "supervisor/log.h"
#include "supervisor/supervisor.h"

namespace ringfence::supervisor {
namespace {

// The verifier gives up earlier, also on a busy machine.
constexpr std::chrono::milliseconds longest_wait_for_verdict{25'000};

std::string administrator(const PeerProcess& peer) {
    return fmt::format("process {} of user {}", peer.pid, peer.uid);
}

PolicyAnswer answer(Outcome<std::uint32_t> outcome) {
    return std::make_unique<Outcome<std::uint32_t>>(std::move(outcome));
}

Refusal not_that(Error error) {
    return {schema::ErrorCode::INVALID_ARGUMENT, std::move(error), ""};
}

Refusal busy() {
    return {schema::ErrorCode::OVERLOADED,
            Error::bad_input("another policy is being verified just now").with_remedy("try again in a moment"), ""};
}

}  // namespace

kj::Promise<PolicyAnswer> Supervisor::set_policy(const PeerProcess& peer, PolicyRequest request) {
    if (is_judging_policy_) return answer(busy());
    if (workers_->policy() && !request.must_replace) {
        return answer(not_that(Error::bad_input(fmt::format("policy '{}' is loaded already", workers_->policy()->name))
                                   .with_remedy("put this one in its place: ringfence policy swap FILE")));
    }
    if (!workers_->policy() && request.must_replace) {
        return answer(not_that(Error::bad_input("no policy is loaded whose place this one could take")
                                   .with_remedy("load it: ringfence policy load FILE")));
    }
    Result<ShelvedPolicy> policy = shelve(request.object.get(), request.name, request.watch, administrator(peer));
    if (!policy.ok()) return answer(not_that(policy.take_error()));
    const std::uint32_t number = workers_->offer_policy(&policy.value());
    is_judging_policy_ = true;
    return wait_until([this, number] { return workers_->have_judged_policy(number); }, longest_wait_for_verdict)
        .then([this, number, shelved = policy.take()]() mutable { return answer(judge_policy(std::move(shelved), number)); });
}

Outcome<std::uint32_t> Supervisor::judge_policy(ShelvedPolicy policy, std::uint32_t number) {
    is_judging_policy_ = false;
    const nlohmann::ordered_json details{{"policy", policy.name}, {"digest", policy.digest}, {"by", policy.by}};
    if (const std::string why = workers_->why_policy_refused(number); !why.empty()) {
        workers_->withdraw_policy(number);
        nlohmann::ordered_json refused = details;
        refused["text"] = why;
        records_.write("policy_refused", refused);
        return not_that(Error::bad_input(why));
    }
    const bool is_swap = workers_->policy().has_value();
    records_.write(is_swap ? "policy_swapped" : "policy_loaded", details);
    log(fmt::format("policy '{}' decides from now on, says {}", policy.name, policy.by));
    workers_->settle_policy(std::move(policy), number);
    return workers_->sharing_workers();
}

kj::Promise<PolicyAnswer> Supervisor::unset_policy(const PeerProcess& peer) {
    if (is_judging_policy_) return answer(busy());
    if (!workers_->policy())
        return answer(Refusal{schema::ErrorCode::NOT_FOUND, Error::bad_input("no policy is loaded"), ""});
    records_.write("policy_unloaded", {{"policy", workers_->policy()->name}, {"by", administrator(peer)}});
    log(fmt::format("the built-in policy decides from now on, says {}", administrator(peer)));
    const std::uint32_t number = workers_->offer_policy(nullptr);
    workers_->settle_policy(std::nullopt, number);
    return wait_until([this, number] { return workers_->have_judged_policy(number); }, longest_wait_for_verdict)
        .then([this] { return answer(workers_->sharing_workers()); });
}

void Supervisor::note_policy(WorkerProcess& worker) {
    if (!worker.take_policy_fell()) return;
    const worker::PolicyState& state = worker.policy();
    records_.write("policy_fallback", {{"policy", state.name}, {"worker", worker.pid()}, {"text", state.exit}});
    log(fmt::format("worker {} has taken policy '{}' out, and the built-in one decides: {}", worker.pid(), state.name,
                    state.exit));
}

}  // namespace ringfence::supervisor
