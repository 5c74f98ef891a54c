// A program's image in a sealed memory file, so that the image that was loaded is also the one that is granted.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "base/mapped_memory.h"
#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence::session {

class ProgramImage {
public:
    [[nodiscard]] static Result<ProgramImage> make(std::span<const std::byte> image);
    // Uses a received file, which must be sealed and have at most `most` bytes.
    [[nodiscard]] static Result<ProgramImage> adopt(UniqueFd file, std::uint64_t most);

    std::span<const std::byte> bytes() const { return {memory_.data(), size_}; }
    // BLAKE3, as bytes.
    std::string hash() const;
    UniqueFd take_file() && { return std::move(file_); }

private:
    ProgramImage(UniqueFd file, std::span<const std::byte> memory, std::size_t size)
        : file_(std::move(file)), memory_(memory), size_(size) {}

    class View {
    public:
        explicit View(std::span<const std::byte> memory) : memory_(memory) {}
        View(View&& other) noexcept : memory_(std::exchange(other.memory_, {})) {}
        View& operator=(View&&) = delete;
        View(const View&) = delete;
        View& operator=(const View&) = delete;
        ~View();
        const std::byte* data() const { return memory_.data(); }

    private:
        std::span<const std::byte> memory_;
    };

    UniqueFd file_;
    View memory_;
    std::size_t size_;
};

}  // namespace ringfence::session
