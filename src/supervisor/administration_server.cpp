#include "supervisor/administration_server.h"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "supervisor/policy_calls.h"
#include "supervisor/rpc_answers.h"

namespace ringfence::supervisor {
namespace {

constexpr std::uint32_t most_audit_records = 1000;
constexpr std::size_t longest_tenant_file = 32 << 10;

// The value of an outcome; null after the refusal was written to the results.
template <typename Results, typename T>
const T* value_or_error(Results&& results, const Outcome<T>& outcome) {
    if (const auto* refusal = std::get_if<Refusal>(&outcome)) write(results.initError(), *refusal);
    return std::get_if<T>(&outcome);
}

class AuditLogServer final : public schema::AuditLog::Server {
public:
    AuditLogServer(Desk& desk, const PeerProcess& peer, std::optional<Holder> holder,
                   std::shared_ptr<rpc::Holdings> holdings)
        : desk_(desk), peer_(peer), holder_(std::move(holder)), holdings_(holdings), place_(std::move(holdings)) {}

    kj::Promise<void> tail(TailContext context) override {
        auto results = context.getResults();
        if (const auto refusal = holder_ ? desk_.why_unwelcome(*holder_) : std::nullopt) {
            write(results.initError(), *refusal);
            return kj::READY_NOW;
        }
        if (!holdings_->begin_long_answer()) {
            write(results.initError(), {schema::ErrorCode::OVERLOADED,
                                        Error::bad_input("this connection already waits for records")
                                            .with_remedy("ask again when they have arrived"),
                                        ""});
            return kj::READY_NOW;
        }
        const std::string tenant = holder_ ? holder_->tenant : "";
        const std::uint32_t count = std::min(context.getParams().getCount(), most_audit_records);
        return desk_.audit_tail(peer_, tenant, count)
            .then([context](const std::vector<std::string>& records) mutable {
                auto list = context.getResults().initRecords(static_cast<unsigned>(records.size()));
                for (unsigned i = 0; i < list.size(); ++i)
                    list.set(i, records[i]);
            })
            .attach(kj::defer([holdings = holdings_] { holdings->end_long_answer(); }));
    }

private:
    Desk& desk_;
    PeerProcess peer_;
    std::optional<Holder> holder_;
    std::shared_ptr<rpc::Holdings> holdings_;
    rpc::Holdings::Place place_;
};

class AdministrationServer final : public schema::Administration::Server {
public:
    AdministrationServer(Desk& desk, const PeerProcess& peer, std::shared_ptr<rpc::Holdings> holdings)
        : desk_(desk), peer_(peer), holdings_(holdings), place_(std::move(holdings)) {}

