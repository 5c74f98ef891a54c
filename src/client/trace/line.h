// A line of text of limited length, built without heap memory. Text that does not fit is cut off; a line break always
// fits, so that a truncated line is still a line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ringfence::client {

class Line {
public:
    void add(std::string_view text);
    void add(char character);
    void end();
    void add_signed(std::int64_t value);
    void add_unsigned(std::uint64_t value);
    void add_hexadecimal(std::uint64_t value);
    void add_number(double value, int decimals);
    // In quotes, at most `limit` characters; characters that would break the line or JSON's rules are replaced.
    void add_quoted(std::string_view text, std::size_t limit);

    [[nodiscard]] std::string_view text() const { return {characters_, length_}; }

private:
    static constexpr std::size_t capacity = 2047;
    char characters_[capacity + 1];
    std::size_t length_ = 0;
};

}  // namespace ringfence::client
