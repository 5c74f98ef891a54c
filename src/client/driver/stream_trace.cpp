#include "client/driver/stream_trace.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <utility>

#include "client/driver/state.h"
#include "client/session/quiet_thread.h"
#include "client/trace/span.h"

namespace ringfence::driver {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t most_under_way = 2048;
constexpr auto longest_wait_for_room = 10s;
constexpr auto longest_wait_for_end = 10s;
// Times between events come as floats: after this long they are still exact to a microsecond.
constexpr std::uint64_t meeting_holds_for = 10'000'000'000;
constexpr unsigned non_blocking = 1;

// How long after the meeting the event came, in nanoseconds.
bool time_since(const StreamTrace::Meeting& meeting, std::uint64_t event, std::int64_t& nanoseconds) {
    wire::Elapsed::Reply reply;
    if (session().call(wire::Elapsed{.start = meeting.event, .end = event}, reply) != 0) return false;
    nanoseconds = static_cast<std::int64_t>(static_cast<double>(reply.milliseconds) * 1e6);
    return true;
}

std::string track_name(const StreamTrace::Piece& piece) {
    return piece.wire == 0 ? "default stream" : "stream " + std::to_string(piece.stream);
}

}  // namespace

bool StreamTrace::has_room() {
    const auto is_room = [this]() RF_REQUIRES(mutex_) { return under_way_ < most_under_way; };
    if (is_room()) return true;
    if (!is_stuck_ && changed_.wait_for(mutex_, longest_wait_for_room, is_room)) return true;
    is_stuck_ = true;
    ++left_out_;
    return false;
}

std::uint64_t StreamTrace::take_event() {
    if (free_events_.empty()) {
        const Handle made = tables().events.insert(std::make_unique<Event>());
        if (made.bits == 0) return 0;
        if (session().create_event(made.bits, 0, tables().events.size()) != 0) {
            tables().events.erase(made);
            return 0;
        }
        events_.push_back(made);
        return made.bits;
    }
    const std::uint64_t event = free_events_.back();
    free_events_.pop_back();
    return event;
}

bool StreamTrace::meet() {
    if (meeting_ && client::trace_clock() - meeting_->time < meeting_holds_for) return true;
    if (meeting_stream_.bits == 0) {
        meeting_stream_ = tables().streams.insert(std::make_unique<Stream>());
        if (meeting_stream_.bits == 0) return false;
        if (session().call(wire::CreateStream{.stream = meeting_stream_.bits, .flags = non_blocking, .priority = 0}) !=
            0) {
            tables().streams.erase(std::exchange(meeting_stream_, {}));
            return false;
        }
    }
    const std::uint64_t event = take_event();
    if (event == 0) return false;
    std::uint64_t before = 0;
    std::uint64_t after = 0;
    // Twice, since the first time takes longer. The event comes between the two looks at the clock.
    for (int i = 0; i < 2; ++i) {
        before = client::trace_clock();
        session().record_event(event, meeting_stream_.bits);
        if (session().synchronize_event(event) != 0) return false;
        after = client::trace_clock();
    }
    if (meeting_ && meeting_.use_count() == 1) free_events_.push_back(meeting_->event);
    meeting_ = std::make_shared<Meeting>(Meeting{event, before + (after - before) / 2, epoch_});
    return true;
}

std::unique_ptr<StreamTrace::Piece> StreamTrace::begin(const Stream& stream, WorkText text) {
    auto piece = std::make_unique<Piece>();
    piece->stream = stream.id;
    piece->wire = stream.wire();
    piece->text = std::move(text);
    const MutexLock lock(mutex_);
    if (!has_room() || !meet()) return nullptr;
    piece->begin = take_event();
    piece->end = take_event();
    if (piece->begin == 0 || piece->end == 0) return nullptr;
    piece->meeting = meeting_;
    ++under_way_;
    piece->submitted = client::trace_clock();
    session().record_event(piece->begin, piece->wire);
    return piece;
}

void StreamTrace::end(std::unique_ptr<Piece> piece) {
    const MutexLock lock(mutex_);
    if (piece->meeting->epoch != epoch_) return;
    session().record_event(piece->end, piece->wire);
    pieces_.push_back(std::move(piece));
    if (!thread_.joinable()) thread_ = client::start_quiet_thread([this] { run(); });
    changed_.notify_all();
}

void StreamTrace::give_back(Piece& piece) {
    if (piece.meeting->epoch != epoch_) return;
    free_events_.push_back(piece.begin);
    free_events_.push_back(piece.end);
    if (piece.meeting.use_count() == 1) free_events_.push_back(piece.meeting->event);
    --under_way_;
    is_stuck_ = false;
    changed_.notify_all();
}

void StreamTrace::run() {
    const MutexLock lock(mutex_);
    while (true) {
        changed_.wait(mutex_, [this]() RF_REQUIRES(mutex_) { return !pieces_.empty(); });
        const std::unique_ptr<Piece> piece = std::move(pieces_.front());
        pieces_.pop_front();
        {
            const MutexUnlock unlock(mutex_);
            write(*piece);
        }
        give_back(*piece);
    }
}

void StreamTrace::write(const Piece& piece) {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    if (session().synchronize_event(piece.end) != 0) return;
    if (!time_since(*piece.meeting, piece.begin, begin) || !time_since(*piece.meeting, piece.end, end)) return;
    const auto [last, is_first] = ends_.try_emplace(piece.stream, 0);
    if (is_first) client::write_track(piece.stream, track_name(piece));
    // The clocks met only roughly: what is known about the order of things is kept.
    const std::uint64_t earliest = std::max(piece.submitted, last->second);
    client::TracedSpan span;
    span.stream = piece.stream;
    span.name = piece.text.name;
    span.arguments = piece.text.arguments;
    span.submitted = piece.submitted;
    span.begin = std::max(earliest, piece.meeting->time + static_cast<std::uint64_t>(begin));
    span.end = std::max(span.begin, piece.meeting->time + static_cast<std::uint64_t>(end));
    last->second = span.end;
    client::write_span(span);
}

void StreamTrace::finish() {
    const MutexLock lock(mutex_);
    const bool is_done =
        changed_.wait_for(mutex_, longest_wait_for_end, [this]() RF_REQUIRES(mutex_) { return under_way_ == 0; });
    const std::uint64_t missing = left_out_ + (is_done ? 0 : under_way_);
    left_out_ = 0;
    if (missing == 0) return;
    std::fprintf(stderr, "ringfence: the timeline lacks %llu launches and copies: too much was under way\n",
                 static_cast<unsigned long long>(missing));
}

void StreamTrace::forget_objects() {
    const MutexLock lock(mutex_);
    ++epoch_;
    pieces_.clear();
    under_way_ = 0;
    for (const Handle event : events_)
        tables().events.erase(event);
    events_.clear();
    free_events_.clear();
    meeting_.reset();
    tables().streams.erase(meeting_stream_);
    meeting_stream_ = {};
}

}  // namespace ringfence::driver
