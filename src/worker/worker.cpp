#include "worker/worker.h"

#include <fcntl.h>
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <functional>
#include <iterator>

#include <fmt/core.h>

#include "base/closing.h"
#include "base/escape.h"
#include "base/peer.h"
#include "base/start_thread.h"

namespace ringfence::worker {

namespace {

constexpr int look_interval_ms = 250;
// Trimming takes milliseconds, in which other threads that allocate wait.
constexpr std::chrono::seconds time_between_trims{1};

Error system_error(const char* what) {
    return Error::bad_input(fmt::format("{}: {}", what, std::strerror(errno)))
        .with_status(cuda_status::operating_system);
}

// A stray access must not end the context that others share, so every address of a window is mapped. So windows are
// smaller; and memory is mapped in large pieces, since kernels have to stop for that.
void suit_sinks(memory::WindowOptions& window) {
    window.bytes = std::uint64_t{1} << 37;
    window.has_sinks = true;
    window.quota = std::min(window.quota, window.bytes / 2);
    window.heap.first_chunk = std::uint64_t{64} << 20;
    window.heap.largest_chunk = std::uint64_t{1} << 30;
}

// Sinks of all sessions together may take a sixteenth of the device's memory, or this if it is more.
constexpr std::uint64_t least_for_sinks = std::uint64_t{512} << 20;

}  // namespace

SessionOptions session_options_for(const std::string& backend, bool is_shared, std::optional<guard::Mode> guard) {
    SessionOptions options;
    options.backend = backend;
    options.is_shared = is_shared;
    options.guard = guard;
    if (guard) options.window.zone_bytes = guard::zone_bytes;
    options.window.host_quota = std::max<std::uint64_t>(usual_host_memory(), options.staging_bytes * 2);
    if (backend == "soft") {
        // The operating system's memory is zeroed already. Gaps and quarantine help its checks find errors.
        options.window.heap.gap_bytes = 512;
        options.window.heap.quarantine_bytes = std::uint64_t{64} << 20;
    } else {
        options.window.bytes = std::uint64_t{1} << 40;
        options.window.clears_fresh_memory = true;
        options.keeps_pace = is_shared;
    }
    // PyTorch reserves, twice for each stream, more addresses than the card has memory.
    if (!is_shared && backend != "soft") options.window.bytes = std::uint64_t{1} << 42;
    if (!is_shared) options.private_memory = {std::uint64_t{1} << 30, 8192};
    // Every segment is a mapping, and all sessions of a process together have some ten thousand.
    options.window.largest_host_segments = is_shared ? 512 : 16384;
    if (guard && is_shared && backend != "soft") suit_sinks(options.window);
    // With few cores a spinning thread delays the work that it waits for.
    if (std::thread::hardware_concurrency() <= 2) {
        options.spin = std::chrono::microseconds(10);
        options.shortest_nap = std::chrono::microseconds(100);
    }
    return options;
}

Worker::Worker(std::unique_ptr<backend::Device> device, WorkerOptions options)
    : device_(std::move(device)),
      options_(std::move(options)),
      sinks_(std::max(device_->properties().total_memory / 16, least_for_sinks)),
      jobs_(Jobs::create({.has_queue = options_.session.backend == "cuda",
                          .multiprocessors = options_.session.backend == "cuda"
                                                 ? 0  // dividing it would need separate contexts
                                                 : device_->properties().multiprocessors,
                          .card = options_.card})) {
    if (!options_.log) options_.log = [](std::string_view) {};
}

Result<std::unique_ptr<Worker>> Worker::create(std::unique_ptr<backend::Device> device, WorkerOptions options) {
    std::unique_ptr<Worker> worker(new Worker(std::move(device), std::move(options)));
    RF_RETURN_IF_ERROR(worker->open());
    return worker;
}

Result<void> Worker::open() {
    if (options_.session.is_shared) device_->hold_waits();
    private_memory_ = std::make_shared<PrivateMemory>(*device_);
    if (options_.machine == nullptr) {
        SessionLimits limits;
        limits[Limit::HostMemory] = usual_host_memory();
        RF_TRY(options_.machine, SharedBudget::create(limits));
    }
    if (options_.host_backing != 0) RF_RETURN_IF_ERROR(open_residency());
    epoll_.reset(::epoll_create1(EPOLL_CLOEXEC));
    wake_.reset(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!epoll_ || !wake_) return system_error("cannot watch sockets");
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.ptr = nullptr;
    if (::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, wake_.get(), &event) != 0) return system_error("cannot watch sockets");
    RF_TRY(watcher_, start_thread([this] { watch(); }));
    return {};
}

