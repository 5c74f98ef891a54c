#include "client/trace/line.h"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace ringfence::client {

void Line::add(std::string_view text) {
    const std::size_t count = std::min(text.size(), capacity - length_);
    std::memcpy(characters_ + length_, text.data(), count);
    length_ += count;
}

void Line::add(char character) {
    add(std::string_view(&character, 1));
}

void Line::end() {
    characters_[length_++] = '\n';
}

void Line::add_signed(std::int64_t value) {
    char digits[24];
    add({digits, static_cast<std::size_t>(std::to_chars(digits, digits + sizeof digits, value).ptr - digits)});
}

void Line::add_unsigned(std::uint64_t value) {
    char digits[24];
    add({digits, static_cast<std::size_t>(std::to_chars(digits, digits + sizeof digits, value).ptr - digits)});
}

void Line::add_hexadecimal(std::uint64_t value) {
    char digits[24];
    add("0x");
    add({digits, static_cast<std::size_t>(std::to_chars(digits, digits + sizeof digits, value, 16).ptr - digits)});
}

void Line::add_number(double value, int decimals) {
    char digits[64];
    const auto end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed, decimals);
    add(end.ec == std::errc() ? std::string_view(digits, static_cast<std::size_t>(end.ptr - digits)) : "?");
}

void Line::add_quoted(std::string_view text, std::size_t limit) {
    add('"');
    for (const char character : text.substr(0, limit))
        add(character < ' ' || character > '~' || character == '"' || character == '\\' ? '?' : character);
    add(text.size() > limit ? "…\"" : "\"");
}

}  // namespace ringfence::client
