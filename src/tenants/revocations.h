// Tokens that are not valid any more, and nothing that was made of them: their ids, in a file.
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

    // None at all if there is no such file. One that cannot be read is an error: a revocation is never forgotten.
    static Result<Revocations> load(const std::string& path);
    // Adds one to the file too.
    Result<void> add(const std::string& path, const std::string& id);

    bool has(std::string_view id) const { return ids_.contains(id); }
    std::size_t size() const { return ids_.size(); }

private:
    static Result<Revocations> parse(std::string_view text, const std::string& file_name);

    std::set<std::string, std::less<>> ids_;
};

}  // namespace ringfence::tenants
