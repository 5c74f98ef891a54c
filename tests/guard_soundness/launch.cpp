#include "launch.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace ringfence::soundness {
namespace {

constexpr std::uint32_t block_sizes[] = {1, 2, 7, 8, 16, 32, 64, 128, 256, 1024};
constexpr std::uint32_t grid_sizes[] = {1, 1, 2, 3, 4, 16, 64, 255, 65535};
constexpr std::uint64_t edges[] = {0x7f,        0x80,        0xff,           0x7fff,      0x8000,
                                   0xffff,      0x7fffffff,  0x80000000,     0xffffffff,  0xfffffff0,
                                   0x10000000,  0x20000000,  0x3fffffffffff, INT64_MAX,   1ULL << 63U,
                                   1ULL << 32U, 1ULL << 33U, 1ULL << 34U,    1ULL << 35U, 1ULL << 40U};

guard::Window choose_window(Choices& choices) {
    constexpr unsigned bits[] = {32, 33, 37};
    guard::Window window;
    window.bits = choices.pick(bits);
    // Far enough from 0 for its zone; multiples of its size.
    window.base = (std::uint64_t{1} << 40U) + window.bytes() * choices.below(64);
    return window;
}

// Most launches are as programs make them: pointers into the window, aligned, and small numbers.
std::uint64_t usual_pointer(Choices& choices, const guard::Window& window) {
    const std::uint64_t inside = std::uint64_t{choices.below(256)} << choices.below(22);
    switch (choices.below(4)) {
        case 0: return window.base + 16 * std::uint64_t{choices.below(8)};
        case 1: return window.base + window.bytes() - 16 * std::uint64_t{choices.between(1, 8)};
        default: return window.base + (inside & ~std::uint64_t{15});
    }
}

std::uint64_t usual_number(Choices& choices) {
    return choices.chance(85) ? choices.below(20) : std::uint64_t{1} << choices.below(12);
}

void fill(std::vector<std::byte>& bytes, std::uint32_t offset, std::uint32_t size, Choices& choices,
          const Launch& launch, bool is_usual) {
    for (std::uint32_t at = 0; at < size;) {
        const std::uint32_t step = size - at >= 8 && choices.chance(80) ? 8 : std::min(4U, size - at);
        std::uint64_t value = 0;
        if (is_usual || choices.chance(60)) {
            value = step == 8 && choices.chance(70) ? usual_pointer(choices, launch.window) : usual_number(choices);
        } else {
            value = tempting_number(choices, launch.window);
        }
        std::memcpy(bytes.data() + offset + at, &value, step);
        at += step;
    }
}

Axes axes_of(const ptx::Function& kernel, std::string_view name) {
    Axes result = {1, 1, 1};
    const ptx::Directive* directive = kernel.find_directive(name);
    if (directive == nullptr) return result;
    for (std::size_t i = 0; i < directive->arguments.size() && i < 3; ++i)
        result[i] = static_cast<std::uint32_t>(directive->arguments[i]);
    return result;
}

Axes choose_block(const ptx::Function& kernel, Choices& choices) {
    if (kernel.find_directive(".reqntid") != nullptr) return axes_of(kernel, ".reqntid");
    if (choices.chance(60)) return {choices.pick(block_sizes), 1, 1};
    Axes block = {choices.between(1, 32), choices.between(1, 16), 1};
    if (choices.chance(30)) block[2] = choices.between(1, 2);
    return block;
}

}  // namespace

std::vector<PlacedParameter> card_layout(const ptx::Function& kernel, std::uint32_t& bytes) {
    std::vector<PlacedParameter> places;
    std::uint32_t end = 0;
    for (const ptx::Variable* parameter : kernel.signature.parameters) {
        const std::uint32_t natural = std::max(1U, ptx::isa::info(parameter->type).bits / 8U) * parameter->vector;
        const std::uint32_t alignment = std::max(natural, parameter->align);
        end = (end + alignment - 1) / alignment * alignment;
        places.push_back({parameter, end});
        end += static_cast<std::uint32_t>(parameter->bytes());
    }
    bytes = end;
    return places;
}

std::uint64_t tempting_number(Choices& choices, const guard::Window& window) {
    const std::uint64_t little = choices.below(40);
    switch (choices.below(12)) {
        case 0: return 0;
        case 1: return little;
        case 2: return 0 - little;
        case 3: return std::uint64_t{1} << choices.below(64);
        case 4: return (std::uint64_t{1} << choices.below(64)) - 1;
        case 5: return choices.pick(edges);
        case 6: return choices.pick(edges) + little - 8;
        case 7: return window.base + little;
        case 8: return window.base + window.bytes() - little;
        case 9:
            return (choices.chance(50) ? window.base - guard::zone_bytes
                                       : window.base + window.bytes() + guard::zone_bytes) +
                   little - 16;
        case 10: return (choices.chance(50) ? 0 - guard::zone_bytes : guard::zone_bytes) + little - 16;
        default: return choices.word();
    }
}

