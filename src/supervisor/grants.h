// Programs and segments that sessions have granted to other sessions of the same tenant, by unguessable references.
//
// A grant ends with the session that made it; no new session can use it after that.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"
#include "supervisor/desk.h"

namespace ringfence::supervisor {

struct Grant {
    std::uint32_t session = 0;  // that made it
    std::string tenant;
    bool is_segment = false;
    UniqueFd descriptor;  // the program's image, or the segment's memory
};

class Grants {
public:
    static constexpr std::size_t most_of_a_session = 64;
    static constexpr std::size_t most_of_a_tenant = 256;
    static constexpr std::size_t most = 1024;
    static constexpr std::size_t reference_bytes = 32;

    // Adds a grant, and returns its reference.
    Outcome<std::string> add(Grant grant);
    // A copy of the descriptor, for a session of `tenant`.
    Outcome<UniqueFd> use(const std::string& reference, const std::string& tenant, bool is_segment) const;
    void end_of_session(std::uint32_t session);

    const std::map<std::string, Grant>& all() const { return grants_; }
    void adopt(std::string reference, Grant grant) { grants_.emplace(std::move(reference), std::move(grant)); }

private:
    std::map<std::string, Grant> grants_;  // by reference
};

}  // namespace ringfence::supervisor
