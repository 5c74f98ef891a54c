// Policies that decide whose turn it is: they come from an administrator, and go to the workers.
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/memory_file.h"
#include "supervisor/log.h"
#include "supervisor/supervisor.h"

namespace ringfence::supervisor {
namespace {

// The verifier gives up earlier, also on a busy machine.
constexpr std::chrono::milliseconds longest_wait_for_verdict{25'000};

constexpr std::chrono::milliseconds longest_wait_for_map{5'000};
constexpr std::uint64_t largest_refusal = 64 << 10;

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
        .then([this, number, shelved = policy.take()]() mutable {
            return answer(judge_policy(std::move(shelved), number));
        });
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

kj::Promise<MapAnswer> Supervisor::look_at_map(const PeerProcess& peer, MapRequest request) {
    const auto refuse = [](Error error) { return std::make_unique<Outcome<UniqueFd>>(not_that(std::move(error))); };
    Result<WorkerProcess*> worker = workers_->worker_with_policy(request.worker);
    if (!worker.ok()) return refuse(worker.take_error());
    const std::uint32_t number = ++last_map_question_;
    request.question.header.number = number;
    if (Result<void> asked = worker.value()->ask_about_map(request.question); !asked.ok())
        return refuse(asked.take_error());
    const bool is_set = request.question.action == worker::MapAction::Set;
    if (is_set) records_.write("policy_map_set", {{"map", request.question.map}, {"by", administrator(peer)}});
    const pid_t pid = worker.value()->pid();
    const auto is_told = [this, pid, number] {
        const WorkerProcess* const asked = workers_->find(pid);
        return asked == nullptr || asked->map_text().number == number;
    };
    return wait_until(is_told, longest_wait_for_map).then([this, pid, number, refuse]() -> MapAnswer {
        WorkerProcess* const asked = workers_->find(pid);
        if (asked == nullptr || asked->map_text().number != number)
            return refuse(Error::bad_input("the worker has not answered").with_remedy("try again"));
        WorkerProcess::MapText answer = asked->take_map_text();
        if (!answer.is_refused) return std::make_unique<Outcome<UniqueFd>>(std::move(answer.text));
        Result<std::string> why = read_memory_file(answer.text.get(), largest_refusal);
        return refuse(why.ok() ? Error::bad_input(why.take()) : why.take_error());
    });
}

void Supervisor::note_policy(WorkerProcess& worker) {
    if (!worker.take_policy_fell()) return;
    const worker::PolicyState& state = worker.policy();
    records_.write("policy_fallback", {{"policy", state.name}, {"worker", worker.pid()}, {"text", state.exit}});
    log(fmt::format("worker {} has taken policy '{}' out, and the built-in one decides: {}", worker.pid(), state.name,
                    state.exit));
}

}  // namespace ringfence::supervisor
