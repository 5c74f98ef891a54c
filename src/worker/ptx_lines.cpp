#include "worker/ptx_lines.h"

#include <algorithm>
#include <optional>

#include <fmt/core.h>

#include "base/escape.h"
#include "base/whole_number.h"

namespace ringfence::worker {

namespace {

constexpr std::string_view spaces = " \t\r";
constexpr std::size_t longest_shown_name = 256;

std::string_view without_spaces(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(spaces);
    return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

// Removes the next word from the text.
std::string_view take_word(std::string_view& text) {
    text = without_spaces(text);
    const std::string_view word = text.substr(0, std::min(text.find_first_of(" \t\r(,;"), text.size()));
    text.remove_prefix(word.size());
    return word;
}

std::optional<std::uint32_t> take_number(std::string_view& text) {
    return whole_number<std::uint32_t>(take_word(text));
}

// The name in ".visible .entry name(" or ".func (.param .b32 result) name("; empty for other lines.
std::string_view function_in(std::string_view text) {
    for (int words = 0; words < 4; ++words) {
        const std::string_view word = take_word(text);
        if (word.empty() || word[0] != '.') return {};
        if (word != ".entry" && word != ".func") continue;
        text = without_spaces(text);
        if (text.starts_with('(')) text.remove_prefix(std::min(text.find(')'), text.size() - 1) + 1);
        return take_word(text);
    }
    return {};
}

// The last entry at or before the line.
template <typename Entry>
const Entry* last_before(const std::vector<Entry>& entries, std::uint32_t line) {
    const auto after = std::upper_bound(entries.begin(), entries.end(), line,
                                        [](std::uint32_t wanted, const Entry& entry) { return wanted < entry.line; });
    return after == entries.begin() ? nullptr : &*std::prev(after);
}

}  // namespace

PtxLines::PtxLines(std::string_view ptx) {
    std::uint32_t line = 1;
    while (!ptx.empty()) {
        const std::size_t end = std::min(ptx.find('\n'), ptx.size());
        const std::string_view text = without_spaces(ptx.substr(0, end));
        if (text.starts_with('.')) read(text, line);
        ptx.remove_prefix(std::min(end + 1, ptx.size()));
        ++line;
    }
}

void PtxLines::read(std::string_view text, std::uint32_t line) {
    std::string_view rest = text;
    const std::string_view word = take_word(rest);
    if (word == ".loc" || word == ".file") {
        const auto file = take_number(rest);
        if (!file) return;
        if (word == ".loc") {
            if (const auto source_line = take_number(rest)) locations_.push_back({line, *file, *source_line});
            return;
        }
        const std::size_t begin = rest.find('"');
        const std::size_t end = begin == std::string_view::npos ? begin : rest.find('"', begin + 1);
        if (end != std::string_view::npos)
            files_.push_back(
                {*file, std::string(rest.substr(begin + 1, std::min(end - begin - 1, longest_shown_name)))});
        return;
    }
    const std::string_view name = function_in(text);
    if (!name.empty()) functions_.push_back({line, std::string(name.substr(0, longest_shown_name))});
}

std::string PtxLines::describe(std::uint32_t line) const {
    const Function* function = last_before(functions_, line);
    std::string text = function != nullptr ? escape(function->name) + ", " : "";
    text += fmt::format("PTX line {}", line);
    const Location* location = last_before(locations_, line);
    // A location of the previous function does not apply.
    if (location == nullptr || (function != nullptr && location->line < function->line)) return text;
    const auto file =
        std::find_if(files_.begin(), files_.end(), [&](const File& entry) { return entry.number == location->file; });
    const std::string name = file != files_.end() ? escape(file->name) : "line";
    return text + fmt::format(" ({}:{})", name, location->source_line);
}

}  // namespace ringfence::worker
