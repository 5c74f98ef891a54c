// Finds the functions of a statically linked CUDA runtime in the file of a program or library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ringfence::client {

struct ProgramSymbol {
    std::string_view name;
    std::uint64_t address = 0;  // in the file, without the load offset
    std::uint64_t bytes = 0;
    std::uint64_t room = 0;  // until the next function begins
};

// The runtime's functions, from the symbol table; none if the runtime is not linked statically. The file's bytes are
// not trusted. Names point into them.
std::vector<ProgramSymbol> static_runtime_symbols(std::span<const std::byte> program);

// The CUDA version of the runtime, 12 or 13, since some functions differ under the same name.
int cuda_version(std::span<const ProgramSymbol> runtime);

// True if it seems to contain a runtime whose symbols were stripped: it has device code, but names no function that
// registers it.
bool hides_static_runtime(std::span<const std::byte> program);

}  // namespace ringfence::client
