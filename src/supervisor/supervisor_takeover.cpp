// A new daemon takes over from a running one, without clients noticing.
#include <kj/exception.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "base/closing.h"
#include "base/peer.h"
#include "base/runtime_folder.h"
#include "service/background.h"
#include "service/manager.h"
#include "supervisor/log.h"
#include "supervisor/state_records.h"
#include "supervisor/supervisor.h"

namespace ringfence::supervisor {

Outcome<UniqueFd> Supervisor::take_over(const PeerProcess& peer) {
    // Not the daemon's own user: the metrics server runs as that user, too, and the state would let it start workers.
    if (options_.system != nullptr && peer.uid != 0) {
        return Refusal{schema::ErrorCode::DENIED, Error::bad_input("only root may replace the system's daemon"), ""};
    }
    // The service manager would not accept the process as the service's, and would end the whole service.
    if (options_.system != nullptr && options_.system->manager && !service::is_in_this_service(peer.pid)) {
        return Refusal{
            schema::ErrorCode::DENIED,
            Error::bad_input("the daemon is a service, and its successor must be started by the service manager")
                .with_remedy("systemctl reload ringfenced"),
            ""};
    }
    Result<std::pair<UniqueFd, UniqueFd>> ends = socket_pair();
    if (!ends.ok()) return Refusal{schema::ErrorCode::OVERLOADED, ends.take_error(), ""};
    log(fmt::format("process {} of user {} is to take over", peer.pid, peer.uid));
    // An earlier candidate that has not begun is dropped.
    successor_watch_.reset();
    successor_ = std::move(ends.value().first);
    successor_pid_ = peer.pid;
    successor_watch_ = loop_->watch(successor_.get(), [this] { hear_successor(); });
    return std::move(ends.value().second);
}

void Supervisor::hear_successor() {
    successor_watch_.reset();
    UniqueFd socket = std::move(successor_);
    const Result<SocketMessage> begin = receive_message(socket.get(), 32, std::chrono::milliseconds(0));
    if (!begin.ok() || begin.value().is_end) {
        log("the daemon that was to take over has gone");
        return;
    }
    // Senders of policies are told now, while there is time for the answer; they can send them to the next daemon.
    withdraw_judged_policies();
    settle();
    giving_way_ =
        loop_->after(time_for_last_words)
            .then([this, kept = std::move(socket), pid = successor_pid_]() mutable { give_way(std::move(kept), pid); })
            .eagerlyEvaluate(nullptr);
}

void Supervisor::give_way(UniqueFd socket, pid_t pid) {
    // This daemon was told to end, so no other may take over.
    if (!why_ending_.empty()) return;
    withdraw_judged_policies();
    // Handles recent events first, which would be lost: for instance, clients whose worker has just ended.
    settle();
    const Result<void> handed = hand_over(socket.get(), pid);
    if (handed.ok()) return;
    log("the takeover failed, and this daemon goes on: " + handed.error().message);
    records_.write_takeover_failed(handed.error().message);
}

// The daemon does nothing else meanwhile, so that the state that it hands over stays true.
Result<void> Supervisor::hand_over(int socket, pid_t pid) {
    // First, since the successor cannot write records while this daemon's still wait for the disk.
    records_.takeover_begins();
    RF_RETURN_IF_ERROR(records_.finish(options_.patience.with_disk));
    capnp::MallocMessageBuilder message;
    DescriptorList descriptors;
    auto state = message.initRoot<schema::DaemonState>();
    write_state(state, descriptors);
    state.setDescriptors(static_cast<std::uint32_t>(descriptors.to_send().size()));
    RF_RETURN_IF_ERROR(offer_state(socket, message, descriptors, options_.patience.with_successor));
    // Closed, so that the successor can open it.
    Result<void> said = records_.close(options_.patience.with_disk);
    if (said.ok()) said = say_yours(socket);
    if (!said.ok()) {
        RF_RETURN_IF_ERROR(records_.open(options_.settings.audit));
        return said;
    }
    let_go(pid);
    return {};
}

void Supervisor::write_state(schema::DaemonState::Builder state, DescriptorList& descriptors) const {
    state.setVersion(schema::TAKEOVER_VERSION);
    state.setLowestVersion(schema::TAKEOVER_LOWEST_VERSION);
    state.setPid(::getpid());
    state.setReplacements(replacements_);
    state.setStartedMilliseconds(
        std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - started_).count());
    state.setNextSession(sessions_.last_id());
    state.setSessionsStarted(sessions_started_);
    state.setClientsRefused(records_.refusal_count());
    state.setListener(descriptors.add(doorman_->listener()));
    state.setControl(descriptors.add(control_->listener()));
    workers_->write(state, descriptors);
    auto sessions = state.initSessions(static_cast<unsigned>(sessions_.all().size()));
    unsigned next = 0;
    for (const auto& [id, record] : sessions_.all())
        write(sessions[next++], record, descriptors);
    std::vector<const Visitor*> visitors;
    for (const auto* list : {&doorman_->expected(), &doorman_->waiting()}) {
        for (const Visitor& visitor : *list)
            visitors.push_back(&visitor);
    }
    auto visitor_list = state.initVisitors(static_cast<unsigned>(visitors.size()));
    for (unsigned i = 0; i < visitor_list.size(); ++i)
        write(visitor_list[i], *visitors[i], descriptors);
    auto grants = state.initGrants(static_cast<unsigned>(grants_.all().size()));
    next = 0;
    for (const auto& [reference, grant] : grants_.all()) {
        auto to = grants[next++];
        to.setReference(kj::arrayPtr(reinterpret_cast<const kj::byte*>(reference.data()), reference.size()));
        to.setSession(grant.session);
        to.setTenant(grant.tenant);
        to.setIsSegment(grant.is_segment);
        to.setDescriptor(descriptors.add(grant.descriptor.get()));
    }
}

