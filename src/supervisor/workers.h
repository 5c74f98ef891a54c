// The daemon's workers: starts them, chooses one for each client, and returns the clients of a worker that ends.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/room_board.h"
#include "base/shared_budget.h"
#include "base/unique_fd.h"
#include "rpc/event_loop.h"
#include "sched/card_board.h"
#include "supervisor/policy_shelf.h"
#include "supervisor/settings.h"
#include "supervisor/system_service.h"
#include "supervisor/tenant_ledgers.h"
#include "supervisor/worker_process.h"

namespace ringfence::supervisor {

class Workers {
public:
    using Clock = std::chrono::steady_clock;

    // Gets notified of events of workers.
    class Listener {
    public:
        virtual ~Listener() = default;
        virtual void worker_said(WorkerProcess& worker) = 0;  // it has sent events or a state
        // `was_its_time`: the worker had nothing left to do. All its messages were reported before.
        virtual void worker_ended(const WorkerProcess& worker, const std::string& how, bool was_its_time) = 0;
        // No worker for a client: its worker reported a problem, or two ended before they took it.
        virtual void client_lost(const Handover& client, const Error& why) = 0;
        virtual void worker_hangs(const WorkerProcess& worker, const std::string& why) = 0;
        // It has a session that nobody has taken back.
        [[nodiscard]] virtual bool has_session(const WorkerProcess& worker) const = 0;
        virtual void card_is_unshareable(const WorkerProcess& worker, const std::string& why) = 0;
    };

    static Result<std::unique_ptr<Workers>> create(rpc::EventLoop& loop, std::string program, const Settings& settings,
                                                   Listener& listener,
                                                   std::shared_ptr<const SystemService> system = {});

    // Pass workers to another daemon, and take them over. Until own() is called adopted workers are left alone.
    void write(schema::DaemonState::Builder to, DescriptorList& descriptors) const;
    static Result<std::unique_ptr<Workers>> adopt(rpc::EventLoop& loop, std::string program, const Settings& settings,
                                                  Listener& listener, schema::DaemonState::Reader from,
                                                  DescriptorList& descriptors,
                                                  std::shared_ptr<const SystemService> system = {});
    void own();
    void let_go();

    // Sends the client to a worker for the domain, a present or a new one. Returns the worker's process id, or 0 if the
    // worker turns out to be gone: then take_returned() has the client. If give() fails, `client` is unchanged.
    Result<pid_t> give(Handover& client, const Domain& domain);
    // Clients whose worker ended before it took them, and that need another. A client is returned only once: one that
    // kills workers before they take it must not kill them all.
    std::vector<Handover> take_returned() { return std::exchange(returned_, {}); }
    bool is_returned(std::uint32_t session) const;
    // Why tenants, or further ones, may not share a backend's device; empty: they may. A new daemon starts
    // empty.
    std::string why_unshareable(Backend backend) const;

    // A worker for the domain, started if necessary, for a client that will need one.
    Result<WorkerProcess*> prepare(const Domain& domain);
    // Starts spare workers, and checks for workers that do not answer. Call it once a second while not idle.
    // `has_stood_still`: this process itself has not run for a while, so no worker is blamed.
    void look_at_clock(bool has_stood_still);
    bool is_idle() const;

    // Changes the settings of virtual GPUs in all workers.
    void change_vgpus(const std::vector<sched::VirtualGpu>& vgpus);
    // To the workers that had no room for them: orders about policies, and such shares.
    void repeat_orders(const std::vector<sched::VirtualGpu>& vgpus);

    // Policies, by the virtual GPU in which each decides; "": on the card.
    //
    // Offers a policy to all shared workers (null: the built-in one), and returns the number of the order. Unless the
    // order is settled, withdraw_policy() restores the earlier policy.
    std::uint32_t offer_policy(const ShelvedPolicy* policy, const std::string& vgpu);
    // True if all workers have accepted or refused the order.
    bool have_judged_policy(std::uint32_t number, const std::string& vgpu) const;
    // The refusal of one worker; empty: none has refused.
    std::string why_policy_refused(std::uint32_t number, const std::string& vgpu) const;
    // Makes the policy the present one, which later workers get, too.
    void settle_policy(std::optional<ShelvedPolicy> policy, std::uint32_t number, const std::string& vgpu);
    // The order was refused: workers that accepted it get the earlier policy again.
    void withdraw_policy(std::uint32_t number, const std::string& vgpu);
    // Null: the built-in policy.
    const ShelvedPolicy* policy(const std::string& vgpu = {}) const;
    // The number of the last order to load or unload a policy; 0: there was none.
    std::uint32_t policy_number(const std::string& vgpu) const;
    std::vector<const ShelvedPolicy*> nested_policies() const;
    std::uint32_t sharing_workers() const;
    // The worker with this process id that has policies; 0: the only one.
    Result<WorkerProcess*> worker_with_policy(std::uint32_t pid) const;

    // Asks all workers for their sessions' states, which a WorkerState with the returned number follows.
    std::uint32_t ask_to_tell();
    bool have_told(std::uint32_t number) const;
    // False if the worker no longer has the session.
    bool end_session(pid_t worker, std::uint32_t session, const std::string& reason);

