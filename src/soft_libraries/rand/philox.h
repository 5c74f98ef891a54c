// Philox4x32-10, the counter-based generator of Salmon, Moraes, Dror and Shaw (2011): the n-th block of four numbers is
// a function of n and the key.
#pragma once

#include <array>
#include <cstdint>

namespace ringfence::soft_libraries::rand {

using Block = std::array<std::uint32_t, 4>;

constexpr Block philox(Block counter, std::uint64_t seed) {
    constexpr int rounds = 10;
    auto key0 = static_cast<std::uint32_t>(seed);
    auto key1 = static_cast<std::uint32_t>(seed >> 32);
    for (int round = 0; round < rounds; ++round) {
        const std::uint64_t product0 = std::uint64_t{0xD2511F53} * counter[0];
        const std::uint64_t product1 = std::uint64_t{0xCD9E8D57} * counter[2];
        counter = {static_cast<std::uint32_t>(product1 >> 32) ^ counter[1] ^ key0, static_cast<std::uint32_t>(product1),
                   static_cast<std::uint32_t>(product0 >> 32) ^ counter[3] ^ key1,
                   static_cast<std::uint32_t>(product0)};
        key0 += 0x9E3779B9;
        key1 += 0xBB67AE85;
    }
    return counter;
}

// The known answers that the authors publish.
static_assert(philox({0, 0, 0, 0}, 0) == Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
static_assert(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, 0xffffffffffffffff) ==
              Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});

// The number at a place of the sequence.
constexpr std::uint32_t philox_at(std::uint64_t place, std::uint64_t seed) {
    const std::uint64_t block = place / 4;
    return philox({static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32), 0, 0}, seed)[place % 4];
}

}  // namespace ringfence::soft_libraries::rand
