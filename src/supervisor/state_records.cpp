#include "supervisor/state_records.h"

#include <cstring>
#include <span>
#include <utility>

#include "service/starter.h"

namespace ringfence::supervisor {
namespace {

kj::ArrayPtr<const kj::byte> data_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const kj::byte*>(bytes.data()), bytes.size()};
}

template <typename Message>
kj::ArrayPtr<const kj::byte> data_of(const Message& message) {
    return data_of(std::as_bytes(std::span(&message, 1)));
}

template <typename Message>
Result<Message> message_of(capnp::Data::Reader data) {
    Message message;
    if (data.size() != sizeof message) return Error::bad_input("the state tells of a worker in another form");
    std::memcpy(&message, data.begin(), sizeof message);
    return message;
}

// To questions that the daemon before this one has asked.
constexpr std::uint32_t most_answers_to_another = 256;

// The log of a worker or of a session's process.
template <typename Record>
void write_log(Record to, const ProcessLog* log, DescriptorList& descriptors) {
    to.setHasLog(log != nullptr);
    if (log != nullptr) to.setLog(descriptors.add(log->descriptor()));
}

// The place of a worker or of a session's process. Processes that the daemon has started itself have none.
template <typename Record>
void write_place(Record to, const ProcessPlace& place, DescriptorList& descriptors) {
    if (!place.uid) return;
    auto record = to.initPlace();
    record.setUid(*place.uid);
    record.setStarter(descriptors.add(place.starter->socket()));
}

template <typename Record>
Result<ProcessPlace> read_place(Record from, DescriptorList& descriptors) {
    if (!from.hasPlace()) return ProcessPlace{service::start_as_self(), std::nullopt};
    RF_TRY(UniqueFd socket, descriptors.take(from.getPlace().getStarter()));
    return ProcessPlace{service::adopt_starter(std::move(socket)), from.getPlace().getUid()};
}

}  // namespace

void write(schema::PeerRecord::Builder to, const PeerProcess& peer) {
    to.setPid(peer.pid);
    to.setUid(peer.uid);
    to.setGid(peer.gid);
}

PeerProcess read(schema::PeerRecord::Reader from) {
    return {from.getPid(), from.getUid(), from.getGid()};
}

void write(schema::ClientRecord::Builder to, const Handover& client, DescriptorList& descriptors) {
    to.setHello(data_of(std::span(client.hello)));
    auto list = to.initDescriptors(static_cast<unsigned>(client.descriptors.size()));
    for (unsigned i = 0; i < list.size(); ++i)
        list.set(i, descriptors.add(client.descriptors[i].get()));
    write(to.initPeer(), client.peer);
    to.setIsSecondTry(client.is_second_try);
    to.setSession(client.session);
}

Result<Handover> read(schema::ClientRecord::Reader from, DescriptorList& descriptors) {
    Handover client;
    const auto hello = std::as_bytes(std::span(from.getHello().begin(), from.getHello().size()));
    client.hello.assign(hello.begin(), hello.end());
    for (const std::uint32_t place : from.getDescriptors()) {
        RF_TRY(UniqueFd descriptor, descriptors.take(place));
        client.descriptors.push_back(std::move(descriptor));
    }
    if (client.descriptors.empty()) return Error::bad_input("the state tells of a client without a socket");
    client.peer = read(from.getPeer());
    client.is_second_try = from.getIsSecondTry();
    client.session = from.getSession();
    return client;
}

void write(schema::VisitorRecord::Builder to, const Visitor& visitor, DescriptorList& descriptors) {
    to.setSocket(descriptors.add(visitor.socket.get()));
    write(to.initPeer(), visitor.peer);
    to.setSession(visitor.session);
}

Result<Visitor> read(schema::VisitorRecord::Reader from, DescriptorList& descriptors) {
    RF_TRY(UniqueFd socket, descriptors.take(from.getSocket()));
    return Visitor{std::move(socket), read(from.getPeer()), std::chrono::steady_clock::now(), from.getSession()};
}

