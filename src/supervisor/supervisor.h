// The supervisor: accepts clients, chooses or starts a worker for each, and watches the workers.
//
// It runs in one thread and never blocks: a client that sends nothing is dropped after a while, and a worker that does
// not read loses its clients. It uses no GPU and sees no tenant's data. docs/supervisor.md describes its parts: doorman
// (receives Hellos), control server (serves RPC), sessions, workers, records.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"
#include "base/unique_fd.h"
#include "channel/handshake.h"
#include "rpc/event_loop.h"
#include "supervisor/control_server.h"
#include "supervisor/desk.h"
#include "supervisor/doorman.h"
#include "supervisor/grants.h"
#include "supervisor/policy_pace.h"
#include "supervisor/reception.h"
#include "supervisor/records.h"
#include "supervisor/sessions.h"
#include "supervisor/settings.h"
#include "supervisor/system_service.h"
#include "supervisor/tail_reader.h"
#include "supervisor/takeover.h"
#include "supervisor/workers.h"

namespace ringfence::supervisor {

// How long the daemon waits for others. Only tests change it, for machines that may stall.
struct SupervisorPatience {
    std::chrono::milliseconds with_visitors = WaitingRoom::patience;  // for a new connection's first message
    std::chrono::milliseconds with_telling{500};                      // for workers' reports of their state
    std::chrono::milliseconds with_disk{3000};                        // for the last records, at the end or a takeover
    std::chrono::milliseconds with_successor{5000};                   // for a successor to read the state
    // For each of the old daemon's answers at a takeover. Longer, since it waits for the disk and its successor.
    std::chrono::milliseconds with_predecessor{10'000};
};

struct SupervisorOptions {
    std::string socket;
    std::string worker_program;
    Settings settings;
    std::shared_ptr<SystemService> system = {};  // null: this is one user's daemon
    SupervisorPatience patience = {};
};

class Supervisor final : private Desk, private Workers::Listener, private Doorman::Listener {
public:
    static Result<std::unique_ptr<Supervisor>> create(const SupervisorOptions& options);
    // Takes over from the daemon that listens at options.socket, which continues if this fails.
    static Result<std::unique_ptr<Supervisor>> replace(const SupervisorOptions& options);
    ~Supervisor() noexcept override;

    // Serves until the command "down" or a signal (SIGTERM, SIGINT).
    Result<void> run();

private:
    using Clock = std::chrono::steady_clock;

    // The time for last answers to be sent: to the command that asked for the end, and to senders of policies.
    static constexpr std::chrono::milliseconds time_for_last_words{20};

    explicit Supervisor(const SupervisorOptions& options);

    Result<void> watch_signals();
    Result<void> listen();
    void listen_at_sockets(UniqueFd listener, UniqueFd control);
    void settle();
    void arm_tick();
    void tick();
    void end(const std::string& why);

    // supervisor_tenants.cpp: which peers are let in, and as which tenant.
    Outcome<Caller> lets_in(int socket) override;
    Outcome<Guest> recognise(const tenants::PeerFacts& facts, std::string_view token);
    Outcome<Guest> renewed(const Guest& guest) const;
    // Why the guest may not open a session of this kind now; nothing if it may.
    std::optional<Refusal> why_not(const Guest& guest, schema::SessionKind kind);
    // Counts that a tenant has reached a limit.
    void count_reached(const std::string& tenant, const SessionLimits& limits, Limit limit);
    std::optional<Refusal> no_room_for(const Caller& caller);
    std::optional<Refusal> too_many_sessions(const Guest& guest) const;
    std::optional<Refusal> too_many_stuck(const Guest& guest) const;
    void refresh_tenants();
    // Revokes sessions and policies of guests that have lost their rights. Returns the number of sessions.
    std::uint32_t end_unwelcome(const std::string& by);
    // True if a session or policy depends on a token that expires.
    bool has_expiring_rights() const;

