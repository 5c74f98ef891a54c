#include "supervisor/tenant_ledgers.h"

#include <utility>

#include <nlohmann/json.hpp>

namespace ringfence::supervisor {
namespace {

bool is_idle(const SharedBudget& budget) {
    bool has_any = false;
    each_limit([&](Limit kind) { has_any |= budget.taken(kind) != 0; });
    return !has_any;
}

}  // namespace

Result<const TenantLedgers::Ledger*> TenantLedgers::open(const std::string& tenant, const SessionLimits& limits) {
    auto found = ledgers_.find(tenant);
    if (found == ledgers_.end()) {
        if (ledgers_.size() >= most_tenants) forget_idle();
        RF_TRY(UniqueFd file, SharedBudget::create_file());
        RF_RETURN_IF_ERROR(adopt(tenant, std::move(file)));
        found = ledgers_.find(tenant);
    }
    found->second.budget->set_limits(limits);
    return &found->second;
}

const TenantLedgers::Ledger* TenantLedgers::find(const std::string& tenant) const {
    const auto found = ledgers_.find(tenant);
    return found != ledgers_.end() ? &found->second : nullptr;
}

Result<void> TenantLedgers::adopt(const std::string& tenant, UniqueFd file) {
    RF_TRY(auto budget, SharedBudget::join(file.get(), 0));
    ledgers_.insert_or_assign(tenant, Ledger{std::move(file), std::move(budget)});
    return {};
}

void TenantLedgers::clear(std::size_t place) {
    for (const auto& [tenant, ledger] : ledgers_)
        ledger.budget->clear(place);
}

void TenantLedgers::keep_only(std::span<const std::size_t> places) {
    for (const auto& [tenant, ledger] : ledgers_)
        ledger.budget->keep_only(places);
}

// Removes ledgers with their counters. Sessions on their way have a descriptor of the file already, and count there.
void TenantLedgers::forget_idle() {
    std::erase_if(ledgers_, [](const auto& entry) { return is_idle(*entry.second.budget); });
}

nlohmann::ordered_json TenantLedgers::describe() const {
    auto all = nlohmann::ordered_json::object();
    for (const auto& [tenant, ledger] : ledgers_) {
        SessionLimits limits;
        SessionLimits used;
        SessionLimits reached;
        each_limit([&, &budget = *ledger.budget](Limit kind) {
            limits[kind] = budget.limit(kind);
            used[kind] = budget.taken(kind);
            reached[kind] = budget.reached(kind);
        });
        all[tenant] = describe_limits(limits, used, reached);
    }
    return all;
}

nlohmann::ordered_json describe_limits(const SessionLimits& limits, const SessionLimits& used,
                                       const SessionLimits& reached) {
    auto all = nlohmann::ordered_json::object();
    each_limit([&](Limit kind) {
        nlohmann::ordered_json one;
        if (limits[kind] != 0) one["limit"] = limits[kind];
        if (used[kind] != 0) one["used"] = used[kind];
        if (reached[kind] != 0) one["reached"] = reached[kind];
        if (!one.empty()) all[std::string(facts_of(kind).key)] = std::move(one);
    });
    return all;
}

}  // namespace ringfence::supervisor
