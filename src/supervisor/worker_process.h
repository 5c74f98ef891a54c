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
#include "worker/control.h"

namespace ringfence::supervisor {

// A client on its way to a worker: kept until the worker has taken it.
struct Handover {
    std::vector<std::byte> hello;
    std::vector<UniqueFd> descriptors;  // the client's socket first
    PeerProcess peer;
    // Whose it is and what it may have: set when it is given to a worker (supervisor/tenant_ledgers.h).
    std::string tenant;
    SessionLimits limits;
    sched::VirtualGpu vgpu = {};
    int ledger = -1;            // the tenant's file, which stays with the supervisor
    std::uint32_t session = 0;  // its number, which no other session of this daemon has
    bool is_second_try = false;
    std::optional<Guest> guest = {};  // of one whose session has no record yet
};

// Where a worker counts what it grants of host memory (base/shared_budget.h).
struct HostPlace {
    int file = -1;
    std::size_t place = 0;
};

// Where a process of the daemon's is started: by whom, and as which user.
struct ProcessPlace {
    std::shared_ptr<service::ProcessStarter> starter;
    std::optional<uid_t> uid;  // none: the daemon's
};

// A process that was killed is gone by then.
constexpr std::chrono::seconds patience_with_the_killed{10};

// What a worker for the domain is started with: workers with the same are alike.
std::vector<std::string> worker_options(const Domain& domain);

class WorkerProcess {
public:
    // Starts `program`. What it prints goes where this process's goes.
    // `settings`: the domain's, with what depends on the place.
    static Result<std::unique_ptr<WorkerProcess>> start(const std::string& program, const Domain& domain,
                                                        const Settings& settings, const HostPlace& host,
                                                        ProcessPlace place);
    // For another daemon, and from one. What is adopted is not ours before `own` is called: until then nothing happens
    // to it when this ends.
    void write(schema::WorkerRecord::Builder to, DescriptorList& descriptors) const;
    static Result<std::unique_ptr<WorkerProcess>> adopt(schema::WorkerRecord::Reader from, DescriptorList& descriptors,
                                                        const Settings& settings, ProcessPlace place);
    void own() { is_reaped_ = false; }
    // Whether this daemon has started it, and so learns how it ends.
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
    // Of one that is gone, and was not noticed in time: the client is among those that are taken back.
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
    // If it has sessions of it that are to know.
    void change_vgpu(const sched::VirtualGpu& vgpu);
    // Room that its sessions need on the device, said once; 0: none. And that another worker's do.
    std::uint64_t take_wanted_room() { return std::exchange(wanted_room_, 0); }
    void ask_for_room(std::uint64_t bytes);
    // The order that it has not heard yet. `object`: what it is to load; -1: nothing.
    void order_policy(const worker::PolicyOrder& order, int object);
    // The number of the last order that was sent.
    std::uint32_t policy_ordered() const { return policy_ordered_; }
    // What an earlier daemon has ordered.
    void set_policy_ordered(std::uint32_t number) { policy_ordered_ = number; }
    // Who decides there, as it told last.
    const worker::PolicyState& policy() const { return policy_; }
    Result<void> ask_about_map(const worker::MapQuestion& question);
    // The answer to the question of this number: its text, and whether it is a refusal. None: there is none yet.
    struct MapText {
        std::uint32_t number = 0;
        bool is_refused = false;
        UniqueFd text;
    };
    const MapText& map_text() const { return map_text_; }
    MapText take_map_text() { return std::exchange(map_text_, {}); }
    // Whether its watchdog has taken a policy out since this was asked last.
    bool take_policy_fell() { return std::exchange(policy_fell_, false); }
    const SessionList& sessions() const { return sessions_; }
    // By name: what virtual GPUs have had here, as it told last.
    const std::map<std::string, worker::VgpuState>& vgpus() const { return vgpus_; }
    // Whether it had the session when it last told (`told`).
    bool had_when_told(std::uint32_t session) const { return had_when_told_.contains(session); }
    bool has_on_the_way(std::uint32_t session) const;
    // Whether it is what a worker for this domain would be.
    bool fits(const Domain& domain) const {
        return domain_.tenant == domain.tenant && options_ == supervisor::worker_options(domain);
    }
    const std::vector<std::string>& worker_options() const { return options_; }
    // One of an earlier version, whose messages mean something else: it is left alone until it ends.
    bool is_foreign() const { return is_foreign_; }
    // One that waited with its device open for whoever needs it.
    bool is_spare() const { return is_spare_; }
    void set_spare() { is_spare_ = true; }
    void take_into_use(const Domain& domain);
    // What has happened in its sessions since this was asked last.
    std::vector<worker::SessionEvent> take_events() { return std::exchange(events_, {}); }
    // Takes the next message from it; false if it has closed its end.
    Result<bool> receive();
    // What it has said already; does not wait.
    void receive_what_is_there();
    // It ends soon, and its process descriptor tells when.
    void kill();
    // It is to end, or has closed its end: nothing more is said to it or heard from it.
    bool is_leaving() const { return leaving_since_.has_value(); }
    // It was to end a while ago, and the kernel does not let it: a file that it has open is of a file system that does
    // not answer (FUSE). Nobody else is to be short of a worker for that.
    bool is_stuck() const;
    // Whom a private one is for, if it is somebody's already.
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
    worker::PolicyState policy_;
    std::uint32_t policy_ordered_ = 0;
    bool policy_fell_ = false;
    MapText map_text_;
    std::vector<worker::SessionEvent> events_;
    std::deque<Handover> on_the_way_;
    std::set<std::uint32_t> mentioned_;  // since it was asked last
    std::set<std::uint32_t> had_when_told_;
    bool is_spare_ = false;
    pid_t last_client_ = 0;  // that it was given
    std::string last_tenant_;
    std::uint32_t taken_ = 0;
};

}  // namespace ringfence::supervisor
