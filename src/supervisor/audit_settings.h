// What can be set about the audit log: docs/audit.md says what each means.
//
//     [audit]
//     file = "/path/to/file"    # default: ~/.local/state/ringfence/audit.jsonl
//     state = "/folder"         # of the key and the head; default: the file's folder
//     file_limit = "32M"        # then it is put aside
//     files = 8                 # that were put aside are kept
//     sync = "second"           # always, second, never: when records are on the disk
//     at_once = 256             # records of one event that a peer may cause at once
//     per_minute = 30           # and then
//     launches = "all"          # all, off, 1/N: which launches are written down
//     copies = "64M"            # copies of at least so much are; off: none
//     required = false          # true: while nothing can be written, nobody gets a session
#pragma once

#include <cstdint>
#include <string>

#include "audit/log.h"
#include "toml/reader.h"

namespace ringfence::supervisor {

struct AuditSettings {
    audit::LogOptions log;                           // an empty path: the usual one
    std::uint32_t launches = 1;                      // every so manieth; 0: none
    std::uint64_t copies = std::uint64_t{64} << 20;  // of at least so many bytes; UINT64_MAX: none
    bool is_required = false;
};

// `audit = "/path"` or the table; `settings` is what they stand in.
Result<void> read_audit_settings(TomlReader& settings, const toml::table& table, const std::string& file,
                                 AuditSettings& audit);

}  // namespace ringfence::supervisor
