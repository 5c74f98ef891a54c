// Variables of a module that lie where its user wants them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ringfence::softgpu {

struct Placement {
    std::string name;
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;  // that there are for it
};

// The initial contents of such a variable, for the user to write: loading does not touch its memory.
struct PlacedContents {
    std::uint64_t address = 0;
    std::vector<std::byte> contents;
};

}  // namespace ringfence::softgpu
