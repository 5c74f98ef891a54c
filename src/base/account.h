// One session's usage of each limited kind (base/limits.h), counted where it is granted: against the session's own
// limits, its tenant's, and the machine's.
//
// Every refusal is counted, and the first is reported. All that an account holds goes back when it goes. Safe for
// several threads.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/limits.h"
#include "base/mutex.h"
#include "base/result.h"
#include "base/shared_budget.h"

namespace ringfence {

struct AccountOptions {
    SessionLimits limits = {};
    std::shared_ptr<SharedBudget> tenant = nullptr;   // null: the session has no tenant
    std::shared_ptr<SharedBudget> machine = nullptr;  // of host memory; null: there is no other limit
    // Called once for each limit, by the thread that reaches it first.
    std::function<void(Limit kind, const Error& why)> on_reached = {};
};

class Account : public std::enable_shared_from_this<Account> {
public:
    static std::shared_ptr<Account> create(AccountOptions options);
    ~Account();
    Account(const Account&) = delete;
    Account& operator=(const Account&) = delete;

    // So much of a thing, until it is destroyed.
    class Holding {
    public:
        Holding() = default;
        Holding(std::shared_ptr<Account> account, Limit kind, std::uint64_t amount)
            : account_(std::move(account)), kind_(kind), amount_(amount) {}
        Holding(Holding&& other) noexcept
            : account_(std::move(other.account_)), kind_(other.kind_), amount_(other.amount_) {}
        Holding& operator=(Holding&& other) noexcept {
            Holding old(std::move(*this));
            account_ = std::move(other.account_);
            kind_ = other.kind_;
            amount_ = other.amount_;
            return *this;
        }
        ~Holding() {
            if (account_) account_->give_back(kind_, amount_);
        }
        // The caller gives it back itself.
        void keep() { account_.reset(); }

    private:
        std::shared_ptr<Account> account_;
        Limit kind_ = Limit::DeviceMemory;
        std::uint64_t amount_ = 0;
    };

    // The error is CUDA's "out of memory", and counts as a limit that was reached.
    Result<void> take(Limit kind, std::uint64_t amount);
    Result<Holding> hold(Limit kind, std::uint64_t amount = 1);
    void give_back(Limit kind, std::uint64_t amount);
    // Refuses, as take() would, amounts beyond the session's own limit, and looks at nothing that others use.
    Result<void> check_own(Limit kind, std::uint64_t amount);
    // The same as take() for a caller that will try again with less: it counts only if nothing came of it in the end.
    Result<void> try_take(Limit kind, std::uint64_t amount);
    void forget_refusal();
    void count_refusal();
    // A limit was reached that is not counted here.
    void note_reached(Limit kind, const Error& why);

    // The session's own; 0: none.
    std::uint64_t limit(Limit kind) const { return options_.limits[kind]; }
    // Its own or its tenant's, whichever is less; a lot if there is none.
    std::uint64_t effective_limit(Limit kind) const;
    std::uint64_t left(Limit kind) const;
    std::uint64_t taken(Limit kind) const { return entry(kind).taken; }
    std::uint64_t reached(Limit kind) const { return entry(kind).reached; }
    // Writes the usage again, in case another process has overwritten it.
    void say_own() const;
    // True if other sessions' grants may leave less than the session's own limit says.
    bool depends_on_others(Limit kind) const;

private:
    struct Entry {
        std::atomic<std::uint64_t> taken{0};
        std::atomic<std::uint64_t> reached{0};
    };
    struct Refusal {
        Limit kind;
        Error why;
    };

    explicit Account(AccountOptions options) : options_(std::move(options)) {}
    Entry& entry(Limit kind) { return entries_[static_cast<std::size_t>(kind)]; }
    const Entry& entry(Limit kind) const { return entries_[static_cast<std::size_t>(kind)]; }
    bool exceeds_own(Limit kind, std::uint64_t amount, std::uint64_t had) const;
    Error refuse(Limit kind, Error why);
    bool take_from_machine(Limit kind, std::uint64_t amount, std::uint64_t had) const;
    void look_at_soft_limit();

    const AccountOptions options_;
    std::array<Entry, limit_count> entries_;
    Mutex mutex_;  // guards what follows
    std::optional<Refusal> refusal_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence
