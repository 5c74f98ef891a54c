#include "tenants/revocations.h"

#include <algorithm>

#include <fmt/core.h>

#include "base/escape.h"
#include "tenants/state_file.h"
#include "tenants/token.h"

namespace ringfence::tenants {
namespace {

constexpr std::size_t most_list_bytes = std::size_t{4} << 20;

}  // namespace

Result<Revocations> Revocations::parse(std::string_view text, const std::string& file_name) {
    Revocations revocations;
    for (std::uint32_t line = 1; !text.empty(); ++line) {
        const std::string_view id = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(id.size() + 1, text.size()));
        if (id.empty()) continue;
        if (!is_token_id(id)) return Error::bad_input("this is no token's id").at({file_name, line, 1});
        revocations.ids_.emplace(id);
    }
    return revocations;
}

Result<Revocations> Revocations::load(const std::string& path) {
    RF_TRY(const std::optional<std::string> text, read_state_file(path, most_list_bytes));
    return parse(text.value_or(""), escape(path));
}

Result<void> Revocations::add(const std::string& path, const std::string& id) {
    if (!is_token_id(id)) {
        return Error::bad_input("'" + escape(id, 64) + "' is no token's id")
            .with_remedy("'ringfence token show' tells it: 16 hexadecimal digits");
    }
    RF_TRY(const UniqueFd lock, lock_state_file(path));
    RF_TRY(Revocations all, load(path));
    if (all.ids_.size() >= most && !all.has(id)) {
        return Error::bad_input(fmt::format("{} tokens are revoked, as many as can be", most))
            .with_remedy("make a new secret, which ends all tokens: remove token.secret, and start the daemon again");
    }
    all.ids_.insert(id);
    std::string text;
    for (const std::string& one : all.ids_)
        text += one + "\n";
    RF_RETURN_IF_ERROR(write_state_file(path, text));
    ids_ = std::move(all.ids_);
    return {};
}

}  // namespace ringfence::tenants
