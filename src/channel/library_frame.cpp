#include "channel/library_frame.h"

#include <string>

#include "channel/status.h"

namespace ringfence::channel {
namespace {

constexpr std::size_t word_bytes = sizeof(std::uint64_t);

std::uint64_t word_at(std::span<const std::byte> bytes, std::size_t index) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + index * word_bytes, word_bytes);
    return word;
}

struct CopyPlace {
    std::uint32_t offset = 0;
    std::uint32_t bytes = 0;

    static CopyPlace of(std::uint64_t word) {
        return {static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(word >> 32)};
    }
    std::uint64_t word() const { return std::uint64_t{bytes} << 32 | offset; }
};

}  // namespace

// Copies are aligned like words, so that a library can read them in place.
void LibraryFrame::add_copy(const void* from, std::size_t bytes) {
    mask_ |= std::uint64_t{1} << words_.size();
    words_.push_back(CopyPlace{static_cast<std::uint32_t>(copies_.size()), static_cast<std::uint32_t>(bytes)}.word());
    const std::size_t begin = copies_.size();
    copies_.resize((begin + bytes + word_bytes - 1) / word_bytes * word_bytes);
    if (bytes != 0) std::memcpy(copies_.data() + begin, from, bytes);
}

std::vector<std::byte> LibraryFrame::bytes() const {
    std::vector<std::byte> all(word_bytes * (1 + words_.size()) + copies_.size());
    std::memcpy(all.data(), &mask_, word_bytes);
    if (!words_.empty()) std::memcpy(all.data() + word_bytes, words_.data(), words_.size() * word_bytes);
    if (!copies_.empty()) {
        std::memcpy(all.data() + word_bytes * (1 + words_.size()), copies_.data(), copies_.size());
    }
    return all;
}

Result<LibraryArguments> LibraryArguments::read(std::span<const std::byte> bytes, std::size_t count) {
    const std::size_t head = word_bytes * (1 + count);
    if (count > most_library_arguments || bytes.size() < head) {
        return Error::bad_input(std::to_string(bytes.size()) + " bytes for " + std::to_string(count) + " arguments")
            .with_status(invalid_value);
    }
    LibraryArguments arguments;
    arguments.mask_ = word_at(bytes, 0);
    arguments.words_ = bytes.subspan(word_bytes, count * word_bytes);
    arguments.copies_ = bytes.subspan(head);
    if (arguments.mask_ >> count != 0) {
        return Error::bad_input("a copy that belongs to no argument").with_status(invalid_value);
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (!arguments.is_copy(i)) continue;
        const CopyPlace place = CopyPlace::of(arguments.word(i));
        if (place.offset % word_bytes != 0 || place.offset > arguments.copies_.size() ||
            place.bytes > arguments.copies_.size() - place.offset) {
            return Error::bad_input("argument " + std::to_string(i) + " lies outside of its call")
                .with_status(invalid_value);
        }
    }
    return arguments;
}

std::uint64_t LibraryArguments::word(std::size_t index) const {
    return word_at(words_, index);
}

std::span<const std::byte> LibraryArguments::copy(std::size_t index) const {
    if (!is_copy(index)) return {};
    const CopyPlace place = CopyPlace::of(word(index));
    return copies_.subspan(place.offset, place.bytes);
}

}  // namespace ringfence::channel
