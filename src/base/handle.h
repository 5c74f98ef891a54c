// Handles: numbers that stand for objects, and cannot be mistaken for one another.
//
// A handle holds the kind of its object, a place in a table and the place's generation: one that is stale, forged or of
// another kind is recognised. It is never 0, and never small: CUDA gives small numbers meanings of their own (stream 1
// is the legacy default stream, 2 the thread's).
#pragma once

#include <cstdint>

namespace ringfence {

enum class HandleKind : std::uint8_t {
    None,
    Context,
    Stream,
    Event,
    Module,
    Library,
    Function,
    Kernel,
    Graph,
    GraphNode,
    GraphExec,
    MemoryPool,
    Linker,
    UserObject,
    LibraryObject,  // a handle or plan of cuBLAS's, cuFFT's…
    LibraryRecord,  // a call of theirs that was captured
    Array,          // of memory for textures and surfaces; mipmapped ones too
    TextureReference,
    Notification,      // that a program asked for
    ExternalMemory,    // memory that came by file descriptor
    GraphicsResource,  // a buffer or image of OpenGL's or VDPAU's
};

struct Handle {
    std::uint64_t bits = 0;

    // | kind, 8 bits | generation, 24 bits | index + 1, 32 bits |
    static constexpr Handle make(HandleKind kind, std::uint32_t generation, std::uint32_t index) {
        return {std::uint64_t{static_cast<std::uint8_t>(kind)} << 56 |
                std::uint64_t{generation & generation_mask} << 32 | (std::uint64_t{index} + 1)};
    }
    constexpr HandleKind kind() const { return static_cast<HandleKind>(bits >> 56); }
    constexpr std::uint32_t generation() const { return static_cast<std::uint32_t>(bits >> 32) & generation_mask; }
    // Wraps around for numbers that are no handle, so that it is out of every table's range.
    constexpr std::uint32_t index() const { return static_cast<std::uint32_t>(bits) - 1; }

    friend constexpr bool operator==(Handle, Handle) = default;

    static constexpr std::uint32_t generation_mask = 0xff'ffff;
};

}  // namespace ringfence
