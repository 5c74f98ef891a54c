// Diagnostics: what is wrong with a text, where, and what to do about it.
//
// A parser reports into a DiagnosticSink, which keeps a bounded number, so that hostile input cannot fill memory with
// complaints. render() prints a diagnostic for people:
//
//     kernel.ptx:12:5: error: unknown instruction 'addd'
//        12 |     addd.s32 %r1, %r2, %r3;
//           |     ^~~~
//       help: did you mean 'add'?
//
// Everything that comes from the text is made fit to print (see escape.h), so the output is safe for a terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/source_map.h"

namespace ringfence {

enum class Severity : std::uint8_t {
    error,
    warning,
    note,  // adds to the diagnostic before it
};

[[nodiscard]] std::string_view to_string(Severity severity);

struct Diagnostic {
    Severity severity = Severity::error;
    std::uint32_t begin = 0;  // byte offsets into the text: [begin, end)
    std::uint32_t end = 0;
    std::string message;
    std::string remedy;  // may be empty
};

class DiagnosticSink {
public:
    static constexpr std::size_t default_limit = 50;

    // Keeps at most `limit` errors, and at most `limit` warnings and notes together. The first of either that does not
    // fit is replaced by "too many errors" (or "too many warnings") at its place; later ones are only counted.
    explicit DiagnosticSink(std::size_t limit = default_limit) : limit_(limit) {}

    void report(Diagnostic diagnostic);
    void error(std::uint32_t begin, std::uint32_t end, std::string message, std::string remedy = {});
    void warning(std::uint32_t begin, std::uint32_t end, std::string message, std::string remedy = {});
    void note(std::uint32_t begin, std::uint32_t end, std::string message);

    // In the order in which they were reported.
    [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

    // All that were reported, kept or not.
    [[nodiscard]] std::size_t error_count() const { return error_count_; }
    [[nodiscard]] std::size_t warning_count() const { return warning_count_; }
    [[nodiscard]] bool has_errors() const { return error_count_ != 0; }
    // Further errors will not be kept: the reporter may as well stop.
    [[nodiscard]] bool full() const { return error_count_ >= limit_; }

private:
    void keep_or_drop(Diagnostic diagnostic, std::size_t kept_before, std::string_view overflow_message);

    std::size_t limit_;
    std::size_t error_count_ = 0;
    std::size_t warning_count_ = 0;
    std::size_t remark_count_ = 0;  // warnings and notes
    bool dropped_last_ = false;     // a note to a dropped diagnostic is dropped as well
    std::vector<Diagnostic> diagnostics_;
};

struct RenderOptions {
    bool color = false;             // ANSI colours
    std::uint32_t max_width = 120;  // columns of source text shown; a longer line is clipped around the caret
    std::uint32_t tab_width = 4;
};

// One diagnostic, ending with a newline. `file` is the name to print.
[[nodiscard]] std::string render(const Diagnostic& diagnostic, std::string_view file, const LineMap& lines,
                                 const RenderOptions& options = {});
[[nodiscard]] std::string render_all(std::span<const Diagnostic> diagnostics, std::string_view file,
                                     const LineMap& lines, const RenderOptions& options = {});

}  // namespace ringfence
