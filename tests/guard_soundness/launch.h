// A launch as the card sees it, which need not be what the guard's conditions take it for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "choices.h"
#include "guard/conditions/geometry.h"
#include "guard/conditions/launch_conditions.h"
#include "ptx/model.h"

namespace ringfence::soundness {

using Axes = std::array<std::uint32_t, 3>;

struct Launch {
    Axes block = {1, 1, 1};
    Axes asked = {1, 1, 1};    // the grid that the program asks for
    Axes grid = {1, 1, 1};     // %nctaid: with .blocksareclusters it has asked for clusters
    Axes cluster = {1, 1, 1};  // %cluster_nctaid
    std::uint32_t static_shared = 0;
    std::uint32_t dynamic_shared = 0;
    std::vector<std::byte> parameters;
    guard::Window window;
    std::uint64_t variables = 0;  // where the module's variables lie
};

// Where a kernel's parameters lie on the card: aligned as they are declared, and never less than their type wants.
struct PlacedParameter {
    const ptx::Variable* variable = nullptr;
    std::uint32_t offset = 0;
};
std::vector<PlacedParameter> card_layout(const ptx::Function& kernel, std::uint32_t& bytes);

// A number or an address as someone would choose who wants to break out; many of them are harmless.
std::uint64_t tempting_number(Choices& choices, const guard::Window& window);

Launch choose_launch(const ptx::Function& kernel, std::uint64_t block_bytes, Choices& choices);
// The same with a block of few threads, of which many are no whole warps; nothing if the kernel wants more.
std::optional<Launch> choose_small_launch(const ptx::Function& kernel, std::uint64_t block_bytes, Choices& choices);
// The facts that the worker gives the launch conditions (worker/launch_checks.cpp).
guard::LaunchFacts facts_of(const Launch& launch);

std::string text_of(const Launch& launch);

}  // namespace ringfence::soundness
