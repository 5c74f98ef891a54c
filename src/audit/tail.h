// The end of an audit log, as a starting daemon finds it.
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
    std::vector<TailRecord> records;  // the last records, in order
    std::uint64_t whole_bytes = 0;    // of the current file, up to its last newline
    std::string torn;                 // the incomplete line after that
    std::string problem;              // why the last line is not a record; empty: it is
    bool is_endless_line = false;     // the current file ends with a line that is too long

    // The last record, if the chain continues from `known` without a break.
    std::optional<Link> follows(const Link& known) const;
};

Result<Tail> read_tail(const std::string& path);

}  // namespace ringfence::audit
