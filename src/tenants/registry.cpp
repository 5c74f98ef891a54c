#include "tenants/registry.h"

#include <algorithm>

#include <fmt/core.h>

#include "base/escape.h"
#include "tenants/cgroup.h"
#include "toml/reader.h"

namespace ringfence::tenants {
namespace {

constexpr std::size_t longest_name = 32;
constexpr std::size_t most_members = 1024;  // in a list
// The kernel reports this number for all users of other user namespaces that have no number here.
constexpr std::uint32_t nobody = 65534;

bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

bool is_name(std::string_view name) {
    return !name.empty() && name.size() <= longest_name && std::all_of(name.begin(), name.end(), is_name_character) &&
           name[0] != '-' && name[0] != '_' && (name[0] < '0' || name[0] > '9');
}

std::string name_rule() {
    return fmt::format("it has 1 to {} letters, digits, - or _, and begins with a letter", longest_name);
}

Result<void> check_numbers(const std::vector<std::uint32_t>& numbers, std::string_view what) {
    if (numbers.size() > most_members) return Error::bad_input(fmt::format("more than {} {}s", most_members, what));
    if (std::find(numbers.begin(), numbers.end(), nobody) == numbers.end()) return {};
    return Error::bad_input(fmt::format("{} {} is what the kernel says of everybody who has none here", what, nobody))
        .with_remedy("name users of other namespaces by cgroup, or give them tokens");
}

// The same rule as for tenants' names, since they are bare keys in the same file.
Result<void> check_vgpu_name(std::string_view name) {
    if (!is_name(name)) {
        return Error::bad_input(fmt::format("'{}' is no name for a virtual GPU: {}", escape(name, 64), name_rule()));
    }
    if (name != default_vgpu_name && name != "none") return {};
    return Error::bad_input(fmt::format("'{}' means the virtual GPU of all that are bound to none", name))
        .with_remedy("use another name; that one has the shares that no other has");
}

Result<void> check_tenant_vgpu(const Tenant& tenant) {
    return tenant.vgpu.empty() ? Result<void>() : check_vgpu_name(tenant.vgpu);
}

Result<void> check_tenant(const Tenant& tenant) {
    RF_RETURN_IF_ERROR(check_tenant_name(tenant.name));
    RF_RETURN_IF_ERROR(check_numbers(tenant.uids, "uid"));
    RF_RETURN_IF_ERROR(check_numbers(tenant.gids, "gid"));
    if (tenant.cgroups.size() > most_members) return Error::bad_input("more cgroups than a tenant may have");
    for (const std::string& pattern : tenant.cgroups)
        RF_RETURN_IF_ERROR(check_cgroup_pattern(pattern));
    return check_tenant_vgpu(tenant);
}

// An element that both lists have.
template <typename T>
const T* common(const std::vector<T>& a, const std::vector<T>& b) {
    const auto found = std::find_first_of(a.begin(), a.end(), b.begin(), b.end());
    return found == a.end() ? nullptr : &*found;
}

Error claimed_twice(const Tenant& one, const Tenant& other, const std::string& what) {
    return Error::bad_input(fmt::format("{} belongs to tenant {} and to tenant {}", what, other.name, one.name))
        .with_remedy("take it from one of them");
}

Result<void> check_apart(const Tenant& one, const Tenant& other) {
    if (const uid_t* uid = common(one.uids, other.uids)) return claimed_twice(one, other, fmt::format("uid {}", *uid));
    if (const gid_t* gid = common(one.gids, other.gids)) return claimed_twice(one, other, fmt::format("gid {}", *gid));
    if (const std::string* pattern = common(one.cgroups, other.cgroups))
        return claimed_twice(one, other, "cgroup " + escape(*pattern));
    return {};
}

Result<Tenant> parse_tenant(const std::string& name, const toml::table& table, const std::string& file) {
    Tenant tenant;
    tenant.name = name;
    TomlReader reader(table, file);
    RF_TRY(tenant.uids, reader.numbers("uids"));
    RF_TRY(tenant.gids, reader.numbers("gids"));
    RF_TRY(tenant.cgroups, reader.texts("cgroups"));
    RF_RETURN_IF_ERROR(reader.flag("tokens", tenant.tokens));
    RF_RETURN_IF_ERROR(reader.text("isolation", [&](std::string_view text) -> Result<void> {
        RF_TRY(tenant.isolation, parse_isolation(text));
        return {};
    }));
    RF_RETURN_IF_ERROR(reader.text("guard", [&](std::string_view text) -> Result<void> {
        RF_TRY(tenant.guard, parse_guard(text));
        return {};
    }));
    RF_RETURN_IF_ERROR(reader.text("vgpu", [&](std::string_view text) -> Result<void> {
        tenant.vgpu = text;
        return check_tenant_vgpu(tenant);
    }));
    RF_TRY(const toml::table* const limits, reader.table("limits"));
    if (limits != nullptr) {
        RF_TRY(tenant.limits, parse_limits(*limits, file, LimitsFor::Tenant));
    }
    RF_RETURN_IF_ERROR(reader.nothing_else());
    return tenant;
}

Result<sched::VirtualGpu> parse_vgpu(const std::string& name, const toml::table& table, const std::string& file) {
    sched::VirtualGpu vgpu;
    vgpu.name = name;
    TomlReader reader(table, file);
    for (const char* const key : {"compute", "copy", "copy_to", "copy_from", "memory"}) {
        RF_RETURN_IF_ERROR(
            reader.text(key, [&](std::string_view text) -> Result<void> { return sched::set(vgpu, key, text); }));
    }
    RF_RETURN_IF_ERROR(reader.number("priority", vgpu.priority));
    RF_RETURN_IF_ERROR(reader.number("sms", vgpu.sms));
    RF_RETURN_IF_ERROR(reader.text("managed_by", [&](std::string_view text) -> Result<void> {
        vgpu.managed_by = text;
        return check_tenant_name(text);
    }));
    RF_RETURN_IF_ERROR(reader.nothing_else());
    return vgpu;
}

// Calls read() with each table of `kind`; adds the table's place to errors without one.
template <typename Read>
Result<void> each_part(TomlReader& reader, const char* kind, const std::string& file_name, const Read& read) {
    RF_TRY(const toml::table* const all, reader.table(kind));
    if (all == nullptr) return {};
    for (const auto& [key, node] : *all) {
        const std::string name(key.str());
        if (!node.is_table())
            return reader.complaint(node, fmt::format("{0} '{1}' must be a table: [{0}.NAME]", kind, escape(name, 64)));
        if (Result<void> done = read(name, *node.as_table()); !done) {
            Error error = done.take_error();
            const toml::source_position at = node.source().begin;
            if (!error.location) error.location = {file_name, at.line, at.column};
            return error;
        }
    }
    return {};
}

// Literal strings, in which nothing is escaped, since backslashes are common in systemd's names.
std::string list_of(const std::vector<std::string>& texts) {
    std::string list;
    for (const std::string& text : texts)
        list += (list.empty() ? "'" : ", '") + text + "'";
    return list;
}

std::string list_of(const std::vector<std::uint32_t>& numbers) {
    std::string list;
    for (const std::uint32_t number : numbers)
        list += (list.empty() ? "" : ", ") + std::to_string(number);
    return list;
}

std::string limits_table(const Tenant& tenant) {
    std::string lines;
    each_limit([&](Limit limit) {
        const std::uint64_t value = tenant.limits[limit];
        if (value == 0) return;
        const LimitFacts& facts = facts_of(limit);
        const char* const quote = facts.unit == LimitUnit::Bytes ? "\"" : "";
        lines += fmt::format("{} = {}{}{}\n", facts.key, quote, text_of(limit, value), quote);
    });
    return lines.empty() ? lines : fmt::format("\n[tenant.{}.limits]\n{}", tenant.name, lines);
}

bool is_ascii(char c) {
    return static_cast<unsigned char>(c) < 0x80;
}

// The TOML library has undefined behaviour for characters that it does not expect (__builtin_unreachable). Names and
// paths here are ASCII only; comment lines may have any characters, and are removed.
Result<std::string> ascii_of(std::string_view toml, const std::string& file_name) {
    std::string text;
    text.reserve(toml.size());
    for (std::uint32_t line = 1; !toml.empty(); ++line) {
        const std::string_view one = toml.substr(0, std::min(toml.find('\n'), toml.size() - 1) + 1);
        toml.remove_prefix(one.size());
        const std::size_t first = one.find_first_not_of(" \t");
        if (first != std::string_view::npos && one[first] == '#' && one.ends_with('\n')) {
            text += '\n';
            continue;
        }
        const auto other = std::find_if_not(one.begin(), one.end(), is_ascii);
        if (other != one.end()) {
            return Error::bad_input("only comments may have characters other than ASCII's")
                .at({file_name, line, static_cast<std::uint32_t>(other - one.begin()) + 1});
        }
        text += one;
    }
    return text;
}

}  // namespace

Result<void> check_tenant_name(std::string_view name) {
    if (is_name(name)) return {};
    return Error::bad_input(fmt::format("'{}' is no name for a tenant: {}", escape(name, 64), name_rule()));
}

Result<Registry> Registry::parse(std::string_view toml, const std::string& file_name) {
    if (toml.size() > most_bytes) return Error::bad_input("more tenants than there may be").at({file_name, 0, 0});
    RF_TRY(const std::string text, ascii_of(toml, file_name));
    const toml::parse_result parsed = toml::parse(text);
    if (!parsed) {
        const toml::source_position at = parsed.error().source().begin;
        return Error::bad_input(escape(parsed.error().description())).at({file_name, at.line, at.column});
    }
    Registry registry;
    TomlReader reader(parsed.table(), file_name);
    RF_RETURN_IF_ERROR(each_part(reader, "tenant", file_name, [&](const std::string& name, const toml::table& part) {
        Result<Tenant> tenant = parse_tenant(name, part, file_name);
        return tenant ? registry.set(tenant.take()) : Result<void>(tenant.take_error());
    }));
    RF_RETURN_IF_ERROR(each_part(reader, "vgpu", file_name, [&](const std::string& name, const toml::table& part) {
        Result<sched::VirtualGpu> vgpu = parse_vgpu(name, part, file_name);
        return vgpu ? registry.set_vgpu(vgpu.take()) : Result<void>(vgpu.take_error());
    }));
    RF_RETURN_IF_ERROR(reader.nothing_else());
    return registry;
}

std::string Registry::text() const {
    std::string text;
    for (const auto& [name, tenant] : tenants_)
        text += (text.empty() ? "" : "\n") + text_of(tenant);
    for (const auto& [name, vgpu] : vgpus_)
        text += (text.empty() ? "" : "\n") + text_of(vgpu);
    return text;
}

std::string text_of(const Tenant& tenant) {
    std::string text = fmt::format("[tenant.{}]\n", tenant.name);
    if (!tenant.uids.empty()) text += fmt::format("uids = [{}]\n", list_of(tenant.uids));
    if (!tenant.gids.empty()) text += fmt::format("gids = [{}]\n", list_of(tenant.gids));
    if (!tenant.cgroups.empty()) text += fmt::format("cgroups = [{}]\n", list_of(tenant.cgroups));
    if (tenant.tokens) text += "tokens = true\n";
    if (tenant.isolation) text += fmt::format("isolation = \"{}\"\n", name_of(*tenant.isolation));
    if (tenant.guard) text += fmt::format("guard = \"{}\"\n", name_of(*tenant.guard));
    if (!tenant.vgpu.empty()) text += fmt::format("vgpu = \"{}\"\n", tenant.vgpu);
    return text + limits_table(tenant);
}

const Tenant* Registry::find(std::string_view name) const {
    const auto found = tenants_.find(name);
    return found == tenants_.end() ? nullptr : &found->second;
}

Result<void> Registry::set(Tenant tenant) {
    RF_RETURN_IF_ERROR(check_tenant(tenant));
    for (const auto& [name, other] : tenants_) {
        if (name != tenant.name) RF_RETURN_IF_ERROR(check_apart(tenant, other));
    }
    if (tenants_.size() >= most_tenants && find(tenant.name) == nullptr)
        return Error::bad_input(fmt::format("there are {} tenants, as many as there may be", most_tenants));
    std::string name = tenant.name;
    tenants_.insert_or_assign(std::move(name), std::move(tenant));
    return {};
}

bool Registry::remove(std::string_view name) {
    const auto found = tenants_.find(name);
    if (found == tenants_.end()) return false;
    tenants_.erase(found);
    for (auto& [vgpu_name, vgpu] : vgpus_) {
        if (vgpu.managed_by == name) vgpu.managed_by.clear();
    }
    return true;
}

std::string text_of(const sched::VirtualGpu& vgpu) {
    constexpr const char* keys[] = {"compute", "copy_to", "copy_from"};
    std::string text = fmt::format("[vgpu.{}]\n", vgpu.name);
    for (std::size_t resource = 0; resource < sched::resource_count; ++resource) {
        if (const sched::Share share = vgpu.shares[resource]; share != 0)
            text += fmt::format("{} = \"{}\"\n", keys[resource], sched::share_text(share));
    }
    if (vgpu.memory != 0) text += fmt::format("memory = \"{}\"\n", text_of(Limit::DeviceMemory, vgpu.memory));
    if (vgpu.priority != 0) text += fmt::format("priority = {}\n", vgpu.priority);
    if (vgpu.sms != 0) text += fmt::format("sms = {}\n", vgpu.sms);
    if (!vgpu.managed_by.empty()) text += fmt::format("managed_by = \"{}\"\n", vgpu.managed_by);
    return text;
}

const sched::VirtualGpu* Registry::find_vgpu(std::string_view name) const {
    const auto found = vgpus_.find(name);
    return found == vgpus_.end() ? nullptr : &found->second;
}

sched::VirtualGpu Registry::default_vgpu() const {
    sched::VirtualGpu vgpu;
    vgpu.name = default_vgpu_name;
    vgpu.shares.fill(sched::whole);
    for (const auto& [name, other] : vgpus_) {
        for (std::size_t resource = 0; resource < sched::resource_count; ++resource)
            vgpu.shares[resource] -= std::min(other.shares[resource], vgpu.shares[resource]);
    }
    // A smaller number counts as no share: it gets what others do not use.
    for (sched::Share& share : vgpu.shares)
        share = share < sched::leftover_share ? 0 : share;
    return vgpu;
}

sched::VirtualGpu Registry::vgpu_of(const Tenant& tenant) const {
    const sched::VirtualGpu* const vgpu = find_vgpu(tenant.vgpu);
    return vgpu != nullptr ? *vgpu : default_vgpu();
}

Result<void> Registry::set_vgpu(sched::VirtualGpu vgpu) {
    RF_RETURN_IF_ERROR(check_vgpu_name(vgpu.name));
    if (!vgpu.managed_by.empty()) RF_RETURN_IF_ERROR(check_tenant_name(vgpu.managed_by));
    std::vector<sched::VirtualGpu> all;
    for (const auto& [name, other] : vgpus_) {
        if (name != vgpu.name) all.push_back(other);
    }
    if (all.size() >= most_vgpus)
        return Error::bad_input(fmt::format("there are {} virtual GPUs, as many as there may be", most_vgpus));
    all.push_back(vgpu);
    RF_RETURN_IF_ERROR(sched::check_together(all, 0));
    std::string name = vgpu.name;
    vgpus_.insert_or_assign(std::move(name), std::move(vgpu));
    return {};
}

Result<void> Registry::remove_vgpu(std::string_view name) {
    const auto found = vgpus_.find(name);
    if (found == vgpus_.end()) {
        return Error::bad_input(fmt::format("there is no virtual GPU '{}'", escape(name, 64)))
            .with_remedy("'ringfence vgpu list' names those that there are");
    }
    for (const auto& [tenant_name, tenant] : tenants_) {
        if (tenant.vgpu != name) continue;
        return Error::bad_input(fmt::format("tenant {} is bound to virtual GPU {}", tenant_name, name))
            .with_remedy(
                fmt::format("bind it to another one, or to none: ringfence tenant set {} --vgpu none", tenant_name));
    }
    vgpus_.erase(found);
    return {};
}

Result<void> Registry::check_bindings() const {
    std::map<std::string_view, std::string_view> owners;
    for (const auto& [name, tenant] : tenants_) {
        if (tenant.vgpu.empty()) continue;
        const sched::VirtualGpu* const vgpu = find_vgpu(tenant.vgpu);
        if (vgpu == nullptr) {
            return Error::bad_input(
                       fmt::format("tenant {} is bound to virtual GPU {}, and there is none", name, tenant.vgpu))
                .with_remedy(fmt::format("make it: ringfence vgpu add {}", tenant.vgpu));
        }
        if (!vgpu->managed_by.empty() && vgpu->managed_by != name) {
            return Error::bad_input(fmt::format("tenant {} is bound to virtual GPU {}, which tenant {} manages", name,
                                                tenant.vgpu, vgpu->managed_by))
                .with_remedy("give each of them one: whoever manages a virtual GPU orders all jobs in it");
        }
        if (vgpu->memory == 0) continue;
        const auto [owner, is_first] = owners.emplace(tenant.vgpu, name);
        if (is_first) continue;
        return Error::bad_input(
                   fmt::format("virtual GPU {} has memory of its own, and is bound to tenant {} and to tenant {}",
                               tenant.vgpu, owner->second, name))
            .with_remedy("give each of them one, or set limits of device_memory instead");
    }
    for (const auto& [name, vgpu] : vgpus_) {
        if (vgpu.managed_by.empty() || find(vgpu.managed_by) != nullptr) continue;
        return Error::bad_input(
                   fmt::format("virtual GPU {} is managed by tenant {}, and there is none", name, vgpu.managed_by))
            .with_remedy(fmt::format("make it: ringfence tenant add {}", vgpu.managed_by));
    }
    return {};
}

}  // namespace ringfence::tenants
