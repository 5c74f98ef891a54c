#include "audit/log.h"

#include <nlohmann/json.hpp>

namespace ringfence::audit {
namespace {

std::string text_of(const nlohmann::ordered_json& details) {
    const auto found = details.find("text");
    return found != details.end() && found->is_string() ? found->get<std::string>() : "";
}

}  // namespace

Result<std::unique_ptr<Log>> Log::open(const LogOptions& options) {
    std::unique_ptr<Log> log(new Log(options.quota));
    RF_TRY(log->writer_, BackgroundWriter::open(options.writer));
    return log;
}

std::unique_ptr<Log> Log::nowhere(const QuotaOptions& options) {
    return std::unique_ptr<Log>(new Log(options));
}

bool Log::note(std::string_view event, const Peer& peer, const nlohmann::ordered_json& details, Clock::time_point now) {
    if (!quota_.admits(peer, event, text_of(details), now)) return false;
    if (writer_) writer_->append(event, peer, details);
    return true;
}

void Log::note_own(std::string_view event, const nlohmann::ordered_json& details) {
    if (writer_) writer_->append(event, {}, details);
}

void Log::look(Clock::time_point now) {
    tell_left_out(now);
    if (writer_) writer_->close_gap();
}

void Log::tell_left_out(Clock::time_point now) {
    for (const Quota::LeftOut& one : quota_.take_due(now)) {
        std::uint64_t count = 0;
        nlohmann::ordered_json details{{"count", 0}};
        for (const auto& [event, number] : one.events) {
            count += number;
            details["events"][event] = number;
        }
        details["count"] = count;
        if (!one.last_text.empty()) details["text"] = one.last_text;
        if (writer_) writer_->append(event::left_out, one.peer, details);
    }
}

void Log::close() {
    tell_left_out(Clock::time_point::max());
    writer_.reset();
}

}  // namespace ringfence::audit
