#include "supervisor/guest.h"

#include <chrono>

#include <nlohmann/json.hpp>

namespace ringfence::supervisor {
namespace {

using nlohmann::json;

json json_of(const tenants::Claims& claims) {
    json steps = json::array();
    for (const tenants::Claims::Step& step : claims.steps)
        steps.push_back({step.id, step.sessions});
    json token{{"steps", steps}};
    if (claims.expires) token["expires"] = claims.expires->time_since_epoch().count();
    return token;
}

Error not_understood() {
    return Error::bad_input("what the other daemon says of a session's owner is not understood");
}

Result<tenants::Claims> claims_of(const json& token, const Guest& guest) {
    tenants::Claims claims;
    claims.tenant = guest.tenant;
    claims.most = guest.most;
    const auto steps = token.find("steps");
    if (steps == token.end() || !steps->is_array() || steps->empty()) return not_understood();
    for (const json& step : *steps) {
        if (!step.is_array() || step.size() != 2 || !step[0].is_string() || !step[1].is_number_unsigned())
            return not_understood();
        claims.steps.push_back({step[0].get<std::string>(), step[1].get<std::uint64_t>()});
    }
    if (const auto expires = token.find("expires"); expires != token.end()) {
        if (!expires->is_number_integer()) return not_understood();
        claims.expires = tenants::UnixTime(std::chrono::seconds(expires->get<std::int64_t>()));
    }
    return claims;
}

template <typename Number>
Result<Number> number_in(const json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number_integer()) return not_understood();
    return found->get<Number>();
}

std::string text_in(const json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

Result<tenants::PeerFacts> facts_of(const json& all) {
    tenants::PeerFacts facts;
    RF_TRY(facts.process.pid, number_in<pid_t>(all, "pid"));
    RF_TRY(facts.process.uid, number_in<uid_t>(all, "uid"));
    RF_TRY(facts.process.gid, number_in<gid_t>(all, "gid"));
    const auto groups = all.find("groups");
    if (groups == all.end() || !groups->is_array()) return not_understood();
    for (const json& group : *groups) {
        if (!group.is_number_unsigned()) return not_understood();
        facts.groups.push_back(group.get<gid_t>());
    }
    if (all.contains("cgroup")) facts.cgroup = text_in(all, "cgroup");
    return facts;
}

}  // namespace

tenants::UnixTime unix_now() {
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

std::string text_of(const Guest& guest) {
    json all{{"tenant", guest.tenant},          {"tenant_limits", text_of(guest.tenant_limits)},
             {"limits", text_of(guest.limits)}, {"kind", name_of(guest.most)},
             {"pid", guest.facts.process.pid},  {"uid", guest.facts.process.uid},
             {"gid", guest.facts.process.gid},  {"groups", guest.facts.groups}};
    if (guest.isolation) all["isolation"] = name_of(*guest.isolation);
    if (guest.guard) all["guard"] = name_of(*guest.guard);
    if (guest.token) all["token"] = json_of(*guest.token);
    if (guest.facts.cgroup) all["cgroup"] = *guest.facts.cgroup;
    return all.dump(-1, ' ', false, json::error_handler_t::replace);
}

Result<Guest> parse_guest(std::string_view text) {
    const json all = json::parse(text, nullptr, false);
    if (!all.is_object()) return not_understood();
    Guest guest;
    guest.tenant = text_in(all, "tenant");
    RF_TRY(guest.tenant_limits, parse_limits_text(text_in(all, "tenant_limits"), LimitsFor::Tenant));
    RF_TRY(guest.limits, parse_limits_text(text_in(all, "limits")));
    RF_TRY(guest.most, tenants::parse_session_kind(text_in(all, "kind")));
    if (all.contains("isolation")) {
        RF_TRY(guest.isolation, parse_isolation(text_in(all, "isolation")));
    }
    if (all.contains("guard")) {
        RF_TRY(guest.guard, parse_guard(text_in(all, "guard")));
    }
    if (const auto token = all.find("token"); token != all.end()) {
        RF_TRY(guest.token, claims_of(*token, guest));
    }
    RF_TRY(guest.facts, facts_of(all));
    return guest;
}

}  // namespace ringfence::supervisor
