// The supervisor's handle of a worker: its process, and the socket to it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/limits.h"
#include "base/result.h"
#include "base/socket.h"
#include "base/unique_fd.h"
#include "sched/virtual_gpu.h"
#include "schema/takeover.capnp.h"
#include "service/process_start.h"
#include "supervisor/descriptor_list.h"
#include "supervisor/guest.h"
#include "supervisor/process_log.h"
#include "supervisor/session_list.h"
#include "supervisor/settings.h"
#include "tenants/process_weight.h"
#include "worker/control.h"

namespace ringfence::supervisor {

// A client on its way to a worker. It is kept until the worker has taken the client.
struct Handover {
    std::vector<std::byte> hello;
    std::vector<UniqueFd> descriptors;  // the client's socket first
    PeerProcess peer;
    // Owner and limits: set when the client is sent to a worker (supervisor/tenant_ledgers.h).
    std::string tenant;
    SessionLimits limits;
    sched::VirtualGpu vgpu = {};
    std::uint32_t weight = tenants::usual_weight;  // among its virtual GPU's sessions
    int ledger = -1;                               // the tenant's file, owned by the supervisor
    std::uint32_t session = 0;                     // its number, unique in this daemon
    bool is_second_try = false;
    std::optional<Guest> guest = {};  // if its session has no record yet
};

// The place where a worker counts the host memory that it grants (base/shared_budget.h).
struct HostPlace {
    int file = -1;
    int rooms = -1;
    int cards = -1;
    std::size_t place = 0;
};

// How a process is started: by which starter, and as which user.
struct ProcessPlace {
    std::shared_ptr<service::ProcessStarter> starter;
    std::optional<uid_t> uid;  // none: the daemon's own
};

// A killed process that still exists after this time cannot end.
constexpr std::chrono::seconds patience_with_the_killed{10};

// The options of a worker for the domain: workers with equal options are interchangeable.
std::vector<std::string> worker_options(const Domain& domain);

class WorkerProcess {
public:
    // Starts `program`, with this process's standard output. `settings`: the domain's, adapted to the
    // place.
    static Result<std::unique_ptr<WorkerProcess>> start(const std::string& program, const Domain& domain,
                                                        const Settings& settings, const HostPlace& host,
                                                        ProcessPlace place);
    // Passes a worker to another daemon, and takes one over. Until own() is called, the destructor leaves an adopted
    // process alone.
    void write(schema::WorkerRecord::Builder to, DescriptorList& descriptors) const;
    static Result<std::unique_ptr<WorkerProcess>> adopt(schema::WorkerRecord::Reader from, DescriptorList& descriptors,
                                                        const Settings& settings);
    void own() { is_reaped_ = false; }
    // True if this daemon has started the worker, and so gets its exit status.
    bool is_child() const { return is_child_; }
    // Kills the process if it still runs, unless another daemon has taken it over.
    ~WorkerProcess();
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    pid_t pid() const { return process_.pid; }
    std::optional<uid_t> uid() const { return place_.uid; }
    std::size_t host_place() const { return host_place_; }
    int control() const { return control_.get(); }
    // Becomes readable when the process has ended.
    int process_descriptor() const { return process_.process.get(); }
    // What it writes to its standard error. Null: it writes where the daemon that started it wrote.
    ProcessLog* log() const { return log_.get(); }
    const Settings& settings() const { return domain_.settings; }
    const std::string& why_private() const { return domain_.why_private; }
    const std::string& tenant() const { return domain_.tenant; }
    const worker::WorkerState& state() const { return state_; }

