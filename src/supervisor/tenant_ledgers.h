// Counts what each tenant's sessions use together in all workers (base/shared_budget.h). Each tenant has a file, which
// workers get with the tenant's sessions.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "base/limits.h"
#include "base/result.h"
#include "base/shared_budget.h"
#include "base/unique_fd.h"

namespace ringfence::supervisor {

class TenantLedgers {
public:
    // Beyond this, ledgers of tenants that use nothing are removed.
    static constexpr std::size_t most_tenants = 4096;

    struct Ledger {
        UniqueFd file;
        std::shared_ptr<SharedBudget> budget;  // joined at place 0, where nothing is counted
    };

    // Creates the ledger if there is none. The limits take effect at once, also for present sessions.
    [[nodiscard]] Result<const Ledger*> open(const std::string& tenant, const SessionLimits& limits);
    // Null if the tenant has had no session.
    const Ledger* find(const std::string& tenant) const;
    // Takes over a file that another daemon made.
    [[nodiscard]] Result<void> adopt(const std::string& tenant, UniqueFd file);
    const std::map<std::string, Ledger>& all() const { return ledgers_; }

    // The worker at this place is gone: its counters are cleared.
    void clear(std::size_t place);
    // Clears all other places: a worker that is gone may have written to places that are not its own.
    void keep_only(std::span<const std::size_t> places);

    // For the status.
    nlohmann::ordered_json describe() const;

private:
    void forget_idle();

    std::map<std::string, Ledger> ledgers_;
};

// The contents of a ledger, or of a session: for each kind the limit, the usage, and how often the limit was reached,
// unless all are 0.
nlohmann::ordered_json describe_limits(const SessionLimits& limits, const SessionLimits& used,
                                       const SessionLimits& reached);

}  // namespace ringfence::supervisor
