// Streams, events, host functions, words.
#include <algorithm>

#include <fmt/core.h>

#include "worker/errors.h"
#include "worker/range_checks.h"
#include "worker/session.h"

namespace ringfence::worker {

namespace {

constexpr std::uint32_t stream_non_blocking = 1;
// Flags of cuEventCreate: blocking synchronisation (all of ours is), no timing, for other processes too.
constexpr std::uint32_t event_disable_timing = 2;
constexpr std::uint32_t event_interprocess = 4;
constexpr std::uint32_t event_flags = 1 | event_disable_timing | event_interprocess;
constexpr std::size_t most_leaving = 1000;
constexpr std::size_t most_waited_words = 65536;

Error no_event(std::uint64_t handle) {
    return Error::bad_input(fmt::format("there is no event {:#x}", handle)).with_status(cuda_status::invalid_handle);
}

}  // namespace

Result<void> Session::handle(const wire::SynchronizeSession&, Payload, Completion& completion) {
    when_done(all_streams(), answer(std::move(completion)));
    return {};
}

Result<void> Session::handle(const wire::CreateStream& create, Payload, Completion& completion) {
    if (create.flags > stream_non_blocking) return invalid(fmt::format("a stream with the flags {:#x}", create.flags));
    RF_RETURN_IF_ERROR(make_room_for_stream());
    RF_TRY(Account::Holding count, account_->hold(Limit::Streams));
    const bool is_blocking = create.flags != stream_non_blocking;
    RF_TRY(StreamPointer stream,
           make_stream(is_blocking ? StreamOrder::Kind::Blocking : StreamOrder::Kind::NonBlocking, create.priority));
    stream->count = std::move(count);
    RF_RETURN_IF_ERROR(streams_.insert(create.stream, std::move(stream)));
    completion.succeed();
    return {};
}

// Destroyed streams count until their work is done, since each may have a thread.
Result<void> Session::make_room_for_stream() {
    for (std::size_t before = leaving_.size() + 1; leaving_.size() >= most_leaving && leaving_.size() < before;) {
        before = leaving_.size();
        poll_leaving();
    }
    if (leaving_.size() < most_leaving) return {};
    return Error::bad_input("the session has destroyed too many streams that are still at work")
        .with_status(cuda_status::out_of_memory);
}

Result<void> Session::handle(const wire::DestroyStream& destroy, Payload) {
    StreamPointer stream = streams_.remove(destroy.stream);
    if (!stream) {
        return Error::bad_input(fmt::format("there is no stream {:#x}", destroy.stream))
            .with_status(cuda_status::invalid_handle);
    }
    stream->count = {};
    library_work_.erase(destroy.stream);
    if (auto workspace = library_workspaces_.extract(destroy.stream))
        retired_.push_back({StreamPoint::after(*stream), std::move(workspace.mapped())});
    leaving_.push_back(std::move(stream));
    return {};
}

Result<void> Session::handle(const wire::SynchronizeStream& operation, Payload, Completion& completion) {
    RF_TRY(StreamObject * stream, find_stream(operation.stream));
    when_done(streams_behind(*stream), answer(std::move(completion)));
    return {};
}

Result<void> Session::handle(const wire::QueryStream& query, Payload, Completion& completion) {
    RF_TRY(StreamObject * stream, find_stream(query.stream));
    bool is_idle = true;
    for (const StreamPointer& one : streams_behind(*stream)) {
        if (StreamOrder::is_known_idle(one->order)) continue;
        RF_TRY(const bool idle, one->stream->is_idle());
        if (idle) {
            StreamOrder::note_idle(one->order);
            one->waited_words.clear();
        }
        is_idle &= idle;
    }
    if (is_idle) look_at_guard();
    if (failure_) return current_failure();
    completion.succeed(wire::QueryStream::Reply{is_idle ? 1u : 0u, 0});
    return {};
}

Result<void> Session::handle(const wire::CreateEvent& create, Payload) {
    return create_event(create.event, create.flags);
}

Result<void> Session::handle(const wire::AskForEvent& ask, Payload, Completion& completion) {
    RF_RETURN_IF_ERROR(create_event(ask.event, ask.flags));
    completion.succeed();
    return {};
}

Result<void> Session::create_event(std::uint64_t handle, std::uint32_t flags) {
    if ((flags & ~event_flags) != 0) return invalid(fmt::format("an event with the flags {:#x}", flags));
    auto object = std::make_shared<EventObject>();
    if (Handle{handle}.index() >= channel::internal_events) {
        RF_TRY(object->count, account_->hold(Limit::Events));
    }
    object->has_timing = (flags & event_disable_timing) == 0;
    object->is_interprocess = (flags & event_interprocess) != 0;
    if (object->is_interprocess && object->has_timing) return invalid("an event for other processes that keeps time");
    if (object->is_interprocess) RF_RETURN_IF_ERROR(check_sharing());
    RF_TRY(object->event, device_.create_event({.timing = object->has_timing}));
    return event_objects_.insert(handle, std::move(object));
}

Result<void> Session::handle(const wire::DestroyEvent& destroy, Payload) {
    if (!event_objects_.remove(destroy.event)) return no_event(destroy.event);
    return {};
}

Result<void> Session::handle(const wire::RecordEvent& record, Payload) {
    EventObject* event = event_objects_.find(record.event);
    if (event == nullptr) return no_event(record.event);
    RF_TRY(StreamObject * stream, begin_work(record.stream));
    event->is_recorded = true;
    event->stream = stream->weak_from_this();
    event->work = stream->order.last_work;
    return stream->stream->record(*event->event);
}

Result<void> Session::handle(const wire::WaitEvent& wait, Payload) {
    EventObject* event = event_objects_.find(wait.event);
    if (event == nullptr) return no_event(wait.event);
    if (event->is_interprocess) return wait_for_others(*event, wait.stream);
    if (!event->is_recorded) return {};
    RF_TRY(StreamObject * stream, begin_work(wait.stream));
    if (const auto other = event->stream.lock()) watch_.waits_for(*stream, *other, event->work);
    return stream->stream->wait_for(*event->event);
}

// Another session may have recorded the event last: then this stream waits for that session, however long it takes.
Result<void> Session::wait_for_others(EventObject& event, std::uint64_t handle) {
    RF_TRY(StreamObject * stream, begin_work(handle));
    watch_.before_client_wait(*stream);
    RF_RETURN_IF_ERROR(stream->stream->wait_for(*event.event));
    watch_.after_client_wait(*stream);
    return {};
}

Result<void> Session::handle(const wire::SynchronizeEvent& operation, Payload, Completion& completion) {
    const std::shared_ptr<EventObject> event = event_objects_.share(operation.event);
    if (!event) return no_event(operation.event);
    when_done(event->to_wait_for(), answer(std::move(completion)));
    return {};
}

Result<void> Session::handle(const wire::QueryEvent& query, Payload, Completion& completion) {
    const EventObject* event = event_objects_.find(query.event);
    if (event == nullptr) return no_event(query.event);
    RF_TRY(const bool is_done, event->to_wait_for()->is_done());
    if (is_done) look_at_guard();
    if (failure_) return current_failure();
    completion.succeed(wire::QueryEvent::Reply{is_done ? 1u : 0u, 0});
    return {};
}

Result<void> Session::handle(const wire::Elapsed& elapsed, Payload, Completion& completion) {
    const EventObject* start = event_objects_.find(elapsed.start);
    const EventObject* end = event_objects_.find(elapsed.end);
    if (start == nullptr) return no_event(elapsed.start);
    if (end == nullptr) return no_event(elapsed.end);
    for (const EventObject* event : {start, end}) {
        if (event->has_timing && event->is_recorded) continue;
        return Error::bad_input("the time between two events: one was not recorded, or keeps no time")
            .with_status(cuda_status::invalid_handle);
    }
    for (const EventObject* event : {start, end}) {
        RF_TRY(const bool is_done, event->event->is_done());
        if (is_done) continue;
        return Error::bad_input("the time between two events: one is not done yet").with_status(cuda_status::not_ready);
    }
    RF_TRY(const double milliseconds, end->event->milliseconds_since(*start->event));
    completion.succeed(wire::Elapsed::Reply{static_cast<float>(milliseconds), 0});
    return {};
}

Result<void> Session::handle(const wire::CallHost& call, Payload) {
    RF_RETURN_IF_ERROR(answers_->start());
    RF_TRY(StreamObject * stream, begin_work(call.stream));
    if (!stream->host_word) {
        RF_TRY(stream->host_word, calls_->take_word());
    }
    watch_.before_client_wait(*stream);
    RF_RETURN_IF_ERROR(calls_->put_on(*stream->stream, *stream->host_word, call.token));
    watch_.after_client_wait(*stream);
    return {};
}

Result<void> Session::handle(const wire::WriteValue& write, Payload) {
    RF_RETURN_IF_ERROR(check_word(*window_, write.address, write.bytes));
    RF_TRY(StreamObject * stream, begin_work(write.stream));
    return stream->stream->write_word(write.address, write.value, write.bytes);
}

// Call it before begin_work(): between begin_work() and the work itself, the stream must not be polled.
Result<void> Session::make_room_for_words(StreamObject& stream, std::span<const WaitedWord> words) {
    auto& known = stream.waited_words;
    const auto fit = [&] {
        const auto is_new = [&](const WaitedWord& word) { return !known.contains(word); };
        const auto more = static_cast<std::size_t>(std::count_if(words.begin(), words.end(), is_new));
        return known.size() + more <= most_waited_words;
    };
    if (fit()) return {};
    look_at_backlog();
    std::erase_if(known, [&](const auto& entry) { return entry.second <= stream.order.idle_through; });
    if (fit()) return {};
    return Error::bad_input("a stream waits for too many words").with_status(cuda_status::out_of_memory);
}

void Session::note_waited_words(StreamObject& stream, std::span<const WaitedWord> words) {
    for (const WaitedWord& word : words)
        stream.waited_words[word] = stream.order.last_work;
}

Result<void> Session::handle(const wire::WaitValue& wait, Payload) {
    RF_TRY(const WaitedWord word, check_wait(*window_, wait));
    RF_TRY(StreamObject * stream, find_stream(wait.stream));
    RF_RETURN_IF_ERROR(make_room_for_words(*stream, std::span(&word, 1)));
    RF_TRY(stream, begin_work(wait.stream));
    note_waited_words(*stream, std::span(&word, 1));
    watch_.before_client_wait(*stream);
    RF_RETURN_IF_ERROR(stream->stream->wait_word(word.address, word.value, word.bytes, word.condition));
    watch_.after_client_wait(*stream);
    return {};
}

}  // namespace ringfence::worker
