// Notable events of a session: kept for queries, and reported as they happen, up to a limit.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/mutex.h"
#include "worker/control.h"

namespace ringfence::worker {

class Journal {
public:
    // Called by any thread.
    using Tell = std::function<void(const SessionEvent&)>;
    // The most faults of a session in the audit log: one that faults every millisecond must not fill the disk.
    static constexpr std::uint32_t most_told = 64;

    struct Who {
        std::uint32_t session = 0;
        std::uint32_t pid = 0;
        std::string program;  // fit to print
    };
    Journal(Who who, Tell tell) : who_(std::move(who)), tell_(std::move(tell)) {}

    void begins() { tell(EventKind::Begins, 0, 0, ""); }
    void ends(std::int32_t status, std::string_view why);
    // All of these count against the limit. `count`: how many of it there were.
    void note(EventKind kind, std::int32_t status, std::string_view text, std::uint32_t count = 1);

    // `count`: how often since it was told last.
    void note_limit(Limit limit, std::uint64_t most, std::int32_t status, std::string_view text, std::uint32_t count);
    // A loaded module, with its digest and the guard's verdict: so many of a session, then they are only counted.
    static constexpr std::uint32_t most_modules_told = 256;
    void module(EventKind kind, std::string_view digest, std::uint64_t bytes, std::int32_t status,
                std::string_view verdict);
    // Sums, told now and then (worker/activity.h). `one_of`: so many were looked at.
    void launches(std::uint64_t amount, std::uint32_t one_of, std::string_view text);
    void copies(std::uint64_t count, std::uint64_t bytes, std::string_view text);

    // The session's state, with what is known here.
    SessionState state() const;

private:
    SessionEvent event_of(EventKind kind, std::int32_t status, std::uint32_t count, std::string_view text) const;
    void tell(EventKind kind, std::int32_t status, std::uint32_t count, std::string_view text) const;
    // False: there were too many.
    bool may_tell(EventKind kind, std::string_view text, std::uint32_t count);

    const Who who_;
    const Tell tell_;
    mutable Mutex mutex_;
    std::uint64_t violations_ RF_GUARDED_BY(mutex_) = 0;
    std::uint32_t told_ RF_GUARDED_BY(mutex_) = 0;
    std::uint32_t modules_told_ RF_GUARDED_BY(mutex_) = 0;
    std::uint32_t not_told_ RF_GUARDED_BY(mutex_) = 0;
    std::string last_text_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::worker
