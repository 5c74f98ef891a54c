#include "base/escape_lines.h"

#include "base/escape.h"

namespace ringfence {

std::string escape_lines(std::string_view text, std::string_view indent) {
    std::string out;
    while (true) {
        const std::size_t end = text.find('\n');
        out += escape(text.substr(0, end));
        if (end == std::string_view::npos) return out;
        text.remove_prefix(end + 1);
        out += '\n';
        out += indent;
    }
}

}  // namespace ringfence
