// Looks a library up in the dynamic linker's cache (/etc/ld.so.cache).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ringfence::backend::cuda {

// The paths that the cache lists for the library `name`, in its order. None if the cache is truncated or has an unknown
// format.
std::vector<std::string> cached_libraries(std::string_view cache, std::string_view name);

}  // namespace ringfence::backend::cuda
