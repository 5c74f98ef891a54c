// A worker, as the supervisor sees it: a process and a socket to it.
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
#include "supervisor/session_list.h"
#include "supervisor/settings.h"
#include "tenants/process_weight.h"
#include "worker/control.h"

namespace ringfence::supervisor {

// A client on its way to a worker: kept until the worker has taken it.
struct Handover {
    std::vector<std::byte> hello;
    std::vector<UniqueFd> descriptors;  // the client's socket first
    PeerProcess peer;
    // Owner and limits: set when it is given to a worker (supervisor/tenant_ledgers.h).
    std::string tenant;
    SessionLimits limits;
    sched::VirtualGpu vgpu = {};
    std::uint32_t weight = tenants::usual_weight;  // beside other sessions there
    int ledger = -1;                               // the tenant's file, which stays with the supervisor
    std::uint32_t session = 0;                     // its number, which no other session of this daemon has
    bool is_second_try = false;
    std::optional<Guest> guest = {};  // of one whose session has no record yet
};

// The place where a worker counts the host memory that it grants (base/shared_budget.h).
struct HostPlace {
    int file = -1;
    int rooms = -1;
    int cards = -1;
    std::size_t place = 0;
};

// How a process of the daemon is started: by which starter, and as which user.
struct ProcessPlace {
    std::shared_ptr<service::ProcessStarter> starter;
    std::optional<uid_t> uid;  // none: the daemon's
};

// A process that was killed is gone by then.
constexpr std::chrono::seconds patience_with_the_killed{10};

// The options of a worker for the domain: workers with equal options are interchangeable.
std::vector<std::string> worker_options(const Domain& domain);

class WorkerProcess {
public:
    // Starts `program`. Its output goes where this process's goes. `settings`: the domain's, with what depends on the
    // place.
    static Result<std::unique_ptr<WorkerProcess>> start(const std::string& program, const Domain& domain,
                                                        const Settings& settings, const HostPlace& host,
                                                        ProcessPlace place);
    // For another daemon, and from one. An adopted process is not ours before `own` is called: until then nothing
    // happens to it when this object ends.
    void write(schema::WorkerRecord::Builder to, DescriptorList& descriptors) const;
    static Result<std::unique_ptr<WorkerProcess>> adopt(schema::WorkerRecord::Reader from, DescriptorList& descriptors,
                                                        const Settings& settings);
    void own() { is_reaped_ = false; }
    // True if this daemon has started it, and so learns how it ends.
    bool is_child() const { return is_child_; }
    // Kills it if it is still there, unless another daemon has it.
    ~WorkerProcess();
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    pid_t pid() const { return process_.pid; }
    std::optional<uid_t> uid() const { return place_.uid; }
    std::size_t host_place() const { return host_place_; }
    int control() const { return control_.get(); }
    // Becomes readable when the process has ended.
    int process_descriptor() const { return process_.process.get(); }
    const Settings& settings() const { return domain_.settings; }
    const std::string& why_private() const { return domain_.why_private; }
    const std::string& tenant() const { return domain_.tenant; }
    const worker::WorkerState& state() const { return state_; }

