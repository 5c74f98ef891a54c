#include "supervisor/audit_settings.h"

#include <charconv>

#include "base/escape.h"

namespace ringfence::supervisor {
namespace {

constexpr std::uint64_t smallest_audit_file = 64 << 10;

Result<std::string> absolute_path(std::string_view text) {
    if (!text.starts_with('/')) return Error::bad_input("the path must begin with /");
    return std::string(text);
}

Result<audit::Sync> parse_sync(std::string_view text) {
    if (text == "always") return audit::Sync::Always;
    if (text == "second") return audit::Sync::Second;
    if (text == "never") return audit::Sync::Never;
    return Error::bad_input("there is no '" + escape(text) + "'; there are always, second and never");
}

Result<std::uint32_t> parse_launches(std::string_view text) {
    if (text == "all") return 1U;
    if (text == "off") return 0U;
    std::uint32_t number = 0;
    const std::string_view digits = text.starts_with("1/") ? text.substr(2) : "";
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (digits.empty() || error != std::errc() || end != digits.data() + digits.size() || number == 0)
        return Error::bad_input("'" + escape(text) + "' is none of all, off and 1/N, for instance 1/1000");
    return number;
}

Result<void> read_table(const toml::table& table, const std::string& file, AuditSettings& audit) {
    TomlReader reader(table, file);
    audit::WriterOptions& writer = audit.log.writer;
    RF_RETURN_IF_ERROR(reader.text("file", [&](std::string_view text) -> Result<void> {
        RF_TRY(writer.path, absolute_path(text));
        return {};
    }));
    RF_RETURN_IF_ERROR(reader.text("state", [&](std::string_view text) -> Result<void> {
        RF_TRY(writer.state_folder, absolute_path(text));
        return {};
    }));
    RF_RETURN_IF_ERROR(reader.text("file_limit", [&](std::string_view text) -> Result<void> {
        RF_TRY(writer.file_bytes, parse_size(text));
        if (writer.file_bytes < smallest_audit_file) return Error::bad_input("a file must have room for 64K");
        return {};
    }));
    RF_RETURN_IF_ERROR(reader.number("files", writer.files_put_aside));
    RF_RETURN_IF_ERROR(reader.text("sync", [&](std::string_view text) -> Result<void> {
        RF_TRY(writer.sync, parse_sync(text));
        return {};
    }));
    RF_RETURN_IF_ERROR(reader.number("at_once", audit.log.quota.at_once));
    RF_RETURN_IF_ERROR(reader.number("per_minute", audit.log.quota.per_minute));
    RF_RETURN_IF_ERROR(reader.text("launches", [&](std::string_view text) -> Result<void> {
        RF_TRY(audit.launches, parse_launches(text));
        return {};
    }));
    RF_RETURN_IF_ERROR(reader.text("copies", [&](std::string_view text) -> Result<void> {
        audit.copies = UINT64_MAX;
        if (text == "off") return {};
        RF_TRY(audit.copies, parse_size(text));
        return {};
    }));
    RF_RETURN_IF_ERROR(reader.flag("required", audit.is_required));
    return reader.nothing_else();
}

}  // namespace

Result<void> read_audit_settings(TomlReader& settings, const toml::table& table, const std::string& file,
                                 AuditSettings& audit) {
    if (const toml::node* node = table.get("audit"); node != nullptr && node->is_string()) {
        return settings.text("audit", [&](std::string_view text) -> Result<void> {
            RF_TRY(audit.log.writer.path, absolute_path(text));
            return {};
        });
    }
    RF_TRY(const toml::table* own, settings.table("audit"));
    return own == nullptr ? Result<void>() : read_table(*own, file, audit);
}

}  // namespace ringfence::supervisor
