// The files of an audit log: `path` is the current one, rotated ones are `path`.1, .2 …, the oldest last.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence::audit {

constexpr unsigned most_files_put_aside = 99;

// The paths of the key and the head: in `state_folder`, or in the log's own folder if that is empty.
std::string key_path(const std::string& path, const std::string& state_folder);
std::string head_path(const std::string& path, const std::string& state_folder);

struct LogFile {
    std::string path;
    UniqueFd file;
};
// The present files, open for reading, the oldest first. A file that is rotated meanwhile is neither missed nor listed
// twice.
Result<std::vector<LogFile>> open_files(const std::string& path);
Result<std::string> read_all(const LogFile& file);

// Beside the daemon's socket if $RINGFENCE_SOCKET names one, otherwise ringfence/audit.jsonl in $XDG_STATE_HOME or
// ~/.local/state.
std::string default_path();

}  // namespace ringfence::audit
