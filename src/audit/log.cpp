#include "audit/log.h"

#include <future>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/start_thread.h"

namespace ringfence::audit {
namespace {

std::string text_of(const nlohmann::ordered_json& details) {
    const auto found = details.find("text");
    return found != details.end() && found->is_string() ? found->get<std::string>() : "";
}

}  // namespace

Result<std::unique_ptr<Log>> Log::open(const LogOptions& options) {
    std::unique_ptr<Log> log(new Log(options.quota));
    RF_TRY(log->writer_, BackgroundWriter::open(options.writer, options.thread));
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

bool Log::finish(std::chrono::milliseconds at_most) {
    tell_left_out(Clock::time_point::max());
    return !writer_ || writer_->finish(at_most);
}

bool Log::close(std::chrono::milliseconds at_most) {
    tell_left_out(Clock::time_point::max());
    if (!writer_) return true;
    // Closing waits for the disk, too, so another thread does it.
    auto is_closed = std::make_shared<std::promise<void>>();
    std::future<void> closed = is_closed->get_future();
    auto started = start_thread([writer = std::shared_ptr<BackgroundWriter>(std::move(writer_)), is_closed]() mutable {
        writer.reset();
        is_closed->set_value();
    });
    // Without a thread, destroying the function has closed it here.
    if (!started.ok()) return true;
    started.take().detach();
    return closed.wait_for(at_most) == std::future_status::ready;
}

}  // namespace ringfence::audit
