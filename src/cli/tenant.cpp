// ringfence tenant add, list, set, remove: who may use the GPU through the daemon.
#include <charconv>

#include <fmt/core.h>

#include "base/escape.h"
#include "cli/command.h"
#include "cli/registry_command.h"

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

// Options that were not given leave their settings unchanged.
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

std::string tenant_table(const tenants::Registry& registry) {
    if (registry.tenants().empty())
        return "no tenants are named; without a file of tenants the daemon serves its own user\n";
    std::string text;
    for (const auto& [name, tenant] : registry.tenants())
        text += describe_tenant(tenant);
    return text;
}

void add_tenant_options(CLI::App& command, TenantOptions& options) {
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

struct TenantKind {
    using Thing = Tenant;
    using Options = TenantOptions;
    static constexpr std::string_view noun = "tenant";
    static constexpr std::string_view command = "tenant";
    static constexpr RegistryHelp help = {
        .about = "Say who may use the GPU through the daemon",
        .examples =
            "  ringfence tenant add alice --uid 1001 --limit device_memory=4G\n"
            "  ringfence tenant list\n",
        .add = "Make a tenant known",
        .add_examples =
            "  ringfence tenant add alice --uid 1001 --uid 1002 --isolation private\n"
            "  ringfence tenant add web --cgroup '/system.slice/docker-4f6d*' --tokens on\n",
        .set = "Change a tenant; what is not named stays",
        .set_examples =
            "  ringfence tenant set alice --limit sessions=8 --limit streams=none\n"
            "  ringfence tenant set alice --uid none --tokens on\n",
        .remove = "Forget a tenant, and end its sessions",
        .remove_examples = "  ringfence tenant remove alice\n",
        .list = "Show the tenants",
        .list_examples = "  ringfence tenant list\n",
        .name = "The tenant"};

    static const Thing* find(const tenants::Registry& all, const std::string& name) { return all.find(name); }
    static Result<void> apply(const Options& options, Thing& tenant) { return apply_options(options, tenant); }
    static Result<void> store(const Thing& tenant) { return supervisor::set_tenant(tenant); }
    static Result<std::string> remove(const std::string& name) {
        RF_TRY(const std::uint32_t sessions, supervisor::remove_tenant(name));
        return fmt::format("tenant {} is removed; sessions that end with it: {}\n", escape(name), sessions);
    }
    static std::string added(const tenants::Registry& before, const Thing& tenant) {
        std::string text = fmt::format("tenant {} is known from now on\n", tenant.name);
        if (before.tenants().empty())
            text += "it is the first one: from now on nobody else can use the GPU through this daemon\n";
        if (tenant.uids.empty() && tenant.gids.empty() && tenant.cgroups.empty() && !tenant.tokens)
            text += "nobody is recognised as it: give it users, groups, control groups or tokens\n";
        return text;
    }
    static std::string changed(const Thing& tenant) {
        return fmt::format("tenant {} is changed; limits hold for its next sessions\n", tenant.name);
    }
    static std::string list(const tenants::Registry& all, bool as_toml) {
        return as_toml ? all.text() : tenant_table(all);
    }
    static void add_options(CLI::App& to, Options& options) { add_tenant_options(to, options); }
};

}  // namespace

void add_tenant(CLI::App& app, Action& chosen) {
    add_registry_command<TenantKind>(app, chosen);
}

}  // namespace ringfence::cli
