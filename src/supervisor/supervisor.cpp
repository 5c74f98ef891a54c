#include "supervisor/supervisor.h"

#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "base/memory_file.h"
#include "channel/handshake.h"
#include "supervisor/log.h"

namespace ringfence::supervisor {
namespace {

constexpr std::size_t most_askers = 64;
constexpr std::chrono::milliseconds pause_after_failed_accept{100};
constexpr std::chrono::milliseconds longest_wait_for_telling{500};

UniqueFd watch_signals() {
    sigset_t set;
    sigemptyset(&set);
    for (const int number : {SIGTERM, SIGINT})
        sigaddset(&set, number);
    ::sigprocmask(SIG_BLOCK, &set, nullptr);
    ::signal(SIGPIPE, SIG_IGN);
    return UniqueFd(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}

bool is_question(const SocketMessage& message) {
    return !message.bytes.empty() && message.bytes[0] == std::byte{'{'};
}

std::string_view text_of(const SocketMessage& message) {
    return {reinterpret_cast<const char*>(message.bytes.data()), message.bytes.size()};
}

// An answer may be longer than a message can be, so it comes in a file. Whoever asked may be gone; that is its own
// affair.
void send_text(int socket, const std::string& text) {
    const Result<UniqueFd> file = create_memory_file("ringfence-answer", text.size());
    if (!file.ok() || ::pwrite(file.value().get(), text.data(), text.size(), 0) != static_cast<ssize_t>(text.size()))
        return;
    const int descriptors[] = {file.value().get()};
    static_cast<void>(send_message(socket, std::as_bytes(std::span("answer", 6)), descriptors));
}

}  // namespace

Result<std::unique_ptr<Supervisor>> Supervisor::create(const SupervisorOptions& options) {
    std::unique_ptr<Supervisor> supervisor(new Supervisor(options));
    RF_TRY(supervisor->listener_, listen_at(options.socket));
    supervisor->signals_ = watch_signals();
    if (!supervisor->signals_) return Error::bad_input(std::string("cannot watch signals: ") + std::strerror(errno));
    RF_TRY(supervisor->host_file_, SharedBudget::create_file());
    const std::uint64_t named = options.settings.host_memory;
    RF_TRY(supervisor->host_budget_,
           SharedBudget::join(supervisor->host_file_.get(), 0, named != 0 ? named : usual_host_memory()));
    RF_TRY(supervisor->reception_, Reception::open(options.settings));
    RF_RETURN_IF_ERROR(supervisor->open_audit());
    return supervisor;
}

Supervisor::~Supervisor() {
    // Another daemon's, if we never came to listen, or have made room for it.
    if (listener_ && !has_given_up_name_) ::unlink(options_.socket.c_str());
}

Result<void> Supervisor::run() {
    log("listening at " + escape(options_.socket));
    audit_start();
    while (why_ending_.empty()) {
        // What cannot be accepted stays ready; to look at it again at once would keep a processor busy.
        const int listener = accepts_now() ? listener_.get() : -1;
        std::vector<pollfd> watched = {{listener, POLLIN, 0}, {signals_.get(), POLLIN, 0}};
        for (const Visitor& visitor : waiting_.visitors())
            watched.push_back({visitor.socket.get(), POLLIN, 0});
        for (const auto& worker : workers_) {
            watched.push_back({worker->control(), POLLIN, 0});
            watched.push_back({worker->process_descriptor(), POLLIN, 0});
        }
        if (::poll(watched.data(), watched.size(), poll_timeout()) < 0 && errno != EINTR)
            return Error::internal(std::string("poll fails: ") + std::strerror(errno));
        const auto is_ready = [&](int fd) {
            return std::any_of(watched.begin(), watched.end(),
                               [&](const pollfd& entry) { return entry.fd == fd && entry.revents != 0; });
        };
        if (watched[1].revents != 0) why_ending_ = "a signal";
        std::list<Visitor>& visitors = waiting_.visitors();
        for (auto visitor = visitors.begin(); visitor != visitors.end();) {
            const bool ready = is_ready(visitor->socket.get());
            if (ready) hear(*visitor);
            visitor = ready ? visitors.erase(visitor) : std::next(visitor);
        }
        waiting_.send_away_the_silent(Clock::now());
        for (const auto& worker : workers_) {
            if (is_ready(worker->control())) hear(*worker);
            // Hearing it may have shown that it is gone.
            if (worker != nullptr && is_ready(worker->process_descriptor())) bury(*worker);
        }
        std::erase(workers_, nullptr);
        answer_askers();
        if (is_somebody_to_go()) end_unwelcome();
        tell_of_refusals(refusals_.take_due(Clock::now()));
        while (!returned_.empty()) {
            for (Handover& client : std::exchange(returned_, {}))
                admit(std::move(client));
        }
        if (watched[0].revents != 0) accept_visitor();
    }
    tell_of_refusals(refusals_.take_all());
    log(fmt::format("ending, with {} sessions: {}", session_count(), why_ending_));
    audit_end();
    return {};
}

// Nothing to do means no timeout: an idle daemon sleeps.
int Supervisor::poll_timeout() const {
    if (!askers_.empty()) return static_cast<int>(longest_wait_for_telling.count()) / 5;
    if (!accepts_now()) return static_cast<int>(pause_after_failed_accept.count());
    const int usual = waiting_.is_empty() && !refusals_.has_left_out() ? -1 : 1000;
    const int until_expiry = time_to_next_expiry();
    return usual < 0 || until_expiry < 0 ? std::max(usual, until_expiry) : std::min(usual, until_expiry);
}

void Supervisor::accept_visitor() {
    Result<UniqueFd> socket = accept_from(listener_.get());
    if (!socket.ok()) {
        // Most likely there are no descriptors left, and the longest silent have some.
        waiting_.make_room();
        accepts_again_ = Clock::now() + pause_after_failed_accept;
        return;
    }
    Result<PeerProcess> peer = peer_process(socket.value().get());
    if (!peer.ok()) return;
    Result<std::string> tenant = greet(socket.value().get());
    if (!tenant.ok()) {
        refuse(socket.value().get(), peer.value(), tenant.error());
        return;
    }
    waiting_.admit({socket.take(), peer.value(), Clock::now(), tenant.take()});
}

void Supervisor::hear(Visitor& visitor) {
    // As much as a worker reads: whoever says more is refused here, and no worker hears of it.
    Result<SocketMessage> message =
        receive_message(visitor.socket.get(), channel::largest_message, std::chrono::milliseconds(0));
    if (!message.ok()) {
        refuse(visitor.socket.get(), visitor.peer, message.error());
        return;
    }
    if (message.value().is_end) return;
    if (is_question(message.value())) {
        answer_question(visitor, message.value());
        return;
    }
    if (message.value().descriptors.size() > 1) {
        refuse(visitor.socket.get(), visitor.peer,
               Error::bad_input(fmt::format("a Hello comes with one descriptor, standard output; this one has {}",
                                            message.value().descriptors.size())));
        return;
    }
    Handover client;
    // A worker has nothing to do with tokens.
    Result<channel::Hello> hello = channel::decode_hello(message.value().bytes);
    Result<Guest> guest = hello.ok() ? recognise_program(visitor.socket.get(), std::exchange(hello.value().token, {}))
                                     : hello.take_error();
    if (!guest.ok()) {
        refuse(visitor.socket.get(), visitor.peer, guest.error());
        return;
    }
    client.guest = guest.take();
    client.hello = channel::encode(hello.value());
    client.descriptors.push_back(std::move(visitor.socket));
    for (UniqueFd& descriptor : message.value().descriptors)
        client.descriptors.push_back(std::move(descriptor));
    client.peer = visitor.peer;
    admit(std::move(client));
}

void Supervisor::answer_question(Visitor& visitor, const SocketMessage& message) {
    const auto question = nlohmann::json::parse(text_of(message), nullptr, false);
    const std::string ask = question.is_object() && question.contains("ask") && question["ask"].is_string()
                                ? question["ask"].get<std::string>()
                                : "";
    if (!Reception::may_administer(visitor.peer)) {
        note_refusal(visitor.peer, "only the daemon's user may ask for " + escape(ask, 32));
        send_text(visitor.socket.get(), R"({"error": "only the daemon's user, or root, may ask for this"})");
    } else if (ask == "status") {
        ask_for_status(std::move(visitor.socket));
    } else if (const auto answer = answer_administrator(ask, question)) {
        send_text(visitor.socket.get(), answer->dump());
    } else if (ask == "down") {
        nlohmann::json answer;
        answer["sessions"] = session_count();
        why_ending_ = fmt::format("process {} of user {} said down", visitor.peer.pid, visitor.peer.uid);
        // New programs must not find a daemon that is about to end.
        ::unlink(options_.socket.c_str());
        has_given_up_name_ = true;
        send_text(visitor.socket.get(), answer.dump());
    } else {
        send_text(visitor.socket.get(), R"({"error": "ask for status or down"})");
    }
}

// What the workers said last may be old, so they are asked. One that does not answer soon has what it said last.
void Supervisor::ask_for_status(UniqueFd asker) {
    // Who asks too often gets what is known.
    if (askers_.size() >= most_askers) askers_.front().since = {};
    askers_.push_back({std::move(asker), ++questions_, Clock::now()});
    for (const auto& worker : workers_)
        static_cast<void>(worker->ask_to_tell(questions_));
    answer_askers();
}

void Supervisor::answer_askers() {
    const auto has_all_told = [&](const Asker& asker) {
        return std::all_of(workers_.begin(), workers_.end(), [&](const auto& worker) {
            return worker == nullptr || worker->state().is_ready == 0 || worker->state().told >= asker.number;
        });
    };
    const Clock::time_point now = Clock::now();
    askers_.remove_if([&](const Asker& asker) {
        if (!has_all_told(asker) && now - asker.since < longest_wait_for_telling) return false;
        send_text(asker.socket.get(), status());
        return true;
    });
}

// What a client asked for, as far as the daemon's settings leave it the choice.
Result<Domain> Supervisor::domain_for(const channel::Hello& hello, const Guest& guest) const {
    Settings wanted = options_.settings;
    if (guest.isolation) wanted.isolation = tighten(wanted.isolation, *guest.isolation);
    if (guest.guard) wanted.guard = tighten(wanted.guard, *guest.guard);
    if (!hello.backend.empty()) {
        RF_TRY(wanted.backend, parse_backend(hello.backend));
    }
    if (!hello.isolation.empty()) {
        RF_TRY(const Isolation asked, parse_isolation(hello.isolation));
        wanted.isolation = tighten(wanted.isolation, asked);
    }
    if (!hello.guard.empty()) {
        RF_TRY(const Guard asked, parse_guard(hello.guard));
        wanted.guard = tighten(wanted.guard, asked);
    }
    const auto unshareable = unshareable_.find(wanted.backend);
    const bool is_guarded = wanted.is_shared() && wanted.guard_in_use() != Guard::Off;
    if (!is_guarded || unshareable == unshareable_.end()) return choose_domain(std::move(wanted), hello.why_private);
    if (wanted.isolation == Isolation::Shared) {
        return Error::bad_input(unshareable->second)
            .with_remedy("run the program in a domain of its own (--isolation private), and report this");
    }
    return choose_domain(std::move(wanted), hello.why_private.empty() ? unshareable->second : hello.why_private);
}

void Supervisor::admit(Handover client) {
    const Result<void> given = give_to_worker(client);
    if (given.ok()) return;
    refuse(client.descriptors.front().get(), client.peer, given.error());
}

void Supervisor::refuse(int socket, const PeerProcess& peer, const Error& why) {
    note_refusal(peer, why.message);
    static_cast<void>(channel::send_refused(socket, why.text()));
}

Result<void> Supervisor::give_to_worker(Handover& client) {
    RF_TRY(const channel::Hello hello, channel::decode_hello(client.hello));
    RF_TRY(Domain domain, domain_for(hello, client.guest));
    // Who does without the guard trusts others of the same tenant, and nobody else.
    if (domain.settings.is_shared() && domain.settings.guard_in_use() == Guard::Off)
        domain.tenant = client.guest.tenant;
    RF_RETURN_IF_ERROR(check_session_limits(client));
    RF_TRY(WorkerProcess * worker, worker_for(domain));
    const pid_t pid = client.peer.pid;
    if (client.session == 0) client.session = ++last_session_;
    Result<void> given = worker->give_session(client);
    if (!given.ok()) {
        if (!has_peer_gone(worker->control())) return given;
        // It may have said why before it ended.
        const std::size_t reasons = unshareable_.size();
        bury(*worker);
        std::erase(workers_, nullptr);
        const bool has_said_why = unshareable_.size() != reasons;
        if (!has_said_why && std::exchange(client.is_second_try, true)) return given;
        returned_.push_back(std::move(client));
        return {};
    }
    ++sessions_started_;
    log(fmt::format("process {} goes to worker {}", pid, worker->pid()));
    return {};
}

Result<void> Supervisor::check_session_limits(const Handover& client) const {
    RF_RETURN_IF_ERROR(check_tenant_limits(client.guest));
    std::size_t sessions = session_count();
    for (const auto& worker : workers_)
        sessions += worker != nullptr ? worker->sessions_on_the_way() : 0;
    if (sessions >= options_.settings.max_sessions) {
        return Error::bad_input(fmt::format("there are {} sessions, as many as there may be", sessions))
            .with_remedy("end other programs, or raise max_sessions in the daemon's settings (ringfence.toml)");
    }
    const std::size_t own = sessions_of(client.peer.pid);
    if (own < options_.settings.max_sessions_per_process) return {};
    return Error::bad_input(fmt::format("this process has {} sessions, as many as one may have", own))
        .with_remedy("close some, or raise max_sessions_per_process in the daemon's settings (ringfence.toml)");
}

// A private worker counts until it is gone: whoever comes and goes quickly does not get more of them.
std::size_t Supervisor::sessions_of(pid_t client) const {
    std::size_t count = 0;
    for (const auto& worker : workers_)
        count += worker != nullptr ? worker->sessions_of(client) : 0;
    return count;
}

// Private: a new one. Shared: one that is there, unless it could not open its device, or is full.
Result<WorkerProcess*> Supervisor::worker_for(const Domain& domain) {
    const Settings& settings = domain.settings;
    if (settings.is_shared()) {
        for (const auto& worker : workers_) {
            const Settings& has = worker->settings();
            const bool is_alike = has.is_shared() && has.backend == settings.backend &&
                                  has.guard_in_use() == settings.guard_in_use() && worker->tenant() == domain.tenant;
            // One that has just died may not have been buried yet.
            const bool is_well = worker->state().problem[0] == '\0' && worker->state().takes_no_more == 0 &&
                                 !has_peer_gone(worker->control());
            const bool has_room = worker->state().sessions + worker->sessions_on_the_way() < worker::most_sessions;
            if (is_alike && is_well && has_room) return worker.get();
        }
    }
    return start_worker(domain);
}

Result<WorkerProcess*> Supervisor::start_worker(const Domain& domain) {
    if (workers_.size() >= options_.settings.max_workers) {
        return Error::bad_input(fmt::format("there are {} workers, as many as there may be", workers_.size()))
            .with_remedy("end other programs, or raise max_workers in the daemon's settings (ringfence.toml)");
    }
    RF_TRY(const HostPlace host, free_host_place());
    RF_TRY(std::unique_ptr<WorkerProcess> worker, WorkerProcess::start(options_.worker_program, domain, host));
    const Settings& settings = domain.settings;
    log(fmt::format("started worker {} ({}, {}, guard {}){}{}", worker->pid(), name_of(settings.backend),
                    name_of(settings.isolation), name_of(settings.guard_in_use()),
                    domain.why_private.empty() ? "" : ": ", escape(domain.why_private)));
    workers_.push_back(std::move(worker));
    return workers_.back().get();
}

Result<HostPlace> Supervisor::free_host_place() const {
    for (std::size_t place = 1; place < SharedBudget::most_processes; ++place) {
        const bool is_taken = std::any_of(workers_.begin(), workers_.end(), [place](const auto& worker) {
            return worker != nullptr && worker->host_place() == place;
        });
        if (!is_taken) return HostPlace{host_file_.get(), place, host_budget_->limit()};
    }
    return Error::bad_input("there are more workers than can be counted").with_remedy("end other programs");
}

void Supervisor::hear(WorkerProcess& worker) {
    const Result<bool> heard = worker.receive();
    audit_events(worker);
    if (heard.ok() && heard.value()) return;
    // A worker that has closed its end is ending, or broken; one that says nonsense is broken.
    if (!heard.ok()) log(fmt::format("worker {}: {}", worker.pid(), heard.error().message));
    bury(worker);
}

// Its clients see the end of their sockets by themselves. A shared worker is started anew when somebody comes.
void Supervisor::bury(WorkerProcess& worker) {
    for (auto& slot : workers_) {
        if (slot.get() != &worker) continue;
        ::kill(worker.pid(), SIGKILL);
        const std::string how = worker.reap();
        host_budget_->clear(worker.host_place());
        // A private one that has had its session closes its end first, and is killed on its way out.
        const worker::WorkerState& state = worker.state();
        const bool has_served = !worker.settings().is_shared() && state.sessions == 0 && state.sessions_started > 0;
        const bool was_its_time = how == "exit status 0" || (has_served && state.problem[0] == '\0');
        if (!was_its_time) ++workers_died_;
        log(fmt::format("worker {} {}: {}", worker.pid(), was_its_time ? "has ended" : "died", how));
        take_back(worker);
        audit_events(worker);
        if (!was_its_time || !worker.sessions().sessions().empty()) audit_death(worker, how);
        slot.reset();
        return;
    }
}

// Clients that the dead worker has not taken have heard nothing yet, so another worker can have them. Once: whatever
// kills workers before they take a client must not kill them all.
void Supervisor::take_back(WorkerProcess& worker) {
    std::deque<Handover> clients = worker.take_back();
    if (worker.state().is_unshareable != 0) {
        const auto [known, is_new] = unshareable_.emplace(worker.settings().backend, worker.state().problem);
        if (is_new) {
            log(known->second);
            audit("card_unshareable", {{"worker", worker.pid()}, {"text", known->second}});
        }
        // Who does not insist on sharing gets another domain.
        for (Handover& client : clients)
            returned_.push_back(std::move(client));
        return;
    }
    for (Handover& client : clients) {
        const std::string_view problem = worker.state().problem;
        if (problem.empty() && !std::exchange(client.is_second_try, true)) {
            returned_.push_back(std::move(client));
            continue;
        }
        const std::string why = problem.empty() ? "two workers in a row ended before they took the program; see the "
                                                  "daemon's log"
                                                : std::string(problem);
        refuse(client.descriptors.front().get(), client.peer, Error::bad_input(why));
    }
}

std::uint32_t Supervisor::session_count() const {
    std::uint32_t count = 0;
    for (const auto& worker : workers_)
        count += worker != nullptr ? worker->state().sessions : 0;
    return count;
}

}  // namespace ringfence::supervisor
