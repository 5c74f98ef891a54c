// How device code lies in a program: the structures that nvcc writes. Data, no behaviour.
#pragma once

#include <cstdint>

namespace ringfence::fatbin {

constexpr std::uint32_t wrapper_magic = 0x466243B1;
constexpr std::uint32_t container_magic = 0xBA55ED50;

// The argument of __cudaRegisterFatBinary: lies in the program, points at the container.
struct Wrapper {
    std::uint32_t magic;
    std::int32_t version;
    const void* container;
    // Version 2: a list, ended by a null, of containers that were linked before.
    void* extra;
};

struct ContainerHeader {
    std::uint32_t magic;
    std::uint16_t version;
    std::uint16_t header_bytes;
    std::uint64_t bytes;  // of what follows the header
};
static_assert(sizeof(ContainerHeader) == 16);

// The next entry follows header and payload.
struct EntryHeader {
    std::uint16_t kind;
    std::uint16_t version;
    std::uint32_t header_bytes;
    std::uint64_t payload_bytes;
    std::uint32_t compressed_bytes;  // the payload without padding; 0: not compressed
    std::uint32_t options_offset;
    std::uint16_t minor;
    std::uint16_t major;
    std::uint32_t sm;
    std::uint32_t name_offset;  // from the entry's beginning
    std::uint32_t name_bytes;
    std::uint64_t flags;
    std::uint64_t zero;
    std::uint64_t expanded_bytes;
};
static_assert(sizeof(EntryHeader) == 64);

constexpr std::uint16_t entry_ptx = 1;
constexpr std::uint16_t entry_elf = 2;
// Ringfence's own: one of the images that a program's device code was linked of (join.h).
constexpr std::uint16_t entry_part = 0x5246;

constexpr std::uint64_t flag_64_bit = 0x1;
constexpr std::uint64_t flag_debug = 0x2;
constexpr std::uint64_t flag_linux = 0x10;
constexpr std::uint64_t flag_lz4 = 0x2000;
constexpr std::uint64_t flag_zstd = 0x8000;
constexpr std::uint64_t flag_exact = 0x10'0000;   // sm_90a: for this architecture and no other
constexpr std::uint64_t flag_family = 0x20'0000;  // sm_100f: for its family, those of the same major version

}  // namespace ringfence::fatbin
