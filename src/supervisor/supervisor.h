// The supervisor: takes clients, chooses or starts a worker for each, and watches the workers.
//
// It runs in one thread and never waits for anybody: a client that says nothing is sent away after a while, a worker
// that does not read loses its clients. It touches no GPU and no tenant's data.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"
#include "base/shared_budget.h"
#include "base/socket.h"
#include "base/unique_fd.h"
#include "channel/handshake.h"
#include "supervisor/audit_trail.h"
#include "supervisor/reception.h"
#include "supervisor/refusals.h"
#include "supervisor/settings.h"
#include "supervisor/waiting_room.h"
#include "supervisor/worker_process.h"

namespace ringfence::supervisor {

struct SupervisorOptions {
    std::string socket;
    std::string worker_program;
    Settings settings;
};

class Supervisor {
public:
    static Result<std::unique_ptr<Supervisor>> create(const SupervisorOptions& options);
    ~Supervisor();

    // Until somebody says "down", or a signal (SIGTERM, SIGINT) comes.
    Result<void> run();

    // supervisor_tenants.cpp. For whoever answers an administrator; between two turns of run().
    // Takes sessions back: their clients' calls, also those that wait, return at once. Says how many those were.
    std::uint32_t end_sessions(const std::function<bool(std::uint32_t session, const Guest&)>& is_meant,
                               const std::string& reason);
    Result<void> set_tenant(std::string_view name, std::string_view toml);
    // Both say how many sessions ended with it.
    Result<std::uint32_t> remove_tenant(std::string_view name);
    Result<std::uint32_t> revoke_token(const std::string& id);
    Result<tenants::Token> issue_token(const std::string& tenant, const tenants::Restriction& restriction);

private:
    using Clock = std::chrono::steady_clock;

    // Somebody who has asked for the status, and gets it when the workers have told theirs.
    struct Asker {
        UniqueFd socket;
        std::uint32_t number = 0;
        Clock::time_point since;
    };

    explicit Supervisor(const SupervisorOptions& options) : options_(options) {}

    void accept_visitor();
    void hear(Visitor& visitor);
    void answer_question(Visitor& visitor, const SocketMessage& message);
    std::optional<nlohmann::ordered_json> answer_administrator(const std::string& ask, const nlohmann::json& question);
    void admit(Handover client);
    // Who has just connected, and whether it may wait here.
    Result<std::string> greet(int socket);
    // Who it is that has spoken.
    Result<Guest> recognise(int socket, std::string_view token);
    Result<Guest> recognise_program(int socket, std::string_view token);
    void refresh_tenants();
    Result<void> check_tenant_limits(const Guest& guest) const;
    std::uint32_t end_unwelcome();
    bool is_somebody_to_go() const;
    // In milliseconds; -1: never.
    int time_to_next_expiry() const;
    template <typename Visit>
    void each_guest(const Visit& visit) const;
    // Tells the client, and counts it.
    void refuse(int socket, const PeerProcess& peer, const Error& why);
    Result<void> give_to_worker(Handover& client);
    Result<Domain> domain_for(const channel::Hello& hello, const Guest& guest) const;
    Result<WorkerProcess*> worker_for(const Domain& domain);
    Result<WorkerProcess*> start_worker(const Domain& domain);
    Result<HostPlace> free_host_place() const;
    Result<void> check_session_limits(const Handover& client) const;
    std::size_t sessions_of(pid_t client) const;
    void hear(WorkerProcess& worker);
    void bury(WorkerProcess& worker);
    void take_back(WorkerProcess& worker);
    int poll_timeout() const;
    bool accepts_now() const { return Clock::now() >= accepts_again_; }
    void ask_for_status(UniqueFd asker);
    void answer_askers();
    // supervisor_records.cpp: what is written down, and what is told
    Result<void> open_audit();
    void audit(std::string_view event, const nlohmann::ordered_json& details);
    void note_refusal(const PeerProcess& peer, const std::string& why);
    void tell_of_refusals(const std::vector<Refusals::Summary>& left_out);
    void audit_events(WorkerProcess& worker);
    void audit_event(const worker::SessionEvent& event, const nlohmann::ordered_json& details);
    void audit_start();
    void audit_end();
    void audit_ends(const WorkerProcess& worker, const std::string& why);
    void audit_death(const WorkerProcess& worker, const std::string& how);
    std::string status() const;
    std::uint32_t session_count() const;

    SupervisorOptions options_;
    UniqueFd listener_;
    UniqueFd host_file_;
    std::shared_ptr<SharedBudget> host_budget_;  // at place 0, where nothing is counted
    UniqueFd signals_;
    WaitingRoom waiting_;
    std::optional<Reception> reception_;
    bool is_somebody_left_ = false;    // whose worker could not be told that its session ends
    Clock::time_point accepts_again_;  // accepting has failed, and is not tried before
    std::list<Asker> askers_;
    std::uint32_t questions_ = 0;
    Refusals refusals_;
    std::optional<AuditTrail> audit_;
    std::deque<worker::SessionEvent> last_faults_;  // also of sessions that are over
    bool is_audit_broken_ = false;                  // and the log says so
    std::vector<std::unique_ptr<WorkerProcess>> workers_;
    std::vector<Handover> returned_;  // whose worker died before it took them
    // Why several tenants may not use what a backend has. A new daemon looks again.
    std::map<Backend, std::string> unshareable_;
    Clock::time_point started_ = Clock::now();
    std::uint64_t sessions_started_ = 0;
    std::uint32_t last_session_ = 0;  // the number that was given last
    std::uint64_t workers_died_ = 0;
    bool has_given_up_name_ = false;  // the socket's
    std::string why_ending_;          // empty: it goes on
};

}  // namespace ringfence::supervisor