void write(schema::SessionRecord::Builder to, const SessionRecord& session, DescriptorList& descriptors) {
    to.setId(session.facts.id);
    to.setTenant(session.facts.tenant);
    to.setKind(session.facts.kind);
    write(to.initPeer(), session.peer);
    to.setLimits(text_of(session.facts.limits));
    to.setExpires(session.facts.expires);
    to.setName(session.wanted.name);
    to.setBackend(session.wanted.backend);
    to.setIsolation(session.wanted.isolation);
    to.setGuard(session.wanted.guard);
    to.setIsServed(session.stage == SessionStage::Served);
    to.setIsOver(session.stage == SessionStage::Over);
    to.setWorkerPid(session.worker);
    to.setGivenAfterQuestion(session.given_after_question);
    to.setWhyRevoked(session.why_revoked);
    if (session.guest) to.setGuest(text_of(*session.guest));
    if (session.process == nullptr) return;
    auto process = to.initProcess();
    process.setPid(session.process->pid());
    process.setControl(descriptors.add(session.process->control()));
    process.setProcess(descriptors.add(session.process->process_descriptor()));
    write_place(process, session.process->place(), descriptors);
    write_log(process, session.process->log(), descriptors);
}

Result<SessionRecord> read(schema::SessionRecord::Reader from, DescriptorList& descriptors) {
    SessionRecord session;
    session.facts.id = from.getId();
    session.facts.tenant = from.getTenant().cStr();
    session.facts.kind = from.getKind();
    session.peer = read(from.getPeer());
    RF_TRY(session.facts.limits, parse_limits_text(from.getLimits().cStr()));
    session.facts.expires = from.getExpires();
    session.wanted.kind = from.getKind();
    session.wanted.name = from.getName().cStr();
    session.wanted.backend = from.getBackend().cStr();
    session.wanted.isolation = from.getIsolation().cStr();
    session.wanted.guard = from.getGuard().cStr();
    session.stage = from.getIsServed() ? SessionStage::Served
                    : from.getIsOver() ? SessionStage::Over
                                       : SessionStage::Expected;
    session.worker = from.getWorkerPid();
    session.given_after_question = from.getGivenAfterQuestion();
    session.was_counted = true;
    session.why_revoked = from.getWhyRevoked().cStr();
    if (from.hasGuest()) {
        RF_TRY(session.guest, parse_guest(from.getGuest().cStr()));
    }
    if (!from.hasProcess()) return session;
    RF_TRY(UniqueFd control, descriptors.take(from.getProcess().getControl()));
    RF_TRY(UniqueFd process, descriptors.take(from.getProcess().getProcess()));
    RF_TRY(ProcessPlace place, read_place(from.getProcess(), descriptors));
    session.process =
        SessionProcess::adopt({from.getProcess().getPid(), std::move(process)}, std::move(control), std::move(place));
    if (from.getProcess().getHasLog()) {
        RF_TRY(UniqueFd log, descriptors.take(from.getProcess().getLog()));
        session.process->listen_to_log(std::move(log));
    }
    return session;
}

