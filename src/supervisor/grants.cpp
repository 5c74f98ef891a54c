#include "supervisor/grants.h"

#include <fcntl.h>
#include <sys/random.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include <fmt/core.h>

namespace ringfence::supervisor {

Outcome<std::string> Grants::add(Grant grant) {
    std::size_t of_session = 0;
    std::size_t of_tenant = 0;
    for (const auto& [reference, other] : grants_) {
        of_session += other.session == grant.session ? 1 : 0;
        of_tenant += other.tenant == grant.tenant ? 1 : 0;
    }
    if (of_session >= most_of_a_session || of_tenant >= most_of_a_tenant || grants_.size() >= most) {
        return Refusal{
            schema::ErrorCode::LIMIT_REACHED,
            Error::bad_input(fmt::format("a session can grant {} programs and segments, a tenant {}, all together {}",
                                         most_of_a_session, most_of_a_tenant, most)),
            "grants"};
    }
    // Anything else could be a file that nobody can close, and others would get copies of it.
    if (::fcntl(grant.descriptor.get(), F_GET_SEALS) < 0) {
        return Refusal{schema::ErrorCode::INVALID_ARGUMENT, Error::bad_input("what is granted is no memory file"), ""};
    }
    std::string reference(reference_bytes, '\0');
    if (::getrandom(reference.data(), reference.size(), 0) != static_cast<ssize_t>(reference.size())) {
        return Refusal{schema::ErrorCode::INTERNAL,
                       Error::internal(std::string("no random numbers: ") + std::strerror(errno)), ""};
    }
    grants_.emplace(reference, std::move(grant));
    return reference;
}

Outcome<UniqueFd> Grants::use(const std::string& reference, const std::string& tenant, bool is_segment) const {
    const auto found = grants_.find(reference);
    // A grant of another tenant or kind is reported as missing, so that the answer reveals nothing about it.
    if (found == grants_.end() || found->second.tenant != tenant || found->second.is_segment != is_segment) {
        return Refusal{schema::ErrorCode::NOT_FOUND,
                       Error::bad_input(is_segment ? "no such segment was granted" : "no such program was granted")
                           .with_remedy("ask for a new grant: it ends with the session that gave it"),
                       ""};
    }
    const UniqueFd& granted = found->second.descriptor;
    UniqueFd copy = UniqueFd::foreign(::fcntl(granted.get(), F_DUPFD_CLOEXEC, 3), granted.whose());
    if (!copy) {
        return Refusal{schema::ErrorCode::OVERLOADED,
                       Error::bad_input(std::string("no descriptor is left: ") + std::strerror(errno)), ""};
    }
    return copy;
}

void Grants::end_of_session(std::uint32_t session) {
    std::erase_if(grants_, [session](const auto& one) { return one.second.session == session; });
}

}  // namespace ringfence::supervisor
