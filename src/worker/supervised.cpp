#include "worker/supervised.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <deque>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/core.h>

#include "base/memory_file.h"
#include "base/mutex.h"
#include "base/socket.h"
#include "base/start_thread.h"
#include "worker/control.h"
#include "worker/policy_keeper.h"
#include "worker/session_opener.h"

namespace ringfence::worker {

namespace {

using namespace std::chrono_literals;

// Queues messages to the supervisor, in order. A socket holds fewer messages than a worker has sessions, and the
// supervisor may be busy; but it takes a session that is not reported for ended, so no message may be lost.
class Outbox {
public:
    template <typename Message>
    void put(const Message& message) {
        const MutexLock lock(mutex_);
        messages_.push_back({copy_of(message), {}});
        ends_with_state_ = false;
    }
    // Whoever asks waits for some seconds only, so a supervisor that does not read for long has no use for more.
    void put_answer(const TextAnswer& answer, UniqueFd text) {
        const MutexLock lock(mutex_);
        if (answers_ >= most_answers) return;
        ++answers_;
        messages_.push_back({copy_of(answer), std::move(text)});
        ends_with_state_ = false;
    }
    // Replaces a state that was not sent yet, since that is out of date.
    void put_state(const WorkerState& state) {
        const MutexLock lock(mutex_);
        if (ends_with_state_ && !messages_.empty()) messages_.pop_back();
        messages_.push_back({copy_of(state), {}});
        ends_with_state_ = true;
    }
    // False if the supervisor is not reading now.
    bool send(int control) {
        const MutexLock lock(mutex_);
        for (; !messages_.empty(); messages_.pop_front()) {
            const auto& [bytes, text] = messages_.front();
            const std::vector<int> descriptors = text ? std::vector{text.get()} : std::vector<int>();
            if (!send_message(control, bytes, descriptors)) return false;
            if (text) --answers_;
        }
        return true;
    }

private:
    static constexpr std::size_t most_answers = 256;  // a worker has descriptors for more

    struct Message {
        std::vector<std::byte> bytes;
        UniqueFd text;
    };

    template <typename Value>
    static std::vector<std::byte> copy_of(const Value& value) {
        const auto bytes = std::as_bytes(std::span(&value, 1));
        return {bytes.begin(), bytes.end()};
    }

