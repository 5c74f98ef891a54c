#include "attack.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <optional>
#include <sstream>

#include "base/file.h"

namespace ringfence::attacks {
namespace {

constexpr std::size_t largest_file = std::size_t{64} << 20;

std::vector<std::string> words_of(std::string_view text) {
    std::istringstream stream{std::string(text)};
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

std::optional<std::uint64_t> number_of(std::string_view text) {
    const bool is_hex = text.starts_with("0x");
    if (is_hex) text.remove_prefix(2);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, is_hex ? 16 : 10);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

Result<std::vector<Expectation>> parse_expectations(std::string_view text) {
    constexpr std::string_view between = " or ";
    std::vector<Expectation> all;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(between), text.size());
        const std::string_view one = text.substr(0, end);
        text.remove_prefix(std::min(end + between.size(), text.size()));
        if (one == "contained") {
            all.push_back({Expectation::Kind::Contained, {}});
        } else if (one == "recorded") {
            all.push_back({Expectation::Kind::Recorded, {}});
        } else if (one.starts_with("refused")) {
            all.push_back({Expectation::Kind::Refused, std::string(one.substr(std::min<std::size_t>(8, one.size())))});
        } else {
            return Error::bad_input("expect: '" + std::string(one) + "'");
        }
    }
    return all;
}

Result<void> parse_launch(const std::vector<std::string>& words, backend::Launch& launch) {
    for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
        const std::optional<std::uint64_t> value = number_of(words[i + 1]);
        if (!value) return Error::bad_input("launch: '" + words[i + 1] + "' is no number");
        if (words[i] == "grid") {
            launch.grid.x = static_cast<std::uint32_t>(*value);
        } else if (words[i] == "block") {
            launch.block.x = static_cast<std::uint32_t>(*value);
        } else if (words[i] == "rows") {
            launch.block.y = static_cast<std::uint32_t>(*value);
        } else if (words[i] == "shared") {
            launch.dynamic_shared = static_cast<std::uint32_t>(*value);
        } else if (words[i] == "cooperative") {
            launch.cooperative = *value != 0;
        } else {
            return Error::bad_input("launch: '" + words[i] + "'");
        }
    }
    return {};
}

Result<std::vector<Argument>> parse_arguments(const std::vector<std::string>& words) {
    std::vector<Argument> arguments;
    for (const std::string& word : words) {
        if (!word.starts_with("u64:") && !word.starts_with("u32:")) return Error::bad_input("args: '" + word + "'");
        arguments.push_back({word.starts_with("u64") ? 8U : 4U, word.substr(4)});
    }
    return arguments;
}

Result<void> parse_line(std::string_view key, std::string_view value, Attack& attack) {
    if (key == "expect") {
        RF_TRY(attack.expectations, parse_expectations(value));
    } else if (key == "launch") {
        RF_RETURN_IF_ERROR(parse_launch(words_of(value), attack.launch));
    } else if (key == "args") {
        RF_TRY(attack.arguments, parse_arguments(words_of(value)));
    } else if (key == "entries") {
        attack.entries = words_of(value);
    } else if (key == "left-out") {
        attack.left_out = words_of(value);
    } else if (key == "soft") {
        attack.is_for_soft = !value.starts_with("no");
    } else if (key == "card") {
        attack.is_for_card = !value.starts_with("no");
    } else if (key == "harmless") {
        attack.is_harmless = true;
    }
    return {};
}

}  // namespace

bool Attack::may_be(Expectation::Kind kind) const {
    return std::any_of(expectations.begin(), expectations.end(),
                       [&](const Expectation& expectation) { return expectation.kind == kind; });
}

bool Attack::may_be_refused_with(std::string_view message) const {
    return std::any_of(expectations.begin(), expectations.end(), [&](const Expectation& expectation) {
        return expectation.kind == Expectation::Kind::Refused &&
               message.find(expectation.words) != std::string_view::npos;
    });
}

std::string Attack::expected() const {
    std::string text;
    for (const Expectation& expectation : expectations) {
        if (!text.empty()) text += " or ";
        text += expectation.kind == Expectation::Kind::Contained  ? "contained"
                : expectation.kind == Expectation::Kind::Recorded ? "recorded"
                                                                  : "refused " + expectation.words;
    }
    return text;
}

Result<Attack> parse_attack(std::string name, std::string text) {
    Attack attack;
    attack.name = std::move(name);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line) && line.starts_with("// ");) {
        const std::size_t colon = line.find(": ");
        if (colon == std::string::npos) continue;
        Result<void> done = parse_line(std::string_view(line).substr(3, colon - 3), line.substr(colon + 2), attack);
        if (!done.ok()) return done.take_error();
    }
    attack.ptx = std::move(text);
    if (attack.expectations.empty()) return Error::bad_input(attack.name + ": it does not say what to expect");
    return attack;
}

Result<Attack> read_attack(const std::string& path) {
    RF_TRY(std::string text, read_file(path, largest_file));
    return parse_attack(std::filesystem::path(path).stem(), std::move(text));
}

Result<std::uint64_t> evaluate(std::string_view expression, const Symbols& symbols) {
    const std::string_view whole = expression;
    const bool is_negative = expression.starts_with('-');
    if (is_negative) expression.remove_prefix(1);
    const std::size_t end = std::min(expression.find_first_of("+-/"), expression.size());
    const std::string_view first = expression.substr(0, end);
    std::optional<std::uint64_t> value = number_of(first);
    if (const auto symbol = symbols.find(first); symbol != symbols.end()) value = symbol->second;
    std::optional<std::uint64_t> second = 0;
    if (end < expression.size()) second = number_of(expression.substr(end + 1));
    if (!value || !second) return Error::bad_input("'" + std::string(whole) + "' is no number and names no place");
    if (is_negative) value = -*value;
    if (end == expression.size()) return *value;
    switch (expression[end]) {
        case '+': return *value + *second;
        case '-': return *value - *second;
        default:
            // Divides with a sign, so that a negative distance stays negative.
            return static_cast<std::uint64_t>(static_cast<std::int64_t>(*value) /
                                              static_cast<std::int64_t>(std::max<std::uint64_t>(1, *second)));
    }
}

Result<std::vector<std::byte>> lay_out(const std::vector<Argument>& arguments, const Symbols& symbols,
                                       std::size_t bytes) {
    std::vector<std::byte> laid_out(bytes);
    std::size_t offset = 0;
    for (const Argument& argument : arguments) {
        RF_TRY(const std::uint64_t value, evaluate(argument.value, symbols));
        offset = (offset + argument.bytes - 1) / argument.bytes * argument.bytes;
        if (offset + argument.bytes > bytes) return Error::bad_input("the kernel has fewer parameters than arguments");
        std::memcpy(laid_out.data() + offset, &value, argument.bytes);
        offset += argument.bytes;
    }
    return laid_out;
}

}  // namespace ringfence::attacks
