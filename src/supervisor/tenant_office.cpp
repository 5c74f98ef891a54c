#include "supervisor/tenant_office.h"

#include "base/runtime_folder.h"
#include "service/system_folders.h"
#include "supervisor/administrator.h"
#include "supervisor/daemon_client.h"
#include "supervisor/reception.h"
#include "supervisor/settings.h"

namespace ringfence::supervisor {
namespace {

Result<Reception> open_files() {
    const bool is_system = is_daemon_the_systems();
    RF_TRY(Settings settings, is_system ? load_system_settings(std::nullopt) : load_settings(std::nullopt));
    if (is_system && settings.tenants.empty()) settings.tenants = service::system_folders().state + "/tenants.toml";
    return Reception::open(settings);
}

Result<std::unique_ptr<Administrator>> ask_daemon() {
    return Administrator::connect(control_socket_path());
}

}  // namespace

Result<tenants::Registry> list_tenants() {
    std::string text;
    if (is_daemon_running()) {
        RF_TRY(const auto daemon, ask_daemon());
        RF_RETURN_IF_ERROR(daemon->ask(daemon->administration().tenantsRequest().send(),
                                       [&](const auto& answer) { text = answer.getToml().cStr(); }));
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
    RF_TRY(const auto daemon, ask_daemon());
    auto request = daemon->administration().setTenantRequest();
    request.setName(tenant.name);
    request.setToml(toml);
    return daemon->ask(request.send(), [](const auto&) {});
}

Result<std::uint32_t> remove_tenant(const std::string& name) {
    std::uint32_t sessions = 0;
    if (is_daemon_running()) {
        RF_TRY(const auto daemon, ask_daemon());
        auto request = daemon->administration().removeTenantRequest();
        request.setName(name);
        RF_RETURN_IF_ERROR(daemon->ask(request.send(), [&](const auto& answer) { sessions = answer.getSessions(); }));
    } else {
        RF_TRY(Reception files, open_files());
        RF_RETURN_IF_ERROR(files.remove_tenant(name));
    }
    return sessions;
}

Result<void> set_vgpu(const sched::VirtualGpu& vgpu) {
    const std::string toml = tenants::text_of(vgpu);
    if (!is_daemon_running()) {
        RF_TRY(Reception files, open_files());
        return files.set_vgpu(vgpu.name, toml);
    }
    RF_TRY(const auto daemon, ask_daemon());
    auto request = daemon->administration().setVgpuRequest();
    request.setName(vgpu.name);
    request.setToml(toml);
    return daemon->ask(request.send(), [](const auto&) {});
}

Result<void> remove_vgpu(const std::string& name) {
    if (!is_daemon_running()) {
        RF_TRY(Reception files, open_files());
        return files.remove_vgpu(name);
    }
    RF_TRY(const auto daemon, ask_daemon());
    auto request = daemon->administration().removeVgpuRequest();
    request.setName(name);
    return daemon->ask(request.send(), [](const auto&) {});
}

Result<tenants::Token> issue_token(const std::string& tenant, tenants::Restriction restriction) {
    if (!is_daemon_running()) {
        RF_TRY(Reception files, open_files());
        return files.issue_token(tenant, restriction);
    }
    // The format needs a name in the restriction; the token gets another one.
    RF_TRY(restriction.name, tenants::random_digits(16));
    RF_TRY(const auto daemon, ask_daemon());
    auto request = daemon->administration().issueTokenRequest();
    request.setTenant(tenant);
    request.setRestriction(restriction.text());
    std::string text;
    RF_RETURN_IF_ERROR(daemon->ask(request.send(), [&](const auto& answer) { text = answer.getToken().cStr(); }));
    return tenants::Token::parse(text);
}

Result<std::uint32_t> revoke_token(const std::string& id) {
    std::uint32_t sessions = 0;
    if (is_daemon_running()) {
        RF_TRY(const auto daemon, ask_daemon());
        auto request = daemon->administration().revokeTokenRequest();
        request.setId(id);
        RF_RETURN_IF_ERROR(daemon->ask(request.send(), [&](const auto& answer) { sessions = answer.getSessions(); }));
    } else {
        RF_TRY(Reception files, open_files());
        RF_RETURN_IF_ERROR(files.revoke_token(id));
    }
    return sessions;
}

}  // namespace ringfence::supervisor
