// The daemon's records: the audit log, and the last faults.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "audit/log.h"
#include "base/result.h"
#include "base/socket.h"
#include "supervisor/audit_settings.h"
#include "supervisor/worker_process.h"

namespace ringfence::supervisor {

class Records {
public:
    // A file that the settings name must be there; the usual one may be missing where there is no home to write in.
    Result<void> open(const AuditSettings& settings);
    // Whether that would work if nobody else wrote the log; nothing is changed.
    static Result<void> can_open(const AuditSettings& settings);
    // An error if the disk has not taken all of it a few seconds later.
    Result<void> finish();
    // Another daemon may have the files: if the disk does not stand still (audit/log.h).
    Result<void> close();

    // A record of the daemon itself.
    void write(std::string_view event, const nlohmann::ordered_json& details);
    // True if the record was written and not only counted: each peer may cause a limited number.
    bool write(std::string_view event, const audit::Peer& peer, const nlohmann::ordered_json& details);
    void daemon_starts();
    // Another daemon went on here.
    void daemon_replaces(pid_t before);
    void takeover_begins();
    void write_takeover_failed(const std::string& why);
    void go_on_counting_from(std::uint64_t refused) { refusals_ = refused; }
    void daemon_ends(const std::string& why);
    // Names the owner of a session. The entry ends with the session.
    void introduce(std::uint32_t session, const audit::Peer& peer);
    // Remembers that a session was given to that worker, until it has ended as far as the records say.
    void note_given(std::uint32_t session, pid_t worker);
    bool was_given(std::uint32_t session, pid_t worker) const {
        const auto found = given_to_.find(session);
        return found != given_to_.end() && found->second == worker;
    }
    // Records the events in the worker's sessions.
    void events(WorkerProcess& worker, const std::vector<worker::SessionEvent>& events);
    // `whose`: the only client that it had, if it was for one.
    void worker_died(const WorkerProcess& worker, const std::string& how, const audit::Peer& whose);
    void session_hangs(std::uint32_t session, const std::string& tenant, const std::string& why);
    void worker_hangs(const WorkerProcess& worker, const std::string& why, const audit::Peer& whose);
    void card_is_unshareable(const WorkerProcess& worker, const std::string& why);
    void revoked(std::uint32_t session, const std::string& tenant, const std::string& why, const std::string& by);
    void granted(const std::string& tenant, std::uint32_t session, bool is_segment, bool was_given);
    // Records the end of all sessions that it has.
    void sessions_end(const WorkerProcess& worker, const std::string& why);
    // Records the end of a session whose worker is gone without having reported it.
    void session_lost(std::uint32_t session, pid_t worker, const std::string& why);
    void refused(const PeerProcess& peer, const std::string& why, const std::string& tenant = {});

    // Writes the records that are due. To be called now and then while is_waiting().
    void look_at_clock();
    bool is_waiting() const { return log_->is_waiting(); }
    std::uint64_t refusal_count() const { return refusals_; }
    // An error if nothing can be written and no client may be served then.
    Result<void> check() const;

    const std::deque<worker::SessionEvent>& last_faults() const { return last_faults_; }
    // Empty: nothing is written.
    std::string path() const { return log_->writer() != nullptr ? log_->writer()->path() : ""; }
    // For the status.
    nlohmann::ordered_json describe() const;

private:
    audit::Peer peer_of(std::uint32_t session, std::uint32_t pid = 0, const std::string& tenant = {}) const;
    void note_problem();
    void forget(std::uint32_t session);

    std::unique_ptr<audit::Log> log_ = audit::Log::nowhere();
    AuditSettings settings_;
    bool is_broken_ = false;                        // and the daemon's log says so
    std::map<std::uint32_t, audit::Peer> peers_;    // of sessions
    std::map<std::uint32_t, pid_t> given_to_;       // the workers of those that have no end yet
    std::deque<worker::SessionEvent> last_faults_;  // also of sessions that are over
    std::uint64_t refusals_ = 0;
};

// The last records about a tenant (empty: all), oldest first. `path`: empty: there are none.
std::vector<std::string> tail_of(const std::string& path, const std::string& tenant, std::uint32_t count);

}  // namespace ringfence::supervisor
