// Sessions, from their opening to their end.
#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/closing.h"
#include "base/escape.h"
#include "supervisor/log.h"
#include "supervisor/supervisor.h"
#include "supervisor/unread.h"

namespace ringfence::supervisor {
namespace {

// How often a session's process is asked for a sign of life, and how much more time it has until it first answers.
constexpr std::chrono::seconds between_pings{5};
constexpr int patience_with_opening = 4;

Refusal invalid(Error error) {
    return {schema::ErrorCode::INVALID_ARGUMENT, std::move(error), ""};
}

Refusal overloaded(Error error) {
    return {schema::ErrorCode::OVERLOADED, std::move(error), ""};
}

}  // namespace

Outcome<Opened> Supervisor::open(const Holder& holder, OpenRequest request) {
    Outcome<SessionFacts> begun = begin_record(holder, request);
    if (auto* refusal = std::get_if<Refusal>(&begun)) {
        records_.refused(holder.peer, refusal->error.message, holder.tenant);
        return std::move(*refusal);
    }
    const SessionFacts facts = std::get<SessionFacts>(begun);
    // Closed at the end of this function: the session's process gets a copy if it needs one.
    const UniqueFd output = std::move(sessions_.find(facts.id)->wanted.output);
    Result<std::pair<UniqueFd, UniqueFd>> channel = socket_pair();
    if (!channel.ok()) {
        remove_session(facts.id);
        return overloaded(channel.take_error());
    }
    UniqueFd connection = std::move(channel.value().second);
    if (facts.kind != schema::SessionKind::CHANNEL) {
        Outcome<UniqueFd> started = start_process(*sessions_.find(facts.id), output, std::move(connection));
        if (auto* refusal = std::get_if<Refusal>(&started)) {
            records_.refused(holder.peer, refusal->error.message, holder.tenant);
            remove_session(facts.id);
            return std::move(*refusal);
        }
        connection = std::get<UniqueFd>(std::move(started));
    }
    doorman_->expect(std::move(channel.value().first), holder.peer, facts.id, closings_of(facts.tenant));
    arm_tick();
    return Opened{std::move(connection), facts};
}

Outcome<SessionFacts> Supervisor::begin_record(const Holder& holder, OpenRequest& request) {
    if (name_of(request.kind) == "?")
        return Refusal{schema::ErrorCode::UNSUPPORTED, Error::bad_input("there is no such kind of session"), ""};
    refresh_tenants();
    Outcome<Guest> now = renewed(holder.guest);
    if (auto* refusal = std::get_if<Refusal>(&now)) return std::move(*refusal);
    const Guest& guest = std::get<Guest>(now);
    Result<Domain> domain = domain_for({}, request, &guest);
    if (!domain.ok()) return invalid(domain.take_error());
    SessionRecord record;
    for (const auto& [key, value] : request.limits) {
        Result<void> set = set_limit(record.facts.limits, key, std::to_string(value), LimitsFor::Session);
        if (!set.ok()) return invalid(set.take_error());
    }
    record.facts.limits = tighten(guest.limits, record.facts.limits);
    if (auto refusal = why_not(guest, request.kind)) return *std::move(refusal);
    Result<void> within = check_session_limits(holder.peer.pid);
    if (!within.ok()) return Refusal{schema::ErrorCode::LIMIT_REACHED, within.take_error(), "sessions"};
    record.facts.id = sessions_.next_id();
    record.facts.tenant = holder.tenant;
    record.facts.kind = request.kind;
    record.facts.device = known_device().value_or(DeviceFacts());
    record.peer = holder.peer;
    record.guest = guest;
    if (guest.token && guest.token->expires) record.facts.expires = guest.token->expires->time_since_epoch().count();
    record.wanted = std::move(request);
    return sessions_.add(std::move(record)).facts;
}

// Starts the session's process. Returns the client's end of the RPC connection.
Outcome<UniqueFd> Supervisor::start_process(SessionRecord& record, const UniqueFd& output, UniqueFd channel) {
    auto programs = granted(record.wanted.programs, record.facts.tenant, false);
    if (auto* refusal = std::get_if<Refusal>(&programs)) return std::move(*refusal);
    auto segments = granted(record.wanted.segments, record.facts.tenant, true);
    if (auto* refusal = std::get_if<Refusal>(&segments)) return std::move(*refusal);
    auto& program_list = std::get<std::vector<UniqueFd>>(programs);
    auto& segment_list = std::get<std::vector<UniqueFd>>(segments);
    const std::size_t most_grants = most_descriptors - 1;  // and the output
    if (program_list.size() + segment_list.size() > most_grants) {
        return Refusal{schema::ErrorCode::LIMIT_REACHED,
                       Error::bad_input(fmt::format("a session can begin with {} programs and segments", most_grants)),
                       "grants"};
    }
    Result<std::pair<UniqueFd, UniqueFd>> client = socket_pair(SocketKind::Bytes);
    if (!client.ok()) return overloaded(client.take_error());
    Result<std::unique_ptr<SessionProcess>> process =
        SessionProcess::start(session_program_beside(options_.worker_program), std::move(client.value().second),
                              std::move(channel), place_for_session(options_.system.get()));
    if (!process.ok()) return overloaded(process.take_error());
    Result<void> told = process.value()->begin(record.facts, program_list, segment_list, output);
    if (!told.ok()) return overloaded(told.take_error());
    record.process = process.take();
    // The process answers the first ping when it has its worker; after that it is pinged regularly.
    record.asked_since = Clock::now();
    static_cast<void>(record.process->ping());
    watch_process(record);
    log(fmt::format("session {} ({}) of process {} has process {}", record.facts.id, name_of(record.facts.kind),
                    record.peer.pid, record.process->pid()));
    return std::move(client.value().first);
}

Outcome<std::vector<UniqueFd>> Supervisor::granted(const std::vector<std::string>& references,
                                                   const std::string& tenant, bool is_segment) const {
    std::vector<UniqueFd> descriptors;
    for (const std::string& reference : references) {
        Outcome<UniqueFd> one = grants_.use(reference, tenant, is_segment);
        if (auto* refusal = std::get_if<Refusal>(&one)) return std::move(*refusal);
        descriptors.push_back(std::get<UniqueFd>(std::move(one)));
    }
    return descriptors;
}

void Supervisor::watch_process(SessionRecord& record) {
    const std::uint32_t id = record.facts.id;
    record.process_says = loop_->watch(record.process->control(), [this, id] { hear_session(id); });
    record.process_ends = loop_->watch(record.process->process_descriptor(), [this, id] { session_process_ended(id); });
    if (record.process->log() == nullptr) return;
    record.process_writes = loop_->watch(record.process->log()->descriptor(), [this, id] {
        SessionRecord* const session = sessions_.find(id);
        if (session == nullptr || session->process == nullptr) return;
        if (!session->process->log()->read()) session->process_writes.reset();
    });
}

void Supervisor::hear_session(std::uint32_t id) {
    SessionRecord* const record = sessions_.find(id);
    if (record == nullptr || record->process == nullptr) return;
    Result<SessionWord> word = record->process->receive(closings_of(record->facts.tenant));
    record->last_heard = Clock::now();
    record->asked_since.reset();
    if (!word.ok() || std::holds_alternative<SessionEnded>(word.value())) {
        const std::string why = word.ok() ? std::get<SessionEnded>(word.value()).why : word.error().message;
        log(fmt::format("session {}: {}", id, escape(why)));
        record->process_says.reset();
        kill_process_later(id, word.ok() ? patience_with_processes : std::chrono::seconds(0));
        return;
    }
    auto* question = std::get_if<GrantQuestion>(&word.value());
    if (question == nullptr) return;
    // One that is over, or was taken back, has nothing to give any more, however long its process still is there.
    const bool has_right = record->why_revoked.empty() && record->stage != SessionStage::Over;
    const Outcome<std::string> reference =
        has_right ? grants_.add({id, record->facts.tenant, question->is_segment, std::move(question->descriptor)})
                  : Refusal{schema::ErrorCode::REVOKED, Error::bad_input("the session is over"), ""};
    records_.granted(record->facts.tenant, id, question->is_segment, std::holds_alternative<std::string>(reference));
    // A process that does not read the answer to its question is considered broken.
    if (!record->process->answer_grant(question->question, reference).ok()) record->process->kill();
}

// The worker need not be told: it notices that the process's socket is closed.
void Supervisor::session_process_ended(std::uint32_t id) {
    SessionRecord* const record = sessions_.find(id);
    if (record == nullptr) return;
    record->process_says.reset();
    record->process_ends.reset();
    record->process_writes.reset();
    if (record->process != nullptr && record->process->log() != nullptr) record->process->log()->finish();
    record->process.reset();
    grants_.end_of_session(id);
    if (record->stage == SessionStage::Served) return;
    doorman_->send_away(id);
    remove_session(id);
}

// Session processes are pinged like workers, with the same patience, so that the client of a hung process is told.
// Until a process has its worker and has loaded its grants it cannot answer, and has more time.
void Supervisor::look_for_hung_processes(bool has_stood_still) {
    const Clock::time_point now = Clock::now();
    const std::chrono::milliseconds usual_patience(options_.settings.worker_patience_ms);
    for (const auto& [id, known] : sessions_.all()) {
        SessionRecord& record = *sessions_.find(id);
        if (record.process == nullptr || record.stage == SessionStage::Over) continue;
        const auto patience = record.last_heard ? usual_patience : patience_with_opening * usual_patience;
        if (!record.asked_since) {
            const auto pause = std::min<Clock::duration>(between_pings, usual_patience / 2);
            if (now - record.last_heard.value_or(record.since) < pause) continue;
            record.asked_since = now;
            static_cast<void>(record.process->ping());
            continue;
        }
        if (has_stood_still) record.asked_since = now;
        if (now - *record.asked_since < patience) continue;
        if (has_unread(record.process->control())) {
            // The process has answered: the daemon is late in reading.
            hear_session(id);
            continue;
        }
        record.asked_since = now;
        const std::string why = fmt::format("its process has not answered for {} ms", patience.count());
        log(fmt::format("session {} hangs: {}", id, why));
        records_.session_hangs(id, record.facts.tenant, why);
        record.process->kill();
    }
}

void Supervisor::kill_process_later(std::uint32_t id, std::chrono::milliseconds patience) {
    deadlines_.add(loop_->after(patience).then([this, id] {
        SessionRecord* const record = sessions_.find(id);
        if (record != nullptr && record->process != nullptr) record->process->kill();
    }));
}

// How long a session's process may take to tell its client that the session was revoked.
std::chrono::milliseconds Supervisor::time_to_tell() const {
    return std::chrono::milliseconds(options_.settings.session_patience_ms);
}

// The session has no worker, and will get none.
void Supervisor::session_over(std::uint32_t id) {
    SessionRecord* const record = sessions_.find(id);
    if (record == nullptr) return;
    grants_.end_of_session(id);
    if (record->stage != SessionStage::Over) record->over_since = Clock::now();
    record->stage = SessionStage::Over;
    record->worker = 0;
    if (record->process == nullptr) {
        remove_session(id);
    } else {
        kill_process_later(id, std::max<std::chrono::milliseconds>(patience_with_processes, time_to_tell()));
    }
}

void Supervisor::remove_session(std::uint32_t id) {
    grants_.end_of_session(id);
    sessions_.remove(id);
}

Outcome<Done> Supervisor::revoke_session(const PeerProcess& peer, std::uint64_t id, const std::string& reason) {
    const SessionRecord* const record = sessions_.find(id);
    if (record == nullptr) {
        return Refusal{
            schema::ErrorCode::NOT_FOUND,
            Error::bad_input(fmt::format("there is no session {}", id)).with_remedy("ringfence session list"), ""};
    }
    revoke(record->facts.id, schema::ErrorCode::REVOKED, reason.empty() ? "the administrator took it back" : reason,
           fmt::format("process {} of user {}", peer.pid, peer.uid));
    settle();
    return Done{};
}

void Supervisor::revoke(std::uint32_t id, schema::ErrorCode code, const std::string& reason, const std::string& by) {
    SessionRecord* const record = sessions_.find(id);
    if (record == nullptr || !record->why_revoked.empty()) return;
    record->why_revoked = reason;
    records_.revoked(id, record->facts.tenant, reason, by);
    grants_.end_of_session(id);
    if (record->process != nullptr) {
        // A process that could not be told is killed at once.
        const bool is_told = record->process->revoke(code, reason).ok();
        kill_process_later(id, is_told ? time_to_tell() : std::chrono::seconds(0));
    }
    if (record->stage == SessionStage::Served) {
        order_to_end(*record);
        return;
    }
    doorman_->send_away(id);
    session_over(id);
}

// A failure is ignored: if the worker no longer has the session, its end will be reported; if the socket is full, the
// order is repeated (reconcile()); and a worker that never reads is found to hang.
void Supervisor::order_to_end(SessionRecord& record) {
    static_cast<void>(workers_->end_session(record.worker, record.facts.id, "revoked: " + record.why_revoked));
    record.given_after_question = workers_->last_question();
}

void Supervisor::reconcile(const WorkerProcess& worker) {
    for (const std::uint32_t id : sessions_.of_worker(worker.pid())) {
        SessionRecord* const record = sessions_.find(id);
        if (worker.state().told <= record->given_after_question) continue;
        if (worker.had_when_told(id)) {
            if (!record->why_revoked.empty()) order_to_end(*record);
        } else if (!worker.has_on_the_way(id)) {
            session_over(id);
        }
    }
}

void Supervisor::worker_said(WorkerProcess& worker) {
    std::vector<worker::SessionEvent> events = worker.take_events();
    // A worker may be compromised, so its reports about other workers' sessions are ignored.
    const auto is_not_its_own = [this, &worker](const worker::SessionEvent& event) {
        const SessionRecord* const record = sessions_.find(event.session);
        if (record != nullptr && record->worker != 0) return record->worker != worker.pid();
        // A session that is over in this list may still end later in its worker.
        return !records_.was_given(event.session, worker.pid());
    };
    if (std::erase_if(events, is_not_its_own) > 0 && worker.is_first_lie())
        log(fmt::format("worker {} reported events of sessions that it does not have; they are ignored", worker.pid()));
    for (worker::SessionEvent& event : events) {
        if (const SessionRecord* const record = sessions_.find(event.session))
            event.pid = static_cast<std::uint32_t>(record->peer.pid);
        worker.note(event);
    }
    records_.events(worker, events);
    for (const worker::SessionEvent& event : events) {
        const SessionRecord* const record = sessions_.find(event.session);
        if (event.kind == worker::EventKind::NotBegun && record != nullptr)
            records_.refused(record->peer, event.text, record->facts.tenant);
        if (event.kind == worker::EventKind::Ends || event.kind == worker::EventKind::NotBegun)
            session_over(event.session);
    }
    note_policy(worker);
    reconcile(worker);
}

audit::Peer Supervisor::owner_of(const WorkerProcess& worker) const {
    const std::vector<std::uint32_t> ids = sessions_.of_worker(worker.pid());
    if (worker.settings().is_shared() || ids.size() != 1) return {};
    const SessionRecord& session = sessions_.all().at(ids.front());
    return {session.peer.uid, static_cast<std::uint32_t>(session.peer.pid), session.facts.tenant};
}

void Supervisor::worker_ended(const WorkerProcess& worker, const std::string& how, bool was_its_time) {
    if (!was_its_time || !worker.sessions().sessions().empty()) records_.worker_died(worker, how, owner_of(worker));
    for (const std::uint32_t id : sessions_.of_worker(worker.pid())) {
        // Clients that the worker had not taken get another worker.
        if (workers_->is_returned(id)) {
            sessions_.find(id)->stage = SessionStage::Expected;
        } else {
            session_over(id);
        }
    }
}

bool Supervisor::has_session(const WorkerProcess& worker) const {
    const std::vector<std::uint32_t> ids = sessions_.of_worker(worker.pid());
    return std::any_of(ids.begin(), ids.end(),
                       [this](std::uint32_t id) { return sessions_.all().at(id).why_revoked.empty(); });
}

void Supervisor::worker_hangs(const WorkerProcess& worker, const std::string& why) {
    records_.worker_hangs(worker, why, owner_of(worker));
}

}  // namespace ringfence::supervisor
