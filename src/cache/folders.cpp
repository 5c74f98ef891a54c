#include "cache/folders.h"

#include <sys/stat.h>

#include <cerrno>
#include <system_error>

#include <fmt/core.h>

#include "base/escape.h"

namespace ringfence::cache {

Result<void> make_folders(const std::string& path) {
    for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
        const std::string part = path.substr(0, end);
        if (::mkdir(part.c_str(), 0700) != 0 && errno != EEXIST && errno != EISDIR) {
            return Error::bad_input(fmt::format("compiled code is not kept in {}: {}", escape(path),
                                                std::generic_category().message(errno)))
                .with_remedy("name another folder (RINGFENCE_CACHE)");
        }
        if (end == std::string::npos) return {};
    }
}

}  // namespace ringfence::cache
