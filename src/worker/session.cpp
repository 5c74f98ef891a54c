#include "worker/session.h"

#include <unistd.h>

#include <algorithm>

#include <fmt/core.h>

#include "worker/start_thread.h"

namespace ringfence::worker {

namespace {

constexpr std::uint64_t read_buffers_bytes = std::uint64_t{channel::slot_count} * channel::slot_bytes;
constexpr int records_at_a_time = 64;
constexpr std::uint64_t guards_shared_bytes = 1024;
constexpr std::chrono::microseconds quiet_nap{50};
constexpr std::chrono::milliseconds hold_back_nap{1};
constexpr unsigned turns_between_marks = 4096;

channel::DeviceProperties properties_of(const backend::Properties& device) {
    channel::DeviceProperties properties;
    properties.name = device.name;
    properties.compute_major = device.compute_major;
    properties.compute_minor = device.compute_minor;
    properties.total_memory = device.total_memory;
    properties.multiprocessors = device.multiprocessors;
    properties.warp_size = device.warp_size;
    properties.max_threads_per_block = device.max_threads_per_block;
    properties.max_threads_per_multiprocessor = device.max_threads_per_multiprocessor;
    properties.max_blocks_per_multiprocessor = device.max_blocks_per_multiprocessor;
    properties.max_block[0] = device.max_block.x;
    properties.max_block[1] = device.max_block.y;
    properties.max_block[2] = device.max_block.z;
    properties.max_grid[0] = device.max_grid.x;
    properties.max_grid[1] = device.max_grid.y;
    properties.max_grid[2] = device.max_grid.z;
    properties.shared_per_block = device.shared_per_block;
    properties.shared_per_block_optin = device.shared_per_block_optin;
    properties.shared_per_multiprocessor = device.shared_per_multiprocessor;
    properties.registers_per_block = device.registers_per_block;
    properties.constant_memory = device.constant_memory;
    properties.l2_bytes = device.l2_bytes;
    properties.clock_khz = device.clock_khz;
    return properties;
}

std::string guard_name(const std::optional<guard::Mode>& mode) {
    if (!mode) return "off";
    return *mode == guard::Mode::Check ? "check" : "fence";
}

// What still makes sense when a kernel has faulted: cleaning up.
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

// What dispatch calls: counts, and keeps a session that has failed from doing more.
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

Session::Session(backend::Device& device, Pace& pace, const SessionOptions& options, UniqueFd socket, UniqueFd output,
                 Log log)
    : device_(device),
      pace_(pace),
      options_(options),
      socket_(std::move(socket)),
      output_(std::make_shared<ClientOutput>(std::move(output))),
      log_(std::move(log)),
      events_(device),
      backlog_(options.backlog),
      watch_(options.on_kernels),
      order_([&device] { return device.create_event({.timing = false}); }) {}

Result<std::unique_ptr<Session>> Session::create(backend::Device& device, Pace& pace,
                                                 const std::shared_ptr<PrivateMemory>& memory,
                                                 const SessionOptions& options, UniqueFd socket, UniqueFd output,
                                                 Log log) {
    std::unique_ptr<Session> session(
        new Session(device, pace, options, std::move(socket), std::move(output), std::move(log)));
    RF_RETURN_IF_ERROR(session->open(memory));
    return session;
}

Result<void> Session::open(const std::shared_ptr<PrivateMemory>& memory) {
    private_memory_ = memory->share(options_.private_memory);
    RF_TRY(private_, private_memory_->allocate(read_buffers_bytes + std::uint64_t{4} * HostCalls::most_words));
    for (std::uint32_t buffer = 0; buffer < channel::slot_count; ++buffer)
        free_read_buffers_.push_back(buffer);
    RF_TRY(window_, memory::Window::create(device_, options_.window));
    RF_TRY(memory::HostSegment staging, window_->allocate_host(options_.staging_bytes));
    staging_ = staging.address;
    staging_file_ = std::move(staging.file);

    channel::Header header;
    header.window_begin = window_->begin();
    header.window_bytes = window_->bytes();
    header.staging_begin = staging.address;
    header.staging_bytes = staging.bytes;
    RF_TRY(shared_, channel::create_shared_memory(header));
    channel_ = std::make_unique<channel::WorkerChannel>(shared_.memory.bytes());
    calls_ = std::make_unique<HostCalls>(
        private_->address() + read_buffers_bytes,
        [channel = channel_.get()](std::uint64_t token) { channel->post_host_call(token); });
    answers_ = std::make_unique<AnswerThread>(*channel_, *calls_, [this](const std::string& how) { end_breach(how); });
    RF_TRY(legacy_, make_stream(StreamOrder::Kind::Legacy, 0));
    order_.set_legacy(&legacy_->order);
    if (options_.on_kernels) {
        order_.set_on_wait([this](StreamOrder::Node& waiter, StreamOrder::Node& other) {
            watch_.waits_for(*waiter.owner, *other.owner, other.last_work);
        });
    }
    window_->set_idle_condition([this] { return is_idle(); });
    if (options_.guard) {
        RF_TRY(auto records, private_memory_->allocate(TenantGuard::records_bytes));
        RF_TRY(auto ring, private_memory_->allocate(TenantGuard::ring_bytes));
        RF_TRY(guard_, TenantGuard::create(device_, *window_, std::move(records), std::move(ring)));
    }
    return {};
}

Result<void> Session::greet() {
    channel::Welcome welcome;
    welcome.worker_pid = static_cast<std::uint32_t>(::getpid());
    welcome.backend = options_.backend;
    welcome.guard = guard_name(options_.guard);
    welcome.device = properties_of(device_.properties());
    welcome.device.total_memory = std::min(welcome.device.total_memory, options_.window.quota);
    // A guarded kernel may have a small variable of the guard's beside its own.
    if (options_.guard) welcome.device.shared_per_block_optin -= guards_shared_bytes;
    return channel::send_welcome(socket_.get(), welcome, shared_.file.get(), staging_file_.get());
}

Session::~Session() {
    if (thread_.joinable()) {
        end("the worker ends");
        thread_.join();
        return;
    }
    // It was never started, so it has nothing but what it opened.
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
    {
        const std::lock_guard lock(inbox_mutex_);
        if (end_reason_.empty()) {
            end_reason_ = std::move(reason);
            end_status_ = status;
        }
    }
    is_ending_ = true;
    channel_->wake();
}

void Session::end_at_once(const std::string& reason, std::int32_t status) {
    channel_->close(reason, status);
    end(reason, status);
    // Its thread may be held up by a call of the host that nobody makes any more.
    answers_->release();
}

void Session::run() {
    while (!is_ending_.load(std::memory_order_relaxed)) {
        bool worked = read_records();
        worked |= run_inbox();
        worked |= poll();
        note_waiting();
        if (watch_.has_unmarked() && ++turns_unmarked_ % turns_between_marks == 0) watch_.mark_all();
        if (worked || is_ending_.load(std::memory_order_relaxed)) continue;
        rest();
    }
    reclaim();
    if (options_.journal) {
        const std::lock_guard lock(inbox_mutex_);
        options_.journal->ends(end_status_, end_reason_);
    }
    if (on_end_) on_end_();
}

// Until there is something to do, or to look at.
void Session::rest() {
    if (is_held_back_) {
        watch_.mark_all();
        std::this_thread::sleep_for(quiet_.empty() ? std::chrono::nanoseconds(hold_back_nap) : quiet_nap);
    } else if (pending_.empty()) {
        // Marks cost something, so they are for those who have nothing to do for a while.
        const bool has_unmarked = watch_.has_unmarked();
        const bool came =
            channel_->wait(options_.spin, has_unmarked ? std::chrono::nanoseconds::zero() : longest_wait());
        if (has_unmarked && !came) watch_.mark_all();
    } else if (!is_worth_spinning()) {
        watch_.mark_all();
        channel_->wait(std::chrono::nanoseconds::zero(), std::min(until_next_look(), longest_wait()));
    }
}

void Session::note_waiting() {
    const std::int64_t since = pending_.empty() ? 0 : pending_.front()->since.time_since_epoch().count();
    waiting_since_.store(since, std::memory_order_relaxed);
}

std::chrono::nanoseconds Session::waiting_for() const {
    const std::chrono::steady_clock::duration since(waiting_since_.load(std::memory_order_relaxed));
    if (since.count() == 0) return {};
    return std::chrono::steady_clock::now().time_since_epoch() - since;
}

std::chrono::nanoseconds Session::longest_wait() const {
    if (!quiet_.empty()) return quiet_nap;
    if (expects_prints_) return print_pause_;
    // Whether a graph that calls the host has ended has to be found out.
    return calls_->is_watching() ? std::chrono::nanoseconds(std::chrono::milliseconds(1))
                                 : std::chrono::nanoseconds(channel::longest_sleep);
}

bool Session::read_records() {
    if (!options_.keeps_pace) return work_on_records() != 0;
    if (!channel_->has_records()) {
        pace_.rest();
        return false;
    }
    pace_.begin();
    const int count = work_on_records();
    pace_.did(static_cast<std::uint64_t>(count));
    return count != 0;
}

// How many they were.
int Session::work_on_records() {
    for (int count = 0; count < records_at_a_time; ++count) {
        is_held_back_ = holds_back() || (backlog_.is_over() && !may_read_on());
        if (is_held_back_) return count;
        const auto next = channel_->next(record_);
        if (next == channel::WorkerChannel::Next::Empty) return count;
        std::string wrong;
        if (next == channel::WorkerChannel::Next::Malformed) {
            wrong = channel_->malformed_reason();
        } else {
            records_.fetch_add(1, std::memory_order_relaxed);
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
        const std::lock_guard lock(inbox_mutex_);
        inbox_.push_back(std::move(job));
    }
    has_mail_ = true;
    channel_->wake();
}

bool Session::run_inbox() {
    if (!has_mail_.exchange(false)) return false;
    std::vector<std::function<void()>> jobs;
    {
        const std::lock_guard lock(inbox_mutex_);
        jobs.swap(inbox_);
    }
    for (auto& job : jobs)
        job();
    return !jobs.empty();
}

SessionStatistics Session::statistics() const {
    return {records_, launches_, memory_bytes_};
}

Result<StreamObject*> Session::find_stream(std::uint64_t handle) {
    StreamObject* stream = handle == 0 ? legacy_.get() : streams_.find(handle);
    if (stream != nullptr) return stream;
    return Error::bad_input(fmt::format("there is no stream {:#x}", handle)).with_status(cuda_status::invalid_handle);
}

Result<StreamObject*> Session::begin_work(std::uint64_t handle, std::uint64_t operations) {
    RF_TRY(StreamObject * stream, find_stream(handle));
    if (!backlog_.admits(*stream)) return too_much_work();
    backlog_.add(*stream, {operations, record_.size()});
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
    RF_TRY(auto stream, device_.create_stream(std::move(options)));
    return std::make_shared<StreamObject>(std::move(stream), kind);
}

}  // namespace ringfence::worker
