// The workers: which there are, who goes to which, and what becomes of clients whose worker ends.
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

    // Is told of events in the workers.
    class Listener {
    public:
        virtual ~Listener() = default;
        virtual void worker_said(WorkerProcess& worker) = 0;  // events, a state
        // `was_its_time`: it had nothing left to do. Its messages were reported before.
        virtual void worker_ended(const WorkerProcess& worker, const std::string& how, bool was_its_time) = 0;
        // Because of the worker's own report, or because two have ended before they took the client.
        virtual void client_lost(const Handover& client, const Error& why) = 0;
        virtual void worker_hangs(const WorkerProcess& worker, const std::string& why) = 0;
        virtual void card_is_unshareable(const WorkerProcess& worker, const std::string& why) = 0;
    };

    static Result<std::unique_ptr<Workers>> create(rpc::EventLoop& loop, std::string program, const Settings& settings,
                                                   Listener& listener,
                                                   std::shared_ptr<const SystemService> system = {});

    // For another daemon, and from one: nothing happens to adopted workers before `own` is called.
    void write(schema::DaemonState::Builder to, DescriptorList& descriptors) const;
    static Result<std::unique_ptr<Workers>> adopt(rpc::EventLoop& loop, std::string program, const Settings& settings,
                                                  Listener& listener, schema::DaemonState::Reader from,
                                                  DescriptorList& descriptors,
                                                  std::shared_ptr<const SystemService> system = {});
    void own();
    void let_go();

    // Gives the client to a worker for the domain: one that is there, or a new one. If that fails the client stays
    // where it is; if its worker turns out to be gone, it is among the returned.
    // The worker that has it; 0: none yet.
    Result<pid_t> give(Handover& client, const Domain& domain);
    // Clients whose worker ended before it took them: they are to get another. Only once: a client that kills workers
    // before they take it must not kill them all.
    std::vector<Handover> take_returned() { return std::exchange(returned_, {}); }
    bool is_returned(std::uint32_t session) const;
    // Why tenants may not share a backend's device, or no more of them; empty: they may. A new daemon looks again.
    std::string why_unshareable(Backend backend) const;

    // A worker for the domain, which a client is going to need.
    Result<WorkerProcess*> prepare(const Domain& domain);
    // Starts spare workers, and looks after those that do not answer. Once a second while it is not idle.
    // `has_stood_still`: this process has not looked for longer than that, so no worker is late.
    void look_at_clock(bool has_stood_still);
    bool is_idle() const;

    // These have such shares from now on, in all workers.
    void change_vgpus(const std::vector<sched::VirtualGpu>& vgpus);

    // Policies, by the virtual GPU within which each decides; "": on the card.
    //
    // Offers one to all workers that several programs share; null: the built-in one. The number of the order. The one
    // before is restored unless the order is settled.
    std::uint32_t offer_policy(const ShelvedPolicy* policy, const std::string& vgpu);
    // All of them have accepted or refused the order.
    bool have_judged_policy(std::uint32_t number, const std::string& vgpu) const;
    // The refusal of one of them; empty: there is none.
    std::string why_policy_refused(std::uint32_t number, const std::string& vgpu) const;
    // From now on workers have this one.
    void settle_policy(std::optional<ShelvedPolicy> policy, std::uint32_t number, const std::string& vgpu);
    // It was refused: the workers that took it get the one before.
    void withdraw_policy(std::uint32_t number, const std::string& vgpu);
    // Null: the built-in one.
    const ShelvedPolicy* policy(const std::string& vgpu = {}) const;
    // The number of its order, or of that to take one out; 0: there was none.
    std::uint32_t policy_number(const std::string& vgpu) const;
    std::vector<const ShelvedPolicy*> nested_policies() const;
    std::uint32_t sharing_workers() const;
    // One that has policies: of this process, or the only one there is.
    Result<WorkerProcess*> worker_with_policy(std::uint32_t pid) const;

    // They will tell how their sessions are, and a state with the number that this gives.
    std::uint32_t ask_to_tell();
    bool have_told(std::uint32_t number) const;
    // False: its worker does not have it any more.
    bool end_session(pid_t worker, std::uint32_t session, const std::string& reason);

    const std::vector<std::unique_ptr<WorkerProcess>>& all() const { return workers_; }
    WorkerProcess* find(pid_t pid) const;
    std::uint32_t session_count() const;
    std::size_t sessions_on_the_way() const;
    // Workers that cannot end: those of one tenant alone, and all.
    std::size_t stuck_of(const std::string& tenant) const;
    std::size_t stuck() const;
    // A private worker counts until it is gone: a client that comes and goes quickly does not get more of them.
    std::size_t sessions_of(pid_t client) const;
    std::uint64_t died() const { return died_; }
    // It is left to its sessions, and ends with them.
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
    };
    struct Heartbeat {
        std::uint32_t number = 0;  // that it was asked with; 0: it has answered
        Clock::time_point since;
    };

    // True if it is for any tenant.
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
        std::uint32_t number = 0;  // of the order for it
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
    // Workers that cannot end take none.
    std::size_t places_taken() const;
    void start_spares();
    std::uint32_t spares_wanted() const;
    void look_for_the_hung(bool has_stood_still);
    std::string why_hung(WorkerProcess& worker, Heartbeat& heartbeat);
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
    std::shared_ptr<const SystemService> system_;  // null: workers run as the daemon's user
    UniqueFd host_file_;
    std::shared_ptr<SharedBudget> host_budget_;  // at place 0, where nothing is counted
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

    // Workers of one kind that did not come to serving, one after the other.
    struct Failures {
        std::vector<std::string> options;
        std::uint32_t count = 0;
        std::string why;
        Clock::time_point again;  // not before
        bool has_hung = false;    // one of them: then the next one must not only be ready, but answer while it serves
    };
    std::vector<Failures> failures_;
    std::optional<Domain> private_domain_;  // the last one that was asked for: spares are for it
    std::map<const WorkerProcess*, Heartbeat> heartbeats_;
    std::uint32_t last_question_ = 0;
};

}  // namespace ringfence::supervisor
