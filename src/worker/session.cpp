#include "worker/session.h"

#include <algorithm>

#include <fmt/core.h>

#include "base/start_thread.h"

namespace ringfence::worker {

namespace {

constexpr int records_at_a_time = 64;
constexpr std::chrono::microseconds quiet_nap{50};
constexpr std::chrono::milliseconds hold_back_nap{1};
constexpr std::chrono::milliseconds activity_pause{1000};  // while activity is to be reported
constexpr unsigned turns_between_marks = 4096;
constexpr std::chrono::milliseconds load_look_interval{5};

// Operations that are allowed after a kernel's fault: those that clean up.
constexpr bool works_after_failure(wire::Operation operation) {
    switch (operation) {
        case wire::Operation::ResetSession:
        case wire::Operation::DestroyStream:
        case wire::Operation::DestroyEvent:
        case wire::Operation::DestroyGraph: return true;
        default: return false;
    }
}

}  // namespace

// Called by dispatch() for each record. Refuses work if the session has failed or is being reset.
struct Session::Gate {
    Session& session;

    template <typename Record>
    void on(const Record& record, Payload payload) {
        if (session.is_resetting_) return;
        if (session.failure_ && !works_after_failure(Record::id)) return;
        if (auto done = session.handle(record, payload); !done) session.report(done.error(), Record::id);
    }
    template <typename Record>
    void on(const Record& record, Payload payload, Completion completion) {
        if (session.is_resetting_) {
            completion.fail(cuda_status::invalid_context, "the session is being reset");
            return;
        }
        if (session.failure_ && !works_after_failure(Record::id)) {
            completion.fail(session.current_failure());
            return;
        }
        auto done = session.handle(record, payload, completion);
        if (done) return;
        if (channel::is_sticky(done.error().status)) session.note_failure(done.error());
        completion.fail(done.error());
    }
};

template <typename Record>
Result<void> Session::hold_record(const Record& record, Payload payload) {
    held_->again = [this, record, bytes = std::vector(payload.begin(), payload.end())](std::optional<Error> failure) {
        if (!failure) return Gate{*this}.on(record, bytes);
        if (!failure_) report(*failure, Record::id);
    };
    return {};
}

template <typename Record>
Result<void> Session::hold_record(const Record& record, Payload payload, Completion& completion) {
    auto due = std::make_shared<Completion>(std::move(completion));
    held_->again = [this, record, bytes = std::vector(payload.begin(), payload.end()),
                    due](std::optional<Error> failure) {
        if (!failure) return Gate{*this}.on(record, bytes, std::move(*due));
        due->fail(*failure);
    };
    return {};
}

Result<void> Session::hold(const wire::Launch& launch, Payload payload) {
    return hold_record(launch, payload);
}

Result<void> Session::hold(const wire::CreateGraph& create, Payload payload, Completion& completion) {
    return hold_record(create, payload, completion);
}

Result<void> Session::hold(const wire::UpdateGraph& update, Payload payload, Completion& completion) {
    return hold_record(update, payload, completion);
}

Session::~Session() {
    if (thread_.joinable()) {
        end("the worker ends");
        thread_.join();
        return;
    }
    // The session was never started, so it has only the legacy stream.
    if (legacy_) order_.forget(legacy_->order);
}

Result<void> Session::start(std::function<void()> on_end) {
    on_end_ = std::move(on_end);
    RF_TRY(thread_, start_thread([this] { run(); }));
    if (auto greeted = greet(); !greeted) end("the client cannot be greeted: " + greeted.error().message);
    staging_file_.reset();
    return {};
}

void Session::end(std::string reason, std::int32_t status) {
    Error why = Error::bad_input({});
    {
        const MutexLock lock(inbox_mutex_);
        if (end_reason_.empty()) {
            end_reason_ = std::move(reason);
            end_status_ = status;
        }
        why = Error::bad_input(end_reason_).with_status(end_status_);
    }
    // Nobody wants its modules any more; this may be a thread that its own would wait for.
    efforts_.stop_all(why);
    is_ending_ = true;
    channel_->wake();
}

void Session::end_at_once(const std::string& reason, std::int32_t status) {
    channel_->close(reason, status);
    end(reason, status);
    // The session's thread may be blocked by a host function that the client will no longer run.
    answers_->release();
}

void Session::run() {
    while (!is_ending_.load(std::memory_order_relaxed)) {
        bool worked = read_records();
        worked |= run_inbox();
        worked |= poll();
        if (residency_) {
            if (worked || !pending_.empty()) residency_->note_use();
            worked |= poll_residency();
        }
        activity_.look();
        note_waiting();
        if (watch_.has_unmarked() && ++turns_unmarked_ % turns_between_marks == 0) watch_.mark_all();
        if (worked || is_ending_.load(std::memory_order_relaxed)) continue;
        rest();
    }
    reclaim();
    if (options_.journal) {
        activity_.tell_now();
        const MutexLock lock(inbox_mutex_);
        options_.journal->ends(end_status_, end_reason_);
    }
    if (on_end_) on_end_();
}

// Waits until there are records, or it is time to poll.
void Session::rest() {
    if (is_held_back_) {
        watch_.mark_all();
        std::this_thread::sleep_for(quiet_.empty() ? std::chrono::nanoseconds(hold_back_nap) : quiet_nap);
    } else if (pending_.empty()) {
        // Marks have a cost, so they are put only after the session was idle for a while.
        const bool has_unmarked = watch_.has_unmarked();
        const bool came = has_unmarked ? channel_->wait(options_.spin, std::chrono::nanoseconds::zero()) : wait_idle();
        if (has_unmarked && !came) watch_.mark_all();
        if (came && options_.foresees_client) next_record_.note(NextRecord::Clock::now());
    } else if (!is_worth_spinning()) {
        watch_.mark_all();
        channel_->wait(std::chrono::nanoseconds::zero(), std::min(until_next_look(), longest_wait()));
    }
}

// Waits for the client's next record, whose time may be predicted.
bool Session::wait_idle() {
    const NextRecord::Wait wait = next_record_.wait(NextRecord::Clock::now(), {options_.spin, longest_wait()});
    return channel_->wait(wait.spin, wait.sleep);
}

void Session::note_waiting() {
    const std::int64_t since = pending_.empty() ? 0 : pending_.front()->came.time_since_epoch().count();
    waiting_since_.store(since, std::memory_order_relaxed);
}

std::chrono::nanoseconds Session::waiting_for() const {
    const std::chrono::steady_clock::duration since(waiting_since_.load(std::memory_order_relaxed));
    if (since.count() == 0) return {};
    return options_.kernel_now().time_since_epoch() - since;
}

std::chrono::nanoseconds Session::longest_wait() {
    if (!quiet_.empty()) return quiet_nap;
    if (waits_for_memory()) return hold_back_nap;
    if (expects_prints_) return print_pause_;
    if ((!loads_.empty() || held_) && options_.compile_limit.count() != 0) return load_look_interval;
    if (activity_.has_news()) return std::min<std::chrono::nanoseconds>(channel::longest_sleep, activity_pause);
    // A graph with host functions must be polled for its end.
    return calls_->is_watching() ? std::chrono::nanoseconds(std::chrono::milliseconds(1))
                                 : std::chrono::nanoseconds(channel::longest_sleep);
}

bool Session::read_records() {
    if (!options_.keeps_pace) return work_on_records() != 0;
    // Other sessions must not wait for an idle one.
    const bool waits = waits_for_memory() || awaits_variants();
    if (waits || (!channel_->has_records() && !held_)) {
        is_held_back_ = waits;
        pace_.rest();
        return false;
    }
    pace_.begin();
    const int count = work_on_records();
    pace_.did(static_cast<std::uint64_t>(count));
    return count != 0;
}

// Returns the number of records that were handled.
int Session::work_on_records() {
    for (int count = 0; count < records_at_a_time; ++count) {
        const bool has_too_much = backlog_.is_over() && !may_read_on();
        if (has_too_much && !is_held_back_) note_held_back();
        is_held_back_ = has_too_much || holds_back();
        if (is_held_back_) return count;
        if (take_held()) continue;
        const auto next = channel_->next(record_);
        if (next == channel::WorkerChannel::Next::Empty) return count;
        std::string wrong;
        if (next == channel::WorkerChannel::Next::Malformed) {
            wrong = channel_->malformed_reason();
        } else {
            records_.fetch_add(1, std::memory_order_relaxed);
            rooms_in_a_row_ = 0;
            Gate gate{*this};
            if (auto done = channel::dispatch(gate, *channel_, record_); !done) wrong = done.error().message;
        }
        if (wrong.empty()) continue;
        end_breach(wrong);
        return count + 1;
    }
    return records_at_a_time;
}

void Session::post(std::function<void()> job) {
    {
        const MutexLock lock(inbox_mutex_);
        inbox_.push_back(std::move(job));
    }
    has_mail_ = true;
    channel_->wake();
}

bool Session::run_inbox() {
    if (!has_mail_.exchange(false)) return false;
    std::vector<std::function<void()>> jobs;
    {
        const MutexLock lock(inbox_mutex_);
        jobs.swap(inbox_);
    }
    for (auto& job : jobs)
        job();
    return !jobs.empty();
}

SessionStatistics Session::statistics() const {
    return {records_, launches_, memory_bytes_, host_bytes_, activity_.copies(), activity_.copied_bytes()};
}

Result<StreamObject*> Session::find_stream(std::uint64_t handle) {
    StreamObject* stream = handle == 0 ? legacy_.get() : streams_.find(handle);
    if (stream != nullptr) return stream;
    return Error::bad_input(fmt::format("there is no stream {:#x}", handle)).with_status(cuda_status::invalid_handle);
}

Result<StreamObject*> Session::begin_work(std::uint64_t handle, std::uint64_t operations, std::uint64_t copies) {
    RF_TRY(StreamObject * stream, find_stream(handle));
    if (!backlog_.admits(*stream)) return too_much_work();
    backlog_.add(*stream, {operations, record_.size(), copies});
    RF_RETURN_IF_ERROR(StreamPoint::close(*stream, events_));
    RF_RETURN_IF_ERROR(order_.before_work(stream->order));
    if (stream->times_cleared != window_->times_cleared()) {
        RF_RETURN_IF_ERROR(stream->stream->wait_for(*window_->clearing()));
        stream->times_cleared = window_->times_cleared();
    }
    order_.note_work(stream->order);
    return stream;
}

Result<Session::StreamPointer> Session::make_stream(StreamOrder::Kind kind, int priority) {
    backend::StreamOptions options;
    options.priority = priority;
    options.print = [output = output_](std::string_view text) { output->write(text); };
    options.group = group_;
    options.textures = texture_space_;
    if (options_.jobs) {
        RF_RETURN_IF_ERROR(options_.jobs->add_to(options));
    }
    RF_TRY(auto stream, device_.create_stream(std::move(options)));
    return std::make_shared<StreamObject>(std::move(stream), kind);
}

}  // namespace ringfence::worker
