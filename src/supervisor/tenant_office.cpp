#include "supervisor/tenant_office.h"

#include <nlohmann/json.hpp>

#include "supervisor/daemon_client.h"
#include "supervisor/reception.h"
#include "supervisor/settings.h"

namespace ringfence::supervisor {
namespace {

using nlohmann::ordered_json;

Result<Reception> open_files() {
    RF_TRY(const Settings settings, load_settings(std::nullopt));
    return Reception::open(settings);
}

// What the daemon says is wrong is our error, too.
Result<ordered_json> ask(const ordered_json& question) {
    RF_TRY(ordered_json answer, put_question(question));
    if (!answer.contains("error")) return answer;
    return Error::bad_input(answer.value("error", "")).with_remedy(answer.value("remedy", ""));
}

Result<std::uint32_t> ask_for_sessions(const ordered_json& question) {
    RF_TRY(const ordered_json answer, ask(question));
    return answer.value("sessions", std::uint32_t{0});
}

}  // namespace

Result<tenants::Registry> list_tenants() {
    std::string text;
    if (is_daemon_running()) {
        RF_TRY(const ordered_json answer, ask({{"ask", "tenants"}}));
        text = answer.value("toml", "");
    } else {
        RF_TRY(const Reception files, open_files());
        text = files.tenants_text();
    }
    return tenants::Registry::parse(text, "<tenants>");
}

Result<void> set_tenant(const tenants::Tenant& tenant) {
    const std::string toml = tenants::text_of(tenant);
    if (!is_daemon_running()) {
        RF_TRY(Reception files, open_files());
        return files.set_tenant(tenant.name, toml);
    }
    RF_RETURN_IF_ERROR(ask({{"ask", "tenant_set"}, {"name", tenant.name}, {"toml", toml}}));
    return {};
}

Result<std::uint32_t> remove_tenant(const std::string& name) {
    if (is_daemon_running()) return ask_for_sessions({{"ask", "tenant_remove"}, {"name", name}});
    RF_TRY(Reception files, open_files());
    RF_RETURN_IF_ERROR(files.remove_tenant(name));
    return 0U;
}

Result<tenants::Token> issue_token(const std::string& tenant, tenants::Restriction restriction) {
    if (!is_daemon_running()) {
        RF_TRY(Reception files, open_files());
        return files.issue_token(tenant, restriction);
    }
    // A restriction is written with a name; the token gets another one.
    RF_TRY(restriction.name, tenants::random_digits(16));
    RF_TRY(const ordered_json answer,
           ask({{"ask", "token_new"}, {"tenant", tenant}, {"restriction", restriction.text()}}));
    return tenants::Token::parse(answer.value("token", ""));
}

Result<std::uint32_t> revoke_token(const std::string& id) {
    if (is_daemon_running()) return ask_for_sessions({{"ask", "token_revoke"}, {"id", id}});
    RF_TRY(Reception files, open_files());
    RF_RETURN_IF_ERROR(files.revoke_token(id));
    return 0U;
}

}  // namespace ringfence::supervisor