void WorkerProcess::write(schema::WorkerRecord::Builder to, DescriptorList& descriptors) const {
    to.setPid(pid());
    to.setControl(descriptors.add(control()));
    to.setProcess(descriptors.add(process_descriptor()));
    to.setControlVersion(is_foreign_ ? 0 : worker::control_version);
    to.setHostPlace(static_cast<std::uint32_t>(host_place_));
    auto command = to.initCommand(static_cast<unsigned>(options_.size()));
    for (unsigned i = 0; i < command.size(); ++i)
        command.set(i, options_[i]);
    to.setBackend(std::string(name_of(settings().backend)));
    to.setIsolation(std::string(name_of(settings().isolation)));
    to.setGuard(std::string(name_of(settings().guard_in_use())));
    to.setWhyPrivate(why_private());
    to.setState(data_of(state_));
    auto sessions = to.initSessionStates(static_cast<unsigned>(sessions_.sessions().size()));
    unsigned next = 0;
    for (const auto& [number, session] : sessions_.sessions())
        sessions.set(next++, data_of(session));
    auto clients = to.initOnTheWay(static_cast<unsigned>(on_the_way_.size()));
    for (unsigned i = 0; i < clients.size(); ++i)
        supervisor::write(clients[i], on_the_way_[i], descriptors);
    to.setLastClient(last_client_);
    to.setTaken(taken_);
    to.setIsSpare(is_spare_);
    to.setIsLeaving(is_leaving());
    if (leaving_since_) {
        const auto passed = std::chrono::steady_clock::now() - *leaving_since_;
        to.setLeavingMilliseconds(std::chrono::duration_cast<std::chrono::milliseconds>(passed).count());
    }
    to.setLastTenant(last_tenant_);
    to.setTenant(tenant());
    write_place(to, place_, descriptors);
    write_log(to, log(), descriptors);
    auto lacking = to.initLacksOrders(static_cast<unsigned>(waiting_orders_.size()));
    unsigned place = 0;
    for (const auto& [vgpu, waiting] : waiting_orders_)
        lacking.set(place++, vgpu);
}

Result<std::unique_ptr<WorkerProcess>> WorkerProcess::adopt(schema::WorkerRecord::Reader from,
                                                            DescriptorList& descriptors, const Settings& settings) {
    Domain domain{settings, from.getWhyPrivate().cStr()};
    domain.tenant = from.getTenant().cStr();
    RF_TRY(domain.settings.backend, parse_backend(from.getBackend().cStr()));
    RF_TRY(domain.settings.isolation, parse_isolation(from.getIsolation().cStr()));
    RF_TRY(domain.settings.guard, parse_guard(from.getGuard().cStr()));
    RF_TRY(UniqueFd control, descriptors.take(from.getControl()));
    RF_TRY(UniqueFd process, descriptors.take(from.getProcess()));
    RF_TRY(ProcessPlace place, read_place(from, descriptors));
    std::unique_ptr<WorkerProcess> worker(
        new WorkerProcess({from.getPid(), std::move(process)}, std::move(control), domain, std::move(place)));
    worker->let_go();
    worker->is_child_ = false;
    worker->texts_owed_ = most_answers_to_another;
    if (from.getHasLog()) {
        RF_TRY(UniqueFd log, descriptors.take(from.getLog()));
        worker->listen_to_log(std::move(log));
    }
    worker->options_.clear();
    for (const auto word : from.getCommand())
        worker->options_.emplace_back(word.cStr());
    worker->host_place_ = from.getHostPlace();
    worker->last_client_ = from.getLastClient();
    worker->taken_ = from.getTaken();
    worker->is_spare_ = from.getIsSpare();
    worker->last_tenant_ = from.getLastTenant().cStr();
    if (from.getIsLeaving()) {
        worker->leaving_since_ =
            std::chrono::steady_clock::now() - std::chrono::milliseconds(from.getLeavingMilliseconds());
    }
    worker->is_foreign_ = from.getControlVersion() != worker::control_version;
    for (const auto client : from.getOnTheWay()) {
        RF_TRY(Handover read_client, read(client, descriptors));
        worker->on_the_way_.push_back(std::move(read_client));
    }
    // The recorded state of a worker of another version cannot be read.
    if (worker->is_foreign_) return worker;
    RF_TRY(worker->state_, message_of<worker::WorkerState>(from.getState()));
    for (const auto data : from.getSessionStates()) {
        RF_TRY(const auto session, message_of<worker::SessionState>(data));
        worker->sessions_.adopt(session);
        worker->had_when_told_.insert(session.session);
    }
    for (const auto vgpu : from.getLacksOrders())
        worker->lacks_orders_.insert(vgpu.cStr());
    return worker;
}

}  // namespace ringfence::supervisor
