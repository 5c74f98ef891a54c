#include "client/trace/print_call.h"

#include <cstring>
#include <string_view>

#include "client/trace/status_text.h"

namespace ringfence::client {
namespace {

using Kind = TracedValue::Kind;

constexpr std::size_t text_limit = 64;

// The first of a list of names separated by commas; the list goes on with the next.
std::string_view next_name(std::string_view& names) {
    const std::size_t comma = names.find(',');
    const std::string_view name = names.substr(0, comma);
    names = comma == std::string_view::npos ? std::string_view() : names.substr(comma + 1);
    return name;
}

// One character more than is shown tells that there is more.
std::string_view text_at(const void* address) {
    const char* text = static_cast<const char*>(address);
    return {text, ::strnlen(text, text_limit + 1)};
}

void print_scalar(Line& line, Kind kind, std::uint64_t bits) {
    switch (kind) {
        case Kind::Signed: return line.add_signed(static_cast<std::int64_t>(bits));
        case Kind::Unsigned: return line.add_unsigned(bits);
        case Kind::Address: return bits == 0 ? line.add('0') : line.add_hexadecimal(bits);
        case Kind::Float: return line.add_number(std::bit_cast<double>(bits), 3);
        case Kind::None:
        case Kind::Dimensions:
        case Kind::Opaque: return line.add("…");
    }
}

void print_value(Line& line, const TracedValue& value, char direction) {
    if (value.points_to_text && direction == 'i' && value.bits != 0) {
        line.add_quoted(text_at(reinterpret_cast<const void*>(value.bits)), text_limit);
    } else if (value.kind == Kind::Dimensions) {
        line.add('(');
        line.add_unsigned(value.dimensions.x);
        line.add(", ");
        line.add_unsigned(value.dimensions.y);
        line.add(", ");
        line.add_unsigned(value.dimensions.z);
        line.add(')');
    } else {
        print_scalar(line, value.kind, value.bits);
    }
}

bool is_readable(const TracedValue& value, char direction) {
    return (direction == 'o' || direction == 'b') && value.bits != 0 && value.pointee_bytes != 0;
}

void print_pointee(Line& line, const TracedValue& value) {
    const void* from = reinterpret_cast<const void*>(value.bits);
    if (value.pointee_bytes == 1) return line.add_quoted(text_at(from), text_limit);
    if (value.pointee == Kind::Float && value.pointee_bytes == 4) {
        float number = 0;
        std::memcpy(&number, from, sizeof number);
        return line.add_number(number, 3);
    }
    std::uint64_t bits = 0;
    std::memcpy(&bits, from, value.pointee_bytes);
    if (value.pointee == Kind::Signed && value.pointee_bytes == 4)
        bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(bits)));
    print_scalar(line, value.pointee, bits);
}

}  // namespace

void print_arguments(Line& line, const TracedCall& call) {
    const ApiInfo& info = api_infos[static_cast<std::size_t>(call.api)];
    std::string_view names = info.parameters;
    line.add(info.name);
    line.add('(');
    for (std::size_t i = 0; i < call.argument_count; ++i) {
        if (i != 0) line.add(", ");
        line.add(next_name(names));
        line.add('=');
        print_value(line, call.arguments[i], info.directions[i]);
    }
    line.add(')');
}

void print_result(Line& line, const TracedCall& call) {
    const ApiInfo& info = api_infos[static_cast<std::size_t>(call.api)];
    if (info.result == ApiResult::Other) return print_value(line, call.result, 'i');
    const int status = static_cast<int>(call.result.bits);
    const char* name =
        (info.result == ApiResult::Driver ? driver_status_text(status) : runtime_status_text(status)).name;
    if (name != nullptr)
        line.add(name);
    else
        line.add_signed(status);
}

void print_outputs(Line& line, const TracedCall& call) {
    const ApiInfo& info = api_infos[static_cast<std::size_t>(call.api)];
    if (info.result == ApiResult::Other || call.result.bits != 0) return;
    std::string_view names = info.parameters;
    bool any = false;
    for (std::size_t i = 0; i < call.argument_count; ++i) {
        const std::string_view name = next_name(names);
        if (!is_readable(call.arguments[i], info.directions[i])) continue;
        line.add(any ? ", " : " [");
        line.add(name);
        line.add(" -> ");
        print_pointee(line, call.arguments[i]);
        any = true;
    }
    if (any) line.add(']');
}

}  // namespace ringfence::client
