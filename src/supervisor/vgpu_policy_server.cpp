#include "supervisor/vgpu_policy_server.h"

#include <utility>

#include "supervisor/policy_calls.h"

namespace ringfence::supervisor {
namespace {

class VgpuPolicyServer final : public schema::VgpuPolicy::Server {
public:
    VgpuPolicyServer(Desk& desk, PolicyActor actor, std::shared_ptr<rpc::Holdings> holdings)
        : desk_(desk), actor_(std::move(actor)), holdings_(holdings), place_(std::move(holdings)) {}

    kj::Promise<void> set(SetContext context) override {
        if (is_refused(context)) return kj::READY_NOW;
        return call_set_policy(desk_, actor_, holdings_, context);
    }
    kj::Promise<void> unset(UnsetContext context) override {
        if (is_refused(context)) return kj::READY_NOW;
        return desk_.unset_policy(actor_).then(
            [context](const PolicyAnswer& answer) mutable { answer_policy_call(context, answer); });
    }
    kj::Promise<void> status(StatusContext context) override {
        if (is_refused(context)) return kj::READY_NOW;
        return desk_.policy_status(actor_).then(
            [context](const std::string& text) mutable { context.getResults().setStatus(text); });
    }
    kj::Promise<void> map(MapContext context) override {
        if (is_refused(context)) return kj::READY_NOW;
        return call_policy_map(desk_, actor_, holdings_, context);
    }

private:
    // Another tenant may manage the virtual GPU by now.
    template <typename Context>
    bool is_refused(Context& context) {
        const auto refusal = desk_.why_not_manager(actor_);
        if (refusal) write(context.getResults().initError(), *refusal);
        return refusal.has_value();
    }

    Desk& desk_;
    PolicyActor actor_;
    std::shared_ptr<rpc::Holdings> holdings_;
    rpc::Holdings::Place place_;
};

}  // namespace

schema::VgpuPolicy::Client make_vgpu_policy(Desk& desk, PolicyActor actor, std::shared_ptr<rpc::Holdings> holdings) {
    return kj::heap<VgpuPolicyServer>(desk, std::move(actor), std::move(holdings));
}

}  // namespace ringfence::supervisor