    // Sends the client to the worker and moves it here. If that fails `client` is unchanged.
    Result<void> give_session(Handover& client);
    // For a worker that turns out to be gone: take_back() will return the client, too.
    void keep_for_another(Handover client) { on_the_way_.push_back(std::move(client)); }
    std::size_t sessions_on_the_way() const { return on_the_way_.size(); }
    // How many sessions a client process has here, including those on their way.
    std::size_t sessions_of(pid_t client) const;
    // The clients that the worker has not taken. Call it after the worker has ended.
    std::deque<Handover> take_back();
    Result<void> ask_to_quit();
    // Asks for the states of its sessions, which are followed by a WorkerState with this number (`told`).
    Result<void> ask_to_tell(std::uint32_t number);
    // Revokes a session, also one on its way: its client's calls return `status` from then on
    // (worker/control.h).
    Result<void> end_session(std::uint32_t session, std::string_view reason, std::int32_t status = 0);
    // Sets a session's weight among those of its virtual GPU.
    Result<void> set_weight(std::uint32_t session, std::uint32_t weight);
    // Sends the virtual GPU's settings, if the worker has sessions that are bound to it.
    void change_vgpu(const sched::VirtualGpu& vgpu);
    // The room that its sessions need, returned once, and not so often that other workers' sockets fill up; 0: none.
    // ask_for_room() is for other workers' needs.
    std::uint64_t take_wanted_room();
    void ask_for_room(std::uint64_t bytes);
    // Sends an order, or keeps it until there is room: the last one for each virtual GPU. `object`: the policy to load;
    // null: none.
    void order_policy(const worker::PolicyOrder& order, std::shared_ptr<const UniqueFd> object);
    // Sends the orders that were kept. False: there is still no room for all of them.
    bool send_orders_that_wait();
    bool has_orders_that_wait() const { return !waiting_orders_.empty(); }
    // For an adopted worker: the earlier daemon could not send the last order for this virtual GPU.
    bool lacks_order(const std::string& vgpu) const { return lacks_orders_.contains(vgpu); }
    // The number of the last order. Here and below `vgpu` names the virtual GPU in which a policy decides; empty: on
    // the card.
    std::uint32_t policy_ordered(const std::string& vgpu = {}) const;
    // The number of an order by an earlier daemon.
    void set_policy_ordered(std::uint32_t number, const std::string& vgpu = {});
    // The active policy there, from the worker's last report.
    const worker::PolicyState& policy(const std::string& vgpu = {}) const;
    Result<void> ask_about_map(const worker::MapQuestion& question);
    Result<void> ask_about_kernels(std::uint32_t question);
    // The answer to a question: its text, and whether it is a refusal.
    struct Text {
        bool is_told = false;
        bool is_refused = false;
        UniqueFd text;
    };
    bool has_text(std::uint32_t question) const;
    // Returns the answer, if it has come, and forgets the question.
    Text take_text(std::uint32_t question);
    // The virtual GPUs in which the watchdog has removed a policy since the last call; at most once for each order.
    std::vector<std::string> take_policy_falls() { return std::exchange(policy_falls_, {}); }
    const SessionList& sessions() const { return sessions_; }
    // The usage of virtual GPUs, by name, from the worker's last report.
    const std::map<std::string, worker::VgpuState>& vgpus() const { return vgpus_; }
    // True if it had the session at its last report (`told`).
    bool had_when_told(std::uint32_t session) const { return had_when_told_.contains(session); }
    bool has_on_the_way(std::uint32_t session) const;
    // True if a worker for this domain would have the same options and tenant.
    bool fits(const Domain& domain) const {
        return domain_.tenant == domain.tenant && options_ == supervisor::worker_options(domain);
    }
    const std::vector<std::string>& worker_options() const { return options_; }
    // True for a worker of another version, whose messages we cannot read: it is left alone until it ends.
    bool is_foreign() const { return is_foreign_; }
    // True for a spare worker, which was started before a client needed it.
    bool is_spare() const { return is_spare_; }
    void set_spare() { is_spare_ = true; }
    void take_into_use(const Domain& domain);
    // True at the first call: that a worker reports others' sessions is logged once.
    bool is_first_lie() { return !std::exchange(has_lied_, true); }
    // The events of its sessions since the last call.
    std::vector<worker::SessionEvent> take_events() { return std::exchange(events_, {}); }
    // Updates the list of sessions. The caller has checked that the session is this worker's.
    void note(const worker::SessionEvent& event) { sessions_.note(event); }
    // Receives the next message; false if the worker has closed its end.
    Result<bool> receive();
    // Receives the messages that have arrived, without waiting, and at most a fixed number.
    void receive_what_is_there();
    // Kills the worker. Its process descriptor becomes readable when it has ended.
    void kill();
    // True if it was killed or has closed its end: no messages are sent to it or received any more.
    bool is_leaving() const { return leaving_since_.has_value(); }
    // True if it was killed a while ago and the kernel cannot end it, because it has a file open of a file system that
    // does not answer (FUSE). Then it no longer counts against the number of workers.
    bool is_stuck() const;
    // True at the first call: then its entries on the workers' boards must be cleared.
    bool leaves_boards() { return !std::exchange(has_left_boards_, true); }
    bool has_left_boards() const { return has_left_boards_; }
    bool has_had_client() const { return last_client_ != 0; }
    // The tenant of a private worker; empty if it has had no client yet.
    const std::string& last_tenant() const { return last_tenant_; }
    // Call it after the worker has ended: describes how.
    std::string reap();
    // Another daemon has taken over the worker.
    void let_go() { is_reaped_ = true; }

private:
    WorkerProcess(service::StartedProcess process, UniqueFd control, const Domain& domain, ProcessPlace place)
        : process_(std::move(process)),
          control_(std::move(control)),
          domain_(domain),
          place_(std::move(place)),
          options_(supervisor::worker_options(domain)) {}

