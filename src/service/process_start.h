// Starts programs with given descriptors, and ends them: from this process, or through a process with more rights
// (starter.h).
#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"
#include "service/users.h"

namespace ringfence::service {

struct ProcessOrder {
    std::vector<std::string> words;  // the program's path first
    std::vector<int> descriptors;    // which it gets as 3, 4 and so on; beside these only standard output and error
    std::optional<uid_t> uid;        // its user; none: this process's
    int output = -1;                 // its standard output and error; -1: this process's
};

struct StartedProcess {
    pid_t pid = 0;
    UniqueFd process;  // becomes readable when the process has ended
};

class ProcessStarter {
public:
    ProcessStarter() = default;
    ProcessStarter(const ProcessStarter&) = delete;
    ProcessStarter& operator=(const ProcessStarter&) = delete;
    virtual ~ProcessStarter() = default;

    // Starts a process, which is a child of the caller, who must wait for it.
    [[nodiscard]] virtual Result<StartedProcess> start(const ProcessOrder& order) = 0;
    // Kills the process at once; does nothing if it has ended.
    virtual void kill(const StartedProcess& started) = 0;
    // The socket over which orders go to a starter process; -1: there is none.
    [[nodiscard]] virtual int socket() const { return -1; }
};

// A starter for processes with this process's user.
[[nodiscard]] std::unique_ptr<ProcessStarter> start_as_self();

// Fails if the program is missing or not executable.
[[nodiscard]] Result<void> check_program(const std::string& program);

// Waits for a process that was told to end, and reaps a child. Gives up after a while: some cannot be ended.
void await_end(const StartedProcess& started);

// Common to both kinds of starters. `user`: the user that the process becomes, with CAP_SETUID. `flags`: for clone(2).
[[nodiscard]] Result<StartedProcess> start_process(const ProcessOrder& order, const std::optional<User>& user,
                                                   unsigned long flags);

}  // namespace ringfence::service