    Mutex mutex_;
    std::deque<Message> messages_ RF_GUARDED_BY(mutex_);
    std::size_t answers_ RF_GUARDED_BY(mutex_) = 0;
    bool ends_with_state_ RF_GUARDED_BY(mutex_) = false;
};

void send_state(int control, const WorkerState& state) {
    // A failure is ignored: the next read notices that the supervisor is gone.
    (void)send_message(control, std::as_bytes(std::span(&state, 1)));
}

// All that messages of the supervisor are about.
struct Conversation {
    int control;
    const WorkerOptions& options;
    Worker& worker;
    PolicyKeeper& policies;
    Outbox& outbox;
    // The last `tell` that was answered completely. Guarded by the opener's mutex.
    std::uint32_t told = 0;
    SessionOpener* opener = nullptr;
};

void put_busy(WorkerState& state, const std::optional<Occupation::Busy>& busy) {
    if (!busy || static_cast<std::uint64_t>(busy->time.count()) <= state.busy_ms) return;
    state.busy_ms = static_cast<std::uint64_t>(busy->time.count());
    put_text(state.busy_with, busy->with);
}

// False if the supervisor is not reading now.
bool tell_state(const Conversation& with, const SessionOpener::Report& coming) {
    const WorkerStatistics statistics = with.worker.statistics();
    const backend::Properties& device = with.worker.device().properties();
    WorkerState state;
    state.sessions = statistics.sessions + (coming.current ? 1 : 0);
    state.sessions_started = statistics.sessions_started;
    state.sessions_refused = statistics.sessions_refused + coming.refused;
    state.sessions_taken = coming.taken;
    state.told = with.told;
    state.takes_no_more = statistics.has_overrun || statistics.must_end ? 1 : 0;
    state.is_ready = statistics.has_lost_device ? 0 : 1;
    state.memory_used = statistics.memory_bytes;
    state.memory_total = device.total_memory;
    put_text(state.device, device.name);
    state.multiprocessors = device.multiprocessors;
    state.compute_major = device.compute_major;
    state.compute_minor = device.compute_minor;
    put_text(state.backend, with.options.session.backend);
    if (statistics.has_lost_device) put_text(state.problem, "a kernel's fault has made the card unusable");
    put_busy(state, with.worker.busy());
    if (with.opener != nullptr) put_busy(state, with.opener->busy());
    with.outbox.put_state(state);
    return with.outbox.send(with.control);
}

void tell_state(const Conversation& with) {
    with.opener->report([&with](const SessionOpener::Report& coming) { (void)tell_state(with, coming); });
}

void tell_vgpus(const Conversation& with) {
    for (const VgpuUse& use : with.worker.jobs().use()) {
        VgpuState state;
        put_text(state.vgpu.name, use.vgpu.name);
        std::copy(use.vgpu.shares.begin(), use.vgpu.shares.end(), std::begin(state.vgpu.shares));
        state.vgpu.priority = use.vgpu.priority;
        state.vgpu.sms = use.vgpu.sms;
        state.multiprocessors = use.multiprocessors;
        state.sessions = use.sessions;
        state.queued = use.queued;
        state.jobs = use.jobs;
        std::copy(use.device_ns.begin(), use.device_ns.end(), std::begin(state.device_ns));
        state.waited_ns = use.waited_ns;
        state.longest_wait_ns = use.longest_wait_ns;
        with.outbox.put(state);
    }
}

void tell_sessions(const Conversation& with, const std::optional<SessionState>& coming) {
    for (const SessionState& state : with.worker.session_states())
        with.outbox.put(state);
    if (coming) with.outbox.put(*coming);
}

void tell_policy(const Conversation& with) {
    for (const PolicyState& state : with.policies.states())
        with.outbox.put(state);
}

// Under the opener's lock, since the supervisor takes a session that is not in the report for ended.
void answer(Conversation& with, std::uint32_t question) {
    with.opener->report([&](const SessionOpener::Report& coming) {
        tell_vgpus(with);
        tell_policy(with);
        tell_sessions(with, coming.current);
        with.told = question;
        (void)tell_state(with, coming);
    });
}

Result<void> end_session(const Conversation& with, std::span<const std::byte> bytes) {
    EndSession order;
    if (bytes.size() != sizeof order) return Error::internal("the daemon says something of the wrong size");
    std::memcpy(&order, bytes.data(), sizeof order);
    order.reason[sizeof order.reason - 1] = '\0';
    if (!channel::is_sticky(order.status)) order.status = channel::context_is_destroyed;
    if (!with.opener->take_back(order) && !with.worker.end_session(order.session, order.reason, order.status))
        with.options.log(fmt::format("session {} is to end, and is over already", order.session));
    return {};
}

Result<void> change_vgpu(Worker& worker, std::span<const std::byte> bytes) {
    VgpuOrder order;
    if (bytes.size() != sizeof order) return Error::internal("the daemon says something of the wrong size");
    std::memcpy(&order, bytes.data(), sizeof order);
    return worker.jobs().change(vgpu_of(order.vgpu));
}

Result<void> change_weight(Worker& worker, std::span<const std::byte> bytes) {
    WeightOrder order;
    if (bytes.size() != sizeof order) return Error::internal("the daemon says something of the wrong size");
    std::memcpy(&order, bytes.data(), sizeof order);
    // A session that is still being opened gets the weight with the next change.
    static_cast<void>(worker.set_weight(order.session, std::max(order.weight, 1U)));
    return {};
}

Result<void> give_room(Worker& worker, std::span<const std::byte> bytes) {
    RoomOrder order;
    if (bytes.size() != sizeof order) return Error::internal("the daemon says something of the wrong size");
    std::memcpy(&order, bytes.data(), sizeof order);
    worker.give_room();
    return {};
}

Result<void> change_policy(PolicyKeeper& policies, SocketMessage message) {
    PolicyOrder order;
    if (message.bytes.size() != sizeof order) return Error::internal("the daemon says something of the wrong size");
    std::memcpy(&order, message.bytes.data(), sizeof order);
    policies.take(order, message.descriptors.empty() ? UniqueFd() : std::move(message.descriptors[0]));
    return {};
}

Result<void> answer_about_maps(Outbox& outbox, PolicyKeeper& policies, std::span<const std::byte> bytes) {
    MapQuestion question;
    if (bytes.size() != sizeof question) return Error::internal("the daemon says something of the wrong size");
    std::memcpy(&question, bytes.data(), sizeof question);
    const Result<std::string> lines = policies.look_at_maps(question);
    TextAnswer answer;
    answer.header.number = question.header.number;
    answer.is_refused = lines.ok() ? 0 : 1;
    RF_TRY(UniqueFd text, memory_file_of("ringfence-maps", lines.ok() ? lines.value() : lines.error().text()));
    outbox.put_answer(answer, std::move(text));
    return {};
}

Result<void> answer_about_kernels(Outbox& outbox, const Worker& worker, std::uint32_t question) {
    TextAnswer answer;
    answer.header.number = question;
    RF_TRY(UniqueFd text, memory_file_of("ringfence-kernels", worker.kernel_lines()));
    outbox.put_answer(answer, std::move(text));
    return {};
}

enum class Next : std::uint8_t { GoOn, Quit };

Next hear(Conversation& with) {
    auto message = receive_what_fits(
        with.control,
        std::max(sizeof(ControlHeader) + sizeof(SessionGrant) + channel::largest_message, sizeof(MapQuestion)));
    if (!message || message.value().is_end) return Next::Quit;
    ControlHeader header;
    if (message.value().bytes.size() < sizeof header) return Next::Quit;
    std::memcpy(&header, message.value().bytes.data(), sizeof header);
    if (header.version != control_version) {
        with.options.log(
            fmt::format("the daemon is of another version of Ringfence: its messages are of version {}, not {}",
                        header.version, control_version));
        return Next::Quit;
    }
    if (header.kind == ControlKind::Tell) {
        answer(with, header.number);
        return Next::GoOn;
    }
    if (header.kind == ControlKind::EndSession) {
        const Result<void> ended = end_session(with, message.value().bytes);
        if (!ended) with.options.log(ended.error().text());
        return ended ? Next::GoOn : Next::Quit;
    }
    if (header.kind == ControlKind::Vgpu) {
        const Result<void> changed = change_vgpu(with.worker, message.value().bytes);
        if (!changed) with.options.log(changed.error().text());
        return Next::GoOn;
    }
    if (header.kind == ControlKind::Weight) {
        const Result<void> changed = change_weight(with.worker, message.value().bytes);
        if (!changed) with.options.log(changed.error().text());
        return Next::GoOn;
    }
    if (header.kind == ControlKind::Room) {
        const Result<void> given = give_room(with.worker, message.value().bytes);
        if (!given) with.options.log(given.error().text());
        return Next::GoOn;
    }
    if (header.kind == ControlKind::Policy) {
        const Result<void> taken = change_policy(with.policies, message.take());
        if (!taken) with.options.log(taken.error().text());
        return Next::GoOn;
    }
    if (header.kind == ControlKind::Map) {
        const Result<void> answered = answer_about_maps(with.outbox, with.policies, message.value().bytes);
        if (!answered) with.options.log(answered.error().text());
        return Next::GoOn;
    }
    if (header.kind == ControlKind::Kernels) {
        const Result<void> answered = answer_about_kernels(with.outbox, with.worker, header.number);
        if (!answered) with.options.log(answered.error().text());
        return Next::GoOn;
    }
    if (header.kind != ControlKind::Session) return Next::Quit;
    with.opener->add(message.take(), header);
    return Next::GoOn;
}

// Sends the rest, since events that are not sent before the process ends are missing in the audit log. Gives up if the
// supervisor is gone, or reads nothing for longer than `patience`.
void send_rest(Outbox& outbox, int control, std::chrono::milliseconds patience) {
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!outbox.send(control)) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
        pollfd room{control, POLLOUT, 0};
        if (left <= 0ms || ::poll(&room, 1, static_cast<int>(left.count())) <= 0 || room.revents != POLLOUT) return;
    }
}

