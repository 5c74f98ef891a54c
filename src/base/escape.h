// Makes hostile bytes fit to print.
//
// Text from a tenant (names, source lines, paths) goes to terminals and logs. It must not move the cursor, change
// colours, start a new log line, or reorder the text for its reader. Printable text stays as it is: ASCII, and valid
// UTF-8 that is neither a control, nor invisible, nor a change of writing direction. Every other byte becomes \xNN. The
// result is for reading; backslashes are not doubled, so it cannot be decoded again.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ringfence {

// The length of the printable character at the start of `text`, in bytes; 0 if there is none.
[[nodiscard]] std::size_t printable_length(std::string_view text);

// Appends one byte as \xNN.
void append_hex_escape(std::string& out, unsigned char byte);

[[nodiscard]] std::string escape(std::string_view text);

// The same, cut after `limit` bytes of input, with "..." if something was cut.
[[nodiscard]] std::string escape(std::string_view text, std::size_t limit);

}  // namespace ringfence