void Supervisor::let_go(pid_t pid) {
    has_given_up_names_ = true;
    is_replaced_ = true;
    workers_->let_go();
    sessions_.let_go_of_processes();
    doorman_->let_go();
    control_->let_go();
    if (options_.system != nullptr && !service::announce_main_process(options_.system->manager, pid))
        log(fmt::format("the service manager could not be told that process {} is the service now", pid));
    log("another daemon has taken over");
    end("another daemon has taken over");
}

Result<std::unique_ptr<Supervisor>> Supervisor::replace(const SupervisorOptions& options) {
    UniqueFd connection;
    if (options.system != nullptr) {
        connection = std::move(options.system->predecessor);
    } else {
        RF_TRY(connection, connect_to_trusted(control_socket_beside(options.socket), SocketKind::Bytes));
    }
    RF_TRY(const std::unique_ptr<OfferedState> offered,
           OfferedState::ask_for(std::move(connection), options.patience.with_predecessor));
    std::unique_ptr<Supervisor> supervisor(new Supervisor(options));
    // Set until this daemon owns all of the state, so that the destructor does not remove the old daemon's sockets.
    supervisor->has_given_up_names_ = true;
    RF_TRY(supervisor->loop_, rpc::EventLoop::create());
    RF_TRY(supervisor->tails_, TailReader::create(*supervisor->loop_));
    RF_RETURN_IF_ERROR(supervisor->watch_signals());
    Result<void> adopted;
    KJ_IF_MAYBE (exception, kj::runCatchingExceptions([&] { adopted = supervisor->adopt(*offered); }))
        return Error::bad_input(std::string("the state is not understood: ") + exception->getDescription().cStr());
    RF_RETURN_IF_ERROR(std::move(adopted));
    return supervisor;
}

