#include "libringfence/farewell.h"

#include <capnp/schema.h>

#include <string>

#include "base/limits.h"

namespace ringfence::native {
namespace {

constexpr std::string_view before_a_remedy = "\n  remedy: ";

// What stands behind "NAME: ", if the text has it.
std::optional<std::string_view> behind_name(std::string_view text, const std::string& name) {
    const std::string marked = name + ": ";
    const std::size_t at = text.find(marked);
    if (at == std::string_view::npos || (at != 0 && text[at - 1] != ' ')) return std::nullopt;
    return text.substr(at + marked.size());
}

Problem problem_in(std::string_view text, rf_code code) {
    Problem problem{code};
    const std::size_t end = text.find(before_a_remedy);
    problem.message = text.substr(0, end);
    if (end != std::string_view::npos) problem.remedy = text.substr(end + before_a_remedy.size());
    if (code != RF_LIMIT_REACHED) return problem;
    if (const auto limit = limit_named_in(text)) problem.limit = facts_of(*limit).key;
    return problem;
}

}  // namespace

std::optional<Problem> farewell_in(std::string_view description) {
    for (const auto code : capnp::Schema::from<schema::ErrorCode>().getEnumerants()) {
        // Nobody ends a connection for no reason; whatever has these words is somebody else's.
        if (code.getIndex() == static_cast<unsigned>(schema::ErrorCode::NONE)) continue;
        const auto found = behind_name(description, code.getProto().getName().cStr());
        if (found) return problem_in(*found, static_cast<rf_code>(code.getIndex()));
    }
    return std::nullopt;
}

}  // namespace ringfence::native
