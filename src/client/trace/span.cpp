#include "client/trace/span.h"

#include <cxxabi.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "client/trace/line.h"
#include "client/trace/trace.h"

namespace ringfence::client {
namespace {

constexpr std::size_t name_limit = 512;
// Beyond the numbers that Linux gives to threads, whose tracks lie next to these.
constexpr std::uint64_t first_track = 1 << 24;

struct Free {
    void operator()(char* text) const { std::free(text); }
};

// `add(float*, int)` for `_Z3addPfi`.
std::string readable(std::string_view name) {
    std::string text(name);
    if (!name.starts_with("_Z")) return text;
    int status = 0;
    const std::unique_ptr<char, Free> plain(abi::__cxa_demangle(text.c_str(), nullptr, nullptr, &status));
    return status == 0 && plain ? plain.get() : text;
}

void add_microseconds(Line& line, std::uint64_t nanoseconds) {
    line.add_number(static_cast<double>(nanoseconds) / 1000, 3);
}

void add_track(Line& line, std::uint64_t stream) {
    line.add(",\"pid\":");
    line.add_signed(::getpid());
    line.add(",\"tid\":");
    line.add_unsigned(first_track + stream);
}

}  // namespace

void write_track(std::uint64_t stream, std::string_view name) {
    Line line;
    line.add("{\"name\":\"thread_name\",\"ph\":\"M\"");
    add_track(line, stream);
    line.add(",\"args\":{\"name\":");
    line.add_quoted(name, name_limit);
    line.add("}},");
    line.end();
    write_to_timeline(line.text());
}

void write_span(const TracedSpan& span) {
    Line line;
    line.add("{\"name\":");
    line.add_quoted(readable(span.name), name_limit);
    line.add(",\"cat\":\"stream\",\"ph\":\"X\",\"ts\":");
    add_microseconds(line, span.begin);
    line.add(",\"dur\":");
    add_microseconds(line, span.end - span.begin);
    add_track(line, span.stream);
    line.add(",\"args\":{");
    line.add(span.arguments);
    line.add(span.arguments.empty() ? "\"submitted\":" : ",\"submitted\":");
    add_microseconds(line, span.submitted);
    line.add(",\"waited\":");
    add_microseconds(line, span.begin - span.submitted);
    line.add("}},");
    line.end();
    write_to_timeline(line.text());
}

}  // namespace ringfence::client
