#include "base/diagnostics.h"

#include <algorithm>
#include <utility>

#include "base/escape.h"

namespace ringfence {

std::string_view to_string(Severity severity) {
    switch (severity) {
        case Severity::error: return "error";
        case Severity::warning: return "warning";
        case Severity::note: return "note";
    }
    return "error";
}

void DiagnosticSink::report(Diagnostic diagnostic) {
    switch (diagnostic.severity) {
        case Severity::error: keep_or_drop(std::move(diagnostic), error_count_++, "too many errors"); break;
        case Severity::warning:
            ++warning_count_;
            keep_or_drop(std::move(diagnostic), remark_count_++, "too many warnings");
            break;
        case Severity::note:
            if (!dropped_last_) keep_or_drop(std::move(diagnostic), remark_count_++, "too many warnings");
            break;
    }
}

void DiagnosticSink::keep_or_drop(Diagnostic diagnostic, std::size_t kept_before, std::string_view overflow_message) {
    dropped_last_ = kept_before >= limit_;
    if (!dropped_last_) {
        diagnostics_.push_back(std::move(diagnostic));
    } else if (kept_before == limit_) {
        diagnostics_.push_back({diagnostic.severity,
                                diagnostic.begin,
                                diagnostic.end,
                                std::string(overflow_message) + "; the rest is not shown",
                                {}});
    }
}

void DiagnosticSink::error(std::uint32_t begin, std::uint32_t end, std::string message, std::string remedy) {
    report({Severity::error, begin, end, std::move(message), std::move(remedy)});
}

void DiagnosticSink::warning(std::uint32_t begin, std::uint32_t end, std::string message, std::string remedy) {
    report({Severity::warning, begin, end, std::move(message), std::move(remedy)});
}

void DiagnosticSink::note(std::uint32_t begin, std::uint32_t end, std::string message) {
    report({Severity::note, begin, end, std::move(message), {}});
}

namespace {

// A line of source as it appears on screen, and its underline.
struct DisplayLine {
    std::string text;
    std::uint32_t caret = 0;       // columns before the underline
    std::uint32_t underlined = 0;  // columns of the underline
};

struct Cell {
    std::string text;
    std::uint32_t columns = 0;
    std::size_t bytes = 0;
};

// The first character of `rest` as it is printed at `column`.
Cell cell_at(std::string_view rest, std::uint32_t column, std::uint32_t tab_width) {
    if (rest.front() == '\t') {
        const std::uint32_t columns = tab_width - column % tab_width;
        return {std::string(columns, ' '), columns, 1};
    }
    const std::size_t length = printable_length(rest);
    if (length != 0) return {std::string(rest.substr(0, length)), 1, length};
    Cell cell{{}, 4, 1};
    append_hex_escape(cell.text, static_cast<unsigned char>(rest.front()));
    return cell;
}

constexpr std::string_view ellipsis = "...";

// Where to start printing, so that the caret is visible in a line of any length. Looks only at the bytes near it.
std::size_t window_begin(std::string_view line, std::size_t caret, std::uint32_t max_width) {
    if (line.size() <= max_width || caret <= max_width / 2) return 0;
    std::size_t begin = caret - max_width / 2;
    if (line.size() - begin < max_width) begin = line.size() - max_width;
    const auto is_continuation = [&](std::size_t i) { return (static_cast<unsigned char>(line[i]) & 0xc0) == 0x80; };
    for (int step = 0; step < 3 && begin < caret && is_continuation(begin); ++step)
        ++begin;
    return begin;
}

DisplayLine display(std::string_view line, std::size_t begin, std::size_t end, const RenderOptions& options) {
    const std::uint32_t max_width = std::max<std::uint32_t>(options.max_width, 20);
    const std::uint32_t tab_width = std::clamp<std::uint32_t>(options.tab_width, 1, 16);
    DisplayLine out;
    std::uint32_t column = 0;
    std::size_t at = window_begin(line, begin, max_width);
    if (at != 0) {
        out.text += ellipsis;
        column += static_cast<std::uint32_t>(ellipsis.size());
    }
    out.caret = column;
    while (at < line.size()) {
        const Cell cell = cell_at(line.substr(at), column, tab_width);
        // Bytes may be wider than they were counted (\xNN): the window ends early, but never before the caret.
        if (column + cell.columns > max_width && at > begin) {
            out.text += ellipsis;
            break;
        }
        out.text += cell.text;
        at += cell.bytes;
        column += cell.columns;
        if (at <= begin) {
            out.caret = column;
        } else if (at - cell.bytes < std::max(end, begin + 1)) {
            out.underlined = column - out.caret;
        }
    }
    out.underlined = std::max<std::uint32_t>(out.underlined, 1);
    return out;
}

struct Palette {
    std::string_view bold, severity, caret, reset;
};

Palette palette(Severity severity, bool color) {
    if (!color) return {};
    constexpr std::string_view red = "\x1b[1;31m";
    constexpr std::string_view magenta = "\x1b[1;35m";
    constexpr std::string_view cyan = "\x1b[1;36m";
    const std::string_view tint = severity == Severity::error ? red : severity == Severity::warning ? magenta : cyan;
    return {"\x1b[1m", tint, "\x1b[1;32m", "\x1b[0m"};
}

std::string join(std::initializer_list<std::string_view> parts) {
    std::string out;
    for (const std::string_view part : parts)
        out += part;
    return out;
}

}  // namespace

std::string render(const Diagnostic& diagnostic, std::string_view file, const LineMap& lines,
                   const RenderOptions& options) {
    const Palette paint = palette(diagnostic.severity, options.color);
    const LineColumn position = lines.position(diagnostic.begin);
    const std::string_view line = lines.line_text(position.line);
    const std::size_t begin = std::min<std::size_t>(position.column - 1, line.size());
    const std::size_t length = diagnostic.end > diagnostic.begin ? diagnostic.end - diagnostic.begin : 0;
    const DisplayLine shown = display(line, begin, std::min(begin + length, line.size()), options);

    std::string number = std::to_string(position.line);
    if (number.size() < 5) number.insert(0, 5 - number.size(), ' ');
    const std::string place = ":" + std::to_string(position.line) + ":" + std::to_string(position.column) + ": ";

    std::string out =
        join({paint.bold, escape(file), place, paint.reset, paint.severity, to_string(diagnostic.severity), ": ",
              paint.reset, paint.bold, escape(diagnostic.message), paint.reset, "\n"});
    out += join({number, " | ", shown.text, "\n"});
    out += join({std::string(number.size(), ' '), " | ", std::string(shown.caret, ' '), paint.caret, "^",
                 std::string(shown.underlined - 1, '~'), paint.reset, "\n"});
    if (!diagnostic.remedy.empty()) out += join({"  help: ", escape(diagnostic.remedy), "\n"});
    return out;
}

std::string render_all(std::span<const Diagnostic> diagnostics, std::string_view file, const LineMap& lines,
                       const RenderOptions& options) {
    std::string out;
    for (const Diagnostic& diagnostic : diagnostics)
        out += render(diagnostic, file, lines, options);
    return out;
}

}  // namespace ringfence
