// The audit log for the daemon: a writer, with quotas.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "audit/background_writer.h"
#include "audit/quota.h"
#include "audit/record.h"
#include "base/result.h"

namespace ringfence::audit {

struct LogOptions {
    WriterOptions writer;
    QuotaOptions quota;
    DiskThread::Options thread = {};
};

class Log {
public:
    using Clock = Quota::Clock;

    static Result<std::unique_ptr<Log>> open(const LogOptions& options);
    // A log that writes nothing, but still applies quotas.
    static std::unique_ptr<Log> nowhere(const QuotaOptions& options = {});

    // True if the record was within the quota, and not only counted: then the caller may report it elsewhere, too (in
    // the daemon's log).
    bool note(std::string_view event, const Peer& peer, const nlohmann::ordered_json& details,
              Clock::time_point now = Clock::now());
    // A record of the daemon itself, which no quota limits.
    void note_own(std::string_view event, const nlohmann::ordered_json& details);
    // Reports records that were left out or could not be written. Call it now and then while is_waiting().
    void look(Clock::time_point now = Clock::now());
    bool is_waiting() const { return quota_.has_left_out() || (writer_ && !writer_->state().problem.empty()); }
    // Writes the rest. False if the disk has not taken all records within `at_most`.
    [[nodiscard]] bool finish(std::chrono::milliseconds at_most);
    // Writes the rest and releases the files for another daemon. False if the disk is stuck: then a thread continues,
    // and no other process may use the files before it is done.
    [[nodiscard]] bool close(std::chrono::milliseconds at_most);

    // Null if nothing is written.
    const BackgroundWriter* writer() const { return writer_.get(); }
    bool can_write() const { return writer_ && writer_->state().problem.empty(); }
    std::uint64_t left_out() const { return quota_.left_out(); }

private:
    explicit Log(const QuotaOptions& quota) : quota_(quota) {}
    void tell_left_out(Clock::time_point now);

    std::unique_ptr<BackgroundWriter> writer_;
    Quota quota_;
};

}  // namespace ringfence::audit
