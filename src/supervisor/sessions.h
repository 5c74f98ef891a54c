// The sessions that the daemon knows of, from their opening until nothing is left of them.
//
// A session has a number that no other one has in the daemon's life, also when another daemon takes its place. It is
// served by a worker, and, unless it is a channel, by a process between the worker and its client.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/limits.h"
#include "base/socket.h"
#include "rpc/event_loop.h"
#include "supervisor/desk.h"
#include "supervisor/session_process.h"
#include "tenants/process_weight.h"

namespace ringfence::supervisor {

enum class SessionStage : std::uint8_t {
    Expected,  // no Hello has come for it yet
    Served,    // a worker has it
    Over,      // no worker has it any more
};

// How long a session's process may take to end when its session is over.
constexpr std::chrono::seconds patience_with_processes{5};

struct SessionRecord {
    using Clock = std::chrono::steady_clock;

    SessionFacts facts;
    PeerProcess peer;
    tenants::ProcessStanding standing;  // of its client's process
    std::uint32_t weight = 0;           // that its worker was told; 0: nothing
    std::optional<Guest> guest;         // whose it is; none: a daemon before this one did not say
    OpenRequest wanted;                 // the request that opened it, less its descriptor; a Hello can only tighten it
    SessionStage stage = SessionStage::Expected;
    Clock::time_point over_since = Clock::now();  // if it is over
    pid_t worker = 0;                             // that it was given to
    std::uint32_t given_after_question = 0;       // the last `tell` before that, or before the order to end it
    bool was_counted = false;
    std::string why_revoked;                       // empty: it was not
    std::unique_ptr<SessionProcess> process;       // none: it is a channel
    std::optional<Clock::time_point> last_heard;   // from the process; none: nothing yet, it waits for its worker
    std::optional<Clock::time_point> asked_since;  // none: it has answered
    rpc::EventLoop::Watch process_says;            // these end before the process does
    rpc::EventLoop::Watch process_ends;
    Clock::time_point since = Clock::now();

    // It was over a while ago, and the kernel does not let its process end (as with workers, worker_process.h).
    bool is_stuck() const;
};

class Sessions {
public:
    // The number is the record's from now on.
    SessionRecord& add(SessionRecord record);
    SessionRecord* find(std::uint64_t id);
    void remove(std::uint32_t id) { records_.erase(id); }
    std::uint32_t next_id() { return ++last_id_; }

    // Sessions that the workers do not count: no Hello has come for them, or their process is still there; without
    // those that cannot end.
    std::size_t not_in_workers() const;
    std::size_t not_in_workers_of(pid_t client) const;
    std::size_t stuck_of(const std::string& tenant) const;
    // Without processes.
    bool are_all_channels() const;
    std::vector<std::uint32_t> of_tenant(const std::string& tenant) const;
    std::vector<std::uint32_t> of_worker(pid_t worker) const;
    const std::map<std::uint32_t, SessionRecord>& all() const { return records_; }

    // Another daemon has them now.
    void let_go_of_processes();
    std::uint32_t last_id() const { return last_id_; }
    void go_on_after(std::uint32_t id) { last_id_ = id; }

private:
    std::map<std::uint32_t, SessionRecord> records_;
    std::uint32_t last_id_ = 0;
};

std::string_view name_of(schema::SessionKind kind);

}  // namespace ringfence::supervisor
