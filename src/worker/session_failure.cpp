// Reports a session's failures to its client and to the log.
#include <string>

#include <fmt/core.h>

#include "guard/rewriter/reserved_names.h"
#include "worker/session.h"

namespace ringfence::worker {

namespace {

// A limit, so that a client that keeps failing cannot fill the log.
constexpr unsigned most_lines = 100;

// An error without a CUDA status is reported as an unsupported request; only our own bugs are unknown failures.
std::int32_t status_of(const Error& error) {
    if (error.status != 0) return error.status;
    return error.kind == Error::Kind::internal ? cuda_status::unknown : cuda_status::not_supported;
}

// The guard's name of a kernel's fenced variant tells its program nothing: the kernel's own stands there.
Error with_own_name(Error error) {
    const std::string begin = "kernel '";
    const std::size_t at = error.message.find(begin + std::string(guard::rewriting::fenced_prefix));
    if (at != std::string::npos) error.message.erase(at + begin.size(), guard::rewriting::fenced_prefix.size());
    return error;
}

}  // namespace

void Session::end_breach(const std::string& how) {
    was_refused_ = true;
    if (options_.journal) options_.journal->note(EventKind::Malformed, channel::context_is_destroyed, how);
    end("the client broke the channel's rules: " + how);
}

void Session::report(const Error& error, wire::Operation operation) {
    if (channel::is_sticky(error.status)) {
        note_failure(error);
        return;
    }
    if (lines_logged_++ < most_lines) {
        log_(fmt::format("{} failed ({}): {}", wire::name_of(operation), status_of(error), error.text()));
    }
    channel_->set_failure(status_of(error), static_cast<std::uint16_t>(operation), error.text());
}

void Session::note_failure(const Error& error) {
    if (!channel::is_sticky(error.status)) {
        report(error, wire::Operation::SynchronizeStream);
        return;
    }
    if (failure_) return;
    failure_ = with_own_name(error);
    is_failure_told_ = false;
    // After a fault on a card no session in the same context can work.
    const bool is_news = options_.backend == "cuda" && !has_lost_device_.exchange(true);
    if (is_news && options_.on_device_lost) options_.on_device_lost();
    const std::string text = failure_->text();
    log_(fmt::format("a kernel failed ({}): {}", error.status, text));
    channel_->set_failure(error.status, static_cast<std::uint16_t>(wire::Operation::Launch), text);
}

Error Session::current_failure() {
    Error told = *failure_;
    if (is_failure_told_) {
        told.message.clear();
        told.location.reset();
        told.remedy.clear();
    }
    is_failure_told_ = true;
    return told;
}

}  // namespace ringfence::worker
