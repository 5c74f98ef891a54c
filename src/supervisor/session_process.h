// The daemon's handle of the process that serves one session to its client (ringfence-session, docs/capabilities.md).
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"
#include "service/process_start.h"
#include "supervisor/desk.h"
#include "supervisor/process_log.h"
#include "supervisor/worker_process.h"

namespace ringfence::supervisor {

// Messages from the process (schema/session_process.capnp).
struct GrantQuestion {
    std::uint64_t question = 0;
    bool is_segment = false;
    UniqueFd descriptor;
};
struct SessionEnded {
    std::string why;
};
// Monostate: a message that needs no action.
using SessionWord = std::variant<std::monostate, GrantQuestion, SessionEnded>;

class SessionProcess {
public:
    // `client`: the socket for RPC with its client; `channel`: the socket over which the process sends its Hello.
    static Result<std::unique_ptr<SessionProcess>> start(const std::string& program, UniqueFd client, UniqueFd channel,
                                                         ProcessPlace place);
    // A process that an earlier daemon has started. Until own() is called, the destructor does not kill it.
    static std::unique_ptr<SessionProcess> adopt(service::StartedProcess process, UniqueFd control, ProcessPlace place);
    // Kills the process if it still runs.
    ~SessionProcess();
    SessionProcess(const SessionProcess&) = delete;
    SessionProcess& operator=(const SessionProcess&) = delete;

    pid_t pid() const { return process_.pid; }
    int control() const { return control_.get(); }
    const ProcessPlace& place() const { return place_; }
    // Its standard error; null: it writes to that of the daemon that started it.
    ProcessLog* log() const { return log_.get(); }
    void listen_to_log(UniqueFd reading);
    // Becomes readable when the process has ended.
    int process_descriptor() const { return process_.process.get(); }

    // `output`: where kernels print; may be empty.
    Result<void> begin(const SessionFacts& facts, const std::vector<UniqueFd>& programs,
                       const std::vector<UniqueFd>& segments, const UniqueFd& output);
    Result<void> revoke(schema::ErrorCode code, const std::string& reason);
    // Asks for a sign of life: a healthy process soon sends a message.
    Result<void> ping();
    Result<void> answer_grant(std::uint64_t question, const Outcome<std::string>& reference);
    // Its next message; an error if the message is malformed or the process has closed its end. `whose`: the owner of
    // the descriptors that come with it (base/closing.h).
    Result<SessionWord> receive(std::uint32_t whose);
    void kill();
    void own() { is_ours_ = true; }
    // Another daemon has taken over the process.
    void let_go() { is_ours_ = false; }

private:
    SessionProcess(service::StartedProcess process, UniqueFd control, ProcessPlace place)
        : process_(std::move(process)), control_(std::move(control)), place_(std::move(place)) {}

    service::StartedProcess process_;
    UniqueFd control_;
    ProcessPlace place_;
    std::unique_ptr<ProcessLog> log_;
    bool is_ours_ = true;
    std::optional<std::chrono::steady_clock::time_point> killed_since_;
};

}  // namespace ringfence::supervisor
