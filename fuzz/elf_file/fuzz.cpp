// `ringfence run` looks into whatever file it is told to run.
#include <cstdint>
#include <cstdlib>

#include "cli/elf_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto summary = ringfence::cli::summarize_elf({reinterpret_cast<const char*>(data), size});
    const bool says_something =
        !summary.needed.empty() || summary.has_device_code || summary.has_symbols || summary.has_own_runtime;
    if (says_something && !summary.is_elf) std::abort();
    if (summary.has_own_runtime && !summary.has_symbols) std::abort();
    for (const std::string& name : summary.needed) {
        if (name.size() > size || name.find('\0') != std::string::npos || !summary.needs(name)) std::abort();
    }
    return 0;
}
