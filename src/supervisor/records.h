// The daemon's records: the audit log, and the last faults.
#pragma once

#include <chrono>
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
    // Fails if a file named in the settings cannot be opened. The default one may be missing (without a home).
    Result<void> open(const AuditSettings& settings);
    // Checks, without changing anything, whether open() would succeed if no other daemon had the log.
    static Result<void> can_open(const AuditSettings& settings);
    // Waits until all records are written; an error if the disk has not taken them within `at_most`.
    Result<void> finish(std::chrono::milliseconds at_most);
    // Releases the files, so that another daemon can open them. Fails if the disk is stuck (audit/log.h).
    Result<void> close(std::chrono::milliseconds at_most);

    // Writes a record about the daemon itself.
    void write(std::string_view event, const nlohmann::ordered_json& details);
    // Writes a record about a peer. The number for each peer is limited: false if this one was only counted.
    bool write(std::string_view event, const audit::Peer& peer, const nlohmann::ordered_json& details);
    void daemon_starts();
    // This daemon has replaced the process `before`.
    void daemon_replaces(pid_t before);
    void takeover_begins();
    void write_takeover_failed(const std::string& why);
    void go_on_counting_from(std::uint64_t refused) { refusals_ = refused; }
    void daemon_ends(const std::string& why);
    // Tells the owner of a session, for later records about it. The entry is removed with the session.
    void introduce(std::uint32_t session, const audit::Peer& peer);
    // Remembers which worker has a session, until the session's end is recorded.
    void note_given(std::uint32_t session, pid_t worker);
    bool was_given(std::uint32_t session, pid_t worker) const {
        const auto found = given_to_.find(session);
        return found != given_to_.end() && found->second == worker;
    }
    // Records events of the worker's sessions.
    void events(WorkerProcess& worker, const std::vector<worker::SessionEvent>& events);
    // `whose`: the worker's client, if it was for one only.
    void worker_died(const WorkerProcess& worker, const std::string& how, const audit::Peer& whose);
    void session_hangs(std::uint32_t session, const std::string& tenant, const std::string& why);
    void worker_hangs(const WorkerProcess& worker, const std::string& why, const audit::Peer& whose);
    void card_is_unshareable(const WorkerProcess& worker, const std::string& why);
    void revoked(std::uint32_t session, const std::string& tenant, const std::string& why, const std::string& by);
    void granted(const std::string& tenant, std::uint32_t session, bool is_segment, bool was_given);
    // Records the end of all sessions of the worker.
    void sessions_end(const WorkerProcess& worker, const std::string& why);
    // Records the end of a session whose worker has not reported it.
    void session_lost(std::uint32_t session, pid_t worker, const std::string& why);
    void refused(const PeerProcess& peer, const std::string& why, const std::string& tenant = {});

    // Writes records that are due. Call it now and then while is_waiting().
    void look_at_clock();
    bool is_waiting() const { return log_->is_waiting(); }
    std::uint64_t refusal_count() const { return refusals_; }
    // An error if the log cannot be written and the settings forbid serving clients without it.
    Result<void> check() const;

    const std::deque<worker::SessionEvent>& last_faults() const { return last_faults_; }
    // Empty if there is no log file.
    std::string path() const { return log_->writer() != nullptr ? log_->writer()->path() : ""; }
    // For the status.
    nlohmann::ordered_json describe() const;

private:
    audit::Peer peer_of(std::uint32_t session, std::uint32_t pid = 0, const std::string& tenant = {}) const;
    void note_problem();
    void forget(std::uint32_t session);

    std::unique_ptr<audit::Log> log_ = audit::Log::nowhere();
    AuditSettings settings_;
    bool is_broken_ = false;                        // and that was logged
    std::map<std::uint32_t, audit::Peer> peers_;    // by session
    std::map<std::uint32_t, pid_t> given_to_;       // sessions without an end, and their workers
    std::deque<worker::SessionEvent> last_faults_;  // including those of ended sessions
    std::uint64_t refusals_ = 0;
};

// The last records about a tenant (empty: all), oldest first. None if `path` is empty.
std::vector<std::string> tail_of(const std::string& path, const std::string& tenant, std::uint32_t count);

}  // namespace ringfence::supervisor
