#include "base/account.h"

#include <algorithm>

#include "base/cuda_status.h"

namespace ringfence {
namespace {

std::string more_of(Limit kind, std::uint64_t amount) {
    const LimitFacts& facts = facts_of(kind);
    const bool is_memory = facts.unit == LimitUnit::Bytes && facts.name.find("bytes") == std::string_view::npos;
    return std::to_string(amount) + " more " + (is_memory ? "bytes of " : "") + std::string(facts.name);
}

Error beyond_own(Limit kind, std::uint64_t amount, std::uint64_t limit) {
    return Error::bad_input(more_of(kind, amount) + " exceed the session's limit of " + text_of(kind, limit) +
                            naming(kind))
        .with_remedy("free some, or raise " + std::string(facts_of(kind).key) +
                     " for this program's tenant or in [limits] of the daemon's settings (ringfence.toml)")
        .with_status(cuda_status::out_of_memory);
}

Error beyond_tenants(Limit kind, std::uint64_t amount, std::uint64_t limit) {
    return Error::bad_input(more_of(kind, amount) + " exceed what all sessions of the tenant may have together: " +
                            text_of(kind, limit) + naming(kind))
        .with_remedy("end other programs, or raise the tenant's " + std::string(facts_of(kind).key))
        .with_status(cuda_status::out_of_memory);
}

Error beyond_machines(Limit kind, std::uint64_t amount, std::uint64_t limit) {
    return Error::bad_input(more_of(kind, amount) +
                            " exceed what all sessions together may have: " + text_of(kind, limit) + naming(kind))
        .with_remedy("end other programs, or raise " + std::string(facts_of(kind).key) +
                     " in the daemon's settings (ringfence.toml)")
        .with_status(cuda_status::out_of_memory);
}

// Counted for all sessions of the machine together.
bool is_machines(Limit kind) {
    return kind == Limit::HostMemory || kind == Limit::HostBacking;
}

}  // namespace

std::shared_ptr<Account> Account::create(AccountOptions options) {
    return std::shared_ptr<Account>(new Account(std::move(options)));
}

Account::~Account() {
    each_limit([this](Limit kind) { give_back(kind, taken(kind)); });
}

Result<void> Account::take(Limit kind, std::uint64_t amount) {
    Result<void> taken = try_take(kind, amount);
    if (!taken) count_refusal();
    return taken;
}

Result<Account::Holding> Account::hold(Limit kind, std::uint64_t amount) {
    RF_RETURN_IF_ERROR(take(kind, amount));
    return Holding(shared_from_this(), kind, amount);
}

Result<void> Account::try_take(Limit kind, std::uint64_t amount) {
    Entry& own = entry(kind);
    const std::uint64_t had = own.taken.fetch_add(amount);
    std::optional<Error> refused;
    if (exceeds_own(kind, amount, had)) {
        refused = beyond_own(kind, amount, limit(kind));
    } else if (options_.tenant && !options_.tenant->take(kind, amount)) {
        refused = beyond_tenants(kind, amount, options_.tenant->limit(kind));
    } else if (!take_from_machine(kind, amount, had)) {
        if (options_.tenant) options_.tenant->give_back(kind, amount);
        refused = beyond_machines(kind, amount, options_.machine->limit(kind));
    }
    if (!refused) {
        if (kind == Limit::DeviceMemory) look_at_soft_limit();
        return {};
    }
    own.taken -= amount;
    return refuse(kind, std::move(*refused));
}

Result<void> Account::check_own(Limit kind, std::uint64_t amount) {
    if (!exceeds_own(kind, amount, taken(kind))) return {};
    Error refused = refuse(kind, beyond_own(kind, amount, limit(kind)));
    count_refusal();
    return refused;
}

bool Account::exceeds_own(Limit kind, std::uint64_t amount, std::uint64_t had) const {
    const std::uint64_t most = limit(kind);
    return most != 0 && (amount > most || had > most - amount);
}

Error Account::refuse(Limit kind, Error why) {
    const MutexLock lock(mutex_);
    refusal_ = Refusal{kind, why};
    return why;
}

// The last eighth of host memory is for those that have none yet, so that others can still begin.
bool Account::take_from_machine(Limit kind, std::uint64_t amount, std::uint64_t had) const {
    SharedBudget* const machine = options_.machine.get();
    if (machine == nullptr || !is_machines(kind)) return true;
    const bool leaves_some = kind == Limit::HostMemory && had != 0;
    return machine->take(kind, amount, leaves_some ? machine->limit(kind) / 8 : 0);
}

void Account::give_back(Limit kind, std::uint64_t amount) {
    if (amount == 0) return;
    entry(kind).taken -= amount;
    if (options_.tenant) options_.tenant->give_back(kind, amount);
    if (options_.machine && is_machines(kind)) options_.machine->give_back(kind, amount);
}

void Account::say_own() const {
    if (options_.tenant) options_.tenant->say_own();
    if (options_.machine) options_.machine->say_own();
}

void Account::forget_refusal() {
    const MutexLock lock(mutex_);
    refusal_.reset();
}

void Account::count_refusal() {
    std::optional<Refusal> refusal;
    {
        const MutexLock lock(mutex_);
        refusal = std::exchange(refusal_, std::nullopt);
    }
    if (refusal) note_reached(refusal->kind, refusal->why);
}

void Account::note_reached(Limit kind, const Error& why) {
    if (options_.tenant) options_.tenant->note_reached(kind);
    if (entry(kind).reached.fetch_add(1) == 0 && options_.on_reached) options_.on_reached(kind, why);
}

void Account::look_at_soft_limit() {
    const std::uint64_t own = limit(Limit::SoftDeviceMemory);
    const std::uint64_t of_tenant = options_.tenant ? options_.tenant->limit(Limit::SoftDeviceMemory) : 0;
    const bool is_over = own != 0 && taken(Limit::DeviceMemory) > own;
    const bool is_tenant_over = of_tenant != 0 && options_.tenant->taken(Limit::DeviceMemory) > of_tenant;
    if (!is_over && !is_tenant_over) return;
    note_reached(Limit::SoftDeviceMemory,
                 Error::bad_input(std::string(is_over ? "the session has" : "all sessions of the tenant have") +
                                  " more device memory than the soft limit of " +
                                  text_of(Limit::SoftDeviceMemory, is_over ? own : of_tenant)));
}

std::uint64_t Account::effective_limit(Limit kind) const {
    const std::uint64_t most = tighten(limit(kind), options_.tenant ? options_.tenant->limit(kind) : 0);
    return most == 0 ? UINT64_MAX : most;
}

std::uint64_t Account::left(Limit kind) const {
    const std::uint64_t most = limit(kind);
    const std::uint64_t has = taken(kind);
    std::uint64_t left = UINT64_MAX;
    if (most != 0) left = has < most ? most - has : 0;
    if (options_.tenant) left = std::min(left, options_.tenant->left(kind));
    return left;
}

bool Account::depends_on_others(Limit kind) const {
    return options_.tenant && options_.tenant->limit(kind) != 0;
}

}  // namespace ringfence
