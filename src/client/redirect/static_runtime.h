// Programs that carry the CUDA runtime inside: their calls are led to ours.
//
// nvcc links the runtime statically unless it is told otherwise. Such a program does not look for libcudart, so ours is
// never asked. If the program has its symbols, we find the runtime's functions in it and put a jump to ours at the
// beginning of each, before the program's own code runs. Some of them are shorter than a jump to anywhere, so the jump
// goes to a place nearby, and from there to ours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ringfence::client {

struct ProgramSymbol {
    std::string_view name;
    std::uint64_t address = 0;  // in the file's terms: without the offset that the program was loaded at
    std::uint64_t bytes = 0;
};

// The runtime's functions in a program, by its symbol table; none if the runtime is not linked into it. The bytes are a
// file's and may be anything. Names point into them.
std::vector<ProgramSymbol> static_runtime_symbols(std::span<const std::byte> program);

// The instruction, 4 or 5 bytes, that jumps from one place to another; empty if that is too far away.
std::vector<std::byte> short_jump(std::uint64_t from, std::uint64_t to);
// The instructions that jump to `target`, whatever the distance.
std::vector<std::byte> long_jump(const void* target);

// Looks at this process's program and leads what it finds to the function that `find` gives for the name (or leaves it,
// for null). Returns how many were led.
std::size_t redirect_static_runtime(void* (*find)(const char* name));

}  // namespace ringfence::client
