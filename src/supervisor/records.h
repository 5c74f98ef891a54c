// What the daemon writes down: the audit trail, refusals, the last faults.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"
#include "base/socket.h"
#include "supervisor/audit_trail.h"
#include "supervisor/refusals.h"
#include "supervisor/worker_process.h"

namespace ringfence::supervisor {

class Records {
public:
    // `named`: the file; empty: the usual one, which may be missing where there is no home to write in.
    Result<void> open(const std::string& named);

    void write(std::string_view event, const nlohmann::ordered_json& details);
    void daemon_starts();
    // Another daemon goes on here.
    void daemon_replaces(pid_t before);
    void daemon_ends(const std::string& why);
    // What has happened in the worker's sessions.
    void events(WorkerProcess& worker, const std::vector<worker::SessionEvent>& events);
    void worker_died(const WorkerProcess& worker, const std::string& how);
    void worker_hangs(const WorkerProcess& worker, const std::string& why);
    void card_is_unshareable(const WorkerProcess& worker, const std::string& why);
    void revoked(std::uint32_t session, const std::string& tenant, const std::string& why, const std::string& by);
    void granted(const std::string& tenant, std::uint32_t session, bool is_segment, bool was_given);
    // The last records about a tenant (empty: all), oldest first.
    std::vector<std::string> tail(const std::string& tenant, std::uint32_t count) const;
    // Of all sessions that it has.
    void sessions_end(const WorkerProcess& worker, const std::string& why);

    void refused(const PeerProcess& peer, const std::string& why);
    // Those that were not told one by one: what is due, or all.
    void tell_of_refusals(bool all = false);
    bool has_refusals_to_tell() const { return refusals_.has_left_out(); }
    std::uint64_t refusal_count() const { return refusals_.count(); }

    const std::deque<worker::SessionEvent>& last_faults() const { return last_faults_; }
    // Empty: nothing is written.
    std::string path() const { return audit_ ? audit_->path() : ""; }

private:
    Refusals refusals_;
    std::optional<AuditTrail> audit_;
    bool is_broken_ = false;                        // and the log says so
    std::deque<worker::SessionEvent> last_faults_;  // also of sessions that are over
};

}  // namespace ringfence::supervisor
