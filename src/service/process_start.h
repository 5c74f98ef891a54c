// Starting a program with descriptors of its own, and ending it: in this process (here), or through one that may do
// more than this one (starter.h).
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
    std::vector<int> descriptors;    // that it finds as 3, 4 and so on; it gets standard output and error, and no other
    std::optional<uid_t> uid;        // its user; none: that of this process
};

struct StartedProcess {
    pid_t pid = 0;
    UniqueFd process;  // becomes readable when it has ended
};

class ProcessStarter {
public:
    ProcessStarter() = default;
    ProcessStarter(const ProcessStarter&) = delete;
    ProcessStarter& operator=(const ProcessStarter&) = delete;
    virtual ~ProcessStarter() = default;

    // The process is a child of the caller's, who waits for it.
    [[nodiscard]] virtual Result<StartedProcess> start(const ProcessOrder& order) = 0;
    // At once; nothing if it has ended.
    virtual void kill(const StartedProcess& started) = 0;
    // Where another process has its orders taken; -1: nowhere.
    [[nodiscard]] virtual int socket() const { return -1; }
};

// As this process's user.
[[nodiscard]] std::unique_ptr<ProcessStarter> start_as_self();

// Refuses a program that is missing or cannot be run.
[[nodiscard]] Result<void> check_program(const std::string& program);

// After it was told to end; it is buried if it is this process's child. Not for ever: one that cannot be ended is left.
void await_end(const StartedProcess& started);

// The common part of both. `user`: the user that it becomes, by CAP_SETUID. `flags`: of clone(2).
[[nodiscard]] Result<StartedProcess> start_process(const ProcessOrder& order, const std::optional<User>& user,
                                                   unsigned long flags);

}  // namespace ringfence::service
