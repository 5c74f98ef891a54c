// What the daemon writes down: the audit log, and the last faults.
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
    // A file that somebody has named must be there; the usual one may be missing where there is no home to write in.
    Result<void> open(const AuditSettings& settings);
    // Another daemon may have the files.
    void close();

    // Of the daemon itself.
    void write(std::string_view event, const nlohmann::ordered_json& details);
    // Whether it was told, and did not only count: a peer may cause so many.
    bool write(std::string_view event, const audit::Peer& peer, const nlohmann::ordered_json& details);
    void daemon_starts();
    // Another daemon went on here.
    void daemon_replaces(pid_t before);
    void write_takeover_failed(const std::string& why);
    void go_on_counting_from(std::uint64_t refused) { refusals_ = refused; }
    void daemon_ends(const std::string& why);
    // Whose the session of this number is. Its end is the end of that, too.
    void introduce(std::uint32_t session, const audit::Peer& peer);
    // What has happened in the worker's sessions.
    void events(WorkerProcess& worker, const std::vector<worker::SessionEvent>& events);
    // `whose`: the only client that it had, if it was for one.
    void worker_died(const WorkerProcess& worker, const std::string& how, const audit::Peer& whose);
    void session_hangs(std::uint32_t session, const std::string& tenant, const std::string& why);
    void worker_hangs(const WorkerProcess& worker, const std::string& why, const audit::Peer& whose);
    void card_is_unshareable(const WorkerProcess& worker, const std::string& why);
    void revoked(std::uint32_t session, const std::string& tenant, const std::string& why, const std::string& by);
    void granted(const std::string& tenant, std::uint32_t session, bool is_segment, bool was_given);
    // Of all sessions that it has.
    void sessions_end(const WorkerProcess& worker, const std::string& why);
    void refused(const PeerProcess& peer, const std::string& why, const std::string& tenant = {});

    // Tells what is due. To be called now and then while is_waiting().
    void look_at_clock();
    bool is_waiting() const { return log_->is_waiting(); }
    std::uint64_t refusal_count() const { return refusals_; }
    // An error if nothing can be written, and nobody is to be served then.
    Result<void> check() const;

    const std::deque<worker::SessionEvent>& last_faults() const { return last_faults_; }
    // Empty: nothing is written.
    std::string path() const { return log_->writer() != nullptr ? log_->writer()->path() : ""; }
    // For the status.
    nlohmann::ordered_json describe() const;

private:
    audit::Peer peer_of(std::uint32_t session, std::uint32_t pid = 0, const std::string& tenant = {}) const;
    void note_problem();

    std::unique_ptr<audit::Log> log_ = audit::Log::nowhere();
    AuditSettings settings_;
    bool is_broken_ = false;                        // and the daemon's log says so
    std::map<std::uint32_t, audit::Peer> peers_;    // of sessions
    std::deque<worker::SessionEvent> last_faults_;  // also of sessions that are over
    std::uint64_t refusals_ = 0;
};

// The last records about a tenant (empty: all), oldest first. `path`: empty: there are none.
std::vector<std::string> tail_of(const std::string& path, const std::string& tenant, std::uint32_t count);

}  // namespace ringfence::supervisor