Worker::~Worker() {
    {
        const MutexLock lock(mutex_);
        is_ending_ = true;
    }
    gives_no_more_ = true;
    if (room_maker_.joinable()) room_maker_.join();
    if (!watcher_.joinable()) return;
    end_all("the worker ends");
    wait_until_empty();
    wake();
    watcher_.join();
}

Result<void> Worker::accept(UniqueFd socket, const channel::Hello& hello, UniqueFd output,
                            std::optional<std::uint32_t> pid, std::uint32_t number, const Grant& grant) {
    // A duplicate: opening consumes the socket even if it fails, and the client must be told why.
    const UniqueFd refusing = UniqueFd::foreign(::fcntl(socket.get(), F_DUPFD_CLOEXEC, 0));
    auto opened = open_session(std::move(socket), hello, std::move(output), pid, number, grant);
    Result<void> begun = opened ? begin(opened.value()) : Result<void>(opened.take_error());
    if (!begun) (void)channel::send_refused(refusing.get(), begun.error().text());
    return begun;
}

Result<Worker::Opened> Worker::open_session(UniqueFd socket, const channel::Hello& hello, UniqueFd output,
                                            std::optional<std::uint32_t> pid, std::uint32_t number,
                                            const Grant& grant) {
    // The output descriptor came from the tenant. Closing it may block, so that is counted for the tenant.
    const std::uint32_t whose = closings_of(grant.tenant);
    if (output) output = UniqueFd::foreign(output.release(), whose);
    if (has_too_many_closings(whose))
        return Error::bad_input("too many descriptors that the tenant has sent cannot be closed");
    {
        const MutexLock lock(mutex_);
        if (is_ending_) return Error::bad_input("the worker is about to end");
        if (sessions_.size() >= options_.most_sessions)
            return Error::bad_input("the worker has as many sessions as it may have");
        if (number == 0) number = next_number_++;
    }
    Opened opened;
    opened.pid_ = pid;
    opened.description_ = fmt::format("process {}, {}", pid.value_or(hello.pid), escape(hello.program));
    opened.log_ = [log = options_.log, number](std::string_view line) {
        log(fmt::format("session {}: {}", number, line));
    };
    SessionOptions session_options = options_.session;
    session_options.journal = std::make_shared<Journal>(
        Journal::Who{number, pid.value_or(hello.pid), escape(hello.program)}, options_.on_event);
    session_options.on_device_lost = options_.on_change;
    Entry& entry = opened.entry_.emplace_back();
    entry.number = number;
    entry.journal = session_options.journal;
    RF_RETURN_IF_ERROR(open_entry(grant, session_options, entry));
    make_room_for(session_options);
    RF_TRY(entry.session, Session::create(*device_, pace_, private_memory_, session_options, std::move(socket),
                                          std::move(output), opened.log_));
    return opened;
}

Result<void> Worker::begin(Opened& opened) {
    const MutexLock lock(mutex_);
    if (is_ending_) return Error::bad_input("the worker is about to end");
    Entry& entry = opened.entry_.front();
    Session* session = entry.session.get();
    entry.journal->begins();
    sessions_.splice(sessions_.end(), opened.entry_);
    if (auto started = session->start([this, session] { note_end(session); }); !started) {
        opened.entry_.splice(opened.entry_.end(), sessions_, std::prev(sessions_.end()));
        return started.take_error();
    }
    ++totals_.sessions_started;
    opened.log_(fmt::format("begins: {}", opened.description_));
    // The daemon may have made the socket and passed it on: the peer's process is watched only if it is the client's.
    const auto peer = peer_process(session->socket());
    if (!opened.pid_ || (peer.ok() && static_cast<std::uint32_t>(peer.value().pid) == *opened.pid_))
        entry.process = watch_peer(session->socket());
    if (!watch_client(entry)) session->end("its socket cannot be watched");
    if (options_.on_change) options_.on_change();
    return {};
}

