// Makes hostile text of several lines fit to print: line breaks stay, all else is as escape() has it.
#pragma once

#include <string>
#include <string_view>

namespace ringfence {

// `indent` is put before every line but the first, so that none can be taken for one of ours.
[[nodiscard]] std::string escape_lines(std::string_view text, std::string_view indent = "");

}  // namespace ringfence
