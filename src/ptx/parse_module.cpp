// The file header and the things at module scope.
#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "ptx/parser_state.h"

namespace ringfence::ptx {
namespace {

// The versions of the PTX ISA: for each major version the last minor one.
constexpr std::array<unsigned, 10> last_minor = {0, 5, 3, 2, 3, 0, 5, 8, 8, 0};

constexpr std::array<std::string_view, 4> target_options = {"texmode_unified", "texmode_independent", "debug",
                                                            "map_f64_to_f32"};

// The first version that has a target, as ptxas sees it.
struct TargetVersion {
    unsigned sm;
    char suffix;
    unsigned version;
};

constexpr std::array<TargetVersion, 23> target_versions = {{
    {75, 0, 63},    {80, 0, 70},    {86, 0, 71},  {87, 0, 74},    {88, 0, 73},    {89, 0, 78},
    {90, 0, 78},    {90, 'a', 80},  {100, 0, 86}, {100, 'a', 86}, {100, 'f', 88}, {103, 0, 88},
    {103, 'a', 88}, {103, 'f', 88}, {110, 0, 90}, {110, 'a', 90}, {110, 'f', 90}, {120, 0, 87},
    {120, 'a', 87}, {120, 'f', 88}, {121, 0, 88}, {121, 'a', 88}, {121, 'f', 88},
}};

}  // namespace

void Parser::parse_header() {
    if (!at_directive(".version")) {
        fail(peek(), fmt::format("expected `.version`, found {}", describe(peek())),
             "a PTX module begins with `.version`, `.target` and `.address_size`");
        return;
    }
    const bool version_known = parse_version();
    if (!at_directive(".target")) {
        fail(peek(), fmt::format("expected `.target` after `.version`, found {}", describe(peek())),
             "write for example `.target sm_90`");
        return;
    }
    const bool target_known = parse_target();
    if (at_directive(".address_size")) {
        parse_address_size();
    }
    if (version_known && target_known) {
        check_target_version();
    }
}

// A target is known from a certain version on.
bool Parser::check_target_version() {
    const Target& target = module_.target;
    for (const TargetVersion& known : target_versions) {
        if (known.sm == target.sm && known.suffix == target.suffix && known.version > module_.version()) {
            return fail(module_.target_where, fmt::format("the target {} needs PTX ISA {}.{}, the module says {}.{}",
                                                          target.names[0], known.version / 10, known.version % 10,
                                                          module_.version_major, module_.version_minor));
        }
    }
    return true;
}

bool Parser::parse_version() {
    Token directive = take();
    Token number = peek();
    if (!expect(TokenKind::Number, "a version such as `9.0` after `.version`")) {
        return false;
    }
    module_.version_where = {directive.begin, last_end_};
    std::string_view version = text(number);
    const char* end = version.data() + version.size();
    unsigned major = 0;
    unsigned minor = 0;
    auto first = std::from_chars(version.data(), end, major);
    auto second = first.ptr == end ? first : std::from_chars(first.ptr + 1, end, minor);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != '.' || second.ec != std::errc() ||
        second.ptr != end) {
        return fail(number, fmt::format("`{}` is not a PTX version", version), "write for example `.version 9.0`");
    }
    if (major == 0 || major >= last_minor.size() || minor > last_minor[major]) {
        return fail(number, fmt::format("there is no PTX ISA {}.{} that we know", major, minor),
                    "the last one known is 9.0; regenerate the PTX for it or an earlier one");
    }
    module_.version_major = major;
    module_.version_minor = minor;
    return true;
}

bool Parser::parse_target() {
    Token directive = take();
    std::vector<std::string_view> names;
    do {
        Token name = peek();
        if (!expect(TokenKind::Identifier, "a target such as `sm_90` after `.target`")) {
            return false;
        }
        if (!parse_target_name(text(name), name)) {
            return false;
        }
        names.push_back(text(name));
    } while (accept(TokenKind::Comma));
    module_.target_where = {directive.begin, last_end_};
    module_.target.names = arena_.copy_span(names);
    return true;
}

bool Parser::parse_target_name(std::string_view name, Token token) {
    if (std::find(target_options.begin(), target_options.end(), name) != target_options.end()) {
        module_.target.debug |= name == "debug";
        return true;
    }
    unsigned sm = 0;
    std::string_view number = name.starts_with("sm_") ? name.substr(3) : std::string_view();
    auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), sm);
    std::string_view suffix(end, static_cast<std::size_t>(number.data() + number.size() - end));
    const bool suffix_known = suffix.empty() || ((suffix == "a" || suffix == "f") && sm >= 90);
    if (number.empty() || error != std::errc() || sm < 10 || sm > 999 || !suffix_known) {
        return fail(token, fmt::format("unknown target `{}`", name),
                    "write for example `sm_90`, `sm_90a`, or an option such as `debug`");
    }
    if (module_.target.sm != 0) {
        return fail(token, fmt::format("a second target, `{}`", name), "name one target only");
    }
    module_.target.sm = sm;
    module_.target.suffix = suffix.empty() ? '\0' : suffix[0];
    return true;
}