    kj::Promise<void> status(StatusContext context) override {
        return desk_.status().then(
            [context](const std::string& text) mutable { context.getResults().setStatus(text); });
    }
    kj::Promise<void> kernels(KernelsContext context) override {
        if (!holdings_->has_room()) {
            write(context.getResults().initError(), too_many_held());
            return kj::READY_NOW;
        }
        return desk_.kernels(context.getParams().getWorker())
            .then([holdings = holdings_, context](const TextAnswer& answer) mutable {
                answer_text_call(context, answer, holdings);
            });
    }
    kj::Promise<void> down(DownContext context) override {
        context.getResults().setSessions(desk_.down(peer_));
        return kj::READY_NOW;
    }
    kj::Promise<void> revokeSession(RevokeSessionContext context) override {
        const auto params = context.getParams();
        value_or_error(context.getResults(),
                       desk_.revoke_session(peer_, params.getId(), short_text(params.getReason())));
        return kj::READY_NOW;
    }
    kj::Promise<void> tenants(TenantsContext context) override {
        auto results = context.getResults();
        const auto outcome = desk_.tenants();
        if (const auto* toml = value_or_error(results, outcome)) results.setToml(*toml);
        return kj::READY_NOW;
    }
    kj::Promise<void> setTenant(SetTenantContext context) override {
        const auto params = context.getParams();
        value_or_error(context.getResults(), desk_.set_tenant(peer_, short_text(params.getName()),
                                                              short_text(params.getToml(), longest_tenant_file)));
        return kj::READY_NOW;
    }
    kj::Promise<void> removeTenant(RemoveTenantContext context) override {
        auto results = context.getResults();
        const auto outcome = desk_.remove_tenant(peer_, short_text(context.getParams().getName()));
        if (const auto* sessions = value_or_error(results, outcome)) results.setSessions(*sessions);
        return kj::READY_NOW;
    }
    kj::Promise<void> setVgpu(SetVgpuContext context) override {
        const auto params = context.getParams();
        value_or_error(context.getResults(), desk_.set_vgpu(peer_, short_text(params.getName()),
                                                            short_text(params.getToml(), longest_tenant_file)));
        return kj::READY_NOW;
    }
    kj::Promise<void> removeVgpu(RemoveVgpuContext context) override {
        value_or_error(context.getResults(), desk_.remove_vgpu(peer_, short_text(context.getParams().getName())));
        return kj::READY_NOW;
    }
    kj::Promise<void> setPolicy(SetPolicyContext context) override {
        return call_set_policy(desk_, {peer_}, holdings_, context);
    }
    kj::Promise<void> unsetPolicy(UnsetPolicyContext context) override {
        return desk_.unset_policy({peer_}).then(
            [context](const PolicyAnswer& answer) mutable { answer_policy_call(context, answer); });
    }
    kj::Promise<void> policyMap(PolicyMapContext context) override {
        return call_policy_map(desk_, {peer_}, holdings_, context);
    }
    kj::Promise<void> revokeToken(RevokeTokenContext context) override {
        auto results = context.getResults();
        const auto outcome = desk_.revoke_token(peer_, short_text(context.getParams().getId()));
        if (const auto* sessions = value_or_error(results, outcome)) results.setSessions(*sessions);
        return kj::READY_NOW;
    }
    kj::Promise<void> issueToken(IssueTokenContext context) override {
        auto results = context.getResults();
        const auto params = context.getParams();
        const auto outcome = desk_.issue_token(peer_, short_text(params.getTenant()),
                                               short_text(params.getRestriction(), tenants::Token::most_bytes));
        if (const auto* token = value_or_error(results, outcome)) results.setToken(*token);
        return kj::READY_NOW;
    }
    kj::Promise<void> auditLog(AuditLogContext context) override {
        auto results = context.getResults();
        if (holdings_->has_room()) {
            results.setLog(make_audit_log(desk_, peer_, std::nullopt, holdings_));
        } else {
            write(results.initError(), too_many_held());
        }
        return kj::READY_NOW;
    }
    kj::Promise<void> takeOver(TakeOverContext context) override {
        auto results = context.getResults();
        if (!holdings_->has_room()) {
            write(results.initError(), too_many_held());
            return kj::READY_NOW;
        }
        auto outcome = desk_.take_over(peer_);
        if (auto* socket = std::get_if<UniqueFd>(&outcome)) {
            results.setSocket(carry(std::move(*socket), holdings_));
        } else {
            write(results.initError(), std::get<Refusal>(outcome));
        }
        return kj::READY_NOW;
    }

private:
    Desk& desk_;
    PeerProcess peer_;
    std::shared_ptr<rpc::Holdings> holdings_;
    rpc::Holdings::Place place_;
};

}  // namespace

Refusal too_many_held() {
    return {schema::ErrorCode::OVERLOADED,
            Error::bad_input(fmt::format("this connection holds {} objects, as many as it may", rpc::Holdings::most))
                .with_remedy("release some"),
            ""};
}

schema::Administration::Client make_administration(Desk& desk, const PeerProcess& peer,
                                                   std::shared_ptr<rpc::Holdings> holdings) {
    return kj::heap<AdministrationServer>(desk, peer, std::move(holdings));
}

schema::AuditLog::Client make_audit_log(Desk& desk, const PeerProcess& peer, std::optional<Holder> holder,
                                        std::shared_ptr<rpc::Holdings> holdings) {
    return kj::heap<AuditLogServer>(desk, peer, std::move(holder), std::move(holdings));
}

}  // namespace ringfence::supervisor
