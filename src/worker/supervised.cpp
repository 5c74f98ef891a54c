#include "worker/supervised.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <thread>

#include <fmt/core.h>

#include "base/memory_file.h"
#include "base/mutex.h"
#include "base/shared_budget.h"
#include "base/socket.h"
#include "base/start_thread.h"
#include "worker/control.h"
#include "worker/policy_keeper.h"

namespace ringfence::worker {

namespace {

using namespace std::chrono_literals;

// Events in sessions, on their way to the supervisor.
class Outbox {
public:
    void put(const SessionEvent& event) {
        const MutexLock lock(mutex_);
        events_.push_back(event);
    }
    // False: the supervisor does not read just now.
    bool send(int control) {
        const MutexLock lock(mutex_);
        for (; !events_.empty(); events_.pop_front()) {
            if (!send_message(control, std::as_bytes(std::span(&events_.front(), 1)))) return false;
        }
        return true;
    }

private:
    Mutex mutex_;
    std::deque<SessionEvent> events_ RF_GUARDED_BY(mutex_);
};

// The supervisor's messages so far.
struct Heard {
    // The ledgers of tenants with sessions: a tenant's sessions share one, and report their usage together.
    std::map<std::string, std::weak_ptr<SharedBudget>> ledgers;
    std::uint32_t sessions_taken = 0;
    std::uint32_t told = 0;
    std::uint32_t clients_refused = 0;  // because of their messages, before there was a session
};

void send_state(int control, const WorkerState& state) {
    // A supervisor that is gone is noticed by the next read.
    (void)send_message(control, std::as_bytes(std::span(&state, 1)));
}

void tell_state(int control, Worker& worker, const WorkerOptions& options, const Heard& heard) {
    const WorkerStatistics statistics = worker.statistics();
    WorkerState state;
    state.sessions = statistics.sessions;
    state.sessions_started = statistics.sessions_started;
    state.sessions_refused = statistics.sessions_refused + heard.clients_refused;
    state.sessions_taken = heard.sessions_taken;
    state.told = heard.told;
    state.takes_no_more = statistics.has_overrun || statistics.must_end ? 1 : 0;
    state.is_ready = statistics.has_lost_device ? 0 : 1;
    state.memory_used = statistics.memory_bytes;
    state.memory_total = worker.device().properties().total_memory;
    put_text(state.device, worker.device().properties().name);
    state.multiprocessors = worker.device().properties().multiprocessors;
    state.compute_major = worker.device().properties().compute_major;
    state.compute_minor = worker.device().properties().compute_minor;
    put_text(state.backend, options.session.backend);
    if (statistics.has_lost_device) put_text(state.problem, "a kernel's fault has made the card unusable");
    send_state(control, state);
}

sched::VirtualGpu read_vgpu(VgpuGrant told) {
    told.name[vgpu_bytes - 1] = '\0';
    sched::VirtualGpu vgpu = default_vgpu();
    if (told.name[0] != '\0') vgpu.name = told.name;
    std::copy(std::begin(told.shares), std::end(told.shares), vgpu.shares.begin());
    vgpu.priority = told.priority;
    vgpu.sms = told.sms;
    return vgpu;
}

void tell_vgpus(int control, Worker& worker) {
    for (const VgpuUse& use : worker.jobs().use()) {
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
        (void)send_message(control, std::as_bytes(std::span(&state, 1)));
    }
}

void tell_sessions(int control, Worker& worker) {
    for (const SessionState& state : worker.session_states())
        (void)send_message(control, std::as_bytes(std::span(&state, 1)));
}

Result<channel::Hello> read_hello(const SocketMessage& message) {
    // Other messages may be longer than a session's.
    constexpr std::size_t most = sizeof(ControlHeader) + sizeof(SessionGrant) + channel::largest_message;
    if (message.is_cut || message.bytes.size() > most) {
        return Error::bad_input(
            fmt::format("a Hello has more than the {} bytes that it may have, or more than {} "
                        "descriptors",
                        channel::largest_message, most_descriptors - 1));
    }
    return channel::decode_hello(std::span(message.bytes).subspan(sizeof(ControlHeader) + sizeof(SessionGrant)));
}

Result<std::shared_ptr<SharedBudget>> join_ledger(const std::string& tenant, int file, std::size_t place,
                                                  Heard& heard) {
    std::erase_if(heard.ledgers, [](const auto& one) { return one.second.expired(); });
    const auto known = heard.ledgers.find(tenant);
    if (known != heard.ledgers.end()) {
        if (auto ledger = known->second.lock(); ledger && ledger->is_of(file)) return ledger;
    }
    RF_TRY(std::shared_ptr<SharedBudget> ledger, SharedBudget::join(file, place));
    heard.ledgers[tenant] = ledger;
    return ledger;
}

Result<Grant> read_grant(const SocketMessage& message, std::size_t place, Heard& heard) {
    SessionGrant told;
    if (message.bytes.size() < sizeof(ControlHeader) + sizeof told || message.descriptors.size() < 2)
        return Error::internal("the daemon says nothing of what a session may have");
    std::memcpy(&told, message.bytes.data() + sizeof(ControlHeader), sizeof told);
    told.tenant[tenant_bytes - 1] = '\0';
    Grant grant{told.tenant, told.limits, nullptr, read_vgpu(told.vgpu)};
    RF_TRY(grant.ledger, join_ledger(grant.tenant, message.descriptors[1].get(), place, heard));
    return grant;
}

// A mistake in one client's message does not affect the others.
Result<void> begin_session(Worker& worker, SocketMessage message, const WorkerOptions& options,
                           const ControlHeader& header, Heard& heard) {
    const std::uint32_t pid = header.number;
    if (message.descriptors.empty())
        return Error::bad_input(fmt::format("process {}: a session without a socket", pid));
    UniqueFd socket = std::move(message.descriptors[0]);
    auto grant = read_grant(message, options.place, heard);
    if (!grant) {
        ++heard.clients_refused;
        (void)channel::send_refused(socket.get(), grant.error().text());
        return grant.take_error();
    }
    UniqueFd output = message.descriptors.size() > 2 ? std::move(message.descriptors[2]) : UniqueFd();
    auto hello = read_hello(message);
    if (!hello) {
        ++heard.clients_refused;
        (void)channel::send_refused(socket.get(), hello.error().text());
        return Error::bad_input(fmt::format("process {} was refused: {}", pid, hello.error().text()));
    }
    return worker.accept(std::move(socket), hello.value(), std::move(output), pid, header.session, grant.value());
}

Result<void> end_session(Worker& worker, std::span<const std::byte> bytes, const WorkerOptions& options) {
    EndSession order;
    if (bytes.size() != sizeof order) return Error::internal("the daemon says something of the wrong size");
    std::memcpy(&order, bytes.data(), sizeof order);
    order.reason[sizeof order.reason - 1] = '\0';
    const std::int32_t status = channel::is_sticky(order.status) ? order.status : channel::context_is_destroyed;
    if (!worker.end_session(order.session, order.reason, status))
        options.log(fmt::format("session {} is to end, and is over already", order.session));
    return {};
}

Result<void> change_vgpu(Worker& worker, std::span<const std::byte> bytes) {
    VgpuOrder order;
    if (bytes.size() != sizeof order) return Error::internal("the daemon says something of the wrong size");
    std::memcpy(&order, bytes.data(), sizeof order);
    return worker.jobs().change(read_vgpu(order.vgpu));
}

Result<void> give_room(Worker& worker, std::span<const std::byte> bytes) {
    RoomOrder order;
    if (bytes.size() != sizeof order) return Error::internal("the daemon says something of the wrong size");
    std::memcpy(&order, bytes.data(), sizeof order);
    worker.give_room();
    return {};
}

void tell_not_begun(const WorkerOptions& options, const ControlHeader& header, const Error& why) {
    SessionEvent event;
    event.kind = EventKind::NotBegun;
    event.session = header.session;
    event.pid = header.number;
    event.status = why.status;
    put_text(event.text, why.message);
    options.on_event(event);
}

Result<void> change_policy(PolicyKeeper& policies, SocketMessage message) {
    PolicyOrder order;
    if (message.bytes.size() != sizeof order) return Error::internal("the daemon says something of the wrong size");
    std::memcpy(&order, message.bytes.data(), sizeof order);
    policies.take(order, message.descriptors.empty() ? UniqueFd() : std::move(message.descriptors[0]));
    return {};
}

void tell_policy(int control, const PolicyKeeper& policies) {
    for (const PolicyState& state : policies.states())
        (void)send_message(control, std::as_bytes(std::span(&state, 1)));
}

Result<void> answer_about_maps(int control, PolicyKeeper& policies, std::span<const std::byte> bytes) {
    MapQuestion question;
    if (bytes.size() != sizeof question) return Error::internal("the daemon says something of the wrong size");
    std::memcpy(&question, bytes.data(), sizeof question);
    const Result<std::string> lines = policies.look_at_maps(question);
    TextAnswer answer;
    answer.header.number = question.header.number;
    answer.is_refused = lines.ok() ? 0 : 1;
    RF_TRY(const UniqueFd text, memory_file_of("ringfence-maps", lines.ok() ? lines.value() : lines.error().text()));
    return send_message(control, std::as_bytes(std::span(&answer, 1)), std::vector{text.get()});
}

Result<void> answer_about_kernels(int control, const Worker& worker, std::uint32_t question) {
    TextAnswer answer;
    answer.header.number = question;
    RF_TRY(const UniqueFd text, memory_file_of("ringfence-kernels", worker.kernel_lines()));
    return send_message(control, std::as_bytes(std::span(&answer, 1)), std::vector{text.get()});
}

enum class Next : std::uint8_t { GoOn, Quit };

Next hear(int control, Worker& worker, PolicyKeeper& policies, const WorkerOptions& options, Heard& heard) {
    auto message = receive_what_fits(
        control,
        std::max(sizeof(ControlHeader) + sizeof(SessionGrant) + channel::largest_message, sizeof(MapQuestion)));
    if (!message || message.value().is_end) return Next::Quit;
    ControlHeader header;
    if (message.value().bytes.size() < sizeof header) return Next::Quit;
    std::memcpy(&header, message.value().bytes.data(), sizeof header);
    if (header.version != control_version) {
        options.log(fmt::format("the daemon is of another version of Ringfence: its messages are of version {}, not {}",
                                header.version, control_version));
        return Next::Quit;
    }
    if (header.kind == ControlKind::Tell) {
        heard.told = header.number;
        tell_vgpus(control, worker);
        tell_policy(control, policies);
        tell_sessions(control, worker);
        tell_state(control, worker, options, heard);
        return Next::GoOn;
    }
    if (header.kind == ControlKind::EndSession) {
        const Result<void> ended = end_session(worker, message.value().bytes, options);
        if (!ended) options.log(ended.error().text());
        return ended ? Next::GoOn : Next::Quit;
    }
    if (header.kind == ControlKind::Vgpu) {
        const Result<void> changed = change_vgpu(worker, message.value().bytes);
        if (!changed) options.log(changed.error().text());
        return Next::GoOn;
    }
    if (header.kind == ControlKind::Room) {
        const Result<void> given = give_room(worker, message.value().bytes);
        if (!given) options.log(given.error().text());
        return Next::GoOn;
    }
    if (header.kind == ControlKind::Policy) {
        const Result<void> taken = change_policy(policies, message.take());
        if (!taken) options.log(taken.error().text());
        return Next::GoOn;
    }
    if (header.kind == ControlKind::Map) {
        const Result<void> answered = answer_about_maps(control, policies, message.value().bytes);
        if (!answered) options.log(answered.error().text());
        return Next::GoOn;
    }
    if (header.kind == ControlKind::Kernels) {
        const Result<void> answered = answer_about_kernels(control, worker, header.number);
        if (!answered) options.log(answered.error().text());
        return Next::GoOn;
    }
    if (header.kind != ControlKind::Session) return Next::Quit;
    // Before the client hears from us: from now on it is ours, whatever happens.
    ++heard.sessions_taken;
    tell_state(control, worker, options, heard);
    if (auto begun = begin_session(worker, message.take(), options, header, heard); !begun) {
        options.log(begun.error().text());
        tell_not_begun(options, header, begun.error());
    }
    tell_state(control, worker, options, heard);
    return Next::GoOn;
}

// Destroys the worker, if its sessions come to an end in time.
void end_worker(std::unique_ptr<Worker> worker, const WorkerOptions& options) {
    const WorkerStatistics statistics = worker->statistics();
    const auto patience = statistics.has_stuck_session || statistics.must_end ? 0s : 5s;
    std::promise<void> promise;
    std::future<void> ended = promise.get_future();
    auto started = start_thread([worker = std::move(worker), promise = std::move(promise)]() mutable {
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
    // Lost if the supervisor does not read just now: it is said again.
    options.on_shortage = [fd = control.get()](std::uint64_t bytes) {
        RoomOrder order;
        order.bytes = bytes;
        (void)send_message(fd, std::as_bytes(std::span(&order, 1)));
    };
    RF_TRY(std::unique_ptr<Worker> worker, Worker::create(std::move(device), options));
    PolicyKeeper policies(worker->shared_jobs(), options.on_change, options.native_policies, options.card_sensor);
    Heard heard;
    tell_state(control.get(), *worker, options, heard);
    bool must_end = false;
    for (;;) {
        const bool is_all_told = outbox->send(control.get());
        const short events = is_all_told ? POLLIN : POLLIN | POLLOUT;
        pollfd watched[] = {{control.get(), events, 0}, {changed.get(), POLLIN, 0}};
        if (::poll(watched, 2, -1) < 0) continue;
        if ((watched[0].revents & ~POLLOUT) != 0 &&
            hear(control.get(), *worker, policies, options, heard) == Next::Quit)
            break;
        if (watched[1].revents == 0) continue;
        std::uint64_t times = 0;
        (void)!::read(changed.get(), &times, sizeof times);
        // Events come before the state that they led to.
        (void)outbox->send(control.get());
        if (policies.take_news()) tell_policy(control.get(), policies);
        tell_state(control.get(), *worker, options, heard);
        const WorkerStatistics statistics = worker->statistics();
        const bool is_over = !options.session.is_shared && statistics.sessions_started > 0;
        if (statistics.sessions == 0 && (is_over || statistics.has_lost_device)) break;
        // Only the end of the process stops a kernel on a card; others' work in it would stop too.
        if (!options.session.is_shared && statistics.has_stuck_session) break;
        must_end = statistics.must_end;
        if (must_end) break;
    }
    end_worker(std::move(worker), options);
    (void)outbox->send(control.get());
    if (must_end) return Error::bad_input("a kernel did not come to an end, and others were waiting for the device");
    return {};
}

}  // namespace ringfence::worker