// Destroys the worker, if its sessions end in time.
void end_worker(std::unique_ptr<Worker> worker, std::unique_ptr<SessionOpener> opener, const WorkerOptions& options) {
    const WorkerStatistics statistics = worker->statistics();
    const auto patience = statistics.has_stuck_session || statistics.must_end ? 0s : 5s;
    std::promise<void> promise;
    std::future<void> ended = promise.get_future();
    auto started =
        start_thread([worker = std::move(worker), opener = std::move(opener), promise = std::move(promise)]() mutable {
            opener.reset();
            worker.reset();
            promise.set_value();
        });
    if (!started) return;
    std::thread thread = started.take();
    if (ended.wait_for(patience) == std::future_status::ready) {
        thread.join();
        return;
    }
    options.log("work on the device does not come to an end; the process ends with it");
    thread.detach();
}

}  // namespace

void tell_problem(int control, std::string_view problem) {
    WorkerState state;
    put_text(state.problem, problem);
    send_state(control, state);
}

void tell_unshareable(int control, std::string_view why) {
    WorkerState state;
    state.is_unshareable = 1;
    put_text(state.problem, why);
    send_state(control, state);
}

Result<void> serve_supervisor(UniqueFd control, std::unique_ptr<backend::Device> device, WorkerOptions options) {
    UniqueFd changed(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    options.on_change = [fd = changed.get()] {
        const std::uint64_t one = 1;
        (void)!::write(fd, &one, sizeof one);
    };
    const auto outbox = std::make_shared<Outbox>();
    options.on_event = [outbox, wake = options.on_change](const SessionEvent& event) {
        outbox->put(event);
        wake();
    };
    // The message is lost if the supervisor is not reading; the request is repeated.
    options.on_shortage = [fd = control.get()](std::uint64_t bytes) {
        RoomOrder order;
        order.bytes = bytes;
        (void)send_message(fd, std::as_bytes(std::span(&order, 1)));
    };
    RF_TRY(std::unique_ptr<Worker> worker, Worker::create(std::move(device), options));
    PolicyKeeper policies(worker->shared_jobs(), options.on_change, options.native_policies, options.card_sensor);
    Conversation with{control.get(), options, *worker, policies, *outbox};
    // Reported before the client gets an answer: from now on the client belongs to this worker.
    const auto on_taken = [&with, wake = options.on_change](const SessionOpener::Report& coming) {
        if (!tell_state(with, coming)) wake();  // the thread that sends the rest
    };
    RF_TRY(std::unique_ptr<SessionOpener> opener, SessionOpener::create(*worker, options, on_taken));
    with.opener = opener.get();
    tell_state(with);
    bool must_end = false;
    for (;;) {
        const bool is_all_told = outbox->send(control.get());
        const short events = is_all_told ? POLLIN : POLLIN | POLLOUT;
        pollfd watched[] = {{control.get(), events, 0}, {changed.get(), POLLIN, 0}};
        if (::poll(watched, 2, -1) < 0) continue;
        if ((watched[0].revents & ~POLLOUT) != 0 && hear(with) == Next::Quit) break;
        if (watched[1].revents == 0) continue;
        std::uint64_t times = 0;
        (void)!::read(changed.get(), &times, sizeof times);
        if (policies.take_news()) tell_policy(with);
        tell_state(with);
        WorkerStatistics statistics;
        bool is_over = false;
        opener->report([&](const SessionOpener::Report& coming) {
            statistics = worker->statistics();
            // Also if its client was refused: it gets no other one.
            is_over = !options.session.is_shared && coming.taken > 0 && !coming.current;
        });
        if (statistics.sessions == 0 && (is_over || statistics.has_lost_device)) break;
        // On a card only the end of the process stops a kernel, so that is done only if no other session is in it.
        if (!options.session.is_shared && statistics.has_stuck_session) break;
        must_end = statistics.must_end;
        if (must_end) break;
    }
    opener->close();
    end_worker(std::move(worker), std::move(opener), options);
    send_rest(*outbox, control.get(), must_end ? 1s : 60s);
    if (must_end) return Error::bad_input("a kernel did not come to an end, and others were waiting for the device");
    return {};
}

}  // namespace ringfence::worker
