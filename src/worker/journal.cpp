#include "worker/journal.h"

#include <algorithm>

#include "base/escape_lines.h"

namespace ringfence::worker {

void Journal::note(EventKind kind, std::int32_t status, std::string_view text, std::uint32_t count) {
    if (may_tell(kind, text, count)) tell(kind, status, count, text);
}

void Journal::note_limit(Limit limit, std::uint64_t most, std::int32_t status, std::string_view text,
                         std::uint32_t count) {
    if (!may_tell(EventKind::LimitReached, text, count) || !tell_) return;
    SessionEvent event = event_of(EventKind::LimitReached, status, count, text);
    event.amount = most;
    put_text(event.subject, facts_of(limit).key);
    tell_(event);
}

bool Journal::may_tell(EventKind kind, std::string_view text, std::uint32_t count) {
    const MutexLock lock(mutex_);
    if (kind == EventKind::Violation) violations_ += count;
    last_text_ = std::string(text.substr(0, event_text_bytes));
    const bool may = told_ < most_told;
    ++(may ? told_ : not_told_);
    return may;
}

void Journal::ends(std::int32_t status, std::string_view why) {
    std::uint32_t not_told = 0;
    {
        const MutexLock lock(mutex_);
        not_told = not_told_;
    }
    tell(EventKind::Ends, status, not_told, why);
}

void Journal::tell(EventKind kind, std::int32_t status, std::uint32_t count, std::string_view text) const {
    if (tell_) tell_(event_of(kind, status, count, text));
}

SessionEvent Journal::event_of(EventKind kind, std::int32_t status, std::uint32_t count, std::string_view text) const {
    SessionEvent event;
    event.kind = kind;
    event.session = who_.session;
    event.pid = who_.pid;
    event.status = status;
    event.count = count;
    put_text(event.program, who_.program);
    put_text(event.text, escape_lines(text));
    return event;
}

void Journal::module(EventKind kind, std::string_view digest, std::uint64_t bytes, std::int32_t status,
                     std::string_view verdict) {
    {
        const MutexLock lock(mutex_);
        if (kind == EventKind::ModuleRefused) last_text_ = std::string(verdict.substr(0, event_text_bytes));
        const bool may = modules_told_ < most_modules_told;
        ++(may ? modules_told_ : not_told_);
        if (!may) return;
    }
    if (!tell_) return;
    SessionEvent event = event_of(kind, status, 1, verdict);
    event.amount = bytes;
    put_text(event.subject, digest);
    tell_(event);
}

void Journal::launches(std::uint64_t amount, std::uint32_t one_of, std::string_view text) {
    if (!tell_) return;
    SessionEvent event = event_of(EventKind::Launches, 0, one_of, text);
    event.amount = amount;
    tell_(event);
}

void Journal::copies(std::uint64_t count, std::uint64_t bytes, std::string_view text) {
    if (!tell_) return;
    const auto told = static_cast<std::uint32_t>(std::min<std::uint64_t>(count, UINT32_MAX));
    SessionEvent event = event_of(EventKind::Copies, 0, told, text);
    event.amount = bytes;
    tell_(event);
}

SessionState Journal::state() const {
    SessionState state;
    state.session = who_.session;
    state.pid = who_.pid;
    put_text(state.program, who_.program);
    const MutexLock lock(mutex_);
    state.violations = violations_;
    put_text(state.last_text, escape_lines(last_text_));
    return state;
}

}  // namespace ringfence::worker
