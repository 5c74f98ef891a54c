// A summary of how a program on disk uses CUDA.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace ringfence::cli {

struct ElfSummary {
    bool is_elf = false;
    std::vector<std::string> needed;  // the libraries it names
    bool has_device_code = false;     // compiled by nvcc: it carries a fatbin
    bool has_symbols = false;         // not stripped
    bool is_static = false;           // as a whole: no dynamic linker loads it, so none loads other libraries for it
    bool has_own_runtime = false;     // the CUDA runtime is linked into it, as far as its symbols tell

    bool needs(std::string_view prefix) const;
};

// For a file that is no ELF file (a script) the summary says only that.
Result<ElfSummary> read_elf(const std::string& path);
// The same for bytes, which may be anything.
ElfSummary summarize_elf(std::string_view bytes);

}  // namespace ringfence::cli
