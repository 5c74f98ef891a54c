#include "worker/supervised.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <future>
#include <thread>

#include "base/socket.h"
#include "worker/control.h"
#include "worker/start_thread.h"

namespace ringfence::worker {

namespace {

using namespace std::chrono_literals;

void put_text(std::span<char> field, std::string_view text) {
    const std::size_t bytes = std::min(text.size(), field.size() - 1);
    std::memcpy(field.data(), text.data(), bytes);
    field[bytes] = '\0';
}

void send_state(int control, const WorkerState& state) {
    // A supervisor that is gone is noticed by the next read.
    (void)send_message(control, std::as_bytes(std::span(&state, 1)));
}

void tell_state(int control, Worker& worker, const WorkerOptions& options, std::uint32_t sessions_taken) {
    const WorkerStatistics statistics = worker.statistics();
    WorkerState state;
    state.sessions = statistics.sessions;
    state.sessions_started = statistics.sessions_started;
    state.sessions_refused = statistics.sessions_refused;
    state.sessions_taken = sessions_taken;
    state.is_ready = statistics.has_lost_device ? 0 : 1;
    state.memory_used = statistics.memory_bytes;
    state.memory_total = worker.device().properties().total_memory;
    put_text(state.device, worker.device().properties().name);
    put_text(state.backend, options.session.backend);
    if (statistics.has_lost_device) put_text(state.problem, "a kernel's fault has made the card unusable");
    send_state(control, state);
}

// A card's driver prints what kernels print to this process's standard output. With one client, that is the client's.
void adopt_output(int output) {
    if (output < 0) return;
    ::dup2(output, STDOUT_FILENO);
    // Nobody here would flush it when the client synchronizes.
    std::setvbuf(stdout, nullptr, _IONBF, 0);
}

Result<void> begin_session(Worker& worker, SocketMessage message, const WorkerOptions& options) {
    if (message.descriptors.empty()) return Error::bad_input("a session without a socket");
    UniqueFd socket = std::move(message.descriptors[0]);
    UniqueFd output = message.descriptors.size() > 1 ? std::move(message.descriptors[1]) : UniqueFd();
    auto hello = channel::decode_hello(std::span(message.bytes).subspan(sizeof(ControlHeader)));
    if (!hello) {
        (void)channel::send_refused(socket.get(), hello.error().text());
        return hello.take_error();
    }
    if (!options.session.is_shared) adopt_output(output.get());
    return worker.accept(std::move(socket), hello.value(), std::move(output));
}

enum class Next : std::uint8_t { GoOn, Quit };

Next hear(int control, Worker& worker, const WorkerOptions& options, std::uint32_t& sessions_taken) {
    auto message = receive_message(control, sizeof(ControlHeader) + channel::largest_message);
    if (!message || message.value().is_end) return Next::Quit;
    ControlHeader header;
    if (message.value().bytes.size() < sizeof header) return Next::Quit;
    std::memcpy(&header, message.value().bytes.data(), sizeof header);
    if (header.kind != ControlKind::Session) return Next::Quit;
    // Before the client hears from us: from now on it is ours, whatever happens.
    ++sessions_taken;
    tell_state(control, worker, options, sessions_taken);
    if (auto begun = begin_session(worker, message.take(), options); !begun) options.log(begun.error().text());
    tell_state(control, worker, options, sessions_taken);
    return Next::GoOn;
}

// Destroys the worker, if its sessions come to an end in time.
void end_worker(std::unique_ptr<Worker> worker, const WorkerOptions& options) {
    const auto patience = worker->statistics().has_stuck_session ? 0s : 5s;
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

Result<void> serve_supervisor(UniqueFd control, std::unique_ptr<backend::Device> device, WorkerOptions options) {
    UniqueFd changed(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    options.on_change = [fd = changed.get()] {
        const std::uint64_t one = 1;
        (void)!::write(fd, &one, sizeof one);
    };
    RF_TRY(std::unique_ptr<Worker> worker, Worker::create(std::move(device), options));
    std::uint32_t sessions_taken = 0;
    tell_state(control.get(), *worker, options, sessions_taken);
    for (;;) {
        pollfd watched[] = {{control.get(), POLLIN, 0}, {changed.get(), POLLIN, 0}};
        if (::poll(watched, 2, -1) < 0) continue;
        if (watched[0].revents != 0 && hear(control.get(), *worker, options, sessions_taken) == Next::Quit) break;
        if (watched[1].revents == 0) continue;
        std::uint64_t times = 0;
        (void)!::read(changed.get(), &times, sizeof times);
        tell_state(control.get(), *worker, options, sessions_taken);
        const WorkerStatistics statistics = worker->statistics();
        const bool is_over = !options.session.is_shared && statistics.sessions_started > 0;
        if (statistics.sessions == 0 && (is_over || statistics.has_lost_device)) break;
        // A card cannot stop a kernel, but it does when the process ends; others' work in it would stop too.
        if (!options.session.is_shared && statistics.has_stuck_session) break;
    }
    end_worker(std::move(worker), options);
    return {};
}

}  // namespace ringfence::worker
