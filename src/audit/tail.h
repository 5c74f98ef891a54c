// The end of an audit log, as a daemon that starts finds it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "audit/record.h"
#include "base/result.h"

namespace ringfence::audit {

struct TailRecord {
    Link link;
    Hash before{};
};

struct Tail {
    std::vector<TailRecord> records;  // the last ones, in order
    std::uint64_t whole_bytes = 0;    // of the file that is written to, up to its last newline
    std::string torn;                 // what stands behind that
    std::string problem;              // the last line is no record
    bool is_endless_line = false;     // the file that is written to ends with a line without an end

    // The log's end, if it goes on from `known` without a break.
    std::optional<Link> follows(const Link& known) const;
};

Result<Tail> read_tail(const std::string& path);

}  // namespace ringfence::audit
