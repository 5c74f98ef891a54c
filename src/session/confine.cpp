#include "session/confine.h"

#include <sys/prctl.h>
#include <sys/resource.h>

#include <cerrno>
#include <system_error>

#include "sandbox/filters.h"

namespace ringfence::session {
namespace {

// Limits private memory: messages, images, answers that the client does not read. Memory shared with the device is
// counted elsewhere. A client that makes this process exceed the limit ends its own session.
constexpr rlim_t most_own_memory = rlim_t{1} << 30;
constexpr rlim_t most_files = 2048;

Error refused(const char* what) {
    return Error::internal(std::string("cannot ") + what + ": " + std::generic_category().message(errno));
}

Result<void> limit(int resource, rlim_t most, const char* what) {
    rlimit now = {};
    if (::getrlimit(static_cast<__rlimit_resource>(resource), &now) != 0) return refused(what);
    const rlim_t bound = now.rlim_max < most ? now.rlim_max : most;
    const rlimit wanted = {bound, bound};
    if (::setrlimit(static_cast<__rlimit_resource>(resource), &wanted) != 0) return refused(what);
    return {};
}

}  // namespace

Result<void> confine() {
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return refused("give up new privileges");
    if (::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return refused("keep its memory to itself");
    RF_RETURN_IF_ERROR(limit(RLIMIT_CORE, 0, "do without core files"));
    RF_RETURN_IF_ERROR(limit(RLIMIT_NOFILE, most_files, "limit its descriptors"));
    RF_RETURN_IF_ERROR(limit(RLIMIT_DATA, most_own_memory, "limit its memory"));
    return sandbox::confine_worker({.has_card = false, .starts_others = false});
}

}  // namespace ringfence::session
