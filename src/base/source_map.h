// LineMap: where a byte offset of a text lies, in lines and columns.
//
// Lines end with '\n'. Lines and columns count from 1; a column counts bytes. The table is built on first use, so that
// a text without diagnostics costs nothing; the first use must not race with another. The map does not own the text.
// A text of 4 GiB or more is not supported: offsets are 32 bits.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace ringfence {

struct LineColumn {
    std::uint32_t line = 1;
    std::uint32_t column = 1;

    friend bool operator==(const LineColumn&, const LineColumn&) = default;
};

class LineMap {
public:
    explicit LineMap(std::string_view text) : text_(text) {}

    [[nodiscard]] std::string_view text() const { return text_; }

    // An offset past the end counts as the end.
    [[nodiscard]] LineColumn position(std::uint32_t offset) const;

    [[nodiscard]] std::uint32_t line_count() const;
    // The offset of a line's first byte. A line past the last counts as the end of the text.
    [[nodiscard]] std::uint32_t line_begin(std::uint32_t line) const;
    // A line without its "\n" or "\r\n".
    [[nodiscard]] std::string_view line_text(std::uint32_t line) const;

private:
    const std::vector<std::uint32_t>& line_begins() const;

    std::string_view text_;
    mutable std::vector<std::uint32_t> line_begins_;
};

}  // namespace ringfence
