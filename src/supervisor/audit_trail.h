// The audit trail: a file in which the supervisor writes down what happened, one JSON object a line.
//
// Only ever appended to; a file that has grown large is put aside (audit.jsonl.1, .2 …) and the oldest of those goes.
// So there is a limit to what it takes of the disk; how much a single session may write is the workers' business.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence::supervisor {

class AuditTrail {
public:
    struct Limits {
        std::uint64_t file_bytes = std::uint64_t{16} << 20;
        unsigned files_put_aside = 4;
    };

    // Makes the folders that lead there. Fails if the file is not ours alone to write.
    static Result<AuditTrail> open(const std::string& path, const Limits& limits);
    static Result<AuditTrail> open(const std::string& path) { return open(path, Limits()); }

    // Writes a line: the time, the event's name, and `details` (an object).
    Result<void> append(std::string_view event, const nlohmann::ordered_json& details);
    const std::string& path() const { return path_; }
    // Whether no other daemon writes to the same file.
    bool is_ours_alone() const { return is_ours_alone_; }

private:
    AuditTrail(std::string path, const Limits& limits) : path_(std::move(path)), limits_(limits) {}
    Result<void> open_file();
    Result<void> put_aside();

    std::string path_;
    Limits limits_;
    UniqueFd file_;
    std::uint64_t bytes_ = 0;
    bool is_ours_alone_ = false;
};

// Beside the daemon's socket if $RINGFENCE_SOCKET names one, otherwise ringfence/audit.jsonl in $XDG_STATE_HOME or
// ~/.local/state.
std::string default_audit_path();

}  // namespace ringfence::supervisor
