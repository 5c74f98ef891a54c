// Whose sessions there are, how many each may have, and how they are taken back.
#include <algorithm>
#include <chrono>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "supervisor/log.h"
#include "supervisor/supervisor.h"

namespace ringfence::supervisor {
namespace {

tenants::UnixTime unix_now() {
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

}  // namespace

Result<std::string> Supervisor::greet(int socket) {
    refresh_tenants();
    RF_TRY(std::string tenant, reception_->greet(socket));
    const std::uint64_t most = tenant.empty() ? 0 : reception_->most_connections(tenant);
    const std::uint64_t waiting = waiting_.count_of(tenant);
    if (most == 0 || waiting < most) return tenant;
    return Error::bad_input(fmt::format("tenant {} has {} connections, as many as it may have", tenant, waiting))
        .with_remedy("close some, or ask the administrator for more (connections, docs/limits.md)");
}

Result<Guest> Supervisor::recognise(int socket, std::string_view token) {
    refresh_tenants();
    return reception_->recognise(socket, token, unix_now());
}

// A CUDA program's session is for computing.
Result<Guest> Supervisor::recognise_program(int socket, std::string_view token) {
    RF_TRY(Guest guest, recognise(socket, token));
    if (guest.most == tenants::SessionKind::Compute) return guest;
    return Error::bad_input(fmt::format("its token is for sessions of kind {}, and CUDA programs need compute",
                                        tenants::name_of(guest.most)))
        .with_remedy("ask whoever gave the token for one that may do more");
}

void Supervisor::refresh_tenants() {
    const Result<bool> changed = reception_->refresh();
    if (!changed) {
        log("the tenants stay as they were: " + changed.error().text());
        audit("tenants_unreadable", {{"text", changed.error().message}});
    }
    if (changed && changed.value()) end_unwelcome();
}

nlohmann::ordered_json describe(const Guest& guest) {
    nlohmann::ordered_json json{{"tenant", guest.tenant}, {"uid", guest.peer.process.uid}};
    if (guest.token) json["token"] = guest.token->id();
    if (guest.limits != SessionLimits()) json["limits"] = text_of(guest.limits);
    return json;
}

template <typename Visit>
void Supervisor::each_guest(const Visit& visit) const {
    for (const auto& worker : workers_) {
        if (worker == nullptr) continue;
        for (const auto& [session, guest] : worker->guests())
            visit(*worker, session, guest);
    }
}

Result<void> Supervisor::check_tenant_limits(const Guest& guest) const {
    std::uint64_t sessions = 0;
    std::map<std::string, std::uint64_t> of_step;
    each_guest([&](const WorkerProcess&, std::uint32_t, const Guest& other) {
        sessions += other.tenant == guest.tenant ? 1 : 0;
        if (!other.token) return;
        for (const tenants::Claims::Step& step : other.token->steps)
            ++of_step[step.id];
    });
    const std::uint64_t most = guest.tenant_limits[Limit::Sessions];
    if (most != 0 && sessions >= most) {
        return Error::bad_input(
                   fmt::format("tenant {} has {} sessions, as many as it may have", guest.tenant, sessions))
            .with_remedy("end some of its programs, or ask the administrator for more (sessions, docs/limits.md)");
    }
    if (!guest.token) return {};
    for (const tenants::Claims::Step& step : guest.token->steps) {
        if (step.sessions == 0 || of_step[step.id] < step.sessions) continue;
        return Error::bad_input(fmt::format("token {} has {} sessions, as many as it may have", step.id, step.sessions))
            .with_remedy("end some of its programs, or ask whoever gave the token for another");
    }
    return {};
}

std::uint32_t Supervisor::end_sessions(const std::function<bool(std::uint32_t, const Guest&)>& is_meant,
                                       const std::string& reason) {
    std::uint32_t count = 0;
    for (const auto& worker : workers_) {
        if (worker == nullptr) continue;
        for (const std::uint32_t session : worker->end_sessions(is_meant, reason)) {
            ++count;
            log(fmt::format("session {} is taken back: {}", session, reason));
            audit("session_revoked", {{"worker", worker->pid()}, {"session", session}, {"text", reason}});
        }
    }
    return count;
}

std::uint32_t Supervisor::end_unwelcome() {
    const tenants::UnixTime now = unix_now();
    std::map<std::string, std::vector<std::uint32_t>> by_reason;
    each_guest([&](const WorkerProcess&, std::uint32_t session, const Guest& guest) {
        if (guest.was_told_to_go) return;
        if (const auto reason = reception_->why_unwelcome(guest, now)) by_reason[*reason].push_back(session);
    });
    std::uint32_t count = 0;
    std::size_t wanted = 0;
    for (const auto& [reason, sessions] : by_reason) {
        wanted += sessions.size();
        const auto is_one = [&sessions = sessions](std::uint32_t session, const Guest&) {
            return std::find(sessions.begin(), sessions.end(), session) != sessions.end();
        };
        count += end_sessions(is_one, reason);
    }
    is_somebody_left_ = count != wanted;
    return count;
}

bool Supervisor::is_somebody_to_go() const {
    return is_somebody_left_ || time_to_next_expiry() == 0;
}

int Supervisor::time_to_next_expiry() const {
    constexpr std::chrono::milliseconds longest{60'000};  // the clock may be set meanwhile
    constexpr std::chrono::milliseconds between_tries{100};
    std::optional<tenants::UnixTime> next;
    each_guest([&](const WorkerProcess&, std::uint32_t, const Guest& guest) {
        if (guest.was_told_to_go || !guest.token || !guest.token->expires) return;
        next = std::min(next.value_or(*guest.token->expires), *guest.token->expires);
    });
    if (is_somebody_left_) return static_cast<int>(between_tries.count());
    if (!next) return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*next - std::chrono::system_clock::now());
    return static_cast<int>(std::clamp(left, std::chrono::milliseconds(0), longest).count());
}

Result<void> Supervisor::set_tenant(std::string_view name, std::string_view toml) {
    RF_RETURN_IF_ERROR(reception_->set_tenant(name, toml));
    audit("tenant_set", {{"tenant", name}});
    end_unwelcome();
    return {};
}

Result<std::uint32_t> Supervisor::remove_tenant(std::string_view name) {
    RF_RETURN_IF_ERROR(reception_->remove_tenant(name));
    audit("tenant_removed", {{"tenant", name}});
    return end_unwelcome();
}

Result<tenants::Token> Supervisor::issue_token(const std::string& tenant, const tenants::Restriction& restriction) {
    RF_TRY(tenants::Token token, reception_->issue_token(tenant, restriction));
    audit("token_issued", {{"tenant", tenant}, {"token", token.id()}});
    return token;
}

Result<std::uint32_t> Supervisor::revoke_token(const std::string& id) {
    RF_RETURN_IF_ERROR(reception_->revoke_token(id));
    audit("token_revoked", {{"token", id}});
    return end_unwelcome();
}

}  // namespace ringfence::supervisor
