#include "supervisor/capability_servers.h"

#include <algorithm>
#include <utility>

#include "supervisor/administration_server.h"
#include "supervisor/rpc_answers.h"
#include "supervisor/vgpu_policy_server.h"

namespace ringfence::supervisor {
namespace {

constexpr unsigned control_protocol = 1;

class DeviceManager final : public schema::GpuDeviceManager::Server {
public:
    DeviceManager(Desk& desk, Holder holder, std::shared_ptr<rpc::Holdings> holdings)
        : desk_(desk), holder_(std::move(holder)), holdings_(holdings), place_(std::move(holdings)) {}

    kj::Promise<void> list(ListContext context) override {
        context.releaseParams();
        if (const auto refusal = desk_.why_unwelcome(holder_)) {
            write(context.getResults().initError(), *refusal);
            return kj::READY_NOW;
        }
        return desk_.devices(holder_).then([context](std::vector<DeviceFacts> devices) mutable {
            auto list = context.getResults().initDevices(static_cast<unsigned>(devices.size()));
            for (unsigned i = 0; i < list.size(); ++i)
                write(list[i], devices[i]);
        });
    }

    kj::Promise<void> open(OpenContext context) override {
        const auto request = context.getParams().getRequest();
        if (!request.hasOutput()) return open_with(context, UniqueFd());
        // The descriptor must come with the call: a promise for one is not waited for.
        auto output = request.getOutput();
        return output.getFd()
            .exclusiveJoin(kj::evalLast([]() -> kj::Maybe<int> { return nullptr; }))
            .then([this, context, output](kj::Maybe<int> descriptor) mutable -> kj::Promise<void> {
                UniqueFd copy;
                KJ_IF_MAYBE (number, descriptor) copy = holdings_->received().copy_for(*number);
                return open_with(context, std::move(copy));
            });
    }

private:
    kj::Promise<void> open_with(OpenContext context, UniqueFd output) {
        OpenRequest request = read_request(context.getParams().getRequest());
        request.output = std::move(output);
        context.releaseParams();
        auto results = context.getResults();
        if (!holdings_->has_room()) {
            write(results.initError(), too_many_held());
            return kj::READY_NOW;
        }
        Outcome<Opened> outcome = desk_.open(holder_, std::move(request));
        if (const auto* refusal = std::get_if<Refusal>(&outcome)) {
            write(results.initError(), *refusal);
            return kj::READY_NOW;
        }
        auto& opened = std::get<Opened>(outcome);
        write(results.initInfo(), opened.facts);
        results.setConnection(carry(std::move(opened.connection), holdings_));
        return kj::READY_NOW;
    }

    Desk& desk_;
    Holder holder_;
    std::shared_ptr<rpc::Holdings> holdings_;
    rpc::Holdings::Place place_;
};

class Root final : public schema::Ringfence::Server {
public:
    Root(Desk& desk, const Caller& caller, std::shared_ptr<rpc::Holdings> holdings)
        : desk_(desk), caller_(caller), holdings_(std::move(holdings)) {}

    kj::Promise<void> devices(DevicesContext context) override {
        auto results = context.getResults();
        if (const auto holder = identify(context.getParams().getToken(), [&] { return results.initError(); }))
            results.setManager(kj::heap<DeviceManager>(desk_, *holder, holdings_));
        return kj::READY_NOW;
    }

    kj::Promise<void> auditLog(AuditLogContext context) override {
        auto results = context.getResults();
        if (const auto holder = identify(context.getParams().getToken(), [&] { return results.initError(); }))
            results.setLog(make_audit_log(desk_, caller_.peer, *holder, holdings_));
        return kj::READY_NOW;
    }

    kj::Promise<void> administration(AdministrationContext context) override {
        auto results = context.getResults();
        if (!desk_.may_administer(caller_.peer)) {
            write(results.initError(), {schema::ErrorCode::DENIED,
                                        Error::bad_input("only the daemon's user, or root, may administer it"), ""});
        } else if (!holdings_->has_room()) {
            write(results.initError(), too_many_held());
        } else {
            results.setAdministration(make_administration(desk_, caller_.peer, holdings_));
        }
        return kj::READY_NOW;
    }

    kj::Promise<void> vgpuPolicy(VgpuPolicyContext context) override {
        const auto params = context.getParams();
        auto results = context.getResults();
        if (!holdings_->has_room()) {
            write(results.initError(), too_many_held());
            return kj::READY_NOW;
        }
        const auto token = params.getToken();
        Outcome<PolicyActor> outcome = desk_.manage_policy(
            caller_, std::as_bytes(std::span(token.begin(), token.size())), short_text(params.getVgpu(), 64));
        if (const auto* refusal = std::get_if<Refusal>(&outcome)) {
            write(results.initError(), *refusal);
        } else {
            results.setPolicy(make_vgpu_policy(desk_, std::get<PolicyActor>(std::move(outcome)), holdings_));
        }
        return kj::READY_NOW;
    }

    kj::Promise<void> about(AboutContext context) override {
        context.getResults().setVersion(RINGFENCE_VERSION);
        context.getResults().setProtocol(control_protocol);
        return kj::READY_NOW;
    }

private:
    // None if it failed; then the answer has the error.
    template <typename MakeError>
    std::optional<Holder> identify(capnp::Data::Reader token, const MakeError& make_error) {
        if (!holdings_->has_room()) {
            write(make_error(), too_many_held());
            return std::nullopt;
        }
        Outcome<Holder> outcome = desk_.identify(caller_, std::as_bytes(std::span(token.begin(), token.size())));
        if (const auto* refusal = std::get_if<Refusal>(&outcome)) {
            write(make_error(), *refusal);
            return std::nullopt;
        }
        return std::get<Holder>(std::move(outcome));
    }

    Desk& desk_;
    Caller caller_;
    std::shared_ptr<rpc::Holdings> holdings_;
};

}  // namespace

schema::Ringfence::Client make_bootstrap(Desk& desk, const Caller& caller, std::shared_ptr<rpc::Holdings> holdings) {
    return kj::heap<Root>(desk, caller, std::move(holdings));
}

}  // namespace ringfence::supervisor
