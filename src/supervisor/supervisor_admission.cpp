// Clients become sessions of workers.
#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "supervisor/supervisor.h"

namespace ringfence::supervisor {
namespace {

// Removes the token from the Hello, since workers must not see tokens.
Result<std::string> take_token_out_of(std::vector<std::byte>& hello_bytes) {
    RF_TRY(channel::Hello hello, channel::decode_hello(hello_bytes));
    std::string token = std::exchange(hello.token, {});
    hello_bytes = channel::encode(hello);
    return token;
}

// The backend that the client asks for, unless the settings choose one.
Result<Backend> choose_backend(Backend set, const std::string& text) {
    RF_TRY(const Backend asked, parse_backend(text));
    if (asked == Backend::Auto || asked == set) return set;
    if (set == Backend::Auto) return asked;
    return Error::bad_input(
               fmt::format("the backend is {} here, and the program asks for {}", name_of(set), name_of(asked)))
        .with_remedy(
            "do not choose a backend (--backend, RINGFENCE_BACKEND), or ask the administrator (ringfence.toml)");
}

}  // namespace

void Supervisor::visitor_failed(const Visitor& visitor, const Error& why) {
    const SessionRecord* const opened = sessions_.find(visitor.session);
    refuse(visitor.socket.get(), visitor.peer, why, opened != nullptr ? opened->facts.tenant : visitor.tenant);
    visitor_left(visitor);
}

void Supervisor::visitor_left(const Visitor& visitor) {
    // The session was opened over RPC, and its client has left.
    if (visitor.session != 0) session_over(visitor.session);
}

void Supervisor::visitor_spoke(Visitor visitor, SocketMessage message) {
    if (message.descriptors.size() > 1) {
        visitor_failed(
            visitor, Error::bad_input(fmt::format("a Hello comes with one descriptor, standard output; this one has {}",
                                                  message.descriptors.size())));
        return;
    }
    Handover client;
    client.hello = std::move(message.bytes);
    const Result<std::string> token = take_token_out_of(client.hello);
    if (!token.ok()) {
        visitor_failed(visitor, token.error());
        return;
    }
    // A session that was opened over RPC has its owner already, so the Hello's token does not matter.
    if (visitor.session == 0) {
        Result<Guest> guest = recognise_program(visitor, token.value());
        if (!guest.ok()) {
            visitor_failed(visitor, guest.error());
            return;
        }
        client.guest = guest.take();
    }
    client.descriptors.push_back(std::move(visitor.socket));
    for (UniqueFd& descriptor : message.descriptors)
        client.descriptors.push_back(std::move(descriptor));
    client.peer = visitor.peer;
    client.session = visitor.session;
    admit(std::move(client));
}

Result<Guest> Supervisor::recognise_program(const Visitor& visitor, std::string_view token) {
    RF_TRY(const Caller caller, reception_->greet(visitor.socket.get()));
    Outcome<Guest> guest = recognise(caller.facts, token);
    if (auto* refusal = std::get_if<Refusal>(&guest)) return std::move(refusal->error);
    return std::get<Guest>(std::move(guest));
}

void Supervisor::admit(Handover client) {
    const Result<void> given = give_to_worker(client);
    if (given.ok()) return;
    refuse(client.descriptors.front().get(), client.peer, given.error(), tenant_of(client));
    if (client.session != 0) session_over(client.session);
}

std::string Supervisor::tenant_of(const Handover& client) const {
    if (client.guest) return client.guest->tenant;
    const auto known = sessions_.all().find(client.session);
    return known != sessions_.all().end() ? known->second.facts.tenant : "";
}

void Supervisor::refuse(int socket, const PeerProcess& peer, const Error& why, const std::string& tenant) {
    records_.refused(peer, why.message, tenant);
    static_cast<void>(channel::send_refused(socket, why.text()));
}

// Tells the audit log who owns the session.
void Supervisor::introduce(const SessionRecord& session) {
    const auto pid = static_cast<std::uint32_t>(session.peer.pid);
    records_.introduce(session.facts.id, {session.peer.uid, pid, session.facts.tenant});
}

Result<void> Supervisor::give_to_worker(Handover& client) {
    RF_TRY(const channel::Hello hello, channel::decode_hello(client.hello));
    RF_RETURN_IF_ERROR(records_.check());
    // A client that is returned by a worker was counted before.
    const bool is_new = client.session == 0;
    static const OpenRequest nothing_wanted;
    // First, since new tenant settings may end this session, too.
    refresh_tenants();
    SessionRecord* const known = sessions_.find(client.session);
    std::optional<Guest>& guest = known != nullptr ? known->guest : client.guest;
    if (known != nullptr && known->guest) {
        // The session may have been opened a while ago, and the rights may have changed.
        Outcome<Guest> now = renewed(*known->guest);
        if (auto* refusal = std::get_if<Refusal>(&now)) return std::move(refusal->error);
        known->guest = std::get<Guest>(std::move(now));
    }
    RF_TRY(const Domain domain,
           domain_for(hello, known != nullptr ? known->wanted : nothing_wanted, guest ? &*guest : nullptr));
    if (is_new) {
        RF_RETURN_IF_ERROR(check_session_limits(client.peer.pid));
        if (!guest) return Error::internal("the program's tenant is unknown");
        if (auto refusal = why_not(*guest, schema::SessionKind::CHANNEL)) return std::move(refusal->error);
    }
    RF_TRY(SessionRecord * record, record_for(client, hello));
    RF_RETURN_IF_ERROR(grant_limits(client, *record, hello));
    const std::uint32_t id = client.session;
    const std::uint32_t asked = workers_->last_question();
    RF_TRY(const pid_t worker, workers_->give(client, domain));
    record = sessions_.find(id);
    if (record == nullptr || worker == 0) return {};
    record->stage = SessionStage::Served;
    record->worker = worker;
    introduce(*record);
    records_.note_given(id, worker);
    record->given_after_question = asked;
    if (!std::exchange(record->was_counted, true)) ++sessions_started_;
    return {};
}

// The record of a session that was opened over RPC, or a new one for a program's Hello.
Result<SessionRecord*> Supervisor::record_for(Handover& client, const channel::Hello& hello) {
    SessionRecord* known = sessions_.find(client.session);
    if (known != nullptr && !known->why_revoked.empty())
        return Error::bad_input("the session was taken back: " + known->why_revoked);
    if (known != nullptr) return known;
    if (client.session != 0) return Error::bad_input("the session is over");
    client.session = sessions_.next_id();
    SessionRecord record;
    record.facts.id = client.session;
    record.facts.tenant = client.guest->tenant;
    record.facts.limits = client.guest->limits;
    record.guest = std::move(client.guest);
    record.peer = client.peer;
    record.wanted.name = hello.program;
    return &sessions_.add(std::move(record));
}

// The client's wishes. The daemon's settings and the request that opened the session take precedence.
Result<Domain> Supervisor::domain_for(const channel::Hello& hello, const OpenRequest& wanted,
                                      const Guest* guest) const {
    Settings settings = options_.settings;
    if (guest != nullptr && guest->isolation) settings.isolation = tighten(settings.isolation, *guest->isolation);
    if (guest != nullptr && guest->guard) settings.guard = tighten(settings.guard, *guest->guard);
    for (const std::string* text : {&wanted.backend, &hello.backend}) {
        if (text->empty()) continue;
        RF_TRY(settings.backend, choose_backend(settings.backend, *text));
    }
    for (const std::string* text : {&wanted.isolation, &hello.isolation}) {
        if (text->empty()) continue;
        RF_TRY(const Isolation asked, parse_isolation(*text));
        settings.isolation = tighten(settings.isolation, asked);
    }
    for (const std::string* text : {&wanted.guard, &hello.guard}) {
        if (text->empty()) continue;
        RF_TRY(const Guard asked, parse_guard(*text));
        settings.guard = tighten(settings.guard, asked);
    }
    // Without the guard, clients of a shared worker can access each other, so all must belong to one tenant.
    const bool trusts_others = settings.isolation == Isolation::Shared && settings.guard_in_use() == Guard::Off;
    const std::string tenant = trusts_others && guest != nullptr ? guest->tenant : "";
    const std::string unshareable = workers_->why_unshareable(settings.backend);
    const bool is_guarded = settings.is_shared() && settings.guard_in_use() != Guard::Off;
    if (!is_guarded || unshareable.empty()) {
        Domain domain = choose_domain(std::move(settings), hello.why_private);
        domain.tenant = tenant;
        return domain;
    }
    if (settings.isolation == Isolation::Shared) {
        return Error::bad_input(unshareable)
            .with_remedy("run the program in a worker of its own (--isolation private), and report this");
    }
    return choose_domain(std::move(settings), hello.why_private.empty() ? unshareable : hello.why_private);
}

Result<void> Supervisor::check_session_limits(pid_t client) const {
    const std::size_t sessions =
        workers_->session_count() + workers_->sessions_on_the_way() + sessions_.not_in_workers();
    if (sessions >= options_.settings.max_sessions) {
        return Error::bad_input(fmt::format("there are {} sessions, as many as there may be", sessions))
            .with_remedy("end other programs, or raise max_sessions in the daemon's settings (ringfence.toml)");
    }
    const std::size_t own = workers_->sessions_of(client) + sessions_.not_in_workers_of(client);
    if (own < options_.settings.max_sessions_per_process) return {};
    return Error::bad_input(fmt::format("this process has {} sessions, as many as one may have", own))
        .with_remedy("close some, or raise max_sessions_per_process in the daemon's settings (ringfence.toml)");
}

void Supervisor::client_lost(const Handover& client, const Error& why) {
    refuse(client.descriptors.front().get(), client.peer, why, tenant_of(client));
    session_over(client.session);
}

void Supervisor::card_is_unshareable(const WorkerProcess& worker, const std::string& why) {
    records_.card_is_unshareable(worker, why);
}

}  // namespace ringfence::supervisor