    service::StartedProcess process_;
    std::unique_ptr<ProcessLog> log_;
    std::size_t host_place_ = 0;
    std::optional<std::chrono::steady_clock::time_point> leaving_since_;
    bool is_reaped_ = false;
    UniqueFd control_;
    Domain domain_;
    ProcessPlace place_;
    std::vector<std::string> options_;
    bool is_foreign_ = false;
    bool is_child_ = true;
    void listen_to_log(UniqueFd reading);
    Result<void> take_state(const worker::WorkerState& state);
    Result<void> take_event(worker::SessionEvent event);
    Result<void> take_policy(worker::PolicyState state);

    worker::WorkerState state_;
    SessionList sessions_;
    std::map<std::string, worker::VgpuState> vgpus_;
    std::uint64_t wanted_room_ = 0;
    std::chrono::steady_clock::time_point wanted_room_taken_;
    std::map<std::string, worker::VgpuGrant> given_vgpus_;  // as it was told, or has reported since
    std::map<std::string, worker::PolicyState> policies_;   // by virtual GPU; "": the card's
    std::map<std::string, std::uint32_t> policy_ordered_;   // by virtual GPU; "": the card's
    struct WaitingOrder {
        worker::PolicyOrder order;
        std::shared_ptr<const UniqueFd> object;
    };
    std::map<std::string, WaitingOrder> waiting_orders_;  // by virtual GPU
    std::set<std::string> lacks_orders_;                  // by virtual GPU
    struct Fall {
        std::uint32_t order = 0;  // the last one at that time
        std::uint64_t changes = 0;
    };
    std::map<std::string, Fall> policy_fallen_;  // by virtual GPU: the last fall that was taken
    std::uint32_t highest_order_ = 0;
    std::vector<std::string> policy_falls_;
    std::map<std::uint32_t, Text> texts_;  // by question, while its answer is awaited
    std::uint32_t texts_owed_ = 0;         // answers that it may still send
    std::vector<worker::SessionEvent> events_;
    std::deque<Handover> on_the_way_;
    std::set<std::uint32_t> mentioned_;  // in reports since the last `tell`
    std::set<std::uint32_t> had_when_told_;
    bool is_spare_ = false;
    bool has_lied_ = false;
    bool has_left_boards_ = false;
    pid_t last_client_ = 0;  // the last client's process
    std::string last_tenant_;
    std::uint32_t taken_ = 0;
};

}  // namespace ringfence::supervisor
