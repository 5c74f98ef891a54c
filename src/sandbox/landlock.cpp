#include "sandbox/landlock.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <string>
#include <system_error>

#include "base/unique_fd.h"

namespace ringfence::sandbox {
namespace {

constexpr std::uint64_t execute = LANDLOCK_ACCESS_FS_EXECUTE;
constexpr std::uint64_t read = LANDLOCK_ACCESS_FS_READ_FILE;

// All rights that a version knows; later ones than the header's by their numbers.
std::uint64_t rights_of(int version) {
    std::uint64_t rights = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1U) - 1;
    constexpr std::uint64_t refer = 1U << 13U;
    constexpr std::uint64_t truncate = 1U << 14U;
    constexpr std::uint64_t device_calls = 1U << 15U;
    if (version >= 2) rights |= refer;
    if (version >= 3) rights |= truncate;
    if (version >= 5) rights |= device_calls;
    return rights;
}

Error cannot(const std::string& what, int number) {
    return Error::bad_input("a process cannot " + what + " (Landlock): " + std::generic_category().message(number));
}

Result<void> allow(int rules, const std::string& path, std::uint64_t rights) {
    const UniqueFd file(::open(path.c_str(), O_PATH | O_CLOEXEC));
    if (!file && errno == ENOENT) return {};
    if (!file) return cannot("open " + path, errno);
    landlock_path_beneath_attr rule = {};
    rule.allowed_access = rights;
    rule.parent_fd = file.get();
    if (::syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0)
        return cannot("keep " + path, errno);
    return {};
}

}  // namespace

int landlock_version() {
    const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    return version < 0 ? 0 : static_cast<int>(version);
}

Result<void> allow_only(const OpenFiles& files) {
    // A later header may have more fields; this one has them in all versions.
    const std::uint64_t handled = rights_of(landlock_version());
    const UniqueFd rules(static_cast<int>(::syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0)));
    if (!rules) return cannot("give up files", errno);
    for (const std::string& path : files.readable)
        RF_RETURN_IF_ERROR(allow(rules.get(), path, read));
    for (const std::string& path : files.executable)
        RF_RETURN_IF_ERROR(allow(rules.get(), path, read | execute));
    if (::syscall(SYS_landlock_restrict_self, rules.get(), 0) != 0) return cannot("give up files", errno);
    return {};
}

}  // namespace ringfence::sandbox
