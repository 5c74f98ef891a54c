// One image of several that must be linked.
//
// nvcc's device linker leaves a program with one container of the linked code, machine code only, and with those of the
// files, which have the PTX; the registration of the first points at the others. The program's own linker
// (cuLinkAddData) has no result but its inputs, until it is loaded. Both travel as one image: a container with the
// entries of the linked one, then one of kind `entry_part` for each part, whatever image that is.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace ringfence::fatbin {

// `linked` is a container, or empty if there is none. parse() finds mistakes in it.
[[nodiscard]] std::vector<std::byte> join(std::span<const std::byte> linked,
                                          std::span<const std::span<const std::byte>> parts);

}  // namespace ringfence::fatbin