    const std::vector<std::unique_ptr<WorkerProcess>>& all() const { return workers_; }
    WorkerProcess* find(pid_t pid) const;
    std::uint32_t session_count() const;
    std::size_t sessions_on_the_way() const;
    // The number of workers that cannot end: those of one tenant, and all.
    std::size_t stuck_of(const std::string& tenant) const;
    std::size_t stuck() const;
    // Private workers count until they are gone, so that a client that reconnects quickly does not get more of them.
    std::size_t sessions_of(pid_t client) const;
    std::uint64_t died() const { return died_; }
    // True if the worker gets no new clients and ends with its last session.
    bool is_outdated(const WorkerProcess& worker) const;
    // The number of the last `tell`.
    std::uint32_t last_question() const { return last_question_; }
    const std::map<Backend, std::string>& unshareable() const { return unshareable_; }
    const SharedBudget& host_budget() const { return *host_budget_; }
    TenantLedgers& ledgers() { return ledgers_; }
    const TenantLedgers& ledgers() const { return ledgers_; }

private:
    Workers(rpc::EventLoop& loop, std::string program, const Settings& settings, Listener& listener)
        : loop_(loop), program_(std::move(program)), settings_(settings), listener_(listener) {}

    struct Watches {
        rpc::EventLoop::Watch control;
        rpc::EventLoop::Watch process;
        rpc::EventLoop::Watch log;
    };
    struct Heartbeat {
        std::uint32_t number = 0;  // of the unanswered `tell`; 0: it has answered
        Clock::time_point since;
        std::optional<Clock::time_point> overstays_since;  // none: it may be there

        void begin(std::uint32_t question, Clock::time_point now) {
            number = question;
            since = now;
        }
    };

    // True if any tenant's clients may use the worker.
    static bool is_for_all(const WorkerProcess& worker);
    bool has_place(const WorkerProcess& worker) const;
    std::string why_no_more_for_all() const;
    void clear_lines_of_the_stuck();
    Result<WorkerProcess*> worker_for(const Domain& domain);
    Result<WorkerProcess*> start(const Domain& domain);
    WorkerProcess& add(std::unique_ptr<WorkerProcess> worker);
    void watch(WorkerProcess& worker);
    struct Shelf {
        std::optional<ShelvedPolicy> policy;
        std::uint32_t number = 0;  // the order's
    };
    void hand_out_policies();
    void hand_out(const std::string& vgpu, const Shelf& shelf);
    static bool has_policies(const WorkerProcess& worker);
    Result<void> create_card_file();
    static sched::Time now_on_cards();
    Result<void> join_budget();
    void set_machine_limits();
    void clear_boards_of(const WorkerProcess& gone);
    void pass_on_wish_for_room(WorkerProcess& worker);
    void retire_the_outdated();
    Result<HostPlace> free_host_place() const;
    void hear(WorkerProcess& worker);
    void dismiss(WorkerProcess& worker);
    WorkerProcess* take_spare(const Domain& domain);
    void make_room_for_worker();
    // Workers that cannot end are not counted.
    std::size_t places_taken() const;
    void start_spares();
    std::uint32_t spares_wanted() const;
    void look_for_the_hung(bool has_stood_still);
    std::string why_hung(WorkerProcess& worker, Heartbeat& heartbeat);
    std::string why_overstaying(const WorkerProcess& worker, Heartbeat& heartbeat) const;
    static bool is_used_up(const WorkerProcess& worker);
    void note_failure(const WorkerProcess& worker, const std::string& why, bool has_hung = false);
    void forget_failures(const WorkerProcess& worker);
    void forget_failed_starts(const WorkerProcess& worker);
    Result<void> check_back_off(const Domain& domain) const;
    void bury(WorkerProcess& worker);
    void take_back(WorkerProcess& worker);

    rpc::EventLoop& loop_;
    std::string program_;
    Settings settings_;
    Listener& listener_;
    std::uint64_t host_limit_ = 0;
    std::uint64_t host_backing_ = 0;
    std::shared_ptr<const SystemService> system_;  // null: workers run as the daemon's own user
    UniqueFd host_file_;
    std::shared_ptr<SharedBudget> host_budget_;  // joined at place 0, where nothing is counted
    UniqueFd room_file_;
    std::shared_ptr<RoomBoard> rooms_;  // the same
    UniqueFd card_file_;
    std::array<std::shared_ptr<sched::CardBoard>, sched::CardBoard::card_count> cards_;  // the same
    TenantLedgers ledgers_;                                                              // the same
    std::vector<std::unique_ptr<WorkerProcess>> workers_;
    std::map<const WorkerProcess*, Watches> watches_;
    std::vector<Handover> returned_;
    std::map<Backend, std::string> unshareable_;
    std::uint64_t died_ = 0;
    std::map<std::string, Shelf> shelves_;
    std::uint32_t last_order_ = 0;

    // Consecutive workers with the same options that ended before they could serve.
    struct Failures {
        std::vector<std::string> options;
        std::uint32_t count = 0;
        std::string why;
        Clock::time_point again;  // no start before this
        bool has_hung = false;    // one hung: then being ready is not enough, the next must answer while serving
    };
    std::vector<Failures> failures_;
    std::optional<Domain> private_domain_;  // the last one requested: spares are started for it
    std::map<const WorkerProcess*, Heartbeat> heartbeats_;
    std::uint32_t last_question_ = 0;
};

}  // namespace ringfence::supervisor
