// ringfence tenant add, list, set, remove: who may use the GPU through the daemon.
#include <charconv>

#include <fmt/core.h>

#include "base/escape.h"
#include "cli/command.h"
#include "cli/console.h"
#include "supervisor/tenant_office.h"

namespace ringfence::cli {
namespace {

using tenants::Tenant;

struct TenantOptions {
    std::string name;
    std::vector<std::string> uids;
    std::vector<std::string> gids;
    std::vector<std::string> cgroups;
    std::string tokens;
    std::string isolation;
    std::string guard;
    std::string vgpu;
    std::vector<std::string> limits;
};

struct TenantNameOptions {
    std::string name;
};

struct TenantListOptions {
    bool toml = false;
};

constexpr std::string_view nothing = "none";

Result<std::vector<std::uint32_t>> parse_ids(const std::vector<std::string>& texts) {
    std::vector<std::uint32_t> ids;
    for (const std::string& text : texts) {
        if (text == nothing && texts.size() == 1) return ids;
        std::uint32_t id = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
        if (error != std::errc() || end != text.data() + text.size()) {
            return Error::bad_input("'" + escape(text) + "' is no number of a user or group")
                .with_remedy("'id NAME' tells it; write none for an empty list");
        }
        ids.push_back(id);
    }
    return ids;
}

Result<void> apply_limit(Tenant& tenant, const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
        return Error::bad_input("'" + escape(text) + "' is no limit").with_remedy("write for instance sessions=8");
    const std::string key = text.substr(0, equals);
    const std::string value = text.substr(equals + 1);
    if (value != nothing) return set_limit(tenant.limits, key, value, LimitsFor::Tenant);
    bool is_known = false;
    each_limit([&](Limit limit) {
        if (facts_of(limit).key != key) return;
        tenant.limits[limit] = 0;
        is_known = true;
    });
    return is_known ? Result<void>() : Error::bad_input("there is no limit '" + escape(key) + "'");
}

// What was not named stays.
Result<void> apply_options(const TenantOptions& options, Tenant& tenant) {
    if (!options.uids.empty()) {
        RF_TRY(tenant.uids, parse_ids(options.uids));
    }
    if (!options.gids.empty()) {
        RF_TRY(tenant.gids, parse_ids(options.gids));
    }
    if (!options.cgroups.empty()) tenant.cgroups = options.cgroups;
    if (tenant.cgroups == std::vector<std::string>{std::string(nothing)}) tenant.cgroups.clear();
    if (!options.tokens.empty()) tenant.tokens = options.tokens == "on";
    if (!options.isolation.empty()) {
        RF_TRY(tenant.isolation, parse_isolation(options.isolation));
    }
    if (!options.guard.empty()) {
        RF_TRY(tenant.guard, parse_guard(options.guard));
    }
    if (!options.vgpu.empty()) tenant.vgpu = options.vgpu == nothing ? "" : options.vgpu;
    for (const std::string& limit : options.limits)
        RF_RETURN_IF_ERROR(apply_limit(tenant, limit));
    return {};
}

ExitCode refused(const Error& error) {
    complain(error);
    return ExitCode::bad_input;
}

ExitCode add_tenant_now(const TenantOptions& options) {
    const Result<tenants::Registry> all = supervisor::list_tenants();
    if (!all.ok()) return complain(all.error());
    if (all.value().find(options.name) != nullptr) {
        return refused(Error::bad_input("there is a tenant '" + escape(options.name) + "' already")
                           .with_remedy("change it: ringfence tenant set " + escape(options.name)));
    }
    Tenant tenant;
    tenant.name = options.name;
    if (const Result<void> applied = apply_options(options, tenant); !applied.ok()) return refused(applied.error());
    if (const Result<void> done = supervisor::set_tenant(tenant); !done.ok()) return refused(done.error());
    std::string text = fmt::format("tenant {} is known from now on\n", tenant.name);
    if (all.value().tenants().empty())
        text += "it is the first one: from now on nobody else can use the GPU through this daemon\n";
    if (tenant.uids.empty() && tenant.gids.empty() && tenant.cgroups.empty() && !tenant.tokens)
        text += "nobody is recognised as it: give it users, groups, control groups or tokens\n";
    return write_output("-", text);
}

ExitCode set_tenant_now(const TenantOptions& options) {
    const Result<tenants::Registry> all = supervisor::list_tenants();
    if (!all.ok()) return complain(all.error());
    const Tenant* before = all.value().find(options.name);
    if (before == nullptr) {
        return refused(Error::bad_input("there is no tenant '" + escape(options.name) + "'")
                           .with_remedy("'ringfence tenant list' names those that there are"));
    }
    Tenant tenant = *before;
    if (const Result<void> applied = apply_options(options, tenant); !applied.ok()) return refused(applied.error());
    if (const Result<void> done = supervisor::set_tenant(tenant); !done.ok()) return refused(done.error());
    return write_output("-", fmt::format("tenant {} is changed; limits hold for its next sessions\n", tenant.name));
}

ExitCode remove_tenant_now(const TenantNameOptions& options) {
    const Result<std::uint32_t> sessions = supervisor::remove_tenant(options.name);
    if (!sessions.ok()) return refused(sessions.error());
    return write_output("-", fmt::format("tenant {} is removed; sessions that end with it: {}\n", escape(options.name),
                                         sessions.value()));
}

template <typename Item>
void append_list(std::string& line, const char* what, const std::vector<Item>& items) {
    if (items.empty()) return;
    line += fmt::format("; {}", what);
    for (const Item& item : items)
        line += fmt::format(" {}", item);
}

std::string describe_tenant(const Tenant& tenant) {
    std::string line;
    append_list(line, "uids", tenant.uids);
    append_list(line, "gids", tenant.gids);
    append_list(line, "cgroups", tenant.cgroups);
    if (tenant.tokens) line += "; tokens";
    if (tenant.isolation) line += fmt::format("; isolation {}", name_of(*tenant.isolation));
    if (tenant.guard) line += fmt::format("; guard {}", name_of(*tenant.guard));
    if (!tenant.vgpu.empty()) line += "; vgpu " + tenant.vgpu;
    if (tenant.limits != SessionLimits()) line += "; " + text_of(tenant.limits);
    return fmt::format("{:<16}  {}\n", tenant.name, line.empty() ? "nobody is recognised as it" : line.substr(2));
}

ExitCode list_tenants_now(const TenantListOptions& options) {
    const Result<tenants::Registry> all = supervisor::list_tenants();
    if (!all.ok()) return complain(all.error());
    if (options.toml) return write_output("-", all.value().text());
    if (all.value().tenants().empty())
        return write_output("-", "no tenants are named; without a file of tenants the daemon serves its own user\n");
    std::string text;
    for (const auto& [name, tenant] : all.value().tenants())
        text += describe_tenant(tenant);
    return write_output("-", text);
}

void add_tenant_options(CLI::App& command, TenantOptions& options) {
    command.add_option("NAME", options.name, "The tenant")->required();
    command.add_option("--uid", options.uids, "A user that it is; none: no user")
        ->type_name("N")
        ->allow_extra_args(false);
    command.add_option("--gid", options.gids, "A group whose members it is")->type_name("N")->allow_extra_args(false);
    command.add_option("--cgroup", options.cgroups, "A control group, with all beneath; * stands for part of a name")
        ->type_name("PATH")
        ->allow_extra_args(false);
    command.add_option("--tokens", options.tokens, "Whether tokens may be issued for it; default: off")
        ->type_name("HOW")
        ->check(CLI::IsMember({"on", "off"}));
    command.add_option("--isolation", options.isolation, "Its programs can only tighten it")
        ->type_name("HOW")
        ->check(CLI::IsMember({"auto", "private", "shared"}));
    command.add_option("--guard", options.guard, "The same")
        ->type_name("HOW")
        ->check(CLI::IsMember({"check", "fence", "off"}));
    command.add_option("--vgpu", options.vgpu, "The virtual GPU that its sessions are bound to; none: the default one")
        ->type_name("NAME");
    command.add_option("--limit", options.limits, "For instance device_memory=4G or sessions=8 (docs/limits.md)")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
}

}  // namespace

void add_tenant(CLI::App& app, Action& chosen) {
    CLI::App* tenant = app.add_subcommand("tenant", "Say who may use the GPU through the daemon");
    tenant->footer(std::string("Examples:\n"
                               "  ringfence tenant add alice --uid 1001 --limit device_memory=4G\n"
                               "  ringfence tenant list\n\n") +
                   exit_code_help);
    tenant->require_subcommand(0, 1);
    auto adding = std::make_shared<TenantOptions>();
    add_tenant_options(*add_command(*tenant, "add", "Make a tenant known",
                                    "  ringfence tenant add alice --uid 1001 --uid 1002 --isolation private\n"
                                    "  ringfence tenant add web --cgroup '/system.slice/docker-4f6d*' --tokens on\n",
                                    chosen, adding, add_tenant_now),
                       *adding);
    auto setting = std::make_shared<TenantOptions>();
    add_tenant_options(*add_command(*tenant, "set", "Change a tenant; what is not named stays",
                                    "  ringfence tenant set alice --limit sessions=8 --limit streams=none\n"
                                    "  ringfence tenant set alice --uid none --tokens on\n",
                                    chosen, setting, set_tenant_now),
                       *setting);
    auto removing = std::make_shared<TenantNameOptions>();
    add_command(*tenant, "remove", "Forget a tenant, and end its sessions", "  ringfence tenant remove alice\n", chosen,
                removing, remove_tenant_now)
        ->add_option("NAME", removing->name, "The tenant")
        ->required();
    auto listing = std::make_shared<TenantListOptions>();
    add_command(*tenant, "list", "Show the tenants", "  ringfence tenant list\n", chosen, listing, list_tenants_now)
        ->add_flag("--toml", listing->toml, "As in the file");
}

}  // namespace ringfence::cli
