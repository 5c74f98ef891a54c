#include "ptx/literal.h"

#include <bit>
#include <charconv>

#include <fmt/format.h>

namespace ringfence::ptx {
namespace {

Error wrong(std::string message, std::string remedy = {}) {
    return Error::bad_input(std::move(message)).with_remedy(std::move(remedy));
}

Result<Constant> read_float_bits(std::string_view text) {
    const bool single = text[1] == 'f' || text[1] == 'F';
    const std::size_t digits = single ? 8 : 16;
    std::uint64_t bits = 0;
    auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), bits, 16);
    if (text.size() != digits + 2 || end != text.data() + text.size() || error != std::errc()) {
        return wrong(fmt::format("`{}` is not a float: `{}` is followed by {} hexadecimal digits", text,
                                 text.substr(0, 2), digits));
    }
    return Constant{single ? Constant::Kind::Float32 : Constant::Kind::Float64, false, bits};
}

Result<Constant> read_decimal_float(std::string_view text) {
    double value = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size() || error == std::errc::invalid_argument) {
        return wrong(fmt::format("`{}` is not a number", text));
    }
    if (error == std::errc::result_out_of_range) {
        return wrong(fmt::format("`{}` does not fit a double", text), "write its bits: 0d and 16 hexadecimal digits");
    }
    return Constant{Constant::Kind::Float64, false, std::bit_cast<std::uint64_t>(value)};
}

Result<Constant> read_integer(std::string_view text) {
    std::string_view digits = text;
    const bool suffix = digits.ends_with('U');
    digits.remove_suffix(suffix ? 1 : 0);
    int base = 10;
    if (digits.starts_with("0x") || digits.starts_with("0X")) {
        base = 16;
        digits.remove_prefix(2);
    } else if (digits.starts_with("0b") || digits.starts_with("0B")) {
        base = 2;
        digits.remove_prefix(2);
    } else if (digits.size() > 1 && digits[0] == '0') {
        base = 8;
        digits.remove_prefix(1);
    }
    std::uint64_t bits = 0;
    auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits, base);
    if (error == std::errc::result_out_of_range) {
        return wrong(fmt::format("`{}` does not fit 64 bits", text));
    }
    if (error != std::errc() || end != digits.data() + digits.size()) {
        return wrong(fmt::format("`{}` is not a number", text));
    }
    return Constant::integer(bits, suffix || bits > static_cast<std::uint64_t>(INT64_MAX));
}

bool looks_like_decimal_float(std::string_view text) {
    return text.find_first_of(".eE") != std::string_view::npos && text.find_first_of("xX") == std::string_view::npos;
}

}  // namespace

double Constant::as_double() const {
    switch (kind) {
        case Kind::Float32: return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        case Kind::Float64: return std::bit_cast<double>(bits);
        case Kind::Integer: break;
    }
    return is_unsigned ? static_cast<double>(bits) : static_cast<double>(static_cast<std::int64_t>(bits));
}

Result<Constant> read_number(std::string_view text) {
    if (text.size() > 1 && text[0] == '0' && std::string_view("fFdD").find(text[1]) != std::string_view::npos) {
        return read_float_bits(text);
    }
    return looks_like_decimal_float(text) ? read_decimal_float(text) : read_integer(text);
}

void append_constant(std::string& out, const Constant& constant) {
    auto to = std::back_inserter(out);
    switch (constant.kind) {
        case Constant::Kind::Float32: fmt::format_to(to, "0f{:08X}", constant.bits); return;
        case Constant::Kind::Float64: fmt::format_to(to, "0d{:016X}", constant.bits); return;
        case Constant::Kind::Integer: break;
    }
    char digits[24];
    auto end = constant.is_unsigned
                   ? std::to_chars(digits, digits + sizeof digits, constant.bits).ptr
                   : std::to_chars(digits, digits + sizeof digits, static_cast<std::int64_t>(constant.bits)).ptr;
    out.append(digits, end);
}

}  // namespace ringfence::ptx
