#include "base/escape.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace ringfence {
namespace {

struct CodePoint {
    std::uint32_t value = 0;
    std::size_t length = 0;  // in bytes; 0 if the bytes are not valid UTF-8
};

unsigned char byte_at(std::string_view text, std::size_t index) {
    return static_cast<unsigned char>(text[index]);
}

CodePoint decode_utf8(std::string_view text) {
    const unsigned char lead = byte_at(text, 0);
    std::size_t length = 0;
    std::uint32_t smallest = 0;  // a smaller value would have a shorter form
    std::uint32_t value = 0;
    if (lead < 0x80) {
        return {lead, 1};
    } else if ((lead & 0xe0) == 0xc0) {
        length = 2, smallest = 0x80, value = lead & 0x1fU;
    } else if ((lead & 0xf0) == 0xe0) {
        length = 3, smallest = 0x800, value = lead & 0x0fU;
    } else if ((lead & 0xf8) == 0xf0) {
        length = 4, smallest = 0x10000, value = lead & 0x07U;
    }
    if (length == 0 || text.size() < length) return {};
    for (std::size_t i = 1; i < length; ++i) {
        const unsigned char next = byte_at(text, i);
        if ((next & 0xc0) != 0x80) return {};
        value = (value << 6) | (next & 0x3fU);
    }
    const bool surrogate = value >= 0xd800 && value <= 0xdfff;
    if (value < smallest || value > 0x10ffff || surrogate) return {};
    return {value, length};
}

struct CodePointRange {
    std::uint32_t first;
    std::uint32_t last;
};

// Characters that are valid but must not reach a terminal: controls, invisible characters, line separators, changes of
// writing direction, combining and variation marks that would hide in their neighbour, and the private and special
// areas.
constexpr std::array unprintable = std::to_array<CodePointRange>({
    {0x0000, 0x001f}, {0x007f, 0x009f}, {0x00ad, 0x00ad}, {0x0300, 0x036f}, {0x061c, 0x061c},
    {0x115f, 0x1160}, {0x17b4, 0x17b5}, {0x180b, 0x180f}, {0x200b, 0x200f}, {0x2028, 0x202e},
    {0x2060, 0x206f}, {0x20d0, 0x20ff}, {0x3164, 0x3164}, {0xe000, 0xf8ff}, {0xfe00, 0xfe0f},
    {0xfe20, 0xfe2f}, {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xfff0, 0xffff}, {0xe0000, 0x10ffff},
});

bool is_printable(std::uint32_t code_point) {
    const auto range = std::lower_bound(unprintable.begin(), unprintable.end(), code_point,
                                        [](const CodePointRange& r, std::uint32_t value) { return r.last < value; });
    return range == unprintable.end() || code_point < range->first;
}

}  // namespace

std::size_t printable_length(std::string_view text) {
    if (text.empty()) return 0;
    const CodePoint code_point = decode_utf8(text);
    return code_point.length != 0 && is_printable(code_point.value) ? code_point.length : 0;
}

void append_hex_escape(std::string& out, unsigned char byte) {
    constexpr std::string_view digits = "0123456789abcdef";
    out += "\\x";
    out += digits[byte >> 4];
    out += digits[byte & 0xf];
}

std::string escape(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = printable_length(text);
        if (length == 0) {
            append_hex_escape(out, byte_at(text, 0));
        } else {
            out += text.substr(0, length);
        }
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return out;
}

std::string escape(std::string_view text, std::size_t limit) {
    if (text.size() <= limit) return escape(text);
    // Do not cut a character in two: its first half would show as \xNN.
    std::size_t cut = limit;
    while (cut > 0 && limit - cut < 3 && (byte_at(text, cut) & 0xc0) == 0x80)
        --cut;
    return escape(text.substr(0, cut)) + "...";
}

}  // namespace ringfence
