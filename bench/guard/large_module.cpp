#include "large_module.h"

#include <algorithm>
#include <unordered_set>

namespace ringfence::guard_bench {
namespace {

bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

std::size_t end_of_name(std::string_view text, std::size_t begin) {
    while (begin < text.size() && is_name_character(text[begin]))
        ++begin;
    return begin;
}

bool begins_function(std::string_view line) {
    return line.starts_with(".visible .entry") || line.starts_with(".entry") || line.starts_with(".func") ||
           line.starts_with(".visible .func") || line.starts_with(".weak");
}

// Takes the name out of ".func (.param .b32 result) name(".
std::string_view name_in(std::string_view line) {
    std::size_t begin = std::max(line.find(".entry"), std::size_t{0});
    if (begin == std::string_view::npos) begin = line.find(".func");
    begin = line.find(' ', begin);
    if (begin == std::string_view::npos) return {};
    while (begin < line.size() && (line[begin] == ' ' || line[begin] == '\t'))
        ++begin;
    if (begin < line.size() && line[begin] == '(') begin = line.find(')', begin) + 1;
    while (begin < line.size() && !is_name_character(line[begin]))
        ++begin;
    return line.substr(begin, end_of_name(line, begin) - begin);
}

struct Functions {
    std::size_t begin = std::string_view::npos;  // of the first
    std::unordered_set<std::string_view> names;
};

Functions find_functions(std::string_view ptx) {
    Functions found;
    for (std::size_t begin = 0; begin < ptx.size();) {
        const std::size_t end = std::min(ptx.find('\n', begin), ptx.size());
        const std::string_view line = ptx.substr(begin, end - begin);
        if (begins_function(line)) {
            found.begin = std::min(found.begin, begin);
            found.names.insert(name_in(line));
        }
        begin = end + 1;
    }
    return found;
}

bool ends_name(char c) {
    return c == '(' || c == ',' || c == '\n';
}

void append_copy(std::string& to, std::string_view functions, const std::unordered_set<std::string_view>& names,
                 const std::string& suffix) {
    for (std::size_t at = 0; at < functions.size();) {
        const std::size_t end = end_of_name(functions, at);
        const std::string_view word = functions.substr(at, std::max<std::size_t>(end - at, 1));
        to += word;
        // A kernel may be called "add": an instruction's name is followed by something else.
        if (end > at && end < functions.size() && ends_name(functions[end]) && names.contains(word)) to += suffix;
        at += word.size();
    }
}

}  // namespace

std::string enlarged(std::string_view ptx, std::size_t bytes) {
    const Functions functions = find_functions(ptx);
    std::string large(ptx);
    if (functions.begin == std::string_view::npos) return large;
    for (unsigned copy = 1; large.size() < bytes; ++copy)
        append_copy(large, ptx.substr(functions.begin), functions.names, "_c" + std::to_string(copy));
    return large;
}

}  // namespace ringfence::guard_bench
