// Calls about a policy, which the capabilities of the administrator and of a virtual GPU's manager share.
#pragma once

#include <memory>
#include <utility>

#include "rpc/connection.h"
#include "supervisor/administration_server.h"
#include "supervisor/desk.h"
#include "supervisor/rpc_answers.h"

namespace ringfence::supervisor {

template <typename Context>
void answer_policy_call(Context& context, const PolicyAnswer& answer) {
    auto results = context.getResults();
    if (const auto* refusal = std::get_if<Refusal>(answer.get())) {
        write(results.initError(), *refusal);
    } else {
        results.setWorkers(std::get<std::uint32_t>(*answer));
    }
}

template <typename Context>
void answer_text_call(Context& context, const TextAnswer& answer, const std::shared_ptr<rpc::Holdings>& holdings) {
    auto results = context.getResults();
    if (auto* text = std::get_if<UniqueFd>(answer.get())) {
        results.setText(carry(std::move(*text), holdings));
    } else {
        write(results.initError(), std::get<Refusal>(*answer));
    }
}

// `desk` must outlive the connection.
template <typename Context>
kj::Promise<void> call_set_policy(Desk& desk, PolicyActor actor, std::shared_ptr<rpc::Holdings> holdings,
                                  Context context) {
    // The descriptor must come with the call: a promise for one is not waited for.
    auto object = context.getParams().getObject();
    return object.getFd()
        .exclusiveJoin(kj::evalLast([]() -> kj::Maybe<int> { return nullptr; }))
        .then([&desk, actor = std::move(actor), holdings = std::move(holdings), context,
               object](kj::Maybe<int> descriptor) mutable {
            const auto params = context.getParams();
            PolicyRequest request;
            KJ_IF_MAYBE (number, descriptor) request.object = holdings->received().copy_for(*number);
            request.name = short_text(params.getName());
            request.must_replace = params.getMustReplace();
            const auto watch = params.getWatch();
            request.watch = {watch.getBudget(), std::int64_t{watch.getPatienceMilliseconds()} * 1'000'000,
                             std::int64_t{watch.getLongestIdleMilliseconds()} * 1'000'000, watch.getMostWrong(),
                             watch.getIsNative()};
            context.releaseParams();
            return desk.set_policy(actor, std::move(request));
        })
        .then([context](const PolicyAnswer& answer) mutable { answer_policy_call(context, answer); });
}

template <typename Context>
kj::Promise<void> call_policy_map(Desk& desk, const PolicyActor& actor, std::shared_ptr<rpc::Holdings> holdings,
                                  Context context) {
    const auto params = context.getParams();
    MapRequest request;
    request.worker = params.getWorker();
    request.question.action = static_cast<worker::MapAction>(params.getAction());
    worker::put_text(request.question.map, short_text(params.getMap(), worker::map_name_bytes));
    worker::put_text(request.question.key, short_text(params.getKey(), worker::map_text_bytes));
    worker::put_text(request.question.value, short_text(params.getValue(), worker::map_text_bytes));
    context.releaseParams();
    if (!holdings->has_room()) {
        write(context.getResults().initError(), too_many_held());
        return kj::READY_NOW;
    }
    return desk.look_at_map(actor, request)
        .then([holdings = std::move(holdings), context](const TextAnswer& answer) mutable {
            answer_text_call(context, answer, holdings);
        });
}

}  // namespace ringfence::supervisor