    // supervisor_admission.cpp: clients become sessions, both those of programs that say Hello and those that were
    // opened over RPC.
    void visitor_spoke(Visitor visitor, SocketMessage message) override;
    void visitor_failed(const Visitor& visitor, const Error& why) override;
    void visitor_left(const Visitor& visitor) override;
    Result<Guest> recognise_program(const Visitor& visitor, std::string_view token);
    void admit(Handover client);
    Result<void> give_to_worker(Handover& client);
    Result<SessionRecord*> record_for(Handover& client, const channel::Hello& hello);
    Result<Domain> domain_for(const channel::Hello& hello, const OpenRequest& wanted, const Guest* guest) const;
    Result<void> check_session_limits(pid_t client) const;
    // supervisor_limits.cpp: sets a session's limits, and the ledger in which its worker counts.
    Result<void> grant_limits(Handover& client, SessionRecord& record, const channel::Hello& hello);
    // supervisor_weights.cpp: a session's weight follows the priority of its client's process.
    std::uint32_t weigh(SessionRecord& record) const;
    void follow_processes();
    // Tells the client that it is refused, and counts that.
    void refuse(int socket, const PeerProcess& peer, const Error& why, const std::string& tenant);
    std::string tenant_of(const Handover& client) const;

    // supervisor_sessions.cpp: sessions from their opening to their end.
    Outcome<Opened> open(const Holder& holder, OpenRequest request) override;
    Outcome<SessionFacts> begin_record(const Holder& holder, OpenRequest& request);
    Outcome<UniqueFd> start_process(SessionRecord& record, const UniqueFd& output, UniqueFd channel);
    Outcome<std::vector<UniqueFd>> granted(const std::vector<std::string>& references, const std::string& tenant,
                                           bool is_segment) const;
    void watch_process(SessionRecord& record);
    void hear_session(std::uint32_t id);
    void session_process_ended(std::uint32_t id);
    void look_for_hung_processes(bool has_stood_still);
    void session_over(std::uint32_t id);
    void end_sessions_without_worker();
    void remove_session(std::uint32_t id);
    void kill_process_later(std::uint32_t id, std::chrono::milliseconds patience);
    std::chrono::milliseconds time_to_tell() const;
    void revoke(std::uint32_t id, schema::ErrorCode code, const std::string& reason, const std::string& by);
    Outcome<Done> revoke_session(const PeerProcess& peer, std::uint64_t id, const std::string& reason) override;
    // The client of a private worker: if it keeps breaking its worker, it uses up its own share of the log.
    audit::Peer owner_of(const WorkerProcess& worker) const;
    void order_to_end(SessionRecord& record);
    // Compares the records with the worker's report: ends sessions that the worker no longer has, and repeats the order
    // to end revoked ones that it still has.
    void reconcile(const WorkerProcess& worker);

    void worker_said(WorkerProcess& worker) override;
    void worker_ended(const WorkerProcess& worker, const std::string& how, bool was_its_time) override;
    void worker_hangs(const WorkerProcess& worker, const std::string& why) override;
    bool has_session(const WorkerProcess& worker) const override;
    void client_lost(const Handover& client, const Error& why) override;
    void card_is_unshareable(const WorkerProcess& worker, const std::string& why) override;

    // supervisor_desk.cpp: the other RPC calls.
    Outcome<Holder> identify(const Caller& caller, std::span<const std::byte> token) override;
    std::optional<Refusal> why_unwelcome(const Holder& holder) override;
    kj::Promise<std::vector<DeviceFacts>> devices(const Holder& holder) override;
    kj::Promise<std::vector<std::string>> audit_tail(const PeerProcess& peer, const std::string& tenant,
                                                     std::uint32_t count) override;
    bool may_administer(const PeerProcess& peer) override;
    kj::Promise<std::string> status() override;
    kj::Promise<TextAnswer> kernels(std::uint32_t worker) override;
    std::uint32_t down(const PeerProcess& peer) override;
    Outcome<std::string> tenants() override;
    Outcome<Done> set_tenant(const PeerProcess& peer, const std::string& name, const std::string& toml) override;
    Outcome<std::uint32_t> remove_tenant(const PeerProcess& peer, const std::string& name) override;
    Outcome<Done> set_vgpu(const PeerProcess& peer, const std::string& name, const std::string& toml) override;
    Outcome<Done> remove_vgpu(const PeerProcess& peer, const std::string& name) override;
    // supervisor_policy.cpp
    kj::Promise<PolicyAnswer> set_policy(const PolicyActor& actor, PolicyRequest request) override;
    kj::Promise<PolicyAnswer> unset_policy(const PolicyActor& actor) override;
    Outcome<PolicyActor> manage_policy(const Caller& caller, std::span<const std::byte> token,
                                       const std::string& vgpu) override;
    std::optional<Refusal> why_not_manager(const PolicyActor& actor) override;
    kj::Promise<std::string> policy_status(const PolicyActor& actor) override;
    // The refusal for a tenant that loads policies too often.
    std::optional<Refusal> why_too_soon(const PolicyActor& actor);
    Outcome<std::uint32_t> judge_policy(ShelvedPolicy policy, std::uint32_t number);
    // `tenant`: the tenant that asks to unload it, if one does.
    void withdraw_judged_policies();
    void unload_policy(const std::string& vgpu, const std::string& by, const std::string& tenant = {});
    // Saves the card's policy to disk (kept_policy.h). Null: removes it.
    void keep(const ShelvedPolicy* policy);
    void take_kept_policy();
    // Unloads nested policies whose tenants no longer manage the virtual GPU or have lost their rights.
    void unload_unmanaged(const std::string& by);
    bool record_policy(std::string_view event, const std::string& tenant, const nlohmann::ordered_json& details);
    kj::Promise<TextAnswer> look_at_map(const PolicyActor& actor, MapRequest request) override;
    void note_policy(WorkerProcess& worker);
    Outcome<std::uint32_t> revoke_token(const PeerProcess& peer, const std::string& id) override;
    Outcome<std::string> issue_token(const PeerProcess& peer, const std::string& tenant,
                                     const std::string& restriction) override;
    Outcome<UniqueFd> take_over(const PeerProcess& peer) override;
    void answer_askers();
    std::optional<DeviceFacts> known_device() const;
    // status.cpp
    std::string status_text() const;
    std::string policy_status_text(const std::string& vgpu) const;
    nlohmann::ordered_json describe(const WorkerProcess& worker) const;