Result<void> Supervisor::adopt(OfferedState& offered) {
    const auto state = offered.state();
    DescriptorList& descriptors = offered.descriptors();
    RF_TRY(workers_, Workers::adopt(*loop_, options_.worker_program, options_.settings, *this, state, descriptors,
                                    options_.system));
    RF_TRY(Reception reception, Reception::open(options_.settings));
    reception_ = std::make_unique<Reception>(std::move(reception));
    RF_TRY(UniqueFd listener, descriptors.take(state.getListener()));
    RF_TRY(UniqueFd control, descriptors.take(state.getControl()));
    for (const auto from : state.getSessions()) {
        RF_TRY(SessionRecord record, read(from, descriptors));
        sessions_.add(std::move(record));
    }
    std::vector<Visitor> visitors;
    for (const auto from : state.getVisitors()) {
        RF_TRY(Visitor visitor, read(from, descriptors));
        visitors.push_back(std::move(visitor));
    }
    for (const auto from : state.getGrants()) {
        RF_TRY(UniqueFd descriptor, descriptors.take(from.getDescriptor()));
        grants_.adopt(
            std::string(reinterpret_cast<const char*>(from.getReference().begin()), from.getReference().size()),
            {from.getSession(), from.getTenant().cStr(), from.getIsSegment(), std::move(descriptor)});
    }
    sessions_.go_on_after(state.getNextSession());
    sessions_started_ = state.getSessionsStarted();
    started_ = Clock::now() - std::chrono::milliseconds(state.getStartedMilliseconds());
    records_.go_on_counting_from(state.getClientsRefused());
    replacements_ = state.getReplacements() + 1;
    predecessor_ = state.getPid();
    RF_RETURN_IF_ERROR(Records::can_open(options_.settings.audit));
    if (options_.system != nullptr) RF_RETURN_IF_ERROR(check_system_successor(state));
    RF_RETURN_IF_ERROR(offered.accept());
    // From here on the old daemon has given up its state: errors can only be logged.
    has_given_up_names_ = false;
    if (Result<void> opened = records_.open(options_.settings.audit); !opened.ok())
        log("no audit log is written: " + opened.error().text());
    workers_->own();
    listen_at_sockets(std::move(listener), std::move(control));
    for (Visitor& visitor : visitors) {
        if (know(visitor)) doorman_->adopt(std::move(visitor));
    }
    for (const auto& [id, record] : sessions_.all()) {
        SessionRecord* const session = sessions_.find(id);
        // Only later reports count: earlier ones may have been made before the worker opened the session.
        session->given_after_question = std::max(session->given_after_question, workers_->last_question());
        introduce(*session);
        if (session->worker != 0) records_.note_given(session->facts.id, session->worker);
        if (session->process == nullptr) continue;
        session->process->own();
        watch_process(*session);
        // The old daemon was about to kill this process.
        if (!session->why_revoked.empty() || session->stage == SessionStage::Over)
            kill_process_later(id, std::chrono::seconds(1));
    }
    end_sessions_without_worker();
    // The settings may name another file of tenants, or the file may have changed since.
    workers_->change_vgpus(reception_->vgpus());
    end_unwelcome("the settings of the daemon that took over");
    return {};
}

Result<void> Supervisor::check_system_successor(schema::DaemonState::Reader state) const {
    // Earlier versions hand over no starter, so their workers could not be ended, and no service manager.
    constexpr std::uint32_t first_with_starters = 2;
    if (state.getVersion() < first_with_starters) {
        return Error::bad_input("the daemon that runs is of a version that cannot be replaced as a service")
            .with_remedy("systemctl restart ringfenced");
    }
    if (!service::is_awaited(*options_.system->asker))
        return Error::bad_input("the daemon that asked for the takeover no longer waits");
    return {};
}

// Identifies a visitor of the old daemon again. One that is unknown under the new settings is refused, like a new one.
bool Supervisor::know(Visitor& visitor) {
    if (const SessionRecord* const opened = sessions_.find(visitor.session); opened != nullptr) {
        visitor.whose = closings_of(opened->facts.tenant);
        return true;
    }
    const Result<Caller> caller = reception_->greet(visitor.socket.get());
    if (!caller.ok()) {
        refuse(visitor.socket.get(), visitor.peer, caller.error(), "");
        return false;
    }
    visitor.tenant = caller.value().tenant;
    visitor.whose = caller.value().whose;
    return true;
}

// Earlier versions hand over the sessions of ending workers, but not these workers.
void Supervisor::end_sessions_without_worker() {
    std::vector<std::uint32_t> lost;
    for (const auto& [id, record] : sessions_.all()) {
        if (record.stage == SessionStage::Served && workers_->find(record.worker) == nullptr) lost.push_back(id);
    }
    for (const std::uint32_t id : lost) {
        records_.session_lost(id, sessions_.find(id)->worker, "its worker ended while the daemon was replaced");
        session_over(id);
    }
}

}  // namespace ringfence::supervisor
