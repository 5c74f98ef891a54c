#include "base/source_map.h"

#include <algorithm>

namespace ringfence {

const std::vector<std::uint32_t>& LineMap::line_begins() const {
    if (line_begins_.empty()) {
        line_begins_.push_back(0);
        for (std::size_t at = text_.find('\n'); at != std::string_view::npos; at = text_.find('\n', at + 1)) {
            line_begins_.push_back(static_cast<std::uint32_t>(at + 1));
        }
    }
    return line_begins_;
}

LineColumn LineMap::position(std::uint32_t offset) const {
    const auto& begins = line_begins();
    const auto clamped = static_cast<std::uint32_t>(std::min<std::size_t>(offset, text_.size()));
    const auto after = std::upper_bound(begins.begin(), begins.end(), clamped);
    const auto line = static_cast<std::uint32_t>(after - begins.begin());
    return {line, clamped - begins[line - 1] + 1};
}

std::uint32_t LineMap::line_count() const {
    return static_cast<std::uint32_t>(line_begins().size());
}

std::uint32_t LineMap::line_begin(std::uint32_t line) const {
    const auto& begins = line_begins();
    if (line == 0) return 0;
    return line <= begins.size() ? begins[line - 1] : static_cast<std::uint32_t>(text_.size());
}

std::string_view LineMap::line_text(std::uint32_t line) const {
    if (line == 0 || line > line_count()) return {};
    const std::uint32_t begin = line_begin(line);
    std::string_view text = text_.substr(begin, line_begin(line + 1) - begin);
    if (text.ends_with('\n')) text.remove_suffix(1);
    if (text.ends_with('\r')) text.remove_suffix(1);
    return text;
}

}  // namespace ringfence