    // Keeps the client, or leaves it where it is if that fails.
    Result<void> give_session(Handover& client);
    // For a worker that is gone, which was not noticed in time: the client is among those that are taken back.
    void keep_for_another(Handover client) { on_the_way_.push_back(std::move(client)); }
    std::size_t sessions_on_the_way() const { return on_the_way_.size(); }
    // How many a process has here, or will have.
    std::size_t sessions_of(pid_t client) const;
    // The clients that it has not taken. After it has ended.
    std::deque<Handover> take_back();
    Result<void> ask_to_quit();
    // It will tell how its sessions are, and then a state with this number (`told`).
    Result<void> ask_to_tell(std::uint32_t number);
    // Takes a session back from its client, whose calls return `status` from then on (worker/control.h). Also one that
    // is still on its way.
    Result<void> end_session(std::uint32_t session, std::string_view reason, std::int32_t status = 0);
    // What a session counts beside others of its virtual GPU.
    Result<void> set_weight(std::uint32_t session, std::uint32_t weight);
    // If it has sessions of it that are to know.
    void change_vgpu(const sched::VirtualGpu& vgpu);
    // Room that its sessions need on the device, said once; 0: none. And that another worker's do.
    std::uint64_t take_wanted_room() { return std::exchange(wanted_room_, 0); }
    void ask_for_room(std::uint64_t bytes);
    // Sends an order. `object`: the policy to load; -1: none.
    void order_policy(const worker::PolicyOrder& order, int object);
    // The number of the last order that was sent. Here and below: `vgpu` names the virtual GPU within which a policy
    // decides; empty: on the card.
    std::uint32_t policy_ordered(const std::string& vgpu = {}) const;
    // The number of an order by an earlier daemon.
    void set_policy_ordered(std::uint32_t number, const std::string& vgpu = {}) { policy_ordered_[vgpu] = number; }
    // The policy that decides there, as the worker reported last.
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
    // Once, also if it has not come: nobody waits for it any more.
    Text take_text(std::uint32_t question);
    // Where its watchdog has taken a policy out since this was asked last.
    std::vector<std::string> take_policy_falls() { return std::exchange(policy_falls_, {}); }
    const SessionList& sessions() const { return sessions_; }
    // By name: the usage of virtual GPUs here, as the worker reported last.
    const std::map<std::string, worker::VgpuState>& vgpus() const { return vgpus_; }
    // True if it had the session at its last report (`told`).
    bool had_when_told(std::uint32_t session) const { return had_when_told_.contains(session); }
    bool has_on_the_way(std::uint32_t session) const;
    // True if a worker for this domain would be the same.
    bool fits(const Domain& domain) const {
        return domain_.tenant == domain.tenant && options_ == supervisor::worker_options(domain);
    }
    const std::vector<std::string>& worker_options() const { return options_; }
    // One of an earlier version, whose messages mean something else: it is left alone until it ends.
    bool is_foreign() const { return is_foreign_; }
    // It waited with its device open for a client.
    bool is_spare() const { return is_spare_; }
    void set_spare() { is_spare_ = true; }
    void take_into_use(const Domain& domain);
    // It has reported something that is not its own: the log needs that once.
    bool is_first_lie() { return !std::exchange(has_lied_, true); }
    // The events in its sessions since this was asked last.
    std::vector<worker::SessionEvent> take_events() { return std::exchange(events_, {}); }
    // Takes the next message from it; false if it has closed its end.
    Result<bool> receive();
    // Receives the messages that have come already; does not wait.
    void receive_what_is_there();
    // It ends soon, and its process descriptor tells when.
    void kill();
    // It is to end, or has closed its end: nothing more is said to it or heard from it.
    bool is_leaving() const { return leaving_since_.has_value(); }
    // It was to end a while ago, and the kernel does not let it: a file that it has open is of a file system that does
    // not answer (FUSE). It takes no place that another worker could have.
    bool is_stuck() const;
    // True once: its entries for other workers are to be cleared.
    bool leaves_boards() { return !std::exchange(has_left_boards_, true); }
    bool has_left_boards() const { return has_left_boards_; }
    // The tenant of a private worker, if it has one already.
    const std::string& last_tenant() const { return last_tenant_; }
    // After it has ended: how, in words.
    std::string reap();
    // Another daemon has it now.
    void let_go() { is_reaped_ = true; }

private:
    WorkerProcess(service::StartedProcess process, UniqueFd control, const Domain& domain, ProcessPlace place)
        : process_(std::move(process)),
          control_(std::move(control)),
          domain_(domain),
          place_(std::move(place)),
          options_(supervisor::worker_options(domain)) {}

    service::StartedProcess process_;
    std::size_t host_place_ = 0;
    std::optional<std::chrono::steady_clock::time_point> leaving_since_;
    bool is_reaped_ = false;
    UniqueFd control_;
    Domain domain_;
    ProcessPlace place_;
    std::vector<std::string> options_;
    bool is_foreign_ = false;
    bool is_child_ = true;
    Result<void> take_state(const worker::WorkerState& state);
    Result<void> take_event(worker::SessionEvent event);
    Result<void> take_policy(worker::PolicyState state);

    worker::WorkerState state_;
    SessionList sessions_;
    std::map<std::string, worker::VgpuState> vgpus_;
    std::uint64_t wanted_room_ = 0;
    std::map<std::string, sched::VirtualGpu> given_vgpus_;  // as it was told of them
    std::map<std::string, worker::PolicyState> policies_;   // by virtual GPU; "": the card's
    std::map<std::string, std::uint32_t> policy_ordered_;   // the same
    std::vector<std::string> policy_falls_;
    std::map<std::uint32_t, Text> texts_;  // by question, of those that somebody waits for
    std::vector<worker::SessionEvent> events_;
    std::deque<Handover> on_the_way_;
    std::set<std::uint32_t> mentioned_;  // since it was asked last
    std::set<std::uint32_t> had_when_told_;
    bool is_spare_ = false;
    bool has_lied_ = false;
    bool has_left_boards_ = false;
    pid_t last_client_ = 0;  // that it was given
    std::string last_tenant_;
    std::uint32_t taken_ = 0;
};

}  // namespace ringfence::supervisor
