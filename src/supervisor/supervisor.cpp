#include "supervisor/supervisor.h"

#include <kj/debug.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <fmt/core.h>

#include "base/closing.h"
#include "base/escape.h"
#include "base/runtime_folder.h"
#include "supervisor/log.h"

namespace ringfence::supervisor {
namespace {

constexpr std::chrono::milliseconds usual_tick{1000};
// The longest time between two ticks of a running daemon. If it was longer, the daemon was stopped or idle.
constexpr std::chrono::milliseconds longest_tick{3000};

}  // namespace

Result<void> Supervisor::watch_signals() {
    sigset_t set;
    sigemptyset(&set);
    for (const int number : {SIGTERM, SIGINT})
        sigaddset(&set, number);
    ::sigprocmask(SIG_BLOCK, &set, nullptr);
    ::signal(SIGPIPE, SIG_IGN);
    signals_.reset(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!signals_) return Error::bad_input(std::string("cannot watch signals: ") + std::strerror(errno));
    return {};
}

Supervisor::Supervisor(const SupervisorOptions& options)
    : options_(options),
      control_path_(control_socket_beside(options.socket)),
      policy_pace_(options.settings.policy_pace) {
    // RPC errors are caused by peers, and are not logged.
    kj::_::Debug::setLogLevel(kj::LogSeverity::FATAL);
    close_foreign_in_background();
}

Result<std::unique_ptr<Supervisor>> Supervisor::create(const SupervisorOptions& options) {
    std::unique_ptr<Supervisor> supervisor(new Supervisor(options));
    RF_TRY(supervisor->loop_, rpc::EventLoop::create());
    RF_TRY(supervisor->tails_, TailReader::create(*supervisor->loop_));
    RF_RETURN_IF_ERROR(supervisor->watch_signals());
    RF_TRY(supervisor->workers_,
           Workers::create(*supervisor->loop_, options.worker_program, options.settings, *supervisor, options.system));
    RF_TRY(Reception reception, Reception::open(options.settings));
    supervisor->reception_ = std::make_unique<Reception>(std::move(reception));
    RF_RETURN_IF_ERROR(supervisor->listen());
    RF_RETURN_IF_ERROR(supervisor->records_.open(options.settings.audit));
    supervisor->take_kept_policy();
    return supervisor;
}

Result<void> Supervisor::listen() {
    UniqueFd listener;
    UniqueFd control;
    if (options_.system != nullptr) {
        listener = std::move(options_.system->listener);
        control = std::move(options_.system->control);
    } else {
        // Created last, since they tell other programs that the daemon is ready.
        RF_TRY(control, listen_at(control_path_, SocketKind::Bytes));
        RF_TRY(listener, listen_at(options_.socket));
    }
    listen_at_sockets(std::move(listener), std::move(control));
    return {};
}

void Supervisor::listen_at_sockets(UniqueFd listener, UniqueFd control) {
    Doorman::Listener& visitors = *this;
    doorman_ = std::make_unique<Doorman>(*loop_, std::move(listener), visitors, options_.patience.with_visitors);
    Desk& desk = *this;
    control_ = std::make_unique<ControlServer>(*loop_, std::move(control), desk,
                                               [this](int socket) { return lets_in(socket); });
}

Supervisor::~Supervisor() noexcept {
    // The sockets' paths belong to another daemon if this one has handed over or never listened; or to root.
    if (has_given_up_names_ || options_.system != nullptr) return;
    if (doorman_ != nullptr) ::unlink(options_.socket.c_str());
    if (control_ != nullptr) ::unlink(control_path_.c_str());
}

Result<void> Supervisor::run() {
    if (predecessor_ == 0) {
        log("listening at " + escape(options_.socket));
        records_.daemon_starts();
    } else {
        log(fmt::format("listening at {}, in the place of process {}", escape(options_.socket), predecessor_));
        records_.daemon_replaces(predecessor_);
    }
    ended_.emplace(kj::newPromiseAndFulfiller<void>());
    signals_watch_ = loop_->watch(signals_.get(), [this] {
        signals_watch_.reset();
        end("a signal");
    });
    loop_->after_each_round([this] { settle(); });
    tick();
    loop_->run(kj::mv(ended_->promise));
    if (is_replaced_) return {};
    log(fmt::format("ending, with {} sessions: {}", workers_->session_count(), why_ending_));
    for (const auto& worker : workers_->all()) {
        worker->receive_what_is_there();
        worker_said(*worker);
        records_.sessions_end(*worker, "the daemon ends: " + why_ending_);
    }
    records_.daemon_ends(why_ending_);
    // A failure is only logged: workers and sessions must end now, even if the disk fails.
    if (const Result<void> closed = records_.close(options_.patience.with_disk); !closed.ok())
        log(closed.error().message);
    return {};
}

void Supervisor::end(const std::string& why) {
    if (!why_ending_.empty()) return;
    why_ending_ = why;
    tick_ = loop_->after(time_for_last_words).then([this] { ended_->fulfiller->fulfill(); }).eagerlyEvaluate(nullptr);
}

// Call it after every event: handles what the event has led to.
void Supervisor::settle() {
    for (std::vector<Handover> returned = workers_->take_returned(); !returned.empty();
         returned = workers_->take_returned()) {
        for (Handover& client : returned)
            admit(std::move(client));
    }
    answer_askers();
    records_.look_at_clock();
    arm_tick();
}

// No tick while the daemon is idle, so that it sleeps.
void Supervisor::arm_tick() {
    if (!why_ending_.empty()) return;
    const bool is_idle = doorman_->is_idle() && workers_->is_idle() && sessions_.are_all_channels() &&
                         !records_.is_waiting() && !has_expiring_rights();
    if (is_idle || is_ticking_) return;
    is_ticking_ = true;
    tick_ = loop_->after(usual_tick)
                .then([this] {
                    is_ticking_ = false;
                    tick();
                })
                .eagerlyEvaluate(nullptr);
}

void Supervisor::tick() {
    const Clock::time_point now = Clock::now();
    const bool has_stood_still = now - std::exchange(last_tick_, now) > longest_tick;
    doorman_->look_at_clock();
    workers_->look_at_clock(has_stood_still);
    workers_->repeat_orders(reception_->vgpus());
    look_for_hung_processes(has_stood_still);
    follow_processes();
    if (has_expiring_rights()) end_unwelcome("the clock");
    settle();
}

}  // namespace ringfence::supervisor
