#include "supervisor/settings.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fmt/core.h>

#include "base/escape.h"
#include "base/file.h"
#include "supervisor/metrics_address.h"
#include "toml/reader.h"

namespace ringfence::supervisor {
namespace {

constexpr std::size_t settings_limit = 1 << 20;

Result<void> read_soft(const toml::table& table, const std::string& file, Settings& settings) {
    TomlReader reader(table, file);
    RF_RETURN_IF_ERROR(reader.text("memory", [&](std::string_view text) -> Result<void> {
        RF_TRY(settings.soft_memory, parse_size(text));
        return {};
    }));
    RF_RETURN_IF_ERROR(reader.number("workers", settings.soft_workers));
    RF_RETURN_IF_ERROR(reader.number("launch_limit_ms", settings.soft_launch_limit_ms));
    return reader.nothing_else();
}

Result<void> read_cache(const toml::table& table, const std::string& file, Settings& settings) {
    TomlReader reader(table, file);
    RF_RETURN_IF_ERROR(reader.text("folder", [&](std::string_view text) -> Result<void> {
        if (!text.starts_with('/')) return Error::bad_input("it must be a path that begins with /");
        settings.cache_folder = text;
        return {};
    }));
    RF_RETURN_IF_ERROR(reader.text("secret", [&](std::string_view text) -> Result<void> {
        if (!text.starts_with('/')) return Error::bad_input("it must be a path that begins with /");
        settings.cache_secret = text;
        return {};
    }));
    RF_RETURN_IF_ERROR(reader.text("limit", [&](std::string_view text) -> Result<void> {
        RF_TRY(settings.cache_limit, parse_size(text));
        return {};
    }));
    return reader.nothing_else();
}

// Room for some pieces of at least 2 MiB each.
constexpr std::uint64_t least_host_backing = std::uint64_t{64} << 20;
constexpr std::uint64_t most_local_memory = std::uint64_t{512} << 10;  // the most that a card can give a thread

Result<void> read_compiler(const toml::table& table, const std::string& file, Settings& settings) {
    TomlReader reader(table, file);
    RF_RETURN_IF_ERROR(reader.number("at_once", settings.compilers));
    RF_RETURN_IF_ERROR(reader.number("limit_ms", settings.compile_limit_ms));
    RF_RETURN_IF_ERROR(reader.text("memory", [&](std::string_view text) -> Result<void> {
        RF_TRY(settings.compile_memory, parse_size(text));
        return {};
    }));
    RF_RETURN_IF_ERROR(reader.text("ptxas", [&](std::string_view text) -> Result<void> {
        if (text != "auto" && text != "off" && !text.starts_with('/'))
            return Error::bad_input("it must be auto, off, or a path that begins with /");
        settings.ptxas = text;
        return {};
    }));
    return reader.nothing_else();
}

Result<void> read_policies(TomlReader& settings, const std::string& file, PolicyPaceSettings& pace) {
    RF_TRY(const toml::table* table, settings.table("policies"));
    if (table == nullptr) return {};
    TomlReader reader(*table, file);
    RF_RETURN_IF_ERROR(reader.number("at_once", pace.at_once));
    RF_RETURN_IF_ERROR(reader.number("per_minute", pace.per_minute));
    for (const char* const key : {"at_once", "per_minute"}) {
        if (const toml::node* const node = table->get(key); node != nullptr && node->value_or(1) == 0)
            return reader.complaint(*node, fmt::format("{} of [policies] must be at least 1", key));
    }
    return reader.nothing_else();
}

// The weight of the nice value -20 is 87.
constexpr std::uint32_t most_of_all_weights = 100;

Result<void> read_process_weights(TomlReader& settings, const std::string& file, Settings& values) {
    RF_TRY(const toml::table* table, settings.table("process_weights"));
    if (table == nullptr) return {};
    TomlReader reader(*table, file);
    RF_RETURN_IF_ERROR(reader.flag("follow", values.follow_processes));
    RF_RETURN_IF_ERROR(reader.number("most", values.most_process_weight));
    if (values.most_process_weight == 0 || values.most_process_weight > most_of_all_weights) {
        return reader.complaint(*table->get("most"),
                                fmt::format("most of [process_weights] must be from 1 to {}", most_of_all_weights));
    }
    return reader.nothing_else();
}

Result<void> read_metrics(TomlReader& settings, const std::string& file, std::string& listen) {
    RF_TRY(const toml::table* table, settings.table("metrics"));
    if (table == nullptr) return {};
    TomlReader reader(*table, file);
    RF_RETURN_IF_ERROR(reader.text("listen", [&](std::string_view text) -> Result<void> {
        listen = text;
        RF_RETURN_IF_ERROR(parse_metrics_address(text));
        return {};
    }));
    return reader.nothing_else();
}

Result<void> read_memory(TomlReader& settings, const std::string& file, Settings& values) {
    RF_TRY(const toml::table* table, settings.table("memory"));
    if (table == nullptr) return {};
    TomlReader reader(*table, file);
    RF_RETURN_IF_ERROR(reader.text("host_backing", [&](std::string_view text) -> Result<void> {
        RF_TRY(values.host_backing, parse_size(text));
        if (values.host_backing != 0 && values.host_backing < least_host_backing)
            return Error::bad_input("it must be at least 64M, or 0 for none");
        return {};
    }));
    RF_RETURN_IF_ERROR(reader.text("host_ready", [&](std::string_view text) -> Result<void> {
        RF_TRY(values.host_ready, parse_size(text));
        if (*values.host_ready > values.host_backing)
            return Error::bad_input("it is a part of host_backing, and cannot be more than that");
        return {};
    }));
    return reader.nothing_else();
}

Result<void> read_limits(TomlReader& reader, const std::string& file, Settings& settings) {
    RF_TRY(const toml::table* session, reader.table("limits"));
    if (session != nullptr) {
        RF_TRY(settings.limits, parse_limits(*session, file));
    }
    RF_TRY(const toml::table* tenant, reader.table("tenant_limits"));
    if (tenant != nullptr) {
        RF_TRY(settings.tenant_limits, parse_limits(*tenant, file, LimitsFor::Tenant));
    }
    return {};
}

// Searched in order.
Result<void> read_libraries(TomlReader& reader, const std::string& file, std::vector<std::string>& folders) {
    RF_TRY(folders, reader.texts("libraries"));
    for (const std::string& folder : folders) {
        if (folder.starts_with('/')) continue;
        return Error::bad_input("libraries: the folder '" + escape(folder) + "' must be a path that begins with /")
            .at({file, 0, 0});
    }
    return {};
}

Result<void> read_system(const toml::table& table, const std::string& file, Settings& settings) {
    TomlReader reader(table, file);
    for (const auto& [key, to] : {std::pair("user", &settings.system_user), {"workers", &settings.system_workers}}) {
        RF_RETURN_IF_ERROR(reader.text(key, [to = to](std::string_view text) -> Result<void> {
            *to = text;
            return {};
        }));
    }
    return reader.nothing_else();
}

constexpr const char* system_settings_file = "/etc/ringfence/ringfence.toml";

std::optional<std::string> existing_settings_file() {
    std::string folder;
    if (const char* config = std::getenv("XDG_CONFIG_HOME"); config != nullptr && *config == '/') {
        folder = config;
    } else if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/') {
        folder = std::string(home) + "/.config";
    }
    if (!folder.empty()) {
        const std::string path = folder + "/ringfence/ringfence.toml";
        if (::access(path.c_str(), F_OK) == 0) return path;
    }
    if (::access(system_settings_file, F_OK) == 0) return system_settings_file;
    return std::nullopt;
}

}  // namespace

