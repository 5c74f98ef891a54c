#include "ptxas/ptx_head.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "base/escape.h"

namespace ringfence::ptxas {
namespace {

constexpr std::string_view spaces = " \t\r\n\v\f";

// From the first word on that is no comment.
std::string_view without_comments(std::string_view text) {
    for (;;) {
        text.remove_prefix(std::min(text.find_first_not_of(spaces), text.size()));
        const bool is_line = text.starts_with("//");
        if (!is_line && !text.starts_with("/*")) return text;
        const std::string_view end = is_line ? "\n" : "*/";
        const std::size_t at = text.find(end, 2);
        if (at == std::string_view::npos) return {};
        text.remove_prefix(at + end.size());
    }
}

// The word that follows a directive, which is taken off the text.
Result<std::string_view> word_after(std::string_view directive, std::string_view& text) {
    text = without_comments(text);
    if (!text.starts_with(directive)) {
        return Error::bad_input("there is no " + std::string(directive) + " where PTX has it")
            .with_remedy("give it a file of PTX text");
    }
    text = without_comments(text.substr(directive.size()));
    const std::size_t length = std::min(text.find_first_of(", \t\r\n\v\f/"), text.size());
    const std::string_view word = text.substr(0, length);
    text.remove_prefix(length);
    return word;
}

bool read_number(std::string_view& text, auto& number) {
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc()) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

}  // namespace

Result<Architecture> read_architecture(std::string_view name) {
    std::string_view rest = name.substr(std::min(name.find('_'), name.size() - 1) + 1);
    Architecture found;
    if (!read_number(rest, found.sm) || (!rest.empty() && rest != "a" && rest != "f")) {
        return Error::bad_input("'" + escape(name) + "' is no architecture of a GPU")
            .with_remedy("name one: sm_90, sm_90a");
    }
    if (rest == "a") found.flags = fatbin::flag_exact;
    if (rest == "f") found.flags = fatbin::flag_family;
    return found;
}

Result<PtxHead> read_ptx_head(std::string_view text) {
    PtxHead head;
    RF_TRY(std::string_view version, word_after(".version", text));
    const std::string_view whole = version;
    if (!read_number(version, head.version.major) || !version.starts_with('.')) {
        return Error::bad_input("'" + escape(whole) + "' is no version of PTX");
    }
    version.remove_prefix(1);
    if (!read_number(version, head.version.minor) || !version.empty()) {
        return Error::bad_input("'" + escape(whole) + "' is no version of PTX");
    }
    RF_TRY(const std::string_view target, word_after(".target", text));
    RF_TRY(head.target, read_architecture(target));
    return head;
}

}  // namespace ringfence::ptxas
