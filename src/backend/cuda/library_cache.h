// Looks a library up in the dynamic linker's cache (/etc/ld.so.cache).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ringfence::backend::cuda {

// The paths under which the cache lists the library `name`, in its order. A cache that is cut off or in a format that
// we do not know lists nothing.
std::vector<std::string> cached_libraries(std::string_view cache, std::string_view name);

}  // namespace ringfence::backend::cuda
