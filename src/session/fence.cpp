#include <algorithm>

#include "session/objects.h"

namespace ringfence::session {
namespace {

Failure timed_out() {
    return {.code = Code::TIMED_OUT,
            .message = "the work was not done within the time allowed",
            .remedy = "wait again; the work goes on"};
}

}  // namespace

std::optional<Failure> FenceServer::refusal() const {
    if (core_.ended()) return core_.ended();
    if (is_closed_) return closed("fence");
    return std::nullopt;
}

std::optional<Failure> FenceServer::outcome() const {
    if (core_.ended()) return core_.ended();
    return given_up_ ? given_up_ : state_->failure();
}

void FenceServer::give_up(Failure why) {
    if (given_up_) return;
    given_up_ = std::move(why);
    giving_up_.fulfiller->fulfill();
}

kj::Promise<void> FenceServer::poll(PollContext context) {
    if (const auto refused = refusal()) return answered(context, refused);
    if (!given_up_ && !state_->is_finished()) {
        context.getResults().setIsDone(false);
        return kj::READY_NOW;
    }
    context.getResults().setIsDone(true);
    return answered(context, outcome());
}

kj::Promise<void> FenceServer::wait(WaitContext context) {
    if (const auto refused = refusal()) return answered(context, refused);
    if (given_up_ || state_->is_finished()) return answered(context, outcome());
    auto share = core_.waits.take();
    if (!share) return answered(context, core_.waits.reached());
    const std::uint32_t milliseconds =
        std::min(context.getParams().getTimeoutMilliseconds(), schema::LONGEST_WAIT_MILLISECONDS);
    auto settled = state_->when_finished().exclusiveJoin(when_given_up_.addBranch()).then([] { return true; });
    auto late = core_.timer().afterDelay(milliseconds * kj::MILLISECONDS).then([] { return false; });
    return settled.exclusiveJoin(kj::mv(late))
        .then([this, context](bool is_settled) mutable { answer(context, is_settled ? outcome() : timed_out()); })
        .attach(kj::heap(std::move(*share)));
}

kj::Promise<void> FenceServer::cancel(CancelContext context) {
    if (const auto refused = refusal()) return answered(context, refused);
    if (!state_->is_finished()) give_up({.code = Code::CANCELLED, .message = "the fence was cancelled"});
    return kj::READY_NOW;
}

kj::Promise<void> FenceServer::close(CloseContext context) {
    if (const auto refused = refusal()) return answered(context, refused);
    give_up(closed("fence"));
    is_closed_ = true;
    share_.reset();
    return kj::READY_NOW;
}

}  // namespace ringfence::session
