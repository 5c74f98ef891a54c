// The process that serves one session to its client (ringfence-session, docs/capabilities.md), as the daemon sees it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"
#include "supervisor/desk.h"

namespace ringfence::supervisor {

// What it says (schema/session_process.capnp).
struct GrantQuestion {
    std::uint64_t question = 0;
    bool is_segment = false;
    UniqueFd descriptor;
};
struct SessionEnded {
    std::string why;
};
// Monostate: nothing that has to be answered.
using SessionWord = std::variant<std::monostate, GrantQuestion, SessionEnded>;

class SessionProcess {
public:
    // `client`: where its client speaks RPC; `channel`: where it says Hello.
    static Result<std::unique_ptr<SessionProcess>> start(const std::string& program, UniqueFd client, UniqueFd channel);
    // One that an earlier daemon has started.
    static std::unique_ptr<SessionProcess> adopt(pid_t pid, UniqueFd control, UniqueFd process);
    // Kills it if it is still there.
    ~SessionProcess();
    SessionProcess(const SessionProcess&) = delete;
    SessionProcess& operator=(const SessionProcess&) = delete;

    pid_t pid() const { return pid_; }
    int control() const { return control_.get(); }
    // Becomes readable when the process has ended.
    int process_descriptor() const { return process_.get(); }

    Result<void> begin(const SessionFacts& facts, const std::vector<UniqueFd>& programs,
                       const std::vector<UniqueFd>& segments);
    Result<void> revoke(schema::ErrorCode code, const std::string& reason);
    Result<void> answer_grant(std::uint64_t question, const Outcome<std::string>& reference);
    // What it has said; it is broken if that makes no sense, or it has closed its end.
    Result<SessionWord> receive();
    void kill();
    // Another daemon has it now.
    void let_go() { is_ours_ = false; }

private:
    SessionProcess(pid_t pid, UniqueFd control, UniqueFd process)
        : pid_(pid), control_(std::move(control)), process_(std::move(process)) {}

    pid_t pid_;
    UniqueFd control_;
    UniqueFd process_;
    bool is_ours_ = true;
};

}  // namespace ringfence::supervisor
