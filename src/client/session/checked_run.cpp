#include "client/session/checked_run.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace ringfence::client {
namespace {

std::string demangled(const std::string& name) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                           std::free);
    return status == 0 && text != nullptr ? text.get() : name;
}

// Names in quotes that a C++ compiler has made.
std::string with_demangled_names(std::string_view text) {
    constexpr std::string_view opening = "'_Z";
    std::string out;
    while (true) {
        const std::size_t begin = text.find(opening);
        const std::size_t end = begin == std::string_view::npos ? begin : text.find('\'', begin + 1);
        if (end == std::string_view::npos) break;
        out += text.substr(0, begin + 1);
        out += demangled(std::string(text.substr(begin + 1, end - begin - 1)));
        text.remove_prefix(end);
    }
    return out.append(text);
}

}  // namespace

bool is_checked_run() {
    static const bool is_checked = std::getenv("RINGFENCE_CHECK") != nullptr;
    return is_checked;
}

std::string source_first(std::string_view report) {
    // The first place that is named: "at saxpy.ptx:27 (saxpy.cu:5)".
    constexpr std::string_view before = " at ";
    for (std::size_t at = report.find(before); at != std::string_view::npos; at = report.find(before, at + 1)) {
        const std::size_t begin = at + before.size();
        const std::size_t end_of_line = std::min(report.find('\n', begin), report.size());
        const std::size_t open = report.find(" (", begin);
        const std::size_t close = open == std::string_view::npos ? open : report.find(')', open);
        if (close == std::string_view::npos || close > end_of_line) continue;
        const std::string_view ptx = report.substr(begin, open - begin);
        const std::string_view source = report.substr(open + 2, close - open - 2);
        const std::size_t colon = ptx.rfind(':');
        const std::size_t source_colon = source.rfind(':');
        if (colon == std::string_view::npos || source_colon == std::string_view::npos) continue;
        if (source.find_first_not_of("0123456789", source_colon + 1) != std::string_view::npos) continue;
        std::string text = std::string(source) + ": ";
        text += report.substr(0, begin);
        text += "line " + std::string(ptx.substr(colon + 1)) + " of the PTX";
        text += report.substr(close + 1);
        return with_demangled_names(text);
    }
    const bool names_place = report.find("\n  at ") != std::string_view::npos;
    return with_demangled_names(report) +
           (names_place ? "\n  compile with nvcc -lineinfo to learn the line of the source" : "");
}

}  // namespace ringfence::client
