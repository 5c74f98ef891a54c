// Overwrites code with jumps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ringfence::client {

// An instruction of 4 or 5 bytes that jumps from one address to another; empty if the distance is too large.
std::vector<std::byte> short_jump(std::uint64_t from, std::uint64_t to);
// The instructions that jump to `target`, whatever the distance.
std::vector<std::byte> long_jump(const void* target);

enum class Processor : std::uint8_t { X86_64, Arm64 };
#if defined(__x86_64__)
constexpr Processor this_processor = Processor::X86_64;
#else
constexpr Processor this_processor = Processor::Arm64;
#endif

// True if these bytes after a function are only padding, and so can be overwritten.
bool is_padding(std::span<const std::byte> bytes, Processor processor = this_processor);
// True if all of these bytes, at the beginning of a function, are a return and padding behind it.
bool returns_at_once(std::span<const std::byte> bytes, Processor processor = this_processor);

// An object's address range.
struct Extent {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

// Long jumps near an object, so that short jumps can reach them.
class Islands {
public:
    Islands(Extent object, std::size_t count);

    // Adds a long jump to `target`, and returns its address; 0 if there is no room.
    std::uint64_t add(const void* target);
    // Makes the jumps executable. Call it before any code jumps here.
    bool seal();

private:
    static constexpr std::size_t island_bytes = 16;

    bool take(std::uint64_t at);

    std::byte* begin_ = nullptr;
    std::size_t bytes_ = 0;
    std::size_t used_ = 0;
};

// True if the code could be written.
bool overwrite_code(std::uint64_t address, std::span<const std::byte> code);

}  // namespace ringfence::client
