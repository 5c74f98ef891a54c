// The daemon's sessions, from their opening until worker and process are done with them.
//
// A session has a number that is never used again, even when another daemon takes over. It is served by a worker and,
// unless its kind is `channel`, by a process between the worker and its client.
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
    Expected,  // its Hello has not come yet
    Served,    // a worker has it
    Over,      // no worker has it any more
};

// How long a session's process may take to end after the session.
constexpr std::chrono::seconds patience_with_processes{5};

struct SessionRecord {
    using Clock = std::chrono::steady_clock;

    SessionFacts facts;
    PeerProcess peer;
    tenants::ProcessStanding standing;  // of the client's process
    std::uint32_t weight = 0;           // as its worker was told; 0: not told yet
    std::optional<Guest> guest;         // its owner's rights; none: unknown to an earlier daemon
    OpenRequest wanted;                 // the request to open it, without descriptor; a Hello can only tighten it
    SessionStage stage = SessionStage::Expected;
    Clock::time_point over_since = Clock::now();  // valid if it is over
    pid_t worker = 0;                             // that it was sent to
    std::uint32_t given_after_question = 0;       // the last `tell` before it was sent, or ordered to end
    bool was_counted = false;
    std::string why_revoked;                       // empty: it was not revoked
    std::unique_ptr<SessionProcess> process;       // null: the session is a channel
    std::optional<Clock::time_point> last_heard;   // from the process; none: not yet, it waits for its worker
    std::optional<Clock::time_point> asked_since;  // none: it has answered
    rpc::EventLoop::Watch process_says;            // must be destroyed before `process`
    rpc::EventLoop::Watch process_ends;
    rpc::EventLoop::Watch process_writes;
    Clock::time_point since = Clock::now();

    // True if it has been over for a while and the kernel cannot end its process (as with workers, worker_process.h).
    bool is_stuck() const;
};

class Sessions {
public:
    // Adds a record. Its id must be new.
    SessionRecord& add(SessionRecord record);
    SessionRecord* find(std::uint64_t id);
    void remove(std::uint32_t id) { records_.erase(id); }
    std::uint32_t next_id() { return ++last_id_; }

    // The sessions that workers do not count: their Hello has not come, or only their process is left. Sessions whose
    // process cannot end are not included.
    std::size_t not_in_workers() const;
    std::size_t not_in_workers_of(pid_t client) const;
    std::size_t stuck_of(const std::string& tenant) const;
    // True if no session has a process.
    bool are_all_channels() const;
    std::vector<std::uint32_t> of_tenant(const std::string& tenant) const;
    std::vector<std::uint32_t> of_worker(pid_t worker) const;
    const std::map<std::uint32_t, SessionRecord>& all() const { return records_; }

    // Another daemon has taken over the processes.
    void let_go_of_processes();
    std::uint32_t last_id() const { return last_id_; }
    void go_on_after(std::uint32_t id) { last_id_ = id; }

private:
    std::map<std::uint32_t, SessionRecord> records_;
    std::uint32_t last_id_ = 0;
};

std::string_view name_of(schema::SessionKind kind);

}  // namespace ringfence::supervisor
