// Reports a session's notable events to the audit log as they happen, up to a limit, and keeps the counts for queries.
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
    // How many faults of a session are reported: a session that faults every millisecond must not fill the disk.
    static constexpr std::uint32_t most_told = 64;

    struct Who {
        std::uint32_t session = 0;
        std::uint32_t pid = 0;
        std::string program;  // printable
    };
    Journal(Who who, Tell tell) : who_(std::move(who)), tell_(std::move(tell)) {}

    void begins() { tell(EventKind::Begins, 0, 0, ""); }
    void ends(std::int32_t status, std::string_view why);
    // Reports a fault; it counts against the limit. `count`: how many faults of the kind there were.
    void note(EventKind kind, std::int32_t status, std::string_view text, std::uint32_t count = 1);

    // Reports that a limit was reached. `count`: how often, since the last report.
    void note_limit(Limit limit, std::uint64_t most, std::int32_t status, std::string_view text, std::uint32_t count);
    // Reports a loaded module, with its digest and the guard's verdict. Beyond most_modules_told they are only counted.
    static constexpr std::uint32_t most_modules_told = 256;
    void module(EventKind kind, std::string_view digest, std::uint64_t bytes, std::int32_t status,
                std::string_view verdict);
    // Reports sums (worker/activity.h). `one_of`: one launch in so many was recorded.
    void launches(std::uint64_t amount, std::uint32_t one_of, std::string_view text);
    void copies(std::uint64_t count, std::uint64_t bytes, std::string_view text);

    // The session's state, with only the fields that are known here filled in.
    SessionState state() const;

private:
    SessionEvent event_of(EventKind kind, std::int32_t status, std::uint32_t count, std::string_view text) const;
    void tell(EventKind kind, std::int32_t status, std::uint32_t count, std::string_view text) const;
    // False if the limit is reached.
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