bool Worker::watch_client(const Entry& entry) {
    epoll_event event{};
    event.events = EPOLLIN | EPOLLRDHUP;
    event.data.ptr = entry.session.get();
    if (::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, entry.session->socket(), &event) != 0) return false;
    return !entry.process || ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, entry.process.get(), &event) == 0;
}

// Closing is not enough: epoll keeps a socket while another process, the supervisor, has it open.
void Worker::unwatch_client(const Entry& entry) {
    ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, entry.session->socket(), nullptr);
    if (entry.process) ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, entry.process.get(), nullptr);
}

void Worker::watch() {
    for (bool is_leaving = false, is_looking = false;;) {
        std::array<epoll_event, 16> events;
        int timeout = is_leaving ? look_interval_ms : -1;
        if (is_looking) timeout = is_leaving ? std::min(timeout, kernel_look_interval_ms()) : kernel_look_interval_ms();
        const int count = ::epoll_wait(epoll_.get(), events.data(), events.size(), timeout);
        for (int i = 0; i < count; ++i) {
            auto* session = static_cast<Session*>(events[i].data.ptr);
            if (session == nullptr) {
                std::uint64_t times = 0;
                (void)!::read(wake_.get(), &times, sizeof times);
                continue;
            }
            attend(session, (events[i].events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0);
        }
        bury();
        is_leaving = look_for_stuck();
        is_looking = look_at_kernels();
        const MutexLock lock(mutex_);
        if (is_ending_ && sessions_.empty()) return;
    }
}

// A client has sent a message, is gone, or has broken the rules.
void Worker::attend(Session* session, bool has_hung_up) {
    bool is_gone = has_hung_up;
    {
        const MutexLock lock(mutex_);
        for (Entry& entry : sessions_) {
            if (entry.session.get() != session) continue;
            is_gone |= has_ended(entry.process);
            if (!is_gone && session->hear_client()) return;
            unwatch_client(entry);
            if (!entry.gone_since) entry.gone_since = std::chrono::steady_clock::now();
        }
    }
    session->end_at_once(is_gone ? "the client has gone" : "the client sent a message that nobody asked for");
}

// Another thread checks this, since the session's own may be blocked in the driver.
bool Worker::look_for_stuck() {
    bool is_leaving = false;
    bool is_news = false;
    {
        const MutexLock lock(mutex_);
        const auto now = std::chrono::steady_clock::now();
        for (Entry& entry : sessions_) {
            if (!entry.gone_since || entry.is_stuck) continue;
            is_leaving = true;
            if (now - *entry.gone_since < options_.stuck_after) continue;
            entry.is_stuck = is_news = true;
            entry.session->close_output();
            options_.log("the work of a client that is gone, or of a session that was ended, does not come to an end");
        }
    }
    if (is_news && options_.on_change) options_.on_change();
    return is_leaving;
}

void Worker::note_end(Session* session) {
    {
        const MutexLock lock(mutex_);
        for (Entry& entry : sessions_) {
            if (entry.session.get() == session) entry.has_ended = true;
        }
    }
    wake();
}

void Worker::wake() const {
    const std::uint64_t one = 1;
    (void)!::write(wake_.get(), &one, sizeof one);
}

// Called by the watcher's thread only: it knows that no event of the session is still to be handled.
void Worker::bury() {
    std::list<Entry> dead;
    {
        const MutexLock lock(mutex_);
        for (auto entry = sessions_.begin(); entry != sessions_.end();) {
            const auto next = std::next(entry);
            if (entry->has_ended) dead.splice(dead.end(), sessions_, entry);
            entry = next;
        }
        for (const Entry& entry : dead) {
            unwatch_client(entry);
            totals_.sessions_refused += entry.session->was_refused() ? 1 : 0;
            totals_.has_lost_device |= entry.session->has_lost_device();
        }
    }
    if (dead.empty()) return;
    {
        const Occupation::Scope busy(watching_, "the end of a session");
        dead.clear();
        give_memory_back();
    }
    {
        const MutexLock lock(mutex_);
        changed_.notify_all();
    }
    if (options_.on_change) options_.on_change();
}

// Every session has threads, and the C library keeps their freed memory for the next ones, in arenas of their own:
// after a thousand sessions that is a hundred unused megabytes.
void Worker::give_memory_back() {
    const auto now = std::chrono::steady_clock::now();
    const bool is_alone = statistics().sessions == 0;
    if (!is_alone && now < next_trim_) return;
    next_trim_ = now + time_between_trims;
    ::malloc_trim(0);
    if (residency_) residency_->trim();
}

WorkerStatistics Worker::statistics() const {
    const MutexLock lock(mutex_);
    WorkerStatistics statistics = totals_;
    statistics.sessions = static_cast<std::uint32_t>(sessions_.size());
    for (const Entry& entry : sessions_) {
        const SessionStatistics one = entry.session->statistics();
        statistics.memory_bytes += one.memory_bytes;
        statistics.records += one.records;
        statistics.has_lost_device |= entry.session->has_lost_device();
        statistics.has_stuck_session |= entry.is_stuck;
        statistics.has_overrun |= entry.overrun_since.has_value();
    }
    return statistics;
}

std::vector<SessionState> Worker::session_states() const {
    std::vector<SessionState> states;
    const MutexLock lock(mutex_);
    for (const Entry& entry : sessions_) {
        const SessionStatistics statistics = entry.session->statistics();
        SessionState& state = states.emplace_back(entry.journal->state());
        state.memory_used = statistics.memory_bytes;
        state.host_memory = statistics.host_bytes;
        state.launches = statistics.launches;
        put_text(state.tenant, entry.tenant);
        entry.account->say_own();
        each_limit([&](Limit limit) {
            state.limits[limit] = entry.account->limit(limit);
            state.used[limit] = entry.account->taken(limit);
            state.reached[limit] = entry.account->reached(limit);
            state.limits_reached += state.reached[limit];
        });
        state.copies = statistics.copies;
        state.copied_bytes = statistics.copied_bytes;
        const channel::WorkerChannel::Unsupported unsupported = entry.session->unsupported();
        state.unsupported_calls = unsupported.calls;
        put_text(state.unsupported_functions, escape(unsupported.names));
    }
    return states;
}

std::string Worker::kernel_lines() const {
    std::vector<std::pair<std::uint32_t, std::vector<KernelCounts::Kernel>>> sessions;
    {
        const MutexLock lock(mutex_);
        for (const Entry& entry : sessions_)
            sessions.emplace_back(entry.number, entry.session->kernel_counts().copy());
    }
    std::string text;
    for (const auto& [number, kernels] : sessions)
        text += lines_of(number, kernels);
    return text;
}

void Worker::wait_until_empty() {
    const MutexLock lock(mutex_);
    changed_.wait(mutex_, [this]() RF_REQUIRES(mutex_) { return sessions_.empty(); });
}

void Worker::end_all(const std::string& reason) {
    const MutexLock lock(mutex_);
    for (const Entry& entry : sessions_)
        entry.session->end(reason);
}

bool Worker::end_session(std::uint32_t number, const std::string& reason, std::int32_t status) {
    {
        const MutexLock lock(mutex_);
        const auto is_it = [number](const Entry& entry) { return entry.number == number && !entry.has_ended; };
        const auto entry = std::find_if(sessions_.begin(), sessions_.end(), is_it);
        if (entry == sessions_.end()) return false;
        if (!entry->gone_since) entry->gone_since = std::chrono::steady_clock::now();
        entry->session->end_at_once(reason, status);
    }
    // The watcher checks from now on whether the session's work ends.
    wake();
    return true;
}

bool Worker::set_weight(std::uint32_t number, std::uint32_t weight) {
    const MutexLock lock(mutex_);
    const auto is_it = [number](const Entry& entry) { return entry.number == number && !entry.has_ended; };
    const auto entry = std::find_if(sessions_.begin(), sessions_.end(), is_it);
    if (entry == sessions_.end()) return false;
    entry->jobs->set_weight(weight);
    return true;
}

}  // namespace ringfence::worker
