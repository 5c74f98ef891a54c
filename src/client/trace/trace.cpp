#include "client/trace/trace.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <utility>

#include "base/per_thread.h"
#include "client/trace/print_call.h"
#include "client/trace/sink.h"

namespace ringfence::client {

constinit std::atomic<TraceState> trace_state = TraceState::Unknown;

namespace {

struct Sinks {
    Sink lines;
    Sink timeline;
    pid_t opener = ::getpid();
};

Sinks open_sinks() {
    Sinks sinks;
    const char* lines = std::getenv("RINGFENCE_TRACE");
    if (lines != nullptr && std::string_view(lines) == "1")
        sinks.lines = Sink::standard_error();
    else if (lines != nullptr && *lines != '\0' && std::string_view(lines) != "0")
        sinks.lines = Sink::open(lines);
    // Perfetto takes a list without its end, so the file is of use however the program ends.
    const char* timeline = std::getenv("RINGFENCE_TRACE_FILE");
    if (timeline != nullptr && *timeline != '\0') sinks.timeline = Sink::open_list(timeline);
    return sinks;
}

constinit std::atomic<bool> has_timeline_ended = false;

void end_timeline();

const Sinks& the_sinks() {
    static const Sinks sinks = [] {
        const Sinks opened = open_sinks();
        // Before the client's own, so that it runs after them: the last spans are written by then.
        if (opened.timeline.is_open()) std::atexit(end_timeline);
        return opened;
    }();
    return sinks;
}

// A child's end is not the program's.
void end_timeline() {
    if (::getpid() == the_sinks().opener && !has_timeline_ended.exchange(true)) the_sinks().timeline.end_list();
}

struct CallNote {
    std::string text;
    std::uint64_t asking = 0;
};

void print_note(Line& line, const CallNote& note) {
    if (note.text.empty()) return;
    line.add(" [");
    line.add(note.text);
    line.add(']');
}

void write_line(const TracedCall& call, const CallNote& note) {
    Line line;
    print_arguments(line, call);
    line.add(" = ");
    print_result(line, call);
    print_outputs(line, call);
    print_note(line, note);
    line.add(' ');
    line.add_number(static_cast<double>(call.end - call.begin) / 1000, 1);
    line.add(" µs");
    line.end();
    the_sinks().lines.write(line.text());
}

void write_event(const TracedCall& call, const CallNote& note) {
    const ApiInfo& info = api_infos[static_cast<std::size_t>(call.api)];
    Line arguments;
    print_arguments(arguments, call);
    print_outputs(arguments, call);
    print_note(arguments, note);
    Line result;
    print_result(result, call);
    Line event;
    event.add("{\"name\":\"");
    event.add(info.name);
    event.add("\",\"cat\":\"cuda\",\"ph\":\"X\",\"ts\":");
    event.add_number(static_cast<double>(call.begin) / 1000, 3);
    event.add(",\"dur\":");
    event.add_number(static_cast<double>(call.end - call.begin) / 1000, 3);
    event.add(",\"pid\":");
    event.add_signed(::getpid());
    event.add(",\"tid\":");
    event.add_signed(::syscall(SYS_gettid));
    event.add(",\"args\":{\"result\":");
    event.add_quoted(result.text(), 64);
    event.add(",\"call\":");
    event.add_quoted(arguments.text(), 1024);
    event.add("}},");
    event.end();
    write_to_timeline(event.text());
}

}  // namespace

bool is_tracing() {
    const TraceState state = trace_state.load(std::memory_order_relaxed);
    if (state != TraceState::Unknown) return state == TraceState::On;
    const int saved_errno = errno;
    const bool on = the_sinks().lines.is_open() || the_sinks().timeline.is_open();
    trace_state.store(on ? TraceState::On : TraceState::Off, std::memory_order_relaxed);
    errno = saved_errno;
    return on;
}

bool has_timeline() {
    return the_sinks().timeline.is_open() && !has_timeline_ended.load(std::memory_order_relaxed);
}

void write_to_timeline(std::string_view line) {
    if (has_timeline()) the_sinks().timeline.write(line);
}

std::uint64_t trace_clock() {
    timespec now = {};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}

void trace_call(const TracedCall& call) {
    const int saved_errno = errno;
    const CallNote note = std::exchange(PerThread<CallNote>::get(), {});
    TracedCall told = call;
    told.end -= std::min(note.asking, call.end - call.begin);
    if (the_sinks().lines.is_open()) write_line(told, note);
    if (has_timeline()) write_event(told, note);
    errno = saved_errno;
}

void trace_line(std::string_view line) {
    if (the_sinks().lines.is_open()) the_sinks().lines.write(line);
}

void note_on_call(std::string text, std::uint64_t asking) {
    PerThread<CallNote>::get() = {std::move(text), asking};
}

}  // namespace ringfence::client
