// What an administrator asks about tenants and tokens: JSON in, JSON out. The work is done elsewhere.
#include <nlohmann/json.hpp>

#include "supervisor/supervisor.h"

namespace ringfence::supervisor {
namespace {

std::string text_in(const nlohmann::json& question, const char* key) {
    const auto found = question.find(key);
    return found != question.end() && found->is_string() ? found->get<std::string>() : "";
}

nlohmann::ordered_json error_of(const Error& error) {
    return {{"error", error.message}, {"remedy", error.remedy}};
}

nlohmann::ordered_json sessions_or_error(const Result<std::uint32_t>& sessions) {
    if (!sessions) return error_of(sessions.error());
    return {{"sessions", sessions.value()}};
}

}  // namespace

std::optional<nlohmann::ordered_json> Supervisor::answer_administrator(const std::string& ask,
                                                                       const nlohmann::json& question) {
    if (ask == "tenants") {
        refresh_tenants();
        return nlohmann::ordered_json{{"toml", reception_->tenants_text()}};
    }
    if (ask == "tenant_set") {
        const Result<void> set = set_tenant(text_in(question, "name"), text_in(question, "toml"));
        return set ? nlohmann::ordered_json::object() : error_of(set.error());
    }
    if (ask == "tenant_remove") return sessions_or_error(remove_tenant(text_in(question, "name")));
    if (ask == "token_revoke") return sessions_or_error(revoke_token(text_in(question, "id")));
    if (ask != "token_new") return std::nullopt;
    const auto restriction = tenants::Restriction::parse(text_in(question, "restriction"));
    if (!restriction) return error_of(restriction.error());
    const Result<tenants::Token> token = issue_token(text_in(question, "tenant"), restriction.value());
    if (!token) return error_of(token.error());
    return nlohmann::ordered_json{{"token", token.value().secret_text()}};
}

}  // namespace ringfence::supervisor