Domain choose_domain(Settings wanted, const std::string& why_private) {
    if (wanted.isolation != Isolation::Auto) return {std::move(wanted), ""};
    std::string why = why_private;
    if (wanted.guard == Guard::Off) why = "the guard is off (guard: off)";
    wanted.isolation = why.empty() ? Isolation::Shared : Isolation::Private;
    if (!why.empty()) wanted.guard = Guard::Off;
    return {std::move(wanted), std::move(why)};
}

std::string_view name_of(Backend backend) {
    switch (backend) {
        case Backend::Auto: return "auto";
        case Backend::Soft: return "soft";
        case Backend::Cuda: return "cuda";
    }
    return "?";
}

Result<Backend> parse_backend(std::string_view text) {
    for (const Backend backend : {Backend::Auto, Backend::Soft, Backend::Cuda}) {
        if (text == name_of(backend)) return backend;
    }
    return Error::bad_input("there is no backend '" + escape(text) + "'; there are auto, soft and cuda");
}

Result<Settings> parse_settings(std::string_view toml, const std::string& file_name) {
    const toml::parse_result parsed = toml::parse(toml);
    if (!parsed) {
        const toml::source_position at = parsed.error().source().begin;
        return Error::bad_input(escape(parsed.error().description())).at({file_name, at.line, at.column});
    }
    Settings settings;
    TomlReader reader(parsed.table(), file_name);
    RF_RETURN_IF_ERROR(reader.text("backend", [&](std::string_view text) -> Result<void> {
        RF_TRY(settings.backend, parse_backend(text));
        return {};
    }));
    RF_RETURN_IF_ERROR(reader.text("isolation", [&](std::string_view text) -> Result<void> {
        RF_TRY(settings.isolation, parse_isolation(text));
        return {};
    }));
    RF_RETURN_IF_ERROR(reader.text("guard", [&](std::string_view text) -> Result<void> {
        RF_TRY(settings.guard, parse_guard(text));
        return {};
    }));
    RF_RETURN_IF_ERROR(reader.text("log", [&](std::string_view text) -> Result<void> {
        if (!text.starts_with('/')) return Error::bad_input("the file's path must begin with /");
        settings.log = text;
        return {};
    }));
    RF_RETURN_IF_ERROR(read_audit_settings(reader, parsed.table(), file_name, settings.audit));
    RF_RETURN_IF_ERROR(reader.text("tenants", [&](std::string_view text) -> Result<void> {
        if (!text.starts_with('/')) return Error::bad_input("the file's path must begin with /");
        settings.tenants = text;
        return {};
    }));
    RF_RETURN_IF_ERROR(read_libraries(reader, file_name, settings.libraries));
    std::uint32_t limit = UINT32_MAX;
    RF_RETURN_IF_ERROR(reader.number("kernel_limit_ms", limit));
    if (limit != UINT32_MAX) settings.kernel_limit_ms = limit;
    RF_RETURN_IF_ERROR(reader.number("kernel_grace_ms", settings.kernel_grace_ms));
    RF_RETURN_IF_ERROR(reader.text("local_memory", [&](std::string_view text) -> Result<void> {
        RF_TRY(settings.local_memory, parse_size(text));
        if (settings.local_memory < 1024 || settings.local_memory > most_local_memory)
            return Error::bad_input("a thread's local memory must be between 1K and 512K");
        return {};
    }));
    RF_RETURN_IF_ERROR(reader.text("host_memory", [&](std::string_view text) -> Result<void> {
        RF_TRY(settings.host_memory, parse_size(text));
        return {};
    }));
    RF_RETURN_IF_ERROR(reader.number("max_workers", settings.max_workers));
    RF_RETURN_IF_ERROR(reader.flag("multiprocessor_parts", settings.multiprocessor_parts));
    std::uint32_t spares = UINT32_MAX;
    RF_RETURN_IF_ERROR(reader.number("spare_workers", spares));
    if (spares != UINT32_MAX) settings.spare_workers = spares;
    RF_RETURN_IF_ERROR(reader.number("worker_patience_ms", settings.worker_patience_ms));
    RF_RETURN_IF_ERROR(reader.number("worker_pause_ms", settings.worker_pause_ms));
    RF_RETURN_IF_ERROR(reader.number("session_patience_ms", settings.session_patience_ms));
    RF_RETURN_IF_ERROR(reader.number("max_sessions", settings.max_sessions));
    RF_RETURN_IF_ERROR(reader.number("max_sessions_per_process", settings.max_sessions_per_process));
    RF_TRY(const toml::table* cache, reader.table("cache"));
    if (cache != nullptr) RF_RETURN_IF_ERROR(read_cache(*cache, file_name, settings));
    RF_TRY(const toml::table* compiler, reader.table("compiler"));
    if (compiler != nullptr) RF_RETURN_IF_ERROR(read_compiler(*compiler, file_name, settings));
    RF_TRY(const toml::table* soft, reader.table("soft"));
    if (soft != nullptr) RF_RETURN_IF_ERROR(read_soft(*soft, file_name, settings));
    RF_TRY(const toml::table* system, reader.table("system"));
    if (system != nullptr) RF_RETURN_IF_ERROR(read_system(*system, file_name, settings));
    RF_RETURN_IF_ERROR(read_limits(reader, file_name, settings));
    RF_RETURN_IF_ERROR(read_memory(reader, file_name, settings));
    RF_RETURN_IF_ERROR(read_metrics(reader, file_name, settings.metrics_listen));
    RF_RETURN_IF_ERROR(read_policies(reader, file_name, settings.policy_pace));
    RF_RETURN_IF_ERROR(read_process_weights(reader, file_name, settings));
    RF_RETURN_IF_ERROR(reader.nothing_else());
    return settings;
}

Result<Settings> load_settings(const std::optional<std::string>& path) {
    const std::optional<std::string> file = path ? path : existing_settings_file();
    if (!file) return Settings();
    RF_TRY(const std::string text, read_file(*file, settings_limit));
    return parse_settings(text, escape(*file));
}

Result<Settings> load_system_settings(const std::optional<std::string>& path) {
    const std::string file = path.value_or(system_settings_file);
    struct stat info = {};
    if (::stat(file.c_str(), &info) != 0) {
        if (!path) return Settings();
        return Error::bad_input(std::strerror(errno)).at({escape(file), 0, 0});
    }
    if (info.st_uid != 0 || (info.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
        return Error::bad_input("users other than root can write the settings of the system's daemon")
            .at({escape(file), 0, 0})
            .with_remedy("chown root " + escape(file) + "; chmod go-w " + escape(file));
    }
    return load_settings(file);
}

}  // namespace ringfence::supervisor
