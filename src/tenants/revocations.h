// The ids of revoked tokens, in a file. Tokens that are derived from a revoked one are revoked, too.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace ringfence::tenants {

class Revocations {
public:
    static constexpr std::size_t most = 100'000;

    // Empty if there is no such file. Fails if the file cannot be read, since no revocation may be lost.
    static Result<Revocations> load(const std::string& path);
    // Adds an id, also to the file.
    Result<void> add(const std::string& path, const std::string& id);

    bool has(std::string_view id) const { return ids_.contains(id); }
    std::size_t size() const { return ids_.size(); }

private:
    static Result<Revocations> parse(std::string_view text, const std::string& file_name);

    std::set<std::string, std::less<>> ids_;
};

}  // namespace ringfence::tenants
