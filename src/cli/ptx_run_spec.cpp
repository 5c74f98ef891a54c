#include "cli/ptx_run_spec.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include "base/escape.h"

namespace ringfence::cli {
namespace {

std::string in_quotes(std::string_view text) {
    return "'" + escape(text) + "'";
}

// The text before the first `separator`, which is removed together with it; everything if there is none.
std::string_view take_word(std::string_view& text, char separator) {
    const std::size_t end = text.find(separator);
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return word;
}

// Digits without a sign, in decimal or with 0x in hexadecimal.
std::optional<std::uint64_t> parse_unsigned(std::string_view text) {
    int base = 10;
    if (text.starts_with("0x") || text.starts_with("0X")) {
        text.remove_prefix(2);
        base = 16;
    }
    std::uint64_t value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (text.empty() || problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

bool is_hexadecimal(std::string_view text) {
    return text.starts_with("0x") || text.starts_with("0X");
}

std::vector<std::byte> low_bytes(std::uint64_t bits, std::size_t count) {
    std::vector<std::byte> bytes(count);
    for (std::size_t i = 0; i < count; ++i)
        bytes[i] = static_cast<std::byte>(bits >> (8 * i));
    return bytes;
}

struct NumberType {
    std::string_view name;
    unsigned bytes;
    enum class Kind : std::uint8_t { Unsigned, Signed, Float } kind;
};

constexpr std::array number_types = {
    NumberType{"u8", 1, NumberType::Kind::Unsigned},  NumberType{"s8", 1, NumberType::Kind::Signed},
    NumberType{"u16", 2, NumberType::Kind::Unsigned}, NumberType{"s16", 2, NumberType::Kind::Signed},
    NumberType{"u32", 4, NumberType::Kind::Unsigned}, NumberType{"s32", 4, NumberType::Kind::Signed},
    NumberType{"u64", 8, NumberType::Kind::Unsigned}, NumberType{"s64", 8, NumberType::Kind::Signed},
    NumberType{"f32", 4, NumberType::Kind::Float},    NumberType{"f64", 8, NumberType::Kind::Float},
};

Error bad_number(const NumberType& type, std::string_view text) {
    return Error::bad_input(in_quotes(text) + " is not a number that fits " + std::string(type.name));
}

// A number in hexadecimal gives the bits, of a signed type too.
Result<std::uint64_t> integer_bits(const NumberType& type, std::string_view text) {
    const bool negative = text.starts_with('-');
    const std::optional<std::uint64_t> magnitude = parse_unsigned(negative ? text.substr(1) : text);
    if (!magnitude) return bad_number(type, text);
    const unsigned bits = type.bytes * 8;
    const std::uint64_t all_ones = ~std::uint64_t{0} >> (64 - bits);
    const std::uint64_t sign_bit = std::uint64_t{1} << (bits - 1);
    const bool is_signed = type.kind == NumberType::Kind::Signed;
    const std::uint64_t most =
        negative ? (is_signed ? sign_bit : 0) : (is_signed && !is_hexadecimal(text) ? sign_bit - 1 : all_ones);
    if (*magnitude > most) return bad_number(type, text);
    return negative ? 0 - *magnitude : *magnitude;
}

// NaN as the card makes it.
std::optional<std::uint64_t> nan_bits(const NumberType& type, std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    if (text != "nan") return std::nullopt;
    const std::uint64_t positive = type.bytes == 4 ? 0x7fff'ffff : 0x7ff8'0000'0000'0000;
    return positive | (negative ? std::uint64_t{1} << (type.bytes * 8 - 1) : 0);
}

Result<std::uint64_t> float_bits(const NumberType& type, std::string_view text) {
    if (const std::optional<std::uint64_t> bits = nan_bits(type, text)) return *bits;
    if (is_hexadecimal(text) && text.find_first_of("pP.") == std::string_view::npos) {
        const std::optional<std::uint64_t> bits = parse_unsigned(text);
        if (!bits || (type.bytes == 4 && *bits > UINT32_MAX)) return bad_number(type, text);
        return *bits;
    }
    // The C library skips white space in front and takes "nan(...)"; we do not.
    const std::string copy(text);
    if (copy.empty() || copy.find_first_of(" \t\n(") != std::string::npos || copy.find('\0') != std::string::npos)
        return bad_number(type, text);
    char* end = nullptr;
    const std::uint64_t bits = type.bytes == 4
                                   ? std::uint64_t{std::bit_cast<std::uint32_t>(std::strtof(copy.c_str(), &end))}
                                   : std::bit_cast<std::uint64_t>(std::strtod(copy.c_str(), &end));
    if (end != copy.c_str() + copy.size()) return bad_number(type, text);
    return bits;
}

Result<std::vector<std::byte>> parse_hex(std::string_view text) {
    std::vector<std::byte> bytes;
    if (text.empty() || text.size() % 2 != 0)
        return Error::bad_input("'hex:' takes two hexadecimal digits for each byte");
    for (; !text.empty(); text.remove_prefix(2)) {
        unsigned value = 0;
        const auto [end, problem] = std::from_chars(text.data(), text.data() + 2, value, 16);
        if (problem != std::errc() || end != text.data() + 2)
            return Error::bad_input(in_quotes(text.substr(0, 2)) + " is not a byte in hexadecimal");
        bytes.push_back(static_cast<std::byte>(value));
    }
    return bytes;
}

Result<void> parse_output(ArgumentSpec& spec, std::string_view rest) {
    // The size stands behind the last colon: the file's name may hold colons.
    const std::size_t colon = rest.rfind(':');
    if (colon == std::string_view::npos || colon == 0) return Error::bad_input("'out:' takes FILE:BYTES");
    spec.output = rest.substr(0, colon);
    RF_TRY(spec.bytes, parse_bytes(rest.substr(colon + 1)));
    return {};
}

Result<void> parse_buffer(ArgumentSpec& spec, std::string_view kind, std::string_view rest) {
    spec.kind = ArgumentSpec::Kind::Buffer;
    if (kind == "out") return parse_output(spec, rest);
    if (kind == "in") {
        spec.input = rest;
    } else {
        spec.input = take_word(rest, ':');
        spec.output = rest.empty() ? std::string_view(spec.input) : rest;
    }
    if (spec.input.empty()) return Error::bad_input(in_quotes(std::string(kind) + ":") + " takes a file");
    return {};
}

Result<void> parse_into(ArgumentSpec& spec, std::string_view kind, std::string_view rest) {
    if (kind == "in" || kind == "inout" || kind == "out") return parse_buffer(spec, kind, rest);
    if (kind == "same") {
        const std::optional<std::uint64_t> other = parse_unsigned(rest);
        if (!other) return Error::bad_input("'same:' takes the number of an argument, counted from 0");
        spec.kind = ArgumentSpec::Kind::Same;
        spec.other = *other;
        return {};
    }
    if (kind == "hex") {
        RF_TRY(spec.value, parse_hex(rest));
        return {};
    }
    for (const NumberType& type : number_types) {
        if (type.name != kind) continue;
        RF_TRY(const std::uint64_t bits,
               type.kind == NumberType::Kind::Float ? float_bits(type, rest) : integer_bits(type, rest));
        spec.value = low_bytes(bits, type.bytes);
        return {};
    }
    return Error::bad_input(
        "it begins with none of in:, inout:, out:, u8:, s8:, u16:, s16:, u32:, s32:, u64:, s64:, f32:, f64:, hex:, "
        "same:");
}

}  // namespace

Result<ArgumentSpec> parse_argument(std::string_view text) {
    ArgumentSpec spec;
    spec.text = text;
    std::string_view rest = text;
    const std::string_view kind = text.find(':') == std::string_view::npos ? "" : take_word(rest, ':');
    Result<void> parsed = parse_into(spec, kind, rest);
    if (!parsed.ok()) return Error::bad_input("--arg " + in_quotes(text) + ": " + parsed.error().message);
    return spec;
}

Result<SymbolSpec> parse_symbol(std::string_view text) {
    std::string_view rest = text;
    SymbolSpec spec;
    spec.name = take_word(rest, ':');
    const std::string_view direction = take_word(rest, ':');
    spec.is_input = direction == "in";
    spec.file = rest;
    if (spec.name.empty() || spec.file.empty() || (direction != "in" && direction != "out"))
        return Error::bad_input("--symbol " + in_quotes(text) + ": takes NAME:in:FILE or NAME:out:FILE");
    return spec;
}

Result<backend::Dim3> parse_size(std::string_view text) {
    std::array<std::uint32_t, 3> sizes = {1, 1, 1};
    std::string_view rest = text;
    std::size_t count = 0;
    do {
        const std::optional<std::uint64_t> size = parse_unsigned(take_word(rest, ','));
        if (!size || *size == 0 || *size > UINT32_MAX || count == sizes.size() || text.ends_with(','))
            return Error::bad_input(in_quotes(text) + " is not X, X,Y or X,Y,Z with whole numbers from 1 on");
        sizes[count++] = static_cast<std::uint32_t>(*size);
    } while (!rest.empty());
    return backend::Dim3{sizes[0], sizes[1], sizes[2]};
}

Result<std::uint64_t> parse_bytes(std::string_view text) {
    constexpr std::string_view suffixes = "KMG";
    unsigned shift = 0;
    std::string_view digits = text;
    if (const std::size_t suffix = text.empty() ? std::string_view::npos : suffixes.find(text.back());
        suffix != std::string_view::npos) {
        shift = 10 * (static_cast<unsigned>(suffix) + 1);
        digits.remove_suffix(1);
    }
    const std::optional<std::uint64_t> number = parse_unsigned(digits);
    if (!number || *number > UINT64_MAX >> shift)
        return Error::bad_input(in_quotes(text) + " is not a number of bytes");
    return *number << shift;
}

}  // namespace ringfence::cli
