// Converts messages to bytes and back: numbers as in memory (both sides run on one machine), texts after their length.
//
// The reader accepts hostile bytes. After the first error it returns zeros and empty texts, so that a whole message can
// be read and then checked once, with is_whole().
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ringfence::channel {

class MessageWriter {
public:
    template <std::integral Number>
    void operator()(const Number& number) {
        append(std::as_bytes(std::span(&number, 1)));
    }
    void operator()(std::string_view text) {
        const std::string_view cut = text.substr(0, longest_text);
        (*this)(static_cast<std::uint32_t>(cut.size()));
        append(std::as_bytes(std::span(cut)));
    }
    std::vector<std::byte> take() { return std::move(bytes_); }

    static constexpr std::size_t longest_text = 1024;

private:
    void append(std::span<const std::byte> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }

    std::vector<std::byte> bytes_;
};

class MessageReader {
public:
    explicit MessageReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    template <std::integral Number>
    void operator()(Number& number) {
        const auto part = take(sizeof number);
        if (!part.empty()) std::memcpy(&number, part.data(), sizeof number);
    }
    void operator()(std::string& text) {
        std::uint32_t size = 0;
        (*this)(size);
        const auto part = take(size);
        text.assign(reinterpret_cast<const char*>(part.data()), part.size());
    }
    // True if there was no error, and no byte is left.
    [[nodiscard]] bool is_whole() const { return !is_broken_ && bytes_.empty(); }

private:
    std::span<const std::byte> take(std::size_t size) {
        is_broken_ = is_broken_ || size > bytes_.size();
        if (is_broken_) return {};
        const auto part = bytes_.first(size);
        bytes_ = bytes_.subspan(size);
        return part;
    }

    std::span<const std::byte> bytes_;
    bool is_broken_ = false;
};

}  // namespace ringfence::channel
