// The audit log, for whoever has something to write down: writer and quota together.
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
};

class Log {
public:
    using Clock = Quota::Clock;

    static Result<std::unique_ptr<Log>> open(const LogOptions& options);
    // Nothing is written, but it is counted who has more to say than he may.
    static std::unique_ptr<Log> nowhere(const QuotaOptions& options = {});

    // Whether it counts as told, and not only as one more: what else is told of it (a line in the daemon's log) is told
    // then.
    bool note(std::string_view event, const Peer& peer, const nlohmann::ordered_json& details,
              Clock::time_point now = Clock::now());
    // Of the daemon itself: nobody's quota.
    void note_own(std::string_view event, const nlohmann::ordered_json& details);
    // Tells what was left out, and what could not be written. To be called now and then while is_waiting().
    void look(Clock::time_point now = Clock::now());
    bool is_waiting() const { return quota_.has_left_out() || (writer_ && !writer_->state().problem.empty()); }
    // Tells the rest, and gives the files up: another daemon may have them.
    void close();

    // Null: nothing is written.
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