bool Parser::parse_address_size() {
    Token directive = take();
    Token number = peek();
    std::optional<std::uint64_t> size = parse_unsigned("32 or 64 after `.address_size`");
    if (!size) {
        return false;
    }
    if (*size != 32 && *size != 64) {
        return fail(number, fmt::format("an address has 32 or 64 bits, not {}", *size));
    }
    module_.address_size = static_cast<unsigned>(*size);
    module_.address_size_where = {directive.begin, last_end_};
    return true;
}

Linkage Parser::parse_linkage() {
    constexpr std::array<Linkage, 4> linkages = {Linkage::Extern, Linkage::Visible, Linkage::Weak, Linkage::Common};
    for (Linkage linkage : linkages) {
        if (accept_directive(name(linkage))) {
            return linkage;
        }
    }
    return Linkage::None;
}

void Parser::parse_item() {
    const std::uint32_t begin = peek().begin;
    const Linkage linkage = parse_linkage();
    bool good = false;
    if (at_directive(".entry") || at_directive(".func")) {
        good = parse_function(linkage, begin);
    } else if (at(TokenKind::Directive) && space_named(text(peek()))) {
        good = add_item(ItemKind::Variables, &Item::variables, parse_variables(linkage, true), begin);
    } else if (linkage != Linkage::None) {
        fail_expected(fmt::format("`.func`, `.entry` or a state space after `{}`", name(linkage)));
    } else if (at_directive(".alias")) {
        good = add_item(ItemKind::Alias, &Item::alias, parse_alias(), begin);
    } else if (at_directive(".pragma")) {
        good = add_item(ItemKind::Pragma, &Item::pragma, parse_pragma(), begin);
    } else if (at_directive(".file")) {
        good = add_item(ItemKind::SourceFile, &Item::file, parse_source_file(), begin);
    } else if (at_directive(".section")) {
        good = add_item(ItemKind::Section, &Item::section, parse_section(), begin);
    } else if (at(TokenKind::AtAt)) {
        good = add_item(ItemKind::RawLine, &Item::raw, parse_raw_line(), begin);
    } else {
        report_misplaced();
        if (at(TokenKind::RightBrace)) {  // too many; what follows may be fine
            while (accept(TokenKind::RightBrace)) {
            }
            good = true;
        }
    }
    if (!good) {
        skip_item();
    }
    nesting_ = 0;
}

// Reports a token that cannot begin anything at module scope.
void Parser::report_misplaced() {
    if (at_directive(".version") || at_directive(".target") || at_directive(".address_size")) {
        fail(peek(), fmt::format("{} stands at the beginning of a module, once", describe(peek())));
    } else if (at(TokenKind::Directive)) {
        fail(peek(), fmt::format("unknown directive {} at module scope", describe(peek())),
             "variables, functions, `.alias`, `.pragma`, `.file` and `.section` can stand here");
    } else {
        fail_expected("a variable, a function or another directive at module scope");
    }
}

const Alias* Parser::parse_alias() {
    take();
    std::array<const Function*, 2> functions{};
    for (std::size_t i = 0; i < functions.size(); ++i) {
        Token name = peek();
        if ((i == 1 && !expect(TokenKind::Comma, "`,` between the two names of `.alias`")) ||
            (name = peek(), !expect(TokenKind::Identifier, "a function's name in `.alias`"))) {
            return nullptr;
        }
        auto found = globals_.find(text(name));
        if (found == globals_.end() || found->second.kind != Name::Kind::Function) {
            fail(name, fmt::format("`{}` is not a function", text(name)), "declare both functions before");
            return nullptr;
        }
        functions[i] = found->second.function;
        if (functions[i]->is_entry) {
            fail(name, fmt::format("`{}` is a kernel", text(name)), "an alias stands for a device function");
            return nullptr;
        }
        if (i == 0 && !may_be_alias(*functions[0], name)) {
            return nullptr;
        }
    }
    if (!expect(TokenKind::Semicolon, "`;` after `.alias`")) {
        return nullptr;
    }
    return arena_.allocate<Alias>(functions[0], functions[1]);
}

// A name must not stand for two functions: who calls whom would depend on who is asked.
bool Parser::may_be_alias(const Function& function, Token name) {
    constexpr const char* remedy = "declare the alias without a body, and once";
    if (function.has_body) {
        return fail(name, fmt::format("`{}` has a body, and cannot be an alias", text(name)), remedy);
    }
    if (!aliases_.insert(function.name).second) {
        return fail(name, fmt::format("`{}` is an alias already", text(name)), remedy);
    }
    return true;
}

const Pragma* Parser::parse_pragma() {
    take();
    std::vector<std::string_view> texts;
    do {
        Token string = peek();
        if (!expect(TokenKind::String, "a string after `.pragma`")) {
            return nullptr;
        }
        texts.push_back(text(string).substr(1, string.end - string.begin - 2));
    } while (accept(TokenKind::Comma));
    if (!expect(TokenKind::Semicolon, "`;` after `.pragma`")) {
        return nullptr;
    }
    return arena_.allocate<Pragma>(arena_.copy_span(texts));
}

}  // namespace ringfence::ptx