Launch choose_launch(const ptx::Function& kernel, std::uint64_t block_bytes, Choices& choices) {
    Launch launch;
    launch.window = choose_window(choices);
    launch.block = choose_block(kernel, choices);
    launch.cluster = axes_of(kernel, ".reqnctapercluster");
    for (std::size_t i = 0; i < 3; ++i)
        launch.asked[i] = i == 0 || choices.chance(30) ? choices.pick(grid_sizes) : 1;
    if (choices.chance(2)) launch.asked[0] = INT32_MAX;
    const bool counts_clusters = kernel.find_directive(".blocksareclusters") != nullptr;
    for (std::size_t i = 0; i < 3; ++i) {
        // A grid is a whole number of clusters, and has its limits.
        const std::uint32_t most = (i == 0 ? INT32_MAX : 65535U) / launch.cluster[i];
        const std::uint32_t clusters = std::min(launch.asked[i], most);
        launch.grid[i] = clusters * launch.cluster[i];
        launch.asked[i] = counts_clusters ? clusters : launch.grid[i];
    }
    const bool is_usual = choices.chance(50);
    launch.dynamic_shared = choices.chance(30) ? 0 : 4 * choices.below(64);
    if (choices.chance(10)) launch.dynamic_shared = choices.below(300);
    std::uint32_t bytes = 0;
    const std::vector<PlacedParameter> places = card_layout(kernel, bytes);
    launch.parameters.resize(bytes);
    for (const PlacedParameter& place : places)
        fill(launch.parameters, place.offset, static_cast<std::uint32_t>(place.variable->bytes()), choices, launch,
             is_usual);
    // Variables lie in the window, aligned to 16.
    const std::uint64_t room = launch.window.bytes() - (block_bytes + 15) / 16 * 16;
    launch.variables = launch.window.base + (choices.chance(50) ? room : 16 * std::uint64_t{choices.below(4)});
    return launch;
}

std::optional<Launch> choose_small_launch(const ptx::Function& kernel, std::uint64_t block_bytes, Choices& choices) {
    constexpr std::uint32_t most_threads = 128;
    constexpr Axes shapes[] = {{32, 1, 1}, {64, 1, 1}, {96, 1, 1}, {32, 2, 1}, {128, 1, 1}, {32, 1, 2}, {64, 2, 1},
                               {33, 1, 1}, {48, 1, 1}, {31, 1, 1}, {16, 2, 1}, {16, 4, 1},  {8, 8, 1},  {4, 4, 4},
                               {16, 2, 2}, {1, 64, 1}, {20, 3, 1}, {48, 2, 1}, {33, 3, 1},  {40, 2, 1}, {48, 1, 2},
                               {7, 5, 3},  {32, 2, 2}, {2, 1, 1},  {1, 1, 40}};
    Launch launch = choose_launch(kernel, block_bytes, choices);
    if (kernel.find_directive(".reqntid") == nullptr) launch.block = choices.pick(shapes);
    if (launch.block[0] * launch.block[1] * launch.block[2] > most_threads) return std::nullopt;
    return launch;
}

guard::LaunchFacts facts_of(const Launch& launch) {
    guard::LaunchFacts facts;
    facts.parameters = launch.parameters;
    facts.block = launch.block;
    facts.grid = launch.asked;
    facts.static_shared = launch.static_shared;
    facts.dynamic_shared = launch.dynamic_shared;
    facts.window = launch.window;
    return facts;
}

std::string text_of(const Launch& launch) {
    std::string text =
        fmt::format("window [{:#x}, +2^{}), variables {:#x}, block {}, grid {} (asked for {}), cluster {}",
                    launch.window.base, launch.window.bits, launch.variables, fmt::join(launch.block, "x"),
                    fmt::join(launch.grid, "x"), fmt::join(launch.asked, "x"), fmt::join(launch.cluster, "x"));
    text += fmt::format(", shared {} + {}, parameters:", launch.static_shared, launch.dynamic_shared);
    for (std::size_t at = 0; at < launch.parameters.size(); at += 4) {
        std::uint32_t word = 0;
        std::memcpy(&word, launch.parameters.data() + at, std::min<std::size_t>(4, launch.parameters.size() - at));
        text += fmt::format(" {:#x}", word);
    }
    return text;
}

}  // namespace ringfence::soundness
