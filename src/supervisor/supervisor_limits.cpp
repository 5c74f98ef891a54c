// The limits of a client's session, and those of its tenant as a whole.
#include <fmt/core.h>

#include "supervisor/supervisor.h"

namespace ringfence::supervisor {

Result<void> Supervisor::grant_limits(Handover& client, SessionRecord& record, const channel::Hello& hello) {
    const Settings& settings = options_.settings;
    RF_TRY(const SessionLimits asked, parse_limits_text(hello.limits));
    const SessionLimits& of_tenant = record.guest ? record.guest->tenant_limits : settings.tenant_limits;
    const SessionLimits set = tighten(settings.limits, for_each_session(of_tenant));
    client.tenant = record.facts.tenant;
    client.limits = tighten(tighten(set, record.facts.limits), asked);
    client.vgpu = reception_->vgpu_of(client.tenant);
    client.weight = record.weight = weigh(record);
    RF_TRY(const TenantLedgers::Ledger* ledger, workers_->ledgers().open(client.tenant, of_tenant));
    client.ledger = ledger->file.get();
    // The worker enforces this limit, too. It is checked here so that no worker is started in vain.
    SharedBudget& budget = *ledger->budget;
    if (budget.left(Limit::Sessions) > 0) return {};
    budget.note_reached(Limit::Sessions);
    return Error::bad_input(fmt::format("the tenant {} has {} sessions, as many as it may have", client.tenant,
                                        budget.limit(Limit::Sessions)))
        .with_remedy("end other programs, or raise the tenant's sessions");
}

}  // namespace ringfence::supervisor
