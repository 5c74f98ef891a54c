// The usage of each tenant's sessions together, in all workers (base/shared_budget.h): a file for each tenant, which
// its sessions' workers get with the session.
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
    // Tenants that have nothing just now are forgotten beyond this.
    static constexpr std::size_t most_tenants = 4096;

    struct Ledger {
        UniqueFd file;
        std::shared_ptr<SharedBudget> budget;  // at place 0, where nothing is counted
    };

    // Made if it is not there. The limits hold from now on, also for sessions that are there.
    [[nodiscard]] Result<const Ledger*> open(const std::string& tenant, const SessionLimits& limits);
    // Null: it has had no session.
    const Ledger* find(const std::string& tenant) const;
    // Takes over a file that another daemon made.
    [[nodiscard]] Result<void> adopt(const std::string& tenant, UniqueFd file);
    const std::map<std::string, Ledger>& all() const { return ledgers_; }

    // The worker at this place is gone, with all that it had granted.
    void clear(std::size_t place);
    // The same of all that are not there, since it may have written to their places.
    void keep_only(std::span<const std::size_t> places);

    // For the status.
    nlohmann::ordered_json describe() const;

private:
    void forget_idle();

    std::map<std::string, Ledger> ledgers_;
};

// The contents of a ledger, or of a session: for each kind the limit, the usage and how often more was wanted, if any
// of them is not 0.
nlohmann::ordered_json describe_limits(const SessionLimits& limits, const SessionLimits& used,
                                       const SessionLimits& reached);

}  // namespace ringfence::supervisor