    // supervisor_takeover.cpp
    void hear_successor();
    // Hands over to the successor with this process id.
    void give_way(UniqueFd socket, pid_t pid);
    // Identifies again a visitor that the old daemon had accepted. False: it was refused.
    bool know(Visitor& visitor);
    Result<void> hand_over(int socket, pid_t pid);
    void write_state(schema::DaemonState::Builder state, DescriptorList& descriptors) const;
    void let_go(pid_t pid);
    void introduce(const SessionRecord& session);
    Result<void> adopt(OfferedState& offered);
    Result<void> check_system_successor(schema::DaemonState::Reader state) const;

    // A caller that waits until workers have reported, or until the time is over.
    struct Asker {
        std::function<bool()> is_ready;
        kj::Own<kj::PromiseFulfiller<void>> answer;
        Clock::time_point until;
    };
    kj::Promise<void> wait_until(std::function<bool()> is_ready, std::chrono::milliseconds limit);

    SupervisorOptions options_;
    std::unique_ptr<rpc::EventLoop> loop_;  // destroyed after all that it watches
    std::string control_path_;
    UniqueFd signals_;
    rpc::EventLoop::Watch signals_watch_;
    Records records_;
    std::unique_ptr<TailReader> tails_;
    std::unique_ptr<Workers> workers_;
    std::unique_ptr<Reception> reception_;
    Sessions sessions_;
    Grants grants_;
    std::unique_ptr<Doorman> doorman_;
    std::unique_ptr<ControlServer> control_;
    std::list<Asker> askers_;
    rpc::Tasks deadlines_;
    kj::Promise<void> tick_ = nullptr;
    bool is_ticking_ = false;
    Clock::time_point last_tick_ = Clock::now();
    std::optional<kj::PromiseFulfillerPair<void>> ended_;
    Clock::time_point started_ = Clock::now();
    PolicyPace policy_pace_;
    // The numbers of orders for policies that workers are verifying, by virtual GPU; "": on the card.
    std::map<std::string, std::uint32_t> judging_policies_;
    // The virtual GPUs about whose maps, or policy, a question is being answered.
    std::set<std::string> asking_about_maps_;
    std::set<std::string> asking_for_status_;
    std::uint32_t last_text_question_ = 0;
    std::uint64_t sessions_started_ = 0;
    std::uint32_t replacements_ = 0;
    pid_t predecessor_ = 0;
    UniqueFd successor_;       // the socket to the daemon that will take over
    pid_t successor_pid_ = 0;  // that daemon's
    rpc::EventLoop::Watch successor_watch_;
    kj::Promise<void> giving_way_ = nullptr;
    bool is_replaced_ = false;
    bool has_given_up_names_ = false;  // removed its sockets' paths, or passed them on
    std::string why_ending_;           // empty: it is not ending
};

}  // namespace ringfence::supervisor
