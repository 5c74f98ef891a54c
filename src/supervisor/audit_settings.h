// The settings of the audit log: docs/settings.md has the keys, docs/audit.md says what each means.
#pragma once

#include <cstdint>
#include <string>

#include "audit/log.h"
#include "toml/reader.h"

namespace ringfence::supervisor {

struct AuditSettings {
    audit::LogOptions log;                           // an empty path: the usual one
    std::uint32_t launches = 1;                      // one in so many is recorded; 0: none
    std::uint64_t copies = std::uint64_t{64} << 20;  // of at least so many bytes; UINT64_MAX: none
    bool is_required = false;
};

// `audit = "/path"` or the table; `settings` is the table around them.
Result<void> read_audit_settings(TomlReader& settings, const toml::table& table, const std::string& file,
                                 AuditSettings& audit);

}  // namespace ringfence::supervisor
