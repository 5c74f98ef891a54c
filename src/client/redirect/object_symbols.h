// The CUDA runtime's functions inside a program or library, by its file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ringfence::client {

struct ProgramSymbol {
    std::string_view name;
    std::uint64_t address = 0;  // in the file's terms: without the offset that the object was loaded at
    std::uint64_t bytes = 0;
    std::uint64_t room = 0;  // until the next function begins
};

// The runtime's functions in a program, by its symbol table; none if the runtime is not linked into it. The bytes are a
// file's and may be anything. Names point into them.
std::vector<ProgramSymbol> static_runtime_symbols(std::span<const std::byte> program);

// The CUDA version of the runtime, 12 or 13: functions of one name differ.
int cuda_version(std::span<const ProgramSymbol> runtime);

// True if it contains a runtime that cannot be found because its symbols were stripped: it has device code, and
// registers it by nothing that it names.
bool hides_static_runtime(std::span<const std::byte> program);

}  // namespace ringfence::client
